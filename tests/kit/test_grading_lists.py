"""A corpus of lists: with the right items, in the right order where it counts, and nothing else."""

from __future__ import annotations

import pytest

from grading import counted, credited, eager_list, strict_list
from visgym.kit.graders import Grader

ITEMS = (("red", "blue", "green"), ("3", "1", "2"), ("North Sea", "Black Sea", "Red Sea"))
FORMS = [
    "{0}, {1}, {2}", "{0},{1},{2}", "{0}; {1}; {2}", "{0};{1};{2}", "{0}, {1} and {2}",
    "{0}, {1}, and {2}", "{0}, {1} & {2}",
    "{0} and {1} and {2}", "[{0}, {1}, {2}]", "({0}, {1}, {2})", "{{{0}, {1}, {2}}}",
    "['{0}', '{1}', '{2}']", '["{0}", "{1}", "{2}"]',
    "\\boxed{{{0}, {1}, {2}}}", "$\\boxed{{\\text{{{0}, {1}, {2}}}}}$",
    "\\boxed{{[{0}, {1}, {2}]}}", "\\{{{0}, {1}, {2}\\}}",
    "<answer>{0}, {1}, {2}</answer>", "<answer>[{0}, {1}, {2}]</answer>",
    "<answer>{0}\n{1}\n{2}</answer>",
    "<answer>\n- {0}\n- {1}\n- {2}\n</answer>", "<answer>\n1. {0}\n2. {1}\n3. {2}\n</answer>",
    "<answer>* {0}\n* {1}\n* {2}</answer>",
    "<answer>{0}, {1} and {2}.</answer>", "<answer>**{0}**, **{1}**, **{2}**</answer>",
    "Answer: {0}, {1}, {2}", "Answer: {0}, {1}, {2}.",
    "**Answer:** {0}, {1}, {2}", "**Answer: {0}, {1}, {2}**", "Final answer: [{0}, {1}, {2}]",
    "The answer is {0}, {1}, {2}.",
    "The answer is: {0}, {1} and {2}", "They are {0}, {1} and {2}.",
    "The items are {0}, {1}, and {2}.", "The items are: {0}, {1}, {2}",
    "In order: {0}, {1}, {2}", "I looked closely.\n{0}, {1}, {2}",
    "I looked closely.\n\n[{0}, {1}, {2}]", "`{0}, {1}, {2}`",
    "**{0}, {1}, {2}**", "\"{0}\", \"{1}\", \"{2}\"", "{0} , {1} , {2}", " {0},  {1},  {2} ",
    "{0}, {1}, {2}!", "{0} -> {1} -> {2}",
    "{0} → {1} → {2}", "{0}, then {1}, then {2}",
]  # fmt: skip
NOT = [
    "{0}, {1}", "{0}", "{2}", "{0}, {1}, {2}, other", "other, {0}, {1}, {2}", "{0} or {1} or {2}",
    "{0}, {1} or {2}", "{0}, {1}, maybe {2}",
    "{0}, {1}, not {2}", "not {0}, {1}, {2}", "{0}, {1}, and possibly {2}", "{0}, {1}, perhaps {2}",
    "{0}/{1}/{2}x", "{0} {1} {2}x",
    "<answer>{0}, {1}</answer>", "<answer>{0}, {1} or {2}</answer>", "\\boxed{{{0}, {1}}}",
    "\\boxed{{{0}, {1}, {2}, other}}",
    "All except {0}, {1}, {2}", "They are not {0}, {1}, {2}", "{0}, {1}, {2}?? or {0}", "[]", "",
    "none", "everything", "{0}, {1}, {2}5",
    "The items are {0} and {1}.", "either {0}, {1}, {2}", "{0}, {1}, {2} or none",
    "{0}, ({1} or {2})",
]  # fmt: skip
ORDERS = ((0, 1, 2), (2, 0, 1), (1, 0, 2))


def labelled(grader: Grader) -> list[tuple[str, str, bool]]:
    """Replies, right lists, and whether the replies say them."""
    found = []
    for items in ITEMS:
        right = ", ".join(items)
        for order in ORDERS:
            told = [items[at] for at in order]
            is_right = grader == "set" or order == ORDERS[0]
            found += [(form.format(*told), right, is_right) for form in FORMS]
        found += [(form.format(*items), right, False) for form in NOT]
    return found


@pytest.mark.parametrize("grader", ["set", "list"])
def test_lists_of_the_right_items_are_credited_and_nothing_else(grader: Grader) -> None:
    wrong = [
        (reply, right)
        for reply, right, label in labelled(grader)
        if credited(grader, reply, right) is not label
    ]
    assert wrong == []


@pytest.mark.parametrize("grader", ["set", "list"])
def test_no_known_way_of_reading_lists_is_right_more_often(grader: Grader) -> None:
    corpus = labelled(grader)
    ours = counted(corpus, lambda reply, right: credited(grader, reply, right))
    others = [counted(corpus, read) for read in (eager_list, strict_list)]
    assert len({reply for reply, _, _ in corpus}) >= 200 and ours.false_accepts == 0
    assert ours.right == len(corpus) > max(other.right for other in others)
