"""The iVISPAR benchmark is the one of the paper."""

from __future__ import annotations

from visgym import catalog
from visgym.suites.suite import find_suite


def test_there_are_300_boards_the_same_in_each_modality() -> None:
    views = ["3d", "2d", "text"]
    suites = [find_suite(f"ivispar/{view}") for view in views]
    boards = [[start for id in s.ids for start in s.starts[id].values()] for s in suites]
    assert boards[0] == boards[1] == boards[2]
    assert len(set(boards[0])) == 300


def test_every_level_has_three_boards_within_twenty_moves() -> None:
    tasks = [catalog.load(id) for id in find_suite("ivispar/2d").ids]
    levels = {(task.knobs()["geoms"], task.knobs()["length"]) for task in tasks}
    assert levels == {(geoms, length) for geoms in range(2, 12) for length in range(2, 12)}
    assert {(task.step_limit, task.knobs()["interference"]) for task in tasks} == {(20, 0)}


def test_the_agent_sees_two_past_steps_and_the_rules_every_time() -> None:
    protocol = {"history=3", "mark_past", "no_feedback", "repeat_rules"}
    assert set(find_suite("ivispar/3d").wrappers) == protocol
    assert "text" in find_suite("ivispar/text").wrappers
