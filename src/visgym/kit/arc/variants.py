"""The same problem in another guise: turned, mirrored, in other colours, in another order."""

from __future__ import annotations

from random import Random

from visgym.kit.arc.grids import ColourGrid, flipped, turned
from visgym.kit.arc.problems import ArcProblem


def varied(problem: ArcProblem, rng: Random) -> ArcProblem:
    """A problem turned and mirrored, its colours exchanged, its pairs in another order.

    The background stays what it is, since rules may be about it.
    """
    quarters, mirrored = rng.randrange(4), rng.random() < 0.5
    colours = [0, *rng.sample(range(1, 10), 9)]

    def guise(grid: ColourGrid) -> ColourGrid:
        grid = turned(flipped(grid) if mirrored else grid, quarters)
        return tuple(tuple(map(colours.__getitem__, row)) for row in grid)

    pairs = [(guise(before), guise(after)) for before, after in problem.pairs]
    rng.shuffle(pairs)
    return ArcProblem(tuple(pairs), guise(problem.test), guise(problem.right))
