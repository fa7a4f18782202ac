"""Rules that hold for one colour alone; things of other colours distract, and stay as they are."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.kit.arc.grids import ColourGrid, masked, overlaid
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.scenes import GridDraft, palette, polyomino, several
from visgym.kit.arc.steps import Step


@dataclass(frozen=True)
class Only(Rule):
    """A rule for the things of a colour."""

    rule: Rule
    acting: int

    def sample(self, rng: Random, size: int) -> ColourGrid:
        drawn = self.rule.sample(rng, size)
        own = tuple(tuple(self.acting if each else 0 for each in row) for row in drawn)
        after = overlaid(own, self.rule.apply(own))
        taken = [(r, c) for r, row in enumerate(after) for c, each in enumerate(row) if each]
        found = GridDraft.on(rng, own, taken)
        others = palette(rng, 2, (self.acting, self.rule.colour_given))
        for number in range(several(rng, size, 2, 3)):
            found.put(polyomino(rng, rng.randint(1, 5)), others[number % 2])
        return found.grid

    def shows(self, grid: ColourGrid) -> bool:
        """Whether the rule would do something to what it must leave alone."""
        _, rest = masked(grid, self.acting)
        return self.rule.apply(rest) != rest

    def apply(self, grid: ColourGrid) -> ColourGrid:
        own, rest = masked(grid, self.acting)
        return overlaid(self.rule.apply(own), rest)

    def explains(self, before: ColourGrid, after: ColourGrid) -> bool:
        """Whether it makes one grid of another of the same shape; looked at row by row."""
        own, rest = masked(before, self.acting)
        made = self.rule.apply(own)
        rows = zip(made, rest, after, strict=True)
        return all(overlaid((lower,), (upper,)) == (row,) for lower, upper, row in rows)

    def __str__(self) -> str:
        return f"{self.rule} where {self.acting}"


def can_be_chosen(rule: Rule) -> bool:
    """Whether a rule may hold for one colour alone."""
    return rule.kind in ("paint", "add", "remove") and not isinstance(rule, Step)
