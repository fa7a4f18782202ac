"""Solved examples of VSP say how an answer is found, and prompts for one answer count no steps."""

from __future__ import annotations

import pytest

from answering import said
from visgym import catalog
from visgym.core.episode import begin
from visgym.core.messages import present
from visgym.core.solving import Explaining, solve
from visgym.suites.vsp import SUITES
from visgym.wrappers.build import arrange

IDS = SUITES[0].ids


@pytest.mark.parametrize("id", IDS)
def test_an_explanation_leads_to_the_answer_and_disturbs_no_reader(id: str) -> None:
    task = catalog.load(id)
    assert isinstance(task, Explaining)
    for seed in range(12):
        start = task.start(seed)
        (call,) = solve(task, start)
        explained = f"{task.explanation(start.problem)}\n\n{task.phrase(call)}"
        assert said(task, explained, seed) == call.args


def test_an_example_of_a_maze_interprets_plans_and_verifies() -> None:
    task = catalog.load("vsp_maze/level_3")
    (message,) = present(begin(task, 0), arrange(["examples=2"], task))
    shown = [part.text for part in message.parts if part.kind == "example" and "<" in part.text]
    assert len(shown) == 2
    for text in shown:
        parts = [
            text.index(each) for each in ("<Interpret>", "<Plan>", "<Verification>", "Action plan:")
        ]
        assert parts == sorted(parts)
        plan = text.rpartition("Action plan: ")[2].split(",")
        assert sum(line.startswith("- ") for line in text.splitlines()) == len(plan)
        assert text.count("(goal)") == 1


def test_examples_stand_between_the_guide_and_the_question() -> None:
    task = catalog.load("vsp_maze_hole/level_3")
    (message,) = present(begin(task, 0), arrange(["examples"], task))
    kinds = list(dict.fromkeys(part.kind for part in message.parts))
    assert kinds == ["rules", "legend", "actions", "example", "question", "state"]


@pytest.mark.parametrize("id", [*IDS, "board_state_inference/easy"])
def test_one_answer_is_asked_for_without_a_count_of_steps(id: str) -> None:
    task = catalog.load(id)
    assert "more steps" not in present(begin(task, 0))[0].text
