"""Rows of coins, cards, piles, columns, arrows and blocks, against plain searches."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

from problems import LEVELS, problems
from visgym.tasks.algorithmic.coin_square_game import Coins, CoinSquareGame
from visgym.tasks.algorithmic.face_right_way import Arrows, FaceRightWay
from visgym.tasks.algorithmic.landform_counting import Landform, LandformCounting
from visgym.tasks.algorithmic.minima_game import Cards, MinimaGame
from visgym.tasks.algorithmic.monochrome_towers import Heap, MonochromeTowers
from visgym.tasks.algorithmic.stone_intervals_game import Piles, StoneIntervalsGame

Moves = Callable[[Any], list[tuple[int, Any]]]
"""What a player scores by a move, and the position after it."""


def lead(position: Any, moves: Moves) -> int:
    """How much more the player to move gets than the other, by trying everything."""

    @cache
    def best(position: Any) -> int:
        return max((score - best(after) for score, after in moves(position)), default=0)

    return best(position)


def share_of_first(total: int, lead: int) -> int:
    return (total + lead) // 2


# Referees, each from the rules alone


def take_from_left(position: tuple[tuple[int, ...], int]) -> list[tuple[int, Any]]:
    coins, most = position
    return [(sum(coins[:k]), (coins[k:], 2 * k)) for k in range(1, min(most, len(coins)) + 1)]


def remove_any(cards: tuple[int, ...]) -> list[tuple[int, Any]]:
    found = []
    for count in range(1, len(cards) + 1):
        for chosen in combinations(range(len(cards)), count):
            left = tuple(card for at, card in enumerate(cards) if at not in chosen)
            found.append((min(cards[at] for at in chosen), left))
    return found


def take_beside_a_gap(piles: tuple[int, ...]) -> list[tuple[int, Any]]:
    found = []
    for at, stones in enumerate(piles):
        beside = [piles[each] for each in (at - 1, at + 1) if 0 <= each < len(piles)]
        if stones and 0 in beside:
            found.append((stones, (*piles[:at], 0, *piles[at + 1 :])))
    return found


def skylines(columns: Landform) -> int:
    found = set()
    for order in permutations(range(len(columns.heights))):
        heights = [columns.heights[each] for each in order]
        if all(
            sum(before > height for before in heights[:at]) < columns.bears[each]
            for at, (each, height) in enumerate(zip(order, heights, strict=True))
        ):
            found.add(tuple(heights))
    return len(found)


def towers(heap: Heap) -> int:
    """The colourings of the highest tower that has any."""
    for height in range(12, 0, -1):
        count = 0
        for colors in product("BW", repeat=height):
            black = sum(layer for layer, color in enumerate(colors, 1) if color == "B")
            white = height * (height + 1) // 2 - black
            count += black <= heap.black and white <= heap.white
        if count:
            return count
    return 0


# Boards made by hand


def test_two_coins_are_taken_at_once() -> None:
    task, coins = CoinSquareGame(coins=3), Coins((1, 5, 9))
    assert task.solution(coins) == 6  # 1 + 5, and 9 is left
    assert task.grade(coins, 6) == 1
    assert task.grade(coins, 10) == 0


def test_a_card_that_helps_the_other_is_removed_too() -> None:
    task, cards = MinimaGame(cards=3), Cards((8, 9, 1))
    assert task.solution(cards) == lead((8, 9, 1), remove_any) == 7  # 8 and 9 at once
    assert task.grade(cards, 7) == 1
    assert task.grade(Cards((5, 6)), 5) == 1  # both at once, since 6 - 5 is less


def test_nobody_wants_to_open_the_way_to_a_large_pile() -> None:
    task, piles = StoneIntervalsGame(piles=4), Piles((9, 2, 0, 3))
    assert task.grade(piles, share_of_first(14, lead(piles.stones, take_beside_a_gap))) == 1
    assert task.solution(piles) == 12  # 3 first, then the other must open the 9
    assert task.grade(piles, 9) == 0


def test_equal_columns_make_one_skyline() -> None:
    task = LandformCounting(columns=3)
    columns = Landform((1, 1, 2), (1, 2, 3))
    assert skylines(columns) == 2  # 1 1 2 and 1 2 1: the first 1 bears none before it
    assert task.solution(columns) == 2
    assert task.grade(columns, 2) == 1
    assert task.grade(columns, 3) == 0


def test_three_layers_of_six_blocks() -> None:
    task, heap = MonochromeTowers(), Heap("BBBWWW")
    assert task.grade(heap, 2) == 1  # BBW or WWB from the top
    assert task.solution(heap) == 2
    assert task.grade(heap, 8) == 0


def test_flips_of_one_length() -> None:
    task, row = FaceRightWay(arrows=6), Arrows("LRLLRL")
    solution = task.solution(row)
    assert task.grade(row, solution) == 1
    ones = ((1, 1), (3, 3), (4, 4), (6, 6))
    assert 0 < task.grade(row, ones) < 0.5  # all right, with more flips than are needed
    assert task.grade(row, ((1, 1), (3, 4), (6, 6))) == 0  # two lengths
    assert task.grade(row, ((2, 1),)) == 0
    assert task.grade(row, ()) == 0
    assert task.metrics(row) == {"valid": 0.0, "ratio": 0.0}


# Against the referees


@pytest.mark.parametrize("level", LEVELS)
def test_games_agree_with_a_search_of_all_moves(level: str) -> None:
    for task, coins in problems("coin_square_game", level, 15):
        right = share_of_first(sum(coins.values), lead((coins.values, 2), take_from_left))
        assert task.solution(coins) == right
        assert task.grade(coins, right) == 1
    for task, piles in problems("stone_intervals_game", level, 15):
        right = share_of_first(sum(piles.stones), lead(piles.stones, take_beside_a_gap))
        assert task.solution(piles) == right
        assert task.grade(piles, right) == 1


def test_cards_agree_with_a_search_of_all_subsets() -> None:
    for cards in [(3, 5, 2, 3), (4, 3, 6, 8), (7, 7, 7), (1, 2, 3, 4, 5, 6), (9, 1, 9, 1, 5)]:
        right = lead(tuple(sorted(cards)), lambda left: remove_any(tuple(sorted(left))))
        assert MinimaGame(cards=len(cards)).solution(Cards(cards)) == right
        assert MinimaGame(cards=len(cards)).grade(Cards(cards), right) == 1


@pytest.mark.parametrize("level", LEVELS[:2])
def test_counts_agree_with_all_orders_and_all_colourings(level: str) -> None:
    for task, columns in problems("landform_counting", level, 4):
        assert task.solution(columns) == skylines(columns)
        assert task.grade(columns, skylines(columns)) == 1
    for task, heap in problems("monochrome_towers", level, 5):
        assert task.solution(heap) == towers(heap) > 1


@pytest.mark.parametrize("level", LEVELS[:2])
def test_no_set_of_flips_is_better_than_the_solution(level: str) -> None:
    for task, row in problems("face_right_way", level, 6):
        solution = task.solution(row)
        length = solution[0][1] - solution[0][0] + 1
        assert task.grade(row, solution) == 1 > task.grade(row, (*solution, *solution[:1] * 2))
        assert length > 1
        fewest = min(_flips(row.facing, each) for each in range(1, task.arrows + 1))
        assert fewest == (len(solution), length)


def _flips(facing: str, length: int) -> tuple[float, int]:
    """The fewest flips of a length, by trying all sets of them."""
    begins = range(len(facing) - length + 1)
    wrong = sum(1 << at for at, each in enumerate(facing) if each == "L")
    flips = [((1 << length) - 1) << first for first in begins]
    reached = {0: 0}
    for flip in flips:
        grown = {row ^ flip: count + 1 for row, count in reached.items()}
        reached = {
            row: min(reached.get(row, 99), grown.get(row, 99)) for row in reached.keys() | grown
        }
    return reached.get(wrong, 99), length
