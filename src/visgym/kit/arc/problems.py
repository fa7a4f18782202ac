"""Problems: pairs that show a rule, and a grid to apply it to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from visgym.kit.arc.grids import ColourGrid, shape
from visgym.kit.arc.library import Library
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.steps import Chain
from visgym.kit.arc.unique import Pair, is_unique

TRIES = 12  # grids that are drawn for one pair


@dataclass(frozen=True, slots=True)
class ArcProblem:
    pairs: tuple[Pair, ...]
    test: ColourGrid
    right: ColourGrid
    rule: str = ""
    """As the library writes it; empty where nobody knows it."""


def posed(
    library: Library,
    draw: Callable[[Random], Rule],
    rng: Random,
    size: int,
    examples: int,
    chosen: bool = False,
) -> ArcProblem | None:
    """A problem about a rule that is drawn, None if its grids leave a doubt."""
    rule = draw(rng)
    pairs: list[Pair] = []
    for _ in range(examples + 1):
        pair = _pair(rule, rng, size)
        if pair is None or pair in pairs:
            return None
        pairs.append(pair)
    *shown, test = pairs
    steps = len(rule.steps) if isinstance(rule, Chain) else 0
    if not is_unique(library, shown, test, steps, chosen):
        return None
    return ArcProblem(tuple(shown), *test, str(rule))


def _pair(rule: Rule, rng: Random, size: int) -> Pair | None:
    for _ in range(TRIES):
        before = rule.sample(rng, size)
        after = rule.apply(before)
        if before == after or max(shape(after)) > size or not any(map(any, after)):
            continue
        if rule.shows(before):
            return before, after
    return None
