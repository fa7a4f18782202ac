"""Mazes are trees, and every tree is equally likely."""

from __future__ import annotations

from collections import Counter
from random import Random

import networkx
import pytest

from visgym.kit.grid import neighbours
from visgym.kit.mazes import carve


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (9, 9), (7, 13)])
def test_a_maze_is_perfect(seed: int, rows: int, columns: int) -> None:
    floor = carve(rows, columns, Random(seed))
    graph = networkx.Graph((a, b) for a in floor for b in neighbours(a) if b in floor)
    assert networkx.is_tree(graph)
    rooms = {(r, c) for r in range(1, rows, 2) for c in range(1, columns, 2)}
    assert rooms <= floor
    assert all(0 < r < rows - 1 and 0 < c < columns - 1 for r, c in floor)


def test_every_spanning_tree_is_equally_likely() -> None:
    """Six rooms in two rows have 15 spanning trees."""
    counts = Counter(carve(5, 7, Random(seed)) for seed in range(6000))
    assert len(counts) == 15
    chi_squared = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi_squared < 36.1  # 14 degrees of freedom, one in a thousand
