"""A game of Spider with one suit: the cards that are seen, and what may be moved."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random

from visgym.kit.cards import SPADES, deck, rank

PILES, DEALS = 10, 5
LONGEST = 11  # open cards of a pile, so that it has room in the picture
FIRST_DOWN = (5,) * 4 + (4,) * 6

SpiderMove = tuple[int, int, int]
"""A pile, how many cards go from its open end, and the pile that they go to; piles from 0."""


@dataclass(frozen=True, slots=True)
class Spider:
    open: tuple[tuple[int, ...], ...]
    """The cards of each pile that lie face up, the one at the open end last."""
    down: tuple[int, ...]
    """How many cards of each pile lie face down."""
    stock: int
    """How often the stock can still be dealt."""


def refusal(game: Spider, move: SpiderMove) -> int:
    """Why a move is refused: 1 face down, 2 no run, 3 the other pile does not fit; 0 if it is not.

    The first reason counts, in this order.
    """
    pile, count, target = move
    if count > len(game.open[pile]):
        return 1
    taken, onto = game.open[pile][-count:], game.open[target]
    if any(rank(low) != rank(high) - 1 for high, low in pairwise(taken)):
        return 2
    return 3 if onto and rank(onto[-1]) != rank(taken[0]) + 1 else 0


def run_length(cards: tuple[int, ...]) -> int:
    """The cards at the open end that make a run."""
    count = min(len(cards), 1)
    while count < len(cards) and rank(cards[-count - 1]) == rank(cards[-count]) + 1:
        count += 1
    return count


def moves(game: Spider) -> list[SpiderMove]:
    """All moves that are allowed, from the ranks that the piles wait for."""
    found, ends = [], [rank(cards[-1]) if cards else None for cards in game.open]
    for pile, cards in enumerate(game.open):
        for count in range(1, run_length(cards) + 1):
            wanted = rank(cards[-count]) + 1
            if wanted in ends or None in ends:
                found += [
                    (pile, count, target)
                    for target, end in enumerate(ends)
                    if target != pile and (end is None or end == wanted)
                ]
    return found


def played(count: int, deals: int, rng: Random) -> Spider | None:
    """The game after some random moves and deals, with no pile empty; None if it got stuck."""
    cards = 8 * deck((SPADES,))
    rng.shuffle(cards)
    hidden = [[cards.pop() for _ in range(down)] for down in FIRST_DOWN]
    piles = [[cards.pop()] for _ in range(PILES)]
    events = [True] * deals + [False] * count
    rng.shuffle(events)
    stock = DEALS
    for is_deal in events:
        if is_deal:
            stock -= 1
            for pile in piles:
                pile.append(cards.pop())
        elif not _shift(piles, hidden, LONGEST - deals - stock + DEALS, rng):
            return None
    game = Spider(tuple(map(tuple, piles)), tuple(map(len, hidden)), stock)
    fits = all(len(pile) <= LONGEST and run_length(pile) < 12 for pile in game.open)
    return game if fits else None


def _shift(piles: list[list[int]], hidden: list[list[int]], longest: int, rng: Random) -> bool:
    """Make a random move, often one that turns a card up; whether there was any."""
    seen = Spider(tuple(map(tuple, piles)), (), 0)
    found = [
        (source, taken, target)
        for source, taken, target in moves(seen)
        if len(piles[target]) + taken <= longest and (taken < len(piles[source]) or hidden[source])
    ]
    if not found:
        return False
    turning = [move for move in found if move[1] == len(piles[move[0]])]
    source, taken, target = rng.choice(turning if turning and rng.random() < 0.5 else found)
    piles[target] += piles[source][-taken:]
    del piles[source][-taken:]
    if not piles[source]:
        piles[source].append(hidden[source].pop())
    return True
