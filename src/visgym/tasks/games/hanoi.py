"""Hanoi: bring scattered discs to the target peg, one top disc a turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from visgym.authoring import Call, Frame, Illegal, Medium, Task, action, solver
from visgym.kit.boards import hanoi
from visgym.kit.boards.hanoi import NAMES, Arrangement, Move
from visgym.kit.search import with_round_trips

PEGS = 3
Peg = Literal["A", "B", "C"]


@dataclass(frozen=True, slots=True)
class DiscsInPlay:
    pegs: Arrangement
    """The peg of each disc, the smallest first."""
    target: int


@dataclass(frozen=True, kw_only=True)
class Hanoi(Task[DiscsInPlay]):
    discs: int = 3
    """Discs on the pegs."""
    fewest: int = 5
    """Moves that the shortest solution takes, at least."""
    most: int = 7
    """Moves that the shortest solution takes, at most."""

    distance_unit = "moves"
    tags = frozenset({"synthetic", "full", "known", "planning"})
    distinct_starts = 0.3  # three discs have 48 starts
    can_stop = False

    # Generation

    def validate(self) -> None:
        hanoi.check_knobs(self.discs, PEGS, self.fewest, self.most)

    def generate(self, rng: Random) -> DiscsInPlay:
        return DiscsInPlay(*hanoi.scattered(self.discs, PEGS, self.fewest, self.most, rng))

    # Rules

    def rules(self) -> str:
        return (
            f"{self.discs} discs of different sizes lie on {PEGS} pegs. Each turn you take the top "
            "disc of one peg to another peg, where it may not lie on a smaller disc. Bring all "
            "discs to the target peg; the episode ends by itself when they are there."
        )

    def legend(self, medium: Medium) -> str:
        return hanoi.legend(medium)

    @action
    def move(self, state: DiscsInPlay, source: Peg, target: Peg) -> DiscsInPlay:
        """Take the top disc of one peg to another."""
        here, there = NAMES.index(source), NAMES.index(target)
        if why := hanoi.obstacle(state.pegs, here, there):
            raise Illegal(why)
        return replace(state, pegs=hanoi.put(state.pegs, state.pegs.index(here), there))

    def is_over(self, state: DiscsInPlay) -> bool:
        return self.score(state) == 1

    def score(self, state: DiscsInPlay) -> float:
        return float(set(state.pegs) == {state.target})

    def distance(self, state: DiscsInPlay) -> float:
        return float(hanoi.distance(state.pegs, PEGS, state.target))

    def goal(self, state: DiscsInPlay) -> DiscsInPlay:
        return replace(state, pegs=(state.target,) * self.discs)

    def metrics(self, state: DiscsInPlay) -> dict[str, float]:
        """The share of discs in their final place, where all larger ones are too."""
        settled = next(
            (held for held, peg in enumerate(reversed(state.pegs)) if peg != state.target),
            self.discs,
        )
        return {"settled": settled / self.discs}

    # Observation

    def draw(self, state: DiscsInPlay) -> Frame:
        return hanoi.picture(state.pegs, PEGS, state.target)

    def describe(self, state: DiscsInPlay) -> str:
        return hanoi.in_words(state.pegs, PEGS, state.target)

    # Solvers

    @solver
    def recursive(
        self, state: DiscsInPlay, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """Clear the way for the largest disc that is elsewhere, with detours up to `steps`."""
        plan = [
            Call("move", (NAMES[source], NAMES[target]))
            for source, target in _gathered(state.pegs, state.target)
        ]
        yield from with_round_trips(self, state, plan, steps, rng, ends_itself=True)


def _gathered(pegs: Arrangement, target: int) -> list[Move]:
    """The moves that bring all discs to a peg; the largest one goes there directly, once."""
    if not pegs:
        return []
    *smaller, largest = pegs
    if largest == target:
        return _gathered(tuple(smaller), target)
    aside = PEGS - largest - target
    back = _gathered((aside,) * len(smaller), target)
    return [*_gathered(tuple(smaller), aside), (largest, target), *back]


PRESETS = {
    "level_0": Hanoi(discs=3, fewest=5, most=7, step_limit=12),
    "level_1": Hanoi(discs=4, fewest=10, most=15, step_limit=24),
    "level_2": Hanoi(discs=5, fewest=20, most=31, step_limit=48),
}
