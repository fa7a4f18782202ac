"""Things in a row that want sorting, and amounts that are reached in parts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], rng: Random) -> tuple[Item, ...]:
    """The items in an order that is not the given one."""
    while True:
        mixed = tuple(rng.sample(items, len(items)))
        if mixed != tuple(items):
            return mixed


def gathered(items: Sequence[Item], order: Sequence[int]) -> tuple[Item, ...]:
    """At each place the item whose old place `order` names there."""
    return tuple(items[place] for place in order)


def swapped(items: Sequence[Item], first: int, second: int) -> tuple[Item, ...]:
    """The items with those at two places exchanged."""
    mixed = list(items)
    mixed[first], mixed[second] = mixed[second], mixed[first]
    return tuple(mixed)


def sorting_swaps(ranks: Sequence[int], rng: Random) -> list[tuple[int, int]]:
    """Fewest swaps of places that sort the ranks 0, 1, 2, ..., in a random order of work."""
    now, swaps = list(ranks), []
    while wrong := [place for place, rank in enumerate(now) if rank != place]:
        home = rng.choice(wrong)
        place = now.index(home)
        now[place], now[home] = now[home], now[place]
        swaps.append((place, home))
    return swaps


def fewest_swaps(ranks: Sequence[int]) -> int:
    """How many swaps of places sort the ranks 0, 1, 2, ...: all but one of each cycle."""
    return len(sorting_swaps(ranks, Random(0)))


def in_parts(total: int, parts: int, rng: Random) -> list[int]:
    """Whole numbers of one sign, none of them 0, that add up to `total`; at most `parts`."""
    size, sign = abs(total), 1 if total > 0 else -1
    if not size:
        return []
    cuts = sorted(rng.sample(range(1, size), min(parts, size) - 1))
    return [sign * (end - start) for start, end in zip([0, *cuts], [*cuts, size], strict=True)]
