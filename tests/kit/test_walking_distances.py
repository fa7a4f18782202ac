"""Walking distances lead to shortest ways, sooner than Manhattan distances do."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from visgym.kit.boards.slides import Unsettled, put, shortest, slides, wandered
from visgym.kit.boards.walking_distances import shortest_order, walks


@pytest.mark.parametrize(("side", "count"), [(2, 4), (3, 105), (4, 24964)])
def test_rows_have_as_many_arrangements_as_are_known(side: int, count: int) -> None:
    assert len(walks(side).lengths) == len(walks(side).numbers) == count
    assert side < 4 or max(walks(side).lengths) == 35


@pytest.mark.parametrize("side", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_ways_are_as_short_as_those_of_another_search(side: int, seed: int) -> None:
    rng = Random(seed)
    ordered = tuple(range(side * side - 1))
    cells = wandered(ordered, rng.randrange(1, 26), side, rng)
    way = shortest_order(cells, side)
    other = shortest(cells, ordered, side)
    assert way is not None and other is not None
    assert len(way) == len(other)
    assert (way[0], way[-1]) == (cells, ordered)
    assert all(b in [put(a, *slide) for slide in slides(a, side)] for a, b in pairwise(way))
    assert shortest_order(cells, side, len(way) - 2) is None


def test_a_search_gives_up_where_it_should() -> None:
    far = wandered(tuple(range(15)), 60, 4, Random(1))
    with pytest.raises(Unsettled):
        shortest_order(far, 4, most_layouts=10)
    with pytest.raises(Unsettled):
        shortest(far, tuple(range(15)), 4, most_layouts=10)
