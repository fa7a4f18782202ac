"""What a rule on colour grids is: its fields are its parameters, and their types all it may be."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, get_args

from visgym.core.identity import field_types
from visgym.kit.arc.grids import ColourGrid, colours, shape, turned

Kind: TypeAlias = Literal["paint", "add", "remove", "move", "resize", "any"]
"""What a rule does to every grid, so that most rules need not be tried on a pair: give colours to
things, colour background, take things away, move them, or change the shape of the grid."""
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

    @property
    def own_colours(self) -> set[int]:
        """The colours that are parameters of it."""
        hints = field_types(type(self))
        return {getattr(self, each.name) for each in fields(self) if hints[each.name] == Colour}

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


class Change(NamedTuple):
    """What became of a grid: the kinds of rules that may do so, old colours and new ones.

    The colours are all of them where the kinds say more than that things moved.
    """

    kinds: frozenset[Kind]
    old: frozenset[int]
    new: frozenset[int]


def change(before: ColourGrid, after: ColourGrid) -> Change:
    """How two grids differ, which are not equal."""
    if shape(before) != shape(after):
        return Change(frozenset({"any", "resize"}), frozenset(), colours(after))
    old, new = set[int](), set[int]()
    for upper, lower in zip(before, after, strict=True):
        if upper != lower:
            pairs = [pair for pair in zip(upper, lower, strict=True) if pair[0] != pair[1]]
            old.update(pair[0] for pair in pairs)
            new.update(pair[1] for pair in pairs)
            if 0 in old and 0 in new and len(old) > 1 and len(new) > 1:
                break  # what follows makes it no rule of the other kinds
    found: set[Kind] = {"any"}
    if sum(row.count(0) for row in before) == sum(row.count(0) for row in after):
        found.add("move")
    if 0 not in old | new:
        found.add("paint")
    if old == {0}:
        found.add("add")
    if new == {0}:
        found.add("remove")
    return Change(frozenset(found), frozenset(old), frozenset(new))


def facing(side: Side, grid: ColourGrid) -> ColourGrid:
    """The grid turned so that a side of it is up."""
    return turned(grid, -QUARTERS[side])


def back(side: Side, grid: ColourGrid) -> ColourGrid:
    """What `facing` turned, as it was."""
    return turned(grid, QUARTERS[side])
