"""Sliding pieces: shortest ways are shortest, and boards are as hard as they were asked to be."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

import pytest

from visgym.kit.boards.slides import (
    Layout,
    Slide,
    ahead,
    apart,
    heading,
    put,
    scattered,
    shortest,
    slides,
    wandered,
)
from visgym.kit.search import breadth_first


def test_cells_count_from_the_top_left() -> None:
    assert [ahead(5, d, 4) for d in ("up", "down", "left", "right")] == [1, 9, 4, 6]  # type: ignore[arg-type]
    assert ahead(3, "right", 4) is None and ahead(12, "down", 4) is None
    assert (heading(5, 6), heading(5, 4), heading(5, 1), heading(5, 9)) == (
        "right", "left", "up", "down",
    )  # fmt: skip


@pytest.mark.parametrize("pieces", [1, 3, 5, 7])
def test_ways_are_as_short_as_those_of_breadth_first_search(pieces: int) -> None:
    rng = Random(pieces)

    def moves(layout: Layout) -> Iterator[tuple[Slide, Layout]]:
        return ((slide, put(layout, *slide)) for slide in slides(layout, 3))

    for _ in range(8):
        goal = tuple(rng.sample(range(9), pieces))
        start = wandered(goal, 9, 3, rng)
        way, plain = shortest(start, goal, 3), breadth_first(start, moves, goal.__eq__)
        assert way is not None and plain is not None
        assert len(way) - 1 == len(plain)
        assert (way[0], way[-1]) == (start, goal)


def test_two_neighbours_swap_in_four_moves_on_an_open_board() -> None:
    way = shortest((5, 6), (6, 5), 4)
    assert way is not None and len(way) - 1 == 4
    assert apart((5, 6), (6, 5), 4) == 2


def test_ways_that_are_too_long_are_given_up() -> None:
    assert shortest((5, 6), (6, 5), 4, longest=3) is None
    assert shortest((0, 1, 2), (0, 2, 1), 2, longest=30) is None  # there is none at all


@pytest.mark.parametrize(("pieces", "length"), [(2, 11), (6, 7), (11, 11)])
def test_scattered_pieces_are_exactly_as_far_as_asked(pieces: int, length: int) -> None:
    rng, found = Random(1), 0
    while found < 10:
        goal = tuple(rng.sample(range(16), pieces))
        start = scattered(goal, length, 0, 4, rng)
        if start is not None:
            way = shortest(start, goal, 4)
            assert way is not None and len(way) - 1 == length == apart(start, goal, 4)
            found += 1


def test_eleven_pieces_at_length_eleven_take_less_than_50_ms() -> None:
    rng, times = Random(2), []
    while len(times) < 20:
        goal = tuple(rng.sample(range(16), 11))
        start = scattered(goal, 11, 0, 4, rng)
        if start is not None:
            before = process_time()
            shortest(start, goal, 4)
            times.append(process_time() - before)
    assert max(times) < 0.05
