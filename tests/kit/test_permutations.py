"""Sorting by swaps and amounts in parts."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from visgym.kit.permutations import gathered, in_parts, shuffled, sorting_swaps, swapped


def cycles(ranks: tuple[int, ...]) -> int:
    """The number of cycles of a permutation."""
    seen: set[int] = set()
    count = 0
    for start in ranks:
        count += start not in seen
        while start not in seen:
            seen.add(start)
            start = ranks[start]
    return count


def test_shuffled_is_never_the_given_order() -> None:
    assert {shuffled((0, 1, 2), Random(seed)) for seed in range(99)} == {
        *permutations(range(3))
    } - {(0, 1, 2)}


def test_gathering_takes_each_item_from_the_place_that_is_named() -> None:
    assert gathered("abc", (2, 0, 1)) == ("c", "a", "b")


def test_swaps_sort_and_are_as_few_as_cycles_allow() -> None:
    for ranks in permutations(range(5)):
        swaps = sorting_swaps(ranks, Random(1))
        now = ranks
        for one, other in swaps:
            now = swapped(now, one, other)
        assert now == (0, 1, 2, 3, 4)
        assert len(swaps) == 5 - cycles(ranks)


@pytest.mark.parametrize("total", [-180, -7, -1, 0, 1, 3, 59])
@pytest.mark.parametrize("parts", [1, 4, 30])
def test_parts_add_up_and_none_is_zero(total: int, parts: int) -> None:
    found = in_parts(total, parts, Random(5))
    assert sum(found) == total
    assert 0 not in found
    assert len(found) == min(parts, abs(total))
