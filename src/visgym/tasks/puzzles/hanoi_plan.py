"""Hanoi Plan: give all moves that build a tower of discs on the target peg.

Discs are scattered at every level: from a single tower three discs have no more than six starts.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Medium, OneOf, Pairs, Question, action, levels
from visgym.kit.boards import hanoi
from visgym.kit.boards.hanoi import NAMES, Arrangement


@dataclass(frozen=True, slots=True)
class Discs:
    pegs: Arrangement
    """The peg of each disc, the smallest first."""
    target: int


@dataclass(frozen=True, kw_only=True)
class HanoiPlan(Question[Discs]):
    discs: int = 3
    """Discs on the pegs."""
    pegs: int = 3
    """Pegs that stand side by side."""
    fewest: int = 5
    """Moves that the shortest plan takes, at least."""
    most: int = 7
    """Moves that the shortest plan takes, at most."""

    tags = frozenset({"synthetic", "full", "known", "planning"})
    distinct_starts = 0.3  # three discs have 48 starts

    def validate(self) -> None:
        hanoi.check_knobs(self.discs, self.pegs, self.fewest, self.most)

    def generate(self, rng: Random) -> Discs:
        return Discs(*hanoi.scattered(self.discs, self.pegs, self.fewest, self.most, rng))

    def rules(self) -> str:
        return (
            f"{self.discs} discs of different sizes lie on {self.pegs} pegs. A move takes the top "
            "disc of one peg to another peg, where it may not lie on a smaller disc. Give moves "
            "that bring all discs to the target peg, in order, each as the peg that a disc leaves "
            "and the peg that it goes to."
        )

    def legend(self, medium: Medium) -> str:
        return hanoi.legend(medium)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(NAMES[: self.pegs])

    @action
    def answer(
        self, discs: Discs, moves: Annotated[tuple[tuple[str, str], ...], Pairs(OneOf("names"))]
    ) -> None:
        """Give the moves."""

    def grade(self, discs: Discs, moves: tuple[tuple[str, str], ...]) -> float:
        return float(self._after(discs, moves) == {discs.target: [*range(self.discs)][::-1]})

    def metrics(self, discs: Discs, moves: tuple[tuple[str, str], ...] = ()) -> dict[str, float]:
        valid = bool(moves) and self._after(discs, moves) is not None
        is_right = valid and self.grade(discs, moves) == 1
        fewest = hanoi.distance(discs.pegs, self.pegs, discs.target)
        return {"valid": float(valid), "ratio": fewest / len(moves) if is_right else 0.0}

    def _after(
        self, discs: Discs, moves: tuple[tuple[str, str], ...]
    ) -> dict[int, list[int]] | None:
        """The stacks on pegs that are not empty, from the bottom; None if a move is forbidden."""
        stacks: dict[int, list[int]] = {peg: [] for peg in range(self.pegs)}
        for disc in reversed(range(self.discs)):
            stacks[discs.pegs[disc]].append(disc)
        for source, target in moves:
            left, found = stacks[NAMES.index(source)], stacks[NAMES.index(target)]
            if not left or left is found or (found and found[-1] < left[-1]):
                return None
            found.append(left.pop())
        return {peg: stack for peg, stack in stacks.items() if stack}

    def solution(self, discs: Discs) -> tuple[tuple[str, str], ...]:
        """Downhill by the fewest moves that are left, which are known for all arrangements."""
        at, plan = discs.pegs, list[tuple[str, str]]()
        while left := hanoi.distance(at, self.pegs, discs.target):
            (source, target), at = next(
                (move, near)
                for move, near in hanoi.moves(at, self.pegs)
                if hanoi.distance(near, self.pegs, discs.target) < left
            )
            plan.append((NAMES[source], NAMES[target]))
        return tuple(plan)

    def effort(self, state: Asked[Discs]) -> float:
        """Arrangements that are no farther from the goal than the start."""
        far = hanoi.distance(state.problem.pegs, self.pegs, state.problem.target)
        return float(sum(each <= far for each in hanoi.distances(self.discs, self.pegs).values()))

    def draw(self, discs: Discs) -> Frame:
        return hanoi.picture(discs.pegs, self.pegs, discs.target)

    def describe(self, discs: Discs) -> str:
        return hanoi.in_words(discs.pegs, self.pegs, discs.target)


PRESETS = levels(HanoiPlan, discs=(3, 4, 5), pegs=(3, 3, 4), fewest=(5, 8, 9), most=(7, 15, 13))
