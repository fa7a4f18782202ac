"""What each of several factors does, and what they do together, on the same episodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from visgym.analysis.paired_tests import PairedComparison, Results, contrast
from visgym.analysis.studies import Factor

Cells = Mapping[tuple[int, ...], Results]
"""What every combination of levels came to, by the numbers of the levels."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A contrast between combinations of levels."""

    name: str
    """Such as `caption`, or `3 turns x rules` for what both do beyond what each does."""
    order: int
    """1 for the effect of one factor, 2 and more for factors together."""
    found: PairedComparison


def effects(factors: Sequence[Factor], cells: Cells) -> list[Effect]:
    """Main effects and interactions, on the episodes that were played in every combination.

    The main effect of a level is its difference to the first level of its factor, the mean over
    all levels of the others; an interaction is the difference of such differences.
    """
    common = set.intersection(*(set(each) for each in cells.values())) if cells else set()
    if not common or len(cells) < prod(len(each.levels) for each in factors):
        return []
    found = []
    for order, name, weights in _contrasts(factors):
        used = {levels: weight for levels, weight in weights.items() if weight}
        values = {
            key: sum(weight * cells[levels][key] for levels, weight in used.items())
            for key in sorted(common)
        }
        found.append(Effect(name, order, contrast(_tidy(values))))
    return found


def _contrasts(
    factors: Sequence[Factor],
) -> Iterator[tuple[int, str, dict[tuple[int, ...], float]]]:
    """The order, the name and the weights of every contrast."""
    sizes = [range(len(each.levels)) for each in factors]
    for order in range(1, len(factors) + 1):
        for among in combinations(range(len(factors)), order):
            for levels in product(*(sizes[at][1:] for at in among)):
                chosen = dict(zip(among, levels, strict=True))
                name = " x ".join(factors[at].levels[level].name for at, level in chosen.items())
                yield order, name, {cell: _weight(cell, chosen, sizes) for cell in product(*sizes)}


def _weight(cell: tuple[int, ...], chosen: Mapping[int, int], sizes: Sequence[range]) -> float:
    """1 for the level, -1 for the first one, and the mean over factors that are not chosen."""
    weight = 1.0
    for at, level in enumerate(cell):
        if at not in chosen:
            weight /= len(sizes[at])
        else:
            weight *= {chosen[at]: 1.0, 0: -1.0}.get(level, 0.0)
    return weight


def _tidy(values: dict[tuple[str, int], float]) -> dict[tuple[str, int], float]:
    """Values without the noise of sums, so that equal ones are equal."""
    return {key: round(value, 9) for key, value in values.items()}
