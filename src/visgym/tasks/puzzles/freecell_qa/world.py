"""A game of FreeCell: where the cards lie, and what may be moved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.kit.cards import deck, is_red, name, rank, suit

CASCADES, CELLS = 8, 4
CELL, HOME = CASCADES, CASCADES + 1  # targets beside the cascades
LONGEST = 10  # cards of a cascade, so that it has room in the picture

FreeMove = tuple[int, int]
"""A card and where it goes: the number of a cascade from 0, or CELL, or HOME."""


@dataclass(frozen=True, slots=True)
class FreeCellLayout:
    cascades: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...] = ()
    """The cards in free cells."""
    home: tuple[int, ...] = (0, 0, 0, 0)
    """How many cards of each suit lie on its foundation."""

    @property
    def ends(self) -> list[int]:
        """The cards at the open ends of cascades."""
        return [cascade[-1] for cascade in self.cascades if cascade]


def dealt(rng: Random) -> FreeCellLayout:
    cards = deck()
    rng.shuffle(cards)
    return FreeCellLayout(tuple(tuple(cards[first::CASCADES]) for first in range(CASCADES)))


def allowed(layout: FreeCellLayout, move: FreeMove) -> bool:
    """Whether the rules of the game let a card go somewhere."""
    card, target = move
    if card not in layout.cells and card not in layout.ends:
        return False
    if target == CELL:
        return card not in layout.cells and len(layout.cells) < CELLS
    if target == HOME:
        return layout.home[suit(card)] == rank(card)
    onto = layout.cascades[target]
    return not onto or (rank(onto[-1]) == rank(card) + 1 and is_red(onto[-1]) != is_red(card))


def moved(layout: FreeCellLayout, move: FreeMove) -> FreeCellLayout:
    """The layout after a move that is allowed."""
    card, target = move
    cascades, cells, home = list(layout.cascades), layout.cells, layout.home
    if card in cells:
        cells = tuple(each for each in cells if each != card)
    else:
        cascades = [each[:-1] if each and each[-1] == card else each for each in cascades]
    if target == CELL:
        cells = (*cells, card)
    elif target == HOME:
        home = tuple(count + (kind == suit(card)) for kind, count in enumerate(home))
    else:
        cascades[target] = (*cascades[target], card)
    return FreeCellLayout(tuple(cascades), cells, home)


def moves(layout: FreeCellLayout) -> list[FreeMove]:
    """All moves, but for those of a lone card from one empty cascade to another."""
    ends = {pile[-1]: number for number, pile in enumerate(layout.cascades) if pile}
    empty = [number for number, pile in enumerate(layout.cascades) if not pile]
    found: list[FreeMove] = []
    for card in (*ends, *layout.cells):
        if layout.home[card // 13] == card % 13:
            found.append((card, HOME))
        found += [(card, ends[onto]) for onto in _takers(card) if onto in ends]
        if empty and (card in layout.cells or len(layout.cascades[ends[card]]) > 1):
            found += [(card, number) for number in empty]
    if len(layout.cells) < CELLS:
        found += [(card, CELL) for card in ends]
    return found


@cache
def _takers(card: int) -> tuple[int, ...]:
    """The cards that a card may be laid on."""
    higher = [onto for onto in deck() if onto % 13 == card % 13 + 1]
    return tuple(onto for onto in higher if is_red(onto) != is_red(card))


def played(
    layout: FreeCellLayout, count: int, rng: Random
) -> tuple[FreeCellLayout, list[FreeMove]] | None:
    """The game after some random moves, no card twice in a row; None if it got stuck."""
    made: list[FreeMove] = []
    for _ in range(count):
        last = made[-1][0] if made else -1
        found = [
            move
            for move in moves(layout)
            if move[0] != last and (move[1] >= CASCADES or len(layout.cascades[move[1]]) < LONGEST)
        ]
        if not found:
            return None
        building = [move for move in found if move[1] != CELL]
        move = rng.choice(building if building and rng.random() < 0.6 else found)
        layout = moved(layout, move)
        made.append(move)
    return layout, made


def told(move: FreeMove) -> str:
    """A move in words."""
    card, target = move
    places = {CELL: "a free cell", HOME: "its foundation"}
    return f"the {name(card)} to {places.get(target, f'cascade {target + 1}')}"
