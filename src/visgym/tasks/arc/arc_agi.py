"""Arc Agi: find the rule of one to three steps that changes grids of colours, and apply it.

Rules come from our own library, and from your files of the official tasks with the knob `data`. The
steps after the first one turn, mirror, shift, double, enlarge or frame the grid, or exchange
colours. They can be undone, so that every rule with as many steps can be tried on the examples, and
none explains these and says something else about the test.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.authoring import Mistake, levels
from visgym.kit.arc.asking import GridQuestion
from visgym.kit.arc.files import arc_problems
from visgym.kit.arc.library import GRIDS, Steps
from visgym.kit.arc.problems import ArcProblem
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.sheets import LONGEST, arranged, sheet_size
from visgym.kit.arc.steps import Chain, room
from visgym.kit.arc.variants import varied

LEAST = 6  # rows and columns that a rule needs to be shown, where steps enlarge the grid


@dataclass(frozen=True, kw_only=True)
class ArcAgi(GridQuestion):
    size: int = 8
    """The most rows and columns; from a file, a square of it has the most cells of an answer."""
    above: int = 0
    """From a file, answers have more cells than a square of this side."""
    steps: int = 1
    """Steps of a rule."""
    examples: int = 3
    """Pairs that show a rule; tasks from a file have their own."""
    data: str = ""
    """A .json file of tasks in the layout of ARC, or a folder of such files; empty for ours."""
    vary: bool = True
    """Whether tasks from a file are turned, mirrored, recoloured and put into another order."""

    tags = frozenset({"synthetic", "full", "unknown", "reasoning", "color"})

    def validate(self) -> None:
        if not 8 <= self.size <= 30 or not 0 <= self.above < self.size:
            raise ValueError("size must be from 8 to 30 and above from 0 to size - 1.")
        if not self.data and self.size > 22:
            raise ValueError("size must be at most 22 without data, so that cells can be seen.")
        if not 1 <= self.steps <= 3 or not 2 <= self.examples <= 5:
            raise ValueError("steps must be from 1 to 3 and examples from 2 to 5.")

    def generate(self, rng: Random) -> ArcProblem:
        if not self.data:
            return self.posed(rng, self.size, self.examples)
        problem = rng.choice(_chosen(self.data, self.above, self.size))
        other = varied(problem, rng) if self.vary else problem
        return other if arranged(other, *self.sheet_size) else problem

    def hidden_rule(self, rng: Random) -> Rule:
        rule = rng.choice(list(rng.choice(self.library.families).every()))
        if self.steps == 1:
            return rule
        return Chain(rule, rng.choice(_tails(self.steps - 1, self.size)))

    @property
    def sheet_size(self) -> tuple[int, int]:
        if self.data:
            return LONGEST, LONGEST
        cell = min(24, max(12, 240 // self.size))
        return sheet_size(self.size, self.size, self.examples + 1, cell, 2)


@lru_cache(maxsize=16)
def _tails(steps: int, size: int) -> tuple[Steps, ...]:
    """The steps that leave room for a rule before them."""
    return tuple(tail for tail in GRIDS.tails[steps] if room(tail, size) >= LEAST)


@lru_cache(maxsize=16)
def _chosen(data: str, above: int, size: int) -> tuple[ArcProblem, ...]:
    """The problems of a file whose test output has so many cells."""
    known = arc_problems(data)
    areas = [len(problem.right) * len(problem.right[0]) for problem in known]
    fits = (above**2 < area <= size**2 for area in areas)
    found = tuple(problem for problem, fit in zip(known, fits, strict=True) if fit)
    if not found:
        raise Mistake(
            f"{data} has no test output with {above**2 + 1} to {size**2} cells; theirs have "
            f"{min(areas)} to {max(areas)}: change above or size."
        )
    return found


PRESETS = levels(ArcAgi, size=(8, 14, 22), above=(0, 8, 14), steps=(1, 2, 3))
