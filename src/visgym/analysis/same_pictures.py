"""Same Pictures: say whether two pictures of a task are exactly the same.

The probe behind `visgym diagnose same`. Half of the pairs are one state twice. The others show the
solved state too: beside the start for `goal`, and for `near` beside the last state on the solver's
way to it that looks otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Literal

import numpy as np

from visgym import catalog
from visgym.core.task import Frame, Task, action
from visgym.kit.asking import Asked, Question
from visgym.kit.framing import sight

PairKind = Literal["goal", "near"]


@dataclass(frozen=True, slots=True)
class PicturePair:
    """Which episode of the other task is looked at, and what of it."""

    seed: int
    same: bool
    swapped: bool
    """Whether the solved state comes first."""


@dataclass(frozen=True, kw_only=True)
class SamePictures(Question[PicturePair]):
    of: str = "maze_2d/easy"
    """The id of the task whose pictures are compared."""
    pair: PairKind = "goal"
    """Which states differ: start and goal, or a state near the goal and the goal."""

    tags = frozenset({"synthetic", "full", "known"})
    pictured: ClassVar[str] = "The two pictures come one after the other."

    def validate(self) -> None:
        other = catalog.load(self.of)
        if other.single_turn or other.adversarial or other.players > 1:
            raise ValueError(f"{self.of} has no solved state to show.")

    def start(self, seed: int) -> Asked[PicturePair]:
        swapped = Random(f"{self.name} {seed}").random() < 0.5
        return Asked(PicturePair(seed // 2, seed % 2 == 0, swapped))

    def generate(self, rng: Random) -> PicturePair:
        return PicturePair(rng.randrange(1_000_000), rng.random() < 0.5, rng.random() < 0.5)

    def rules(self) -> str:
        return (
            "You see two pictures. Compare every detail of them: they are the same only if nothing "
            "in them differs, however small."
        )

    def question(self, problem: PicturePair) -> str:
        return "Are the two pictures exactly the same?"

    @action
    def answer(self, problem: PicturePair, verdict: Literal["yes", "no"]) -> None:
        """Say yes if the two pictures are exactly the same, and no if they are not."""

    def grade(self, problem: PicturePair, verdict: str) -> float:
        return float((verdict == "yes") == problem.same)

    def solution(self, problem: PicturePair) -> str:
        first, second = self.clip(problem)
        return "yes" if np.array_equal(first, second) else "no"

    @property
    def clip_length(self) -> int:
        return 2

    def draw(self, problem: PicturePair) -> Frame:
        return self.clip(problem)[0]

    def clip(self, problem: PicturePair) -> tuple[Frame, ...]:
        first, second = _compared(self.of, problem.seed, self.pair)
        if problem.same:
            return first, first
        return (second, first) if problem.swapped else (first, second)


@lru_cache(maxsize=64)
def _compared(id: str, seed: int, pair: PairKind) -> tuple[Frame, Frame]:
    """A picture and another one that differs from it."""
    task = catalog.load(id)
    states = _way(task, task.start(seed))
    solved = sight(task, states[-1])
    if pair == "goal":
        return sight(task, states[0]), solved
    for state in reversed(states[:-1]):
        shown = sight(task, state)
        if not np.array_equal(shown, solved):
            return solved, shown
    return solved, sight(task, states[0])


def _way(task: Task[Any], start: Any) -> list[Any]:
    """The states from the start to where the default solver ends."""
    states = [start]
    for call in task.strategies()[0](start, Random(0)):
        states.append(task.apply(states[-1], call))
    return states


PRESETS = {"goal": SamePictures(), "near": SamePictures(pair="near")}
