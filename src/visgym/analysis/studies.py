"""The controlled studies: which conditions, on which tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from visgym import catalog
from visgym.core.errors import Mistake
from visgym.wrappers.build import arrange, written
from visgym.wrappers.rules import FULL


@dataclass(frozen=True)
class Condition:
    """A way to present the same episodes."""

    name: str
    wrappers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Factor:
    """One thing that varies in a study of several."""

    name: str
    levels: tuple[Condition, ...]
    """The first is what the others are compared with."""


@dataclass(frozen=True)
class Study:
    """One question, and the conditions that answer it."""

    name: str
    question: str
    conditions: tuple[Condition, ...]
    tasks: tuple[str, ...] | None = None
    """Names of tasks; None for every task of several turns that has a text view."""
    factors: tuple[Factor, ...] = ()
    """What the conditions are made of, where they are all that several things can make."""
    preset: str = "easy"
    """What is played unless another one is asked for."""
    samples: int = 1
    """How often each episode is played unless asked otherwise."""

    @property
    def baseline(self) -> Condition:
        """The condition without wrappers, or the first one."""
        return next((each for each in self.conditions if not each.wrappers), self.conditions[0])


def crossed(factors: Sequence[Factor]) -> tuple[Condition, ...]:
    """Every combination of the levels of some factors, those of the last one varying fastest."""
    return tuple(
        Condition(
            ", ".join(level.name for level in levels),
            tuple(map(written, arrange(spec for level in levels for spec in level.wrappers))),
        )
        for levels in product(*(factor.levels for factor in factors))
    )


def rules_factor(variant: str = FULL) -> Factor:
    """No rules against those of a variant."""
    shown = ("rules", ()) if variant == FULL else (f"rules={variant}", (f"rules={variant}",))
    return Factor("rules", (Condition("no rules", ("no_rules",)), Condition(*shown)))


def scaffold(variant: str = FULL) -> Study:
    """What an agent is given beside the picture, all in all combinations."""
    factors = (
        Factor(
            "history",
            (
                Condition("now only", ("history=1",)),
                Condition("3 turns", ("history=3",)),
                Condition("5 turns", ("history=5",)),
            ),
        ),
        rules_factor(variant),
        Factor("caption", (Condition("picture"), Condition("caption", ("caption",)))),
    )
    return Study(
        "scaffold",
        "What do history, rules and captions do for an agent, and for one another?",
        crossed(factors),
        ("frozen_lake", "game_2048", "minesweeper", "sokoban"),
        factors,
        "level_0",
        3,
    )


_ALL = (
    Study(
        "history",
        "How many turns of the conversation should an agent be shown?",
        (
            Condition("1 turn", ("history=1",)),
            Condition("2 turns", ("history=2",)),
            Condition("4 turns", ("history=4",)),
            Condition("all turns"),
        ),
        ("maze_2d", "sliding_block", "fetch_reach", "matchstick_rotation"),
    ),
    Study(
        "text",
        "Does an agent do better on text than on pictures?",
        (Condition("picture"), Condition("text", ("text",))),
        ("matchstick_equation", "maze_2d", "patch_reassembly", "sliding_block"),
    ),
    Study(
        "feedback",
        "Does an agent see what its actions did without being told?",
        (
            Condition("feedback"),
            Condition("terse feedback", ("terse_feedback",)),
            Condition("no feedback", ("no_feedback",)),
        ),
        ("maze_3d", "maze_2d", "sliding_block", "matchstick_equation"),
    ),
    Study(
        "goal",
        "Does it help to see the solved state at the start?",
        (Condition("no goal"), Condition("goal shown", ("goal",))),
        ("patch_reassembly", "jigsaw", "colorization", "zoom_in_puzzle", "matchstick_equation"),
    ),
    Study(
        "rules",
        "Can an agent find out the rules from play?",
        (
            Condition("rules"),
            Condition("terse rules", ("rules=terse",)),
            Condition("no rules", ("no_rules",)),
        ),
    ),
    Study(
        "caption",
        "Does a text beside each picture help?",
        (Condition("picture"), Condition("with caption", ("caption",))),
    ),
    scaffold(),
)
STUDIES = {study.name: study for study in _ALL}


def find_ids(
    study: Study, preset: str, chosen: Sequence[str] | None = None
) -> tuple[list[str], list[str]]:
    """The ids to play, and a note on each task that is left out; chosen tasks must exist."""
    for name in chosen or ():
        catalog.load(f"{name}/{preset}")
    ids, notes = [], []
    for name in chosen or study.tasks or _with_text_view(preset):
        problem = _problem(study, name, preset)
        if problem is None:
            ids.append(f"{name}/{preset}")
        else:
            notes.append(problem)
    if not ids:
        raise Mistake(f"No task is left for the study '{study.name}'; choose some with --tasks.")
    return ids, notes


def _with_text_view(preset: str) -> list[str]:
    return [
        name
        for name in catalog.task_names()
        if preset in (options := catalog.presets(name))
        and not options[preset].single_turn
        and _fits(("text",), f"{name}/{preset}") is None
    ]


def _problem(study: Study, name: str, preset: str) -> str | None:
    if name not in catalog.task_names() and "." not in name:
        return f"{name} is not in the catalog and is left out."
    if preset not in catalog.presets(name):
        return f"{name} has no preset '{preset}' and is left out."
    found = (_fits(each.wrappers, f"{name}/{preset}") for each in study.conditions)
    problem = next((each for each in found if each is not None), None)
    return f"{name} is left out: {problem}" if problem else None


def _fits(wrappers: tuple[str, ...], id: str) -> str | None:
    """Why the wrappers cannot serve a task, or None."""
    try:
        arrange(wrappers, catalog.load(id))
    except Mistake as problem:
        return str(problem)
    return None
