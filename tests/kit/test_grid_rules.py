"""Rules over cells: what the search finds is what trying everything finds."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from visgym.kit.grids.latin import latin_checks, latin_rules, latin_square
from visgym.kit.grids.rules import Rules

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A sudoku that no simple deduction solves."""


def sudoku() -> Rules:
    rules = latin_rules(9)
    for top, left in product((0, 3, 6), (0, 3, 6)):
        box = [(top + r) * 9 + left + c for r, c in product(range(3), range(3))]
        rules.different(box, range(1, 10))
    return rules


def test_a_hard_sudoku_has_one_solution_and_needs_guesses() -> None:
    givens = {cell: int(digit) for cell, digit in enumerate(HARD) if digit != "."}
    (found,) = sudoku().solutions(givens)
    assert "".join(map(str, found[:9])) == "812753649"
    assert all(len(set(found[row * 9 : row * 9 + 9])) == 9 for row in range(9))
    effort = sudoku().effort(givens)
    assert (effort.strength, effort.guesses > 0) == (3, True)


def test_thinned_givens_are_unique_and_none_can_be_spared() -> None:
    rules, rng = sudoku(), Random(1)
    (solution,) = rules.solutions(most=1, rng=rng)
    givens = rules.thinned(solution, rng)
    assert rules.solutions(givens) == [solution]
    for cell in givens:
        fewer = {each: value for each, value in givens.items() if each != cell}
        assert len(rules.solutions(fewer)) == 2


@pytest.mark.parametrize("seed", range(6))
def test_solutions_are_those_of_all_fillings(seed: int) -> None:
    """Sums, pairs and different values drawn at random over five cells."""
    rng = Random(seed)
    rules = Rules(5, range(4))
    one, other, third = rng.sample(range(5), 3)
    weights, low = [rng.randint(-2, 3) for _ in range(4)], rng.randint(0, 4)
    rules.different([one, other, third])
    rules.total([0, 1, 2, 3], low, low + 3, weights)
    rules.pair(3, 4, lambda a, b: (a + 2 * b) % 3 != 1)
    rules.pair(0, 4, lambda a, b: a != b)
    right = [
        values
        for values in product(range(4), repeat=5)
        if len({values[one], values[other], values[third]}) == 3
        and low <= sum(w * v for w, v in zip(weights, values, strict=False)) <= low + 3
        and (values[3] + 2 * values[4]) % 3 != 1
        and values[0] != values[4]
    ]
    assert sorted(rules.solutions(most=999)) == right


@pytest.mark.parametrize(("front", "back"), [(1, 0), (2, 2), (0, 3), (4, 1)])
def test_views_count_what_stands_above_all_before_it(front: int, back: int) -> None:
    rules = Rules(4, range(1, 5))
    rules.different(range(4), range(1, 5))
    rules.views(range(4), front, back)

    def seen(line: tuple[int, ...]) -> int:
        return sum(all(each > before for before in line[:at]) for at, each in enumerate(line))

    right = [
        line
        for line in permutations(range(1, 5))
        if front in (0, seen(line)) and back in (0, seen(line[::-1]))
    ]
    assert sorted(rules.solutions(most=99)) == right


def test_solutions_that_agree_in_the_key_cells_are_one() -> None:
    rules = Rules(3, range(3), keys=1)
    rules.pair(0, 1, lambda a, b: a <= b)
    assert sorted(values[0] for values in rules.solutions(most=99)) == [0, 1, 2]


def test_clues_that_are_left_are_all_needed() -> None:
    square = latin_square(4, Random(3))
    flat = [each for row in square for each in row]
    rules = latin_rules(4)
    clues = {
        rules.pair(a, b, lambda x, y: x < y): (a, b)
        for a, b in product(range(16), repeat=2)
        if b in (a + 1, a - 1, a + 4, a - 4) and a // 4 * 4 <= 12 and flat[a] < flat[b]
        if abs(a - b) == 4 or a // 4 == b // 4
    }
    needed = rules.needed(clues, {0: flat[0], 5: flat[5], 10: flat[10]}, Random(0))
    assert needed is not None
    assert rules.solutions({0: flat[0], 5: flat[5], 10: flat[10]}) == [tuple(flat)]
    assert len(needed) < len(clues)
    assert rules.needed([], {}, Random(0)) is None or rules.is_unique({})


def test_latin_squares_are_latin_and_differ() -> None:
    squares = {latin_square(5, Random(seed)) for seed in range(50)}
    assert len(squares) == 50
    assert all(check.holds(square) for square in squares for check in latin_checks(5))
