"""How good poker hands are; a card is a number of OpenSpiel: four times its rank, and its suit."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

HIGH, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
_ACE = 12


def strength(cards: Sequence[int]) -> int:
    """A number that is higher for the better five of up to seven cards, equal for equal ones.

    >>> strength((0, 1, 2, 3, 4)) >> 26 == FOUR
    True
    """
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)
    a, b, c, d = suits
    ranks = a | b | c | d
    flush = next((suit for suit in suits if suit.bit_count() >= 5), 0)
    if flush and (run := _straight(flush)):
        return STRAIGHT_FLUSH << 26 | run
    if four := a & b & c & d:
        return FOUR << 26 | four << 13 | _top(ranks ^ four, 1)
    threes, pairs = _repeated(a, b, c, d)
    three = _top(threes, 1)
    if three and pairs ^ three:
        return FULL_HOUSE << 26 | three << 13 | _top(pairs ^ three, 1)
    if flush:
        return FLUSH << 26 | _top(flush, 5)
    if run := _straight(ranks):
        return STRAIGHT << 26 | run
    if three:
        return THREE << 26 | three << 13 | _top(ranks ^ three, 2)
    pairs = _top(pairs, 2)
    kind, kickers = ((HIGH, 5), (PAIR, 3), (TWO_PAIRS, 1))[pairs.bit_count()]
    return kind << 26 | pairs << 13 | _top(ranks ^ pairs, kickers)


def equity(own: Sequence[int], board: Sequence[int], games: int, rng: Random) -> float:
    """How often own cards win against any others, ties by half; estimated from so many games."""
    known = {*own, *board}
    rest = [card for card in range(52) if card not in known]
    missing, won = 5 - len(board), 0.0
    for _ in range(games):
        drawn = rng.sample(rest, 2 + missing)
        shared = (*board, *drawn[2:])
        mine, theirs = strength((*own, *shared)), strength((*drawn[:2], *shared))
        won += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return won / games


def _repeated(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """Ranks that are there three times or more, and twice or more."""
    return a & b & (c | d) | c & d & (a | b), a & b | c & d | (a | b) & (c | d)


def _straight(ranks: int) -> int:
    """The place of the highest five in a row, an ace being low too; 0 if there are none."""
    low = ranks << 1 | ranks >> _ACE & 1
    run = low & low >> 1 & low >> 2 & low >> 3 & low >> 4
    return run.bit_length()


def _top(ranks: int, count: int) -> int:
    """The highest of some ranks."""
    while ranks.bit_count() > count:
        ranks &= ranks - 1
    return ranks
