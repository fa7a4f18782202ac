"""The cheapest pairs are cheapest."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from visgym.kit.matching import cheapest_pairs


def test_pairs_are_as_cheap_as_the_best_of_all_permutations() -> None:
    rng = Random(0)
    for _ in range(60):
        rows = rng.randint(1, 5)
        columns = rng.randint(rows, 6)
        costs = [[rng.randint(0, 9) for _ in range(columns)] for _ in range(rows)]
        best = min(
            sum(costs[row][column] for row, column in enumerate(chosen))
            for chosen in permutations(range(columns), rows)
        )
        pairs = cheapest_pairs(costs)
        assert sum(costs[row][column] for row, column in pairs) == best
        assert len(pairs) == rows == len({column for _, column in pairs})
        turned = cheapest_pairs(list(zip(*costs, strict=True)))
        assert sum(costs[row][column] for column, row in turned) == best


def test_large_tables_agree_with_scipy() -> None:
    scipy = pytest.importorskip("scipy.optimize")
    rng = Random(1)
    costs = [[rng.randint(0, 99) for _ in range(40)] for _ in range(30)]
    rows, columns = scipy.linear_sum_assignment(costs)
    best = sum(costs[r][c] for r, c in zip(rows, columns, strict=True))
    assert sum(costs[r][c] for r, c in cheapest_pairs(costs)) == best


def test_nothing_pairs_with_nothing() -> None:
    assert cheapest_pairs([]) == [] == cheapest_pairs([[], []])
