"""Every law is broken by a toy that breaks nothing else, or nothing that does not follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import toys
from toys import Counter, Growing, OneLevel, Receding, Silent, Solved, Unsolvable
from toys_broken import (
    BelowZero,
    Blind,
    Blinking,
    Brittle,
    Endless,
    Fickle,
    Forgetful,
    Fragile,
    Grey,
    Gruff,
    Hasty,
    InPlace,
    LongWinded,
    Lying,
    Mistagged,
    Monotonous,
    Mumbling,
    Overpaid,
    Pale,
    Priceless,
    Ragged,
    Scribbling,
    SecondBest,
    Speechless,
    Sprawling,
    Stuttering,
    Swelling,
    Taciturn,
    Unequal,
    Unexplained,
    Unkept,
    Wet,
)
from toys_games import Doomed, Fencing, GivingUp, Hoping, Taking
from toys_questions import Admitting, AlwaysEven, OddOrEven, Predictable, Reading
from toys_secret import (
    FaceDown,
    Foretelling,
    Gossiping,
    Narrow,
    OpenHanded,
    Overheard,
    Race,
    Turning,
)
from visgym.conformance import laws_of_knobs
from visgym.conformance.laws import LAWS, LAWS_OF_PRESETS, check, check_presets
from visgym.core.errors import Mistake
from visgym.core.parts import Observation
from visgym.core.task import Task

SOLVER = "default solver solves within the limit"
ONE_SHAPE, BOUNDS = "pictures are of one shape", "scores and rewards are in bounds"
STARTS, HIDDEN = "different seeds give different starts", "hidden parts do not show"
KNOBS = "knobs are bounded"
HOSTILE, CHANCE = "hostile replies do no harm", "constant answers are at chance"
BREAKS: list[tuple[Task[Any], set[str]]] = [
    (Fickle(), {"seeds decide starts", SOLVER, "random play is pure"}),
    (Monotonous(), {STARTS}),
    (Solved(), {STARTS, SOLVER, "solving shows"}),
    (Unkept(), {"starts are values"}),
    (Mistagged(), {"tags are known"}),
    (Taciturn(), {"rules are told"}),
    (Unexplained(), {"rules are told"}),
    (Counter(step_limit=1), {SOLVER}),
    (SecondBest(), {"every strategy solves"}),
    (Hasty(), {"steps are honoured"}),
    (LongWinded(), {"steps are honoured"}),
    (Narrow(), {"solvers solve from anywhere"}),
    (Hoping(), {"solvers solve from anywhere"}),
    (GivingUp(), {"hopeless states have no way out"}),
    (Doomed(), {"hopeless states have no way out"}),
    (Receding(), {"distances lead to the goal"}),
    (AlwaysEven(), {CHANCE}),
    (Predictable(), {CHANCE}),
    (InPlace(), {"random play is pure", HOSTILE}),
    (Scribbling(), {"calls survive being written"}),
    (Mumbling(), {"phrases are heard"}),
    (Speechless(), {HOSTILE}),
    (Lying(), {HOSTILE}),
    (BelowZero(), {BOUNDS}),
    (Overpaid(), {BOUNDS}),
    (Unequal(), {BOUNDS}),
    (Priceless(), {BOUNDS}),
    (Growing(), {ONE_SHAPE}),
    (Swelling(), {ONE_SHAPE}),
    (Stuttering(), {ONE_SHAPE}),
    (Wet(), {ONE_SHAPE}),
    (Grey(), {ONE_SHAPE}),
    (Pale(), {ONE_SHAPE}),
    (Ragged(), {ONE_SHAPE}),
    (Silent(), {"pictures and texts change together"}),
    (Blind(), {"solving shows"}),
    (Forgetful(), {"wrappers compose"}),
    (Gossiping(), {HIDDEN}),
    (OpenHanded(), {HIDDEN}),
    (Overheard(), {HIDDEN}),
    (Turning(), {HIDDEN}),
    (Foretelling(), {"dice do not show"}),
]
GOOD: list[Task[Any]] = [
    Counter(),
    Blinking(),
    Admitting(),
    Reading(),
    OddOrEven(),
    FaceDown(),
    Race(),
    Taking(),
    Fencing(),
]
SAME = {"easy": Counter(), "hard": Counter(step_limit=30)}
ONE_LEVEL = {"easy": OneLevel(), "hard": OneLevel(step_limit=30)}
WEAK_AT_FIRST = {"easy": Fencing(parried=10), "hard": Fencing(parried=11)}
WEAK_AT_LAST = {"level_0": Fencing(), "level_1": Fencing(parried=30)}
BREAKS_BETWEEN: list[tuple[Mapping[str, Task[Any]], set[str]]] = [
    (toys.PRESETS, set()),
    (SAME, {"every level is harder"}),
    (ONE_LEVEL, set()),
    ({"easy": OneLevel(), "hard": OneLevel(size=6)}, {"every level is harder"}),
    ({"level_10": Counter(), "level_9": Counter(size=6)}, {"every level is harder"}),
    ({"easy_2d": Counter(size=6), "hard_2d": Counter()}, {"every level is harder"}),
    ({"easy": Counter(size=6), "other": Counter()}, set()),
    ({"easy": Fencing(), "hard": Fencing(parried=5)}, set()),
    (WEAK_AT_FIRST, {"reference players win"}),
    (WEAK_AT_LAST, {"reference players win"}),
    ({"easy": Endless()}, {KNOBS}),
    ({"easy": Sprawling()}, {KNOBS}),
    ({"easy": Gruff()}, {KNOBS}),
    ({"easy": Brittle()}, {KNOBS}),
]


def broken_by(task: Task[Any]) -> set[str]:
    return {violation.law for violation in check(task, range(6), "toy")}


@pytest.mark.parametrize("task", GOOD, ids=lambda task: task.name)
def test_good_toys_obey_the_laws(task: Task[Any]) -> None:
    assert list(check(task, range(10), "toy")) == []


@pytest.mark.parametrize(("task", "laws"), BREAKS, ids=lambda case: getattr(case, "name", None))
def test_the_laws_notice_what_breaks_them(task: Task[Any], laws: set[str]) -> None:
    assert broken_by(task) == laws


@pytest.mark.parametrize(("presets", "laws"), BREAKS_BETWEEN)
def test_the_laws_notice_what_presets_do_wrong(
    presets: Mapping[str, Task[Any]], laws: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws_of_knobs, "MOST_WORK", 100_000)  # which is much for a toy
    assert {each.law for each in check_presets(presets, range(40), "toy")} == laws


def test_every_law_is_broken_by_a_toy() -> None:
    seen = set().union(*(laws for _, laws in [*BREAKS, *BREAKS_BETWEEN]))
    assert seen == {law.__name__.replace("_", " ") for law in (*LAWS, *LAWS_OF_PRESETS)}


def test_a_solver_that_never_solves_breaks_everything_about_solving() -> None:
    assert {SOLVER, "every strategy solves", "solvers solve from anywhere"} <= broken_by(
        Unsolvable()
    )


def test_a_task_that_raises_is_reported_with_seed_reply_and_reason() -> None:
    found = [each for each in check(Fragile(), [4, 5], "toy") if each.law == HOSTILE]
    assert len(found) == 1 and found[0].where == "toy"
    assert "KeyError is raised after the reply" in found[0].sentence
    assert "on seed 4 (toys_broken.py, line" in found[0].sentence


def test_mistakes_of_the_user_are_no_violations() -> None:
    with pytest.raises(Mistake, match=r"no file /nowhere\.json"):
        list(check(Counter(starts="/nowhere.json"), range(2), "toy"))


def test_showing_states_as_they_are_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Observation, "_seen", property(lambda seen: seen.state))
    assert broken_by(FaceDown()) == {HIDDEN}
