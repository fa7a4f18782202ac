"""Answers in the formats of papers are found wherever they stand, and nothing else is."""

from __future__ import annotations

import time

import pytest

from visgym.kit import answers


@pytest.mark.parametrize(
    ("reply", "plan"),
    [
        ("Action plan: L,L,R,U,D", "LLRUD"),
        ("I thought. Action plan: L.\nNo, wait.\n**Action plan:** R, D", "RD"),
        ("Action Plan: Right, Down.", "RD"),
        ("<Output>\nAction plan:\nU,U", "UU"),
        ("action plan: LLR", "LLR"),
        ("Action plan: R,D and then stop", "RD"),
        ('Use "Action plan: <PLAN>" in the end. Action plan: U', "U"),
        ("Action plan: U. As asked, I wrote Action plan: something", "U"),
        ("Action plan: ['L', 'R']", "LR"),
        ("Action plan: (L, R)", "LR"),
        ("Action plan: L -> D → R", "LDR"),
        ("Action plan: R (right), D (down)", "RD"),
        ("Action plan: none", None),
        ("The plan is L,R", None),
        ("", None),
    ],
)
def test_the_last_action_plan_counts(reply: str, plan: str | None) -> None:
    assert answers.plan(reply) == (tuple(plan) if plan else None)


@pytest.mark.parametrize(
    ("reply", "options", "choice"),
    [
        ("<Output> Yes", ("Yes", "No"), "Yes"),
        ("Not <Output> Yes, rather <output> no.", ("Yes", "No"), "No"),
        ("<Answer> C", "ABCD", "C"),
        ("<Answer> (c)", "ABCD", "C"),
        ("<Answer>: D", "ABCD", "D"),
        ("**Output:** Yes", ("Yes", "No"), "Yes"),
        ("Answer: the maze of (B)", "ABCD", None),
        ("<Answer> C\nwhere <Answer> <Choice> was asked for", "ABCD", "C"),
        ("<Output>\n**red**", ("red", "blue"), "red"),
        ("<Output> Certainly", "ABCD", None),
        ("C", "ABCD", None),
    ],
)
def test_the_last_tagged_choice_counts(reply: str, options: str, choice: str | None) -> None:
    assert answers.choice(reply, options) == choice


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("<Output> Above,Left", ("Above", "Left")),
        ("<Output> left, above", ("Above", "Left")),
        ("<Output> Below", ("Below",)),
        ("<Output> Above,Below", None),
        ("Above,Left", None),
    ],
)
def test_sides_come_in_one_order(reply: str, words: tuple[str, ...] | None) -> None:
    assert answers.sides(reply) == words


def test_the_last_numbered_list_of_moves_counts() -> None:
    reply = (
        "First I tried 1. move(red,blue) 2. move(blue,table).\n<Output>\n"
        "1. move(red, table)\n2. `move(Blue,orange)`"
    )
    assert answers.block_moves(reply) == (("red", "table"), ("blue", "orange"))
    assert answers.block_moves("move(red,table)\nmove(blue,red)") == (
        ("red", "table"),
        ("blue", "red"),
    )
    assert answers.block_moves('1. move("red", blue block)') == (("red", "blue"),)
    assert answers.block_moves("I move the red block") is None


def test_the_last_numbered_list_of_legs_counts() -> None:
    reply = "For example 1. South: 1\n<Output>\n1. North: 1\n2. **East**: 4"
    assert answers.legs(reply) == (("North", 1), ("East", 4))
    assert answers.legs("South: 2") == (("South", 2),)
    assert answers.legs("go north 2") is None


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("Car: 2.0\nPerson: 2.0\nYes", (2.0, 2.0, "Yes")),
        ("Car: 1\nPerson: 1\nNo\nor rather\nCar: .5\n\nPerson: 4.0\n\n**No**", (0.5, 4.0, "No")),
        ("Car: 0.67 seconds\nPerson: 10 seconds\nno", (0.67, 10.0, "No")),
        ("Car: 2.0\nPerson: 2.0", None),
        ("Yes", None),
    ],
)
def test_times_and_danger_stand_together(
    reply: str, found: tuple[float, float, str] | None
) -> None:
    assert answers.times(reply) == found


@pytest.mark.parametrize(
    "piece", ["Action plan: ", "<Output> ", "1. move(", "1. North: ", "Car: 1"]
)
def test_long_replies_take_no_time(piece: str) -> None:
    reply = piece * (1_000_000 // len(piece))
    started = time.process_time()
    answers.plan(reply)
    answers.choice(reply, "ABCD")
    answers.sides(reply)
    answers.block_moves(reply)
    answers.legs(reply)
    answers.times(reply)
    assert time.process_time() - started < 1
