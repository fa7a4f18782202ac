"""Re Arc: find the rule behind fresh pairs of colour grids, and apply it to one more grid.

A rule is drawn with its parameters and shown on grids that are drawn for it. The third parameter is
the colour of the things that it holds for; things of other colours are there to distract.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from random import Random

from visgym.authoring import levels
from visgym.kit.arc.asking import GridQuestion
from visgym.kit.arc.library import GRIDS
from visgym.kit.arc.only import Only, can_be_chosen
from visgym.kit.arc.problems import ArcProblem
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.scenes import palette
from visgym.kit.arc.sheets import sheet_size


@dataclass(frozen=True, kw_only=True)
class ReArc(GridQuestion):
    size: int = 8
    """The most rows and columns of a grid."""
    parameters: int = 1
    """What is to be found out about a rule: one thing, two, or also the colour it holds for."""
    examples: int = 3
    """Pairs that show the rule."""

    tags = frozenset({"synthetic", "full", "unknown", "reasoning", "color"})

    def validate(self) -> None:
        if not 8 <= self.size <= 22 or not 2 <= self.examples <= 5:
            raise ValueError("size must be from 8 to 22 and examples from 2 to 5.")
        if not 1 <= self.parameters <= 3:
            raise ValueError("parameters must be from 1 to 3.")

    def generate(self, rng: Random) -> ArcProblem:
        return self.posed(rng, self.size, self.examples, chosen=self.parameters == 3)

    def hidden_rule(self, rng: Random) -> Rule:
        rule = rng.choice(rng.choice(_families(self.parameters)))
        if self.parameters < 3:
            return rule
        return Only(rule, palette(rng, 1, (rule.colour_given,))[0])

    @property
    def sheet_size(self) -> tuple[int, int]:
        cell = min(24, max(12, 240 // self.size))
        return sheet_size(self.size, self.size, self.examples + 1, cell, 2)


@lru_cache(maxsize=4)
def _families(parameters: int) -> tuple[tuple[Rule, ...], ...]:
    """The rules of each family with so many parameters, the colour they hold for included."""
    found = []
    for family in GRIDS.families:
        own = len(fields(family))
        rules = tuple(family.every())
        if (parameters == 1 and own <= 1) or parameters == 2 == own:
            found.append(rules)
        if parameters == 3 and own == 2 and can_be_chosen(rules[0]):
            found.append(rules)
    return tuple(found)


PRESETS = levels(ReArc, size=(8, 12, 20), parameters=(1, 2, 3), examples=(3, 3, 3))
