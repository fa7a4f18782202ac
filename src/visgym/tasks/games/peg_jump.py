"""Peg Jump: jump pegs over each other in a triangle of 15 holes until one is left.

Starts are drawn from all boards that can be solved. With 14 pegs there would be 15 of them, so the
hardest level has 12, and the last one must end in a marked hole: random play succeeds less often
there than with 14 pegs and no mark. A jump can be taken back, so that nothing is lost for ever.
Rewards on the way are the share of the pegs to be removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log2
from random import Random
from typing import Annotated

from visgym.authoring import Call, Frame, Illegal, Medium, Span, Task, action, solver
from visgym.kit.boards import pegs
from visgym.kit.boards.pegs import HOLES, OVER, PLACES, Pegs, jumped, jumps, odds
from visgym.kit.search import with_round_trips

UNDO = Call("undo")
Hole = Annotated[int, Span(1, HOLES)]


@dataclass(frozen=True, slots=True)
class Triangle:
    pegs: Pegs
    last: int = 0
    """The hole in which the last peg must end; 0 for any."""
    jumps: tuple[tuple[int, int], ...] = ()
    """What was jumped so far and not taken back."""


@dataclass(frozen=True, kw_only=True)
class PegJump(Task[Triangle]):
    pegs: int = 7
    """Pegs on the board."""
    marked: bool = False
    """Whether the last peg must end in a marked hole."""

    distance_unit = "pegs"
    tags = frozenset({"synthetic", "full", "known", "planning"})
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 3 <= self.pegs <= 14:
            raise ValueError("pegs must be from 3 to 14.")

    def generate(self, rng: Random) -> Triangle:
        return Triangle(*rng.choice(pegs.solvable(self.pegs, self.marked)))

    # Rules

    def rules(self) -> str:
        where = ", and it is in the marked hole" if self.marked else ""
        return (
            "Pegs stand in a triangle of 15 holes, with one hole in the first row and five in the "
            "last. A peg jumps along a straight line of holes over the peg next to it into the "
            "empty hole behind, and the peg that was jumped over is removed. You succeed when only "
            f"one peg is left{where}."
        )

    def legend(self, medium: Medium) -> str:
        numbers = "Holes are numbered row by row from the top, from 1 to 15"
        if medium == "text":
            return f"{numbers}; a number is a peg in that hole, and a dot is an empty hole."
        ring = " A red ring is around the marked hole." if self.marked else ""
        return f"{numbers}. Pegs are blue, and empty holes are dark.{ring}"

    @action
    def jump(self, state: Triangle, source: Hole, target: Hole) -> Triangle:
        """Jump with the peg in one hole to another hole, two holes on."""
        if source not in state.pegs:
            raise Illegal(f"There is no peg in hole {source}.")
        if target in state.pegs:
            raise Illegal(f"There is a peg in hole {target} already.")
        if (source, target) not in OVER:
            raise Illegal(f"Hole {target} is not two holes on from hole {source} in a line.")
        if OVER[source, target] not in state.pegs:
            raise Illegal(f"There is no peg in hole {OVER[source, target]} to jump over.")
        moved = jumped(state.pegs, source, target)
        return replace(state, pegs=moved, jumps=(*state.jumps, (source, target)))

    @action
    def undo(self, state: Triangle) -> Triangle:
        """Take the last jump back."""
        if not state.jumps:
            raise Illegal("There is no jump to take back.")
        before = jumped(state.pegs, *state.jumps[-1])
        return replace(state, pegs=before, jumps=state.jumps[:-1])

    def is_over(self, state: Triangle) -> bool:
        return self.score(state) == 1

    def score(self, state: Triangle) -> float:
        return float(len(state.pegs) == 1 and (not state.last or state.last in state.pegs))

    def reward(self, before: Triangle, call: Call, after: Triangle) -> float:
        return _progress(after) - _progress(before)

    def distance(self, state: Triangle) -> float:
        return 0.0 if self.is_over(state) else float(max(1, len(state.pegs) - 1))

    def metrics(self, state: Triangle) -> dict[str, float]:
        return {"progress": _progress(state)}

    def effort(self, state: Triangle) -> float:
        """How often the chance of random jumps halves until they succeed."""
        return -log2(odds(state.pegs, state.last))

    # Observation

    def draw(self, state: Triangle) -> Frame:
        return pegs.picture(state.pegs, state.last)

    def describe(self, state: Triangle) -> str:
        rows = [list[str]() for _ in range(PLACES[-1][0] + 1)]
        for hole, (row, _) in enumerate(PLACES, start=1):
            rows[row].append(f"{hole:2}" if hole in state.pegs else " .")
        wide = 3 * len(rows)
        lines = [" ".join(row).center(wide).rstrip() for row in rows]
        return "\n".join([*lines, f"Marked hole: {state.last}"] if state.last else lines)

    # Solvers

    @solver
    def perfect(self, state: Triangle, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Back to where it can be solved, then only jumps after which it still can."""
        plan, at = list[Call](), state
        while not odds(at.pegs, at.last):
            plan.append(UNDO)
            at = self.undo(at)
        while not self.is_over(at):
            good = [each for each in jumps(at.pegs) if odds(jumped(at.pegs, *each), at.last)]
            plan.append(Call("jump", rng.choice(good)))
            at = self.apply(at, plan[-1])

        def there_and_back(here: Triangle) -> list[Call]:
            return [Call("jump", rng.choice(jumps(here.pegs))), UNDO]

        yield from with_round_trips(self, state, plan, steps, rng, there_and_back, ends_itself=True)


def _progress(state: Triangle) -> float:
    """The share of the pegs to be removed that are."""
    return len(state.jumps) / (len(state.jumps) + len(state.pegs) - 1)


PRESETS = {
    "level_0": PegJump(pegs=7, step_limit=15),
    "level_1": PegJump(pegs=10, step_limit=22),
    "level_2": PegJump(pegs=12, marked=True, step_limit=30),
}
