"""Hand-made routes."""

from __future__ import annotations

from random import Random

import pytest

from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.kit.asking import Asked
from visgym.kit.boards import streets
from visgym.kit.boards.streets import City
from visgym.tasks.vsp.vsp_street_map import PRESETS, RouteProblem, VspStreetMap

CITY = City(
    ("9th St", "8th St", "5th St"),
    ("1st Ave", "Mill Ave", "2nd Ave", "4th Ave"),
    (40, 140, 240),
    (40, 140, 240, 340),
)
START = RouteProblem(CITY, start=(1, 0), goal=(0, 3))


@pytest.mark.parametrize(
    ("route", "score"),
    [
        ([("North", 1), ("East", 3)], 1),
        ([("East", 1), ("North", 1), ("East", 2)], 1),
        ([("East", 3), ("South", 1), ("North", 2)], 1),
        ([("South", 0), ("North", 1), ("East", 3)], 1),  # a leg of no crossroads goes nowhere
        ([("North", 1), ("East", 2)], 0),  # Mill Ave counts though it has no number
        ([("North", 2), ("South", 1), ("East", 3)], 0),  # off the map
        ([], 0),
    ],
)
def test_any_route_on_the_map_is_right(route: list[tuple[str, int]], score: float) -> None:
    assert VspStreetMap().grade(START, tuple(route)) == score  # type: ignore[arg-type]


def test_the_shortest_route_has_two_legs() -> None:
    assert VspStreetMap().solution(START) == (("North", 1), ("East", 3))
    (call,) = solve(VspStreetMap(), Asked(START))
    assert VspStreetMap().phrase(call) == "<Output>\n1. North: 1\n2. East: 3"


def test_a_route_in_the_words_of_the_paper_is_understood() -> None:
    episode = begin(PRESETS["level_1"], 3)
    (call,) = solve(episode.task, episode.start)
    assert advance(episode, f"G lies there.\n{VspStreetMap().phrase(call)}").success


def test_names_mislead_whoever_counts_with_them() -> None:
    """Between most pairs of numbered roads lie fewer or more roads than their numbers say."""
    wrong = 0
    for seed in range(200):
        city = streets.built(4, 7, Random(seed))
        assert len(set(city.avenues)) == 7 and len(set(city.streets)) == 4
        numbers = [int(name[: name.index(" ") - 2]) for name in city.avenues if name[0].isdigit()]
        wrong += abs(numbers[0] - numbers[-1]) != len(city.avenues) - 1
    assert wrong > 140
