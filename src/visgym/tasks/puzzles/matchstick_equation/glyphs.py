"""Symbols made of matches, and the moves of one match from symbol to symbol."""

from __future__ import annotations

from functools import cache

from visgym.core.calls import Call

Segments = frozenset[int]

LAST_SEGMENT = 12
GLYPHS: dict[str, Segments] = {
    "0": frozenset({0, 1, 2, 3, 4, 5}),
    "1": frozenset({1, 2}),
    "2": frozenset({0, 1, 3, 4, 6}),
    "3": frozenset({0, 1, 2, 3, 6}),
    "4": frozenset({1, 2, 5, 6}),
    "5": frozenset({0, 2, 3, 5, 6}),
    "6": frozenset({0, 2, 3, 4, 5, 6}),
    "7": frozenset({0, 1, 2}),
    "8": frozenset({0, 1, 2, 3, 4, 5, 6}),
    "9": frozenset({0, 1, 2, 3, 5, 6}),
    "-": frozenset({6}),
    "+": frozenset({6, 7}),
    "*": frozenset({8, 9}),
    "/": frozenset({9}),
    "=": frozenset({11, 12}),
}
SYMBOLS = {segments: symbol for symbol, segments in GLYPHS.items()}


@cache
def gives(symbol: str) -> tuple[tuple[int, str], ...]:
    """The segments that a symbol can lose, each with the symbol that is left."""
    less = ((segment, GLYPHS[symbol] - {segment}) for segment in sorted(GLYPHS[symbol]))
    return tuple((segment, SYMBOLS[left]) for segment, left in less if left in SYMBOLS)


@cache
def takes(symbol: str) -> tuple[tuple[int, str], ...]:
    """The segments that a symbol can gain, each with the symbol that results."""
    free = sorted(set(range(LAST_SEGMENT + 1)) - GLYPHS[symbol])
    more = ((segment, GLYPHS[symbol] | {segment}) for segment in free)
    return tuple((segment, SYMBOLS[made]) for segment, made in more if made in SYMBOLS)


def moves(equation: str) -> list[tuple[Call, str]]:
    """Every move of one match between two symbols, with the equation it makes."""
    found = []
    for giver, old in enumerate(equation):
        for lost, left in gives(old):
            without = equation[:giver] + left + equation[giver + 1 :]
            for taker, symbol in enumerate(equation):
                for gained, made in takes(symbol) if taker != giver else ():
                    after = without[:taker] + made + without[taker + 1 :]
                    found.append((Call("move", (giver, lost, taker, gained)), after))
    return found
