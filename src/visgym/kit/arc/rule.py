"""What a rule on colour grids is: its fields are its parameters, and their types all it may be."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from random import Random
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from visgym.core.identity import field_types
from visgym.kit.arc.grids import ColourGrid, counts, shape, turned

Kind: TypeAlias = Literal["paint", "add", "remove", "move", "resize", "any"]
"""What a rule does to every grid, so that most rules need not be tried on a pair."""
Colour: TypeAlias = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9]
Way: TypeAlias = Literal["left", "right"]
Side: TypeAlias = Literal["up", "right", "down", "left"]
QUARTERS: dict[str, int] = {"up": 0, "right": 1, "down": 2, "left": 3}
"""Clockwise turns that bring `up` to a side."""


@dataclass(frozen=True)
class Rule(ABC):
    """A rule with its parameters."""

    kind: ClassVar[Kind] = "any"

    @abstractmethod
    def sample(self, rng: Random, size: int) -> ColourGrid:
        """A grid that shows the rule, with sides up to `size`, before and after."""

    @abstractmethod
    def apply(self, grid: ColourGrid) -> ColourGrid:
        """What the rule makes of a grid."""

    def shows(self, grid: ColourGrid) -> bool:
        """Whether a grid leaves no doubt about what the rule means."""
        return True

    @property
    def family(self) -> str:
        return type(self).__name__

    @property
    def colour_given(self) -> int:
        """The colour that it paints with, 0 where the grid decides."""
        return int(getattr(self, "colour", 0))

    def __str__(self) -> str:
        values = ", ".join(str(getattr(self, each.name)) for each in fields(self))
        return f"{self.family}({values})"

    @classmethod
    def every(cls) -> Iterator[Rule]:
        """The rule with all parameters that it may have."""
        hints = field_types(cls)
        domains = [_values(hints[each.name]) for each in fields(cls)]
        return (cls(*values) for values in product(*domains))


def _values(kind: Any) -> tuple[Any, ...]:
    return (False, True) if kind is bool else get_args(kind)


def kinds(before: ColourGrid, after: ColourGrid) -> frozenset[Kind]:
    """The kinds of rules that may have made a grid of another one, which it differs from."""
    if shape(before) != shape(after):
        return frozenset({"any", "resize"})
    paint = add = remove = True
    for upper, lower in zip(before, after, strict=True):
        for old, new in zip(upper, lower, strict=True):
            if old != new:
                add = add and not old
                remove = remove and not new
                paint = paint and bool(old and new)
    found: set[Kind] = {"any"}
    for kind, holds in (("paint", paint), ("add", add), ("remove", remove)):
        if holds:
            found.add(kind)  # type: ignore[arg-type]
    if counts(before) == counts(after):
        found.add("move")
    return frozenset(found)


def facing(side: Side, grid: ColourGrid) -> ColourGrid:
    """The grid turned so that a side of it is up."""
    return turned(grid, -QUARTERS[side])


def back(side: Side, grid: ColourGrid) -> ColourGrid:
    """What `facing` turned, as it was."""
    return turned(grid, QUARTERS[side])
