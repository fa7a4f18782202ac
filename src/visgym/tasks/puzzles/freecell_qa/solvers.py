"""How many moves it takes until a card is free, by two ways, and what moves lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from visgym.kit.cards import is_red
from visgym.tasks.puzzles.freecell_qa.world import (
    CASCADES,
    CELL,
    CELLS,
    HOME,
    FreeCellLayout,
    FreeMove,
    moved,
    moves,
)

MOST_LAYOUTS = 200  # to look at, so that a search takes some milliseconds

Piles = tuple[tuple[int, ...], ...]
"""The cascades, the cells as piles of one card at most, and all foundations as one pile."""


def freed(layout: FreeCellLayout, card: int, deepest: int) -> tuple[int | None, int]:
    """The fewest moves until a card lies at an open end, and how many layouts were looked at.

    Breadth first, in whole layouts. It is None where there are too many of them.
    """
    seen, front = {_key(layout)}, [layout]
    for depth in range(1, deepest + 1):
        ahead: list[FreeCellLayout] = []
        for here in front:
            for move in moves(here):
                there = moved(here, move)
                key = _key(there)
                if key in seen:
                    continue
                if card in there.ends:
                    return depth, len(seen)
                seen.add(key)
                ahead.append(there)
            if len(seen) > MOST_LAYOUTS:
                return None, len(seen)
        front = ahead
    return None, len(seen)


def _key(layout: FreeCellLayout) -> tuple[Piles, tuple[int, ...]]:
    return layout.cascades, tuple(sorted(layout.cells))


def fewest(layout: FreeCellLayout, card: int, most: int) -> int:
    """The fewest moves until a card lies at an open end, or one more than `most` if it takes more.

    Depth first and deeper each time, pile by pile.
    """
    limits = (limit for limit in range(most + 1) if _frees(_piles(layout), card, limit))
    return next(limits, most + 1)


def after(layout: FreeCellLayout, made: Iterable[FreeMove]) -> Piles:
    """The piles after some moves."""
    piles = _piles(layout)
    for card, target in made:
        source = next(number for number, pile in enumerate(piles) if pile[-1:] == (card,))
        if target == CELL:
            goal = next(number for number in range(CASCADES, len(piles) - 1) if not piles[number])
        else:
            goal = len(piles) - 1 if target == HOME else target
        piles = _shifted(piles, source, goal)
    return piles


def _piles(layout: FreeCellLayout) -> Piles:
    cells = [(card,) for card in layout.cells] + [()] * (CELLS - len(layout.cells))
    home = tuple(
        13 * kind + rank for kind, count in enumerate(layout.home) for rank in range(count)
    )
    return (*layout.cascades, *cells, tuple(home))


def _frees(piles: Piles, card: int, limit: int) -> bool:
    """Whether a card can be freed in so many moves; each card on it takes one at least."""
    pile = next(each for each in piles if card in each)
    above = len(pile) - 1 - pile.index(card)
    if not above or above > limit:
        return not above
    return any(_frees(_shifted(piles, *shift), card, limit - 1) for shift in _shifts(piles))


def _shifts(piles: Piles) -> Iterator[tuple[int, int]]:
    """All moves from pile to pile; of several empty cells, or cascades, one is enough."""
    last = len(piles) - 1
    open_cell = next((number for number in range(CASCADES, last) if not piles[number]), None)
    gap = next((number for number in range(CASCADES) if not piles[number]), None)
    for source in range(last):
        if not piles[source]:
            continue
        card = piles[source][-1]
        yield from ((source, target) for target in (open_cell, gap) if target is not None)
        if card % 13 == 0 or card - 1 in piles[last]:
            yield source, last
        for target in range(CASCADES):
            onto = piles[target][-1:]
            if onto and onto[0] % 13 == card % 13 + 1 and is_red(onto[0]) != is_red(card):
                yield source, target


def _shifted(piles: Piles, source: int, target: int) -> Piles:
    after = list(piles)
    card, after[source] = piles[source][-1], piles[source][:-1]
    after[target] = (*after[target], card)
    return tuple(after)
