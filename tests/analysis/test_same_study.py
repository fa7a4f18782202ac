"""Whether two pictures are the same is asked in balance and scored as signals are detected."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import visgym as vg
from commands import visgym
from hand_made import made
from pages import read
from visgym.agents.agent import Answer
from visgym.analysis.same_study import SameRow, same_ids, same_rows
from visgym.analysis.study_plans import StudyRequest, planned_study, play_study
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.parts import Message
from visgym.evaluation.evaluate import Limits
from visgym.evaluation.store import Store

TASKS = ("matchstick_equation", "maze_2d", "patch_reassembly")


class PixelComparer:
    """Sees every pixel."""

    name = "pixels"

    def spec(self) -> dict[str, Any]:
        return {"kind": self.name}

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        first, second = (picture.image for picture in messages[-1].pictures)
        return Answer("yes" if np.array_equal(first, second) else "no")

    async def close(self) -> None:
        pass


class AlwaysYes(PixelComparer):
    """Looks at nothing."""

    name = "yes"

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        return Answer("They look the same to me. <answer>yes</answer>")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("same")
    agents = {agent.name: agent for agent in (PixelComparer(), AlwaysYes())}
    study = planned_study("same", agents.values(), StudyRequest(TASKS, episodes=6))
    assert len(study.entries) == 3 * 2 * 6 * 2
    asyncio.run(play_study(study, agents, Store(found), Limits(4), print))
    return found


def pooled(folder: Path, agent: str, pair: str) -> SameRow:
    rows = same_rows(Store(folder).records())
    keys = (agent, pair, "all tasks")
    return next(row for row in rows if (row.agent, row.pair, row.task) == keys)


@pytest.mark.parametrize("pair", ["goal", "near"])
def test_pixels_tell_all_and_yes_tells_nothing(folder: Path, pair: str) -> None:
    pixels, yes = pooled(folder, "pixels", pair), pooled(folder, "yes", pair)
    assert pixels.accuracy.rate == 1.0 and yes.accuracy.rate == 0.5
    assert pixels.sharpness.low > 0 and yes.sharpness.value == pytest.approx(0)
    assert yes.bias.low > 0 and pixels.bias.value == pytest.approx(0)
    assert yes.missed.rate == 1.0 and yes.called_same.rate == 1.0


def test_pairs_that_differ_do_and_the_others_do_not() -> None:
    for id in same_ids(["jigsaw/easy", "maze_2d/easy"])[0]:
        for seed in range(4):
            first, second = vg.present(vg.begin(id, seed))[0].pictures
            assert np.array_equal(first.image, second.image) == (seed % 2 == 0)


def test_unreadable_answers_are_wrong_and_void_ones_count_nowhere() -> None:
    id = same_ids(["maze_2d/easy"])[0][0]
    records = [
        made("a", id, 0, "solved"),
        made("a", id, 1, "solved"),
        made("a", id, 2, "out_of_steps", ("unreadable",)),
        made("a", id, 3, "error"),
    ]
    (row,) = same_rows(records)
    assert (row.accuracy.hits, row.accuracy.of, row.unread, row.errors) == (2, 3, 1, 1)
    assert (row.called_same.of, row.missed.of) == (1, 1)


def test_tasks_without_a_solved_state_are_left_out() -> None:
    ids, notes = same_ids(["maze_2d/easy", "n_queens/level_0"])
    assert len(ids) == 2 and "n_queens/level_0 has no solved state" in notes[0]
    with pytest.raises(Mistake, match="No task is left"):
        same_ids(["n_queens/level_0"])


def test_the_page_and_the_command_tell_it_by_task(folder: Path, tmp_path: Path) -> None:
    table = read(folder).rows("same, yes")
    assert table["maze_2d/easy"][0].startswith("50.0") and "missed, %" in read(folder).text
    run = ("--tasks", "maze_2d", "--episodes", "2", "--out", str(tmp_path / "run"))
    done = visgym("diagnose", "same", "--agent", "solver", *run)
    assert done.returncode == 0, done.stderr
    assert "100.0 (" in done.stdout and "diagnosis.csv" in done.stdout
