"""Answers are found wherever they stand and read in their form, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

from answering import said
from visgym import catalog
from visgym.core.episode import advance, begin

MAZE = catalog.load("vsp_maze/level_3")
HOLE = catalog.load("vsp_maze_hole/level_3")
MAP = catalog.load("vsp_maze_text/level_3")
RELATION = catalog.load("vsp_maze_relation/level_3")
COLOR = catalog.load("vsp_blocks_color/level_3")
BLOCKS = catalog.load("vsp_blocks/level_3")
STREETS = catalog.load("vsp_street_map/level_1")
CROSSING = catalog.load("vsp_collision/level_1")
TWO, THREE = "red>table blue>red", "red>table blue>red green>blue"


@pytest.mark.parametrize(
    ("reply", "plan"),
    [
        ("Action plan: L,L,R,U,D", "LLRUD"),
        ("I thought. Action plan: L.\nNo, wait.\n**Action plan:** R, D", "RD"),
        ("Action Plan: Right, Down.", "RD"),
        ("<Output>\nAction plan:\nU,U", "UU"),
        ("<Output> R, D", "RD"),
        ("<answer>R,D</answer> It was easy.", "RD"),
        ("So it is $\\boxed{R, D}$.", "RD"),
        ("## Action plan\n\nR, D", "RD"),
        ("action plan: LLR", "LLR"),
        ("Action plan: R,D and then stop", "RD"),
        ("Action plan: R, then D", "RD"),
        ('Use "Action plan: <PLAN>" in the end. Action plan: U', "U"),
        ("Action plan: U. As asked, I wrote Action plan: something", "U"),
        ("Action plan: ['L', 'R']", "LR"),
        ("Action plan: (L, R)", "LR"),
        ("Action plan: L -> D → R", "LDR"),
        ("Action plan: R (right), D (down)", "RD"),
        ("Action plan: R,R,D,\nD,L", "RRDDL"),  # wrapped over lines
        ("Action plan: R,R,\nD,D\n\nThis is right.", "RRDD"),
        ("Action plan:\n1. R\n2. D", "RD"),
        ("Action plan:\n```\nR,D\n```", "RD"),
    ],
)
def test_the_last_action_plan_counts(reply: str, plan: str) -> None:
    assert said(MAZE, reply) == (tuple(plan),)


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("Action plan: none", "misfit"),
        ("Action plan: L or R", "misfit"),
        ("Action plan: R,D\nor\nL", "misfit"),
        ("Action plan: R, D, then perhaps U", "misfit"),
        ("The plan is L,R", "unreadable"),
        ("", "unreadable"),
    ],
)
def test_what_is_no_plan_is_never_half_of_one(reply: str, verdict: str) -> None:
    assert said(MAZE, reply) == verdict


@pytest.mark.parametrize(
    ("reply", "task", "choice"),
    [
        ("<Output> Yes", HOLE, "Yes"),
        ("Not <Output> Yes, rather <output> no.", HOLE, "No"),
        ("<Answer> C", MAP, "C"),
        ("<Answer> (c)", MAP, "C"),
        ("<Answer>: D", MAP, "D"),
        ("<Output> <A>", MAP, "A"),
        ("<Answer>C", MAP, "C"),
        ("**Output:** Yes", HOLE, "Yes"),
        ("**Output** No", HOLE, "No"),
        ("## Output\nNo", HOLE, "No"),
        ("### Output\n\n**No**, there is ice.", HOLE, "No"),
        ("<Answer> C\nwhere <Answer> <Choice> was asked for", MAP, "C"),
        ("<Output>\n**red**", COLOR, "red"),
        ("<Output> the red block", COLOR, "red"),
        ("Final answer: red, which stands on blue", COLOR, "red"),
        ("The answer is (B).", MAP, "B"),
        ("<Answer> B. It cannot be A.", MAP, "B"),
        ("I see it.\nC", MAP, "C"),
        ("I see it.\nYes, there is a hole.", HOLE, "Yes"),
        ("<Output> Above,Left", RELATION, "Above,Left"),
        ("<Output> left, above", RELATION, "Above,Left"),
        ("<Output> above and to the left", RELATION, "Above,Left"),
        ("<Output> Below", RELATION, "Below"),
        ("Above,Left", RELATION, "Above,Left"),
    ],
)
def test_the_last_choice_counts(reply: str, task: Any, choice: str) -> None:
    assert said(task, reply) == (choice,)


@pytest.mark.parametrize("template", ["<Answer> {}", "<answer>{}</answer>", "Answer: {}", "{}"])
@pytest.mark.parametrize(
    "hedge",
    ["A or B", "either A or B", "A/B", "A and B", "A, B", "A (or B)", "A\nor B", "maybe A or B"],
)
def test_hedges_are_never_credited(template: str, hedge: str) -> None:
    assert said(MAP, template.format(hedge)) in ("misfit", "unreadable")
    assert said(MAP, f"{template.format('C')}\nNo.\n{template.format(hedge)}") in (
        "misfit",
        "unreadable",
    )


@pytest.mark.parametrize("template", ["<Answer> {}", "<answer>{}</answer>", "\\boxed{{{}}}"])
def test_two_answers_side_by_side_are_a_hedge(template: str) -> None:
    assert said(MAP, f"{template.format('A')} or {template.format('B')}") == "misfit"
    assert said(MAP, f"{template.format('A')}, no, rather {template.format('B')}") == ("B",)


@pytest.mark.parametrize(
    ("reply", "task", "verdict"),
    [
        ("Answer: the maze of (B)", MAP, "misfit"),
        ("<Answer> A maze with holes", MAP, "misfit"),
        ("<Output> Certainly", HOLE, "misfit"),
        ("<Output> no idea", HOLE, "misfit"),
        ("no idea", HOLE, "unreadable"),
        ("A maze with holes", MAP, "unreadable"),
        ("<Output> Above,Below", RELATION, "misfit"),
        ("<Output> Above or Left", RELATION, "misfit"),
    ],
)
def test_prose_is_no_choice(reply: str, task: Any, verdict: str) -> None:
    assert said(task, reply) == verdict


def test_a_misfit_is_told_what_the_answer_must_be() -> None:
    turn = advance(begin(HOLE, 0), "<Output> Perhaps").turns[-1]
    assert turn.feedback.endswith("does not fit 'answer': hole must be 'Yes' or 'No'.")


@pytest.mark.parametrize(
    ("reply", "moves"),
    [
        (
            "First I tried 1. move(red,blue) 2. move(blue,table).\n<Output>\n"
            "1. move(red, table)\n2. `move(Blue,orange)`",
            "red>table blue>orange",
        ),
        ("move(red,table)\nmove(blue,red)", TWO),
        ('1. move("red", blue block)', "red>blue"),
        ("<Output>\n1. move(red,table)\n1. move(blue,red)\n1. move(green,blue)", THREE),
        ("I could move(red,blue).\n<Output>\n- move(red,table)\n- move(blue,red)", TWO),
        ("<Output>\n0. move(red,table)\n1. move(blue,red)", TWO),
        ("<Output>\n1. move(red,table) 2. move(blue,red)", TWO),
        ("<Output>\n```\nmove(red,table), move(blue,red)\n```", TWO),
        ("<Output>\n1. move(red,table) (frees blue)\n2. **move(blue,red)**", TWO),
        ("<Output>\n1. move(red,table)\n2. move(blue,red)\n\nHere move(red,table) is first.", TWO),
    ],
)
def test_no_move_is_dropped_and_none_leaks_in(reply: str, moves: str) -> None:
    assert said(BLOCKS, reply) == (tuple(tuple(move.split(">")) for move in moves.split()),)


def test_a_list_with_one_wrong_move_is_no_shorter_list() -> None:
    assert said(BLOCKS, "<Output>\n1. move(red,table)\n2. move(blue,pink)") == "misfit"
    assert said(BLOCKS, "<Output>\n1. move(red,table) or move(red,blue)") == "misfit"
    assert said(BLOCKS, "I move the red block") == "unreadable"


@pytest.mark.parametrize(
    ("reply", "legs"),
    [
        (
            "For example 1. South: 1\n<Output>\n1. North: 1\n2. **East**: 4",
            (("North", 1), ("East", 4)),
        ),
        ("<Output>\n1. North: 1 crossroad\n2. East: 4 crossroads", (("North", 1), ("East", 4))),
        ("<Output>\nNorth: 1 East: 4", (("North", 1), ("East", 4))),
        ("<Output>\n1. North: 0\n2. East: 4", (("North", 0), ("East", 4))),
        ("South: 2", (("South", 2),)),
    ],
)
def test_all_legs_of_the_last_list_count(reply: str, legs: tuple[tuple[str, int], ...]) -> None:
    assert said(STREETS, reply) == (legs,)


@pytest.mark.parametrize("reply", ["go north 2", "<Output>\n1. Northwest: 2", "North: 1 or 2"])
def test_what_is_no_leg_is_not_read_as_one(reply: str) -> None:
    assert said(STREETS, reply) in ("misfit", "unreadable")


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("Car: 2.0\nPerson: 2.0\nYes", (2.0, 2.0, "Yes")),
        ("Car: 1\nPerson: 1\nNo\nor rather\nCar: .5\n\nPerson: 4.0\n\n**No**", (0.5, 4.0, "No")),
        ("Car: 0.67 seconds\nPerson: 10 seconds\nno", (0.67, 10.0, "No")),
        ("**Car:** 2.0\n**Person:** 4.0\n\n**Danger:** No", (2.0, 4.0, "No")),
        ("Car: 2 / 1 = 2.0\nPerson: 1 / 0.5 = 2.0\nYes", (2.0, 2.0, "Yes")),
        ("Car: 2.0, Person: 2.0, Yes", (2.0, 2.0, "Yes")),
        ("Car: 2.0\nPerson: 2.0", (2.0, 2.0, "Yes")),  # the release asks for nothing more
        ("- Car: 2.0\n- Person: 3.0", (2.0, 3.0, "No")),
        ("Car: 2.0\nPerson: 2.0\nYes or No", "misfit"),
        ("Car: 2.0\nPerson: 2.0\n\nI am unsure", "misfit"),
        ("Yes", "unreadable"),
    ],
)
def test_times_and_danger_stand_together(reply: str, found: object) -> None:
    assert said(CROSSING, reply) == found
