"""Steps on whole grids that can be undone, and rules that are followed by such steps.

Because steps can be undone, whether any rule and steps explain a pair is a question about rules
alone: the output is taken back step by step, and the rules are asked for what remains.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Literal, get_args

from visgym.kit.arc.grids import ColourGrid, colours, cut, flipped, shape, transposed, turned
from visgym.kit.arc.rule import Colour, Rule
from visgym.kit.arc.scenes import blobs

Turn = Literal["left-right", "top-bottom", "quarter", "half", "three quarters", "diagonal", "other"]


@dataclass(frozen=True)
class Step(Rule):
    """A rule that can be undone."""

    @abstractmethod
    def undo(self, grid: ColourGrid) -> ColourGrid | None:
        """The grid that the step makes this one of, None if there is none."""

    def room(self, size: int) -> int:
        """The longest side before, where the one after may be `size`."""
        return size

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, most=4, avoid=(self.colour_given,))


@dataclass(frozen=True)
class Turned(Step):
    """The whole grid turned or mirrored."""

    turn: Turn

    def apply(self, grid: ColourGrid) -> ColourGrid:
        match self.turn:
            case "left-right":
                return flipped(grid)
            case "top-bottom":
                return grid[::-1]
            case "quarter":
                return turned(grid, 1)
            case "half":
                return turned(grid, 2)
            case "three quarters":
                return turned(grid, 3)
            case "diagonal":
                return transposed(grid)
            case _:
                return transposed(turned(grid, 2))

    def undo(self, grid: ColourGrid) -> ColourGrid:
        backward = {"quarter": "three quarters", "three quarters": "quarter"}
        return Turned(backward.get(self.turn, self.turn)).apply(grid)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Wrap(Step):
    """Everything shifted in a row, and what leaves on one side comes back on the other."""

    way: Literal["left", "right"]
    by: Literal[1, 2, 3, 4]

    kind = "move"

    def apply(self, grid: ColourGrid) -> ColourGrid:
        by = (self.by if self.way == "left" else -self.by) % len(grid[0])
        return tuple(row[by:] + row[:by] for row in grid)

    def undo(self, grid: ColourGrid) -> ColourGrid:
        return Wrap("left" if self.way == "right" else "right", self.by).apply(grid)


@dataclass(frozen=True)
class Swap(Step):
    """Two colours exchanged."""

    one: Colour
    other: Colour

    kind = "paint"

    @classmethod
    def every(cls) -> Iterator[Rule]:
        return (cls(one, other) for one, other in combinations(get_args(Colour), 2))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        table = list(range(10))
        table[self.one], table[self.other] = self.other, self.one
        return tuple(tuple(map(table.__getitem__, row)) for row in grid)

    def undo(self, grid: ColourGrid) -> ColourGrid | None:
        """Only where both colours are there: with one of them, it would be painted over."""
        seen = colours(grid)
        return self.apply(grid) if self.one in seen and self.other in seen else None

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=3, most=5, colours=(self.one, self.other))


@dataclass(frozen=True)
class Double(Step):
    """A copy beside or below the grid, as it is or mirrored."""

    side: Literal["right", "down"]
    mirrored: bool

    kind = "resize"

    def apply(self, grid: ColourGrid) -> ColourGrid:
        if self.side == "down":
            return grid + (grid[::-1] if self.mirrored else grid)
        return tuple(row + (row[::-1] if self.mirrored else row) for row in grid)

    def undo(self, grid: ColourGrid) -> ColourGrid | None:
        height, width = shape(grid)
        if self.side == "down":
            half = cut(grid, (0, 0, height // 2 - 1, width - 1)) if height > 1 else None
        else:
            half = cut(grid, (0, 0, height - 1, width // 2 - 1)) if width > 1 else None
        return half if half is not None and self.apply(half) == grid else None

    def room(self, size: int) -> int:
        return size // 2

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, self.room(size), most=3, least=1)


@dataclass(frozen=True)
class Scale(Step):
    """Every cell as a square of cells."""

    by: Literal[2, 3]

    kind = "resize"

    def apply(self, grid: ColourGrid) -> ColourGrid:
        wide = (tuple(each for each in row for _ in range(self.by)) for row in grid)
        return tuple(row for row in wide for _ in range(self.by))

    def undo(self, grid: ColourGrid) -> ColourGrid | None:
        height, width = shape(grid)
        if height % self.by or width % self.by:
            return None
        small = tuple(row[:: self.by] for row in grid[:: self.by])
        return small if self.apply(small) == grid else None

    def room(self, size: int) -> int:
        return size // self.by

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, min(self.room(size), 7), most=3, least=1)


@dataclass(frozen=True)
class Border(Step):
    """A frame of one colour around the grid."""

    colour: Colour

    kind = "resize"

    def apply(self, grid: ColourGrid) -> ColourGrid:
        across = (self.colour,) * (len(grid[0]) + 2)
        return (across, *((self.colour, *row, self.colour) for row in grid), across)

    def undo(self, grid: ColourGrid) -> ColourGrid | None:
        height, width = shape(grid)
        if height < 3 or width < 3 or grid[0][0] != self.colour:
            return None
        inner = cut(grid, (1, 1, height - 2, width - 2))
        return inner if self.apply(inner) == grid else None

    def room(self, size: int) -> int:
        return size - 2

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, self.room(size), most=4, avoid=(self.colour,))


@dataclass(frozen=True)
class Chain(Rule):
    """A rule, then one step or more."""

    first: Rule
    steps: tuple[Step, ...]

    def sample(self, rng: Random, size: int) -> ColourGrid:
        grid = self.first.sample(rng, room(self.steps, size))
        for step in self.steps:
            if isinstance(step, Swap):
                grid = _relabelled(grid, self.first, (step.one, step.other))
        return grid

    def apply(self, grid: ColourGrid) -> ColourGrid:
        grid = self.first.apply(grid)
        for step in self.steps:
            grid = step.apply(grid)
        return grid

    def shows(self, grid: ColourGrid) -> bool:
        """Whether the rule shows, and every step can be undone."""
        found: ColourGrid | None = self.apply(grid)
        for step in reversed(self.steps):
            found = step.undo(found) if found is not None else None
        return found is not None and self.first.shows(grid)

    def __str__(self) -> str:
        return " then ".join(map(str, (self.first, *self.steps)))


def _relabelled(grid: ColourGrid, rule: Rule, wanted: tuple[int, ...]) -> ColourGrid:
    """A grid in other colours, so that those wanted are there once the rule was applied."""
    made, own = set(colours(rule.apply(grid))), rule.own_colours
    for colour in wanted:
        free = sorted(made - own - set(wanted))
        if colour not in made | own and free:
            grid = Swap(colour, free[0]).apply(grid)  # type: ignore[arg-type]
            made.remove(free[0])
    return grid


def room(steps: tuple[Step, ...], size: int) -> int:
    """The longest side before some steps, where the one after them may be `size`."""
    for step in reversed(steps):
        size = step.room(size)
    return size
