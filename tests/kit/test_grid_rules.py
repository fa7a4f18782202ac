"""Rules over cells: what the search finds is what trying everything finds."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from random import Random

import pytest

from visgym.kit.grid import neighbours
from visgym.kit.grids.latin import latin_checks, latin_rules, latin_square
from visgym.kit.grids.paths import path_through_all
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


@pytest.mark.parametrize(("length", "ones"), [(1, 1), (4, 2), (6, 0), (7, 3), (7, 4), (6, 4)])
def test_lines_with_ones_apart_are_all_found_without_a_wrong_guess(length: int, ones: int) -> None:
    right = [
        line
        for line in product((0, 1), repeat=length)
        if sum(line) == ones and (1, 1) not in pairwise(line)
    ]
    rules = Rules(length, (0, 1))
    rules.apart(range(length), ones)
    assert sorted(rules.solutions(most=999)) == right
    for line in right:
        known = {0: line[0], length - 1: line[-1]}
        fit = [each for each in right if (each[0], each[-1]) == (line[0], line[-1])]
        assert sorted(rules.solutions(known, most=999)) == fit
    if right:
        assert rules.effort({0: right[0][0]}).guesses <= length


def test_telling_givens_leave_no_other_solution_or_are_too_few() -> None:
    rules, rng = latin_rules(5), Random(2)
    solution = tuple(each for row in latin_square(5, rng) for each in row)
    givens = rules.telling(solution, rng, most=25)
    assert givens is not None
    assert rules.solutions(givens) == [solution]
    assert rules.telling(solution, rng, most=2) is None


@pytest.mark.parametrize("size", [3, 4, 7])
def test_random_paths_pass_every_cell_once_and_differ(size: int) -> None:
    paths = [path_through_all(size, Random(seed)) for seed in range(30)]
    for path in paths:
        assert len(set(path)) == len(path) == size**2
        assert all(other in neighbours(one) for one, other in pairwise(path))
    assert len(set(map(tuple, paths))) >= 15
    assert len({path[0] for path in paths}) > 3
