"""Pictures of trees have room for every vertex and every label."""

from __future__ import annotations

from itertools import combinations

import pytest

from problems import LEVELS, problems
from visgym.kit.graphs.layouts import RADIUS
from visgym.kit.graphs.sketching import arranged
from visgym.kit.graphs.trees import tidy

PLAIN = ("patrol", "tree_rewire", "even_partition", "equidistant_triads")
LABELLED = ("independent_tree_set", "tree_two_groups", "tree_orderings_count")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", PLAIN + LABELLED)
def test_every_label_of_a_tree_has_room(name: str, level: str) -> None:
    for task, problem in problems(name, level, 25):
        height, width, _ = task.draw(problem).shape
        badges = tuple(map(str, getattr(problem, "weights", ())))
        tree = getattr(problem, "tree", problem)
        if tree is problem:  # its weights are those of edges
            badges = ()
        sketch = arranged(tree, (0, 0, width, height), tidy, badges)
        near = min(abs(complex(*a) - complex(*b)) for a, b in combinations(sketch.places, 2))
        assert sketch.faults == 0
        assert near >= 2 * RADIUS + 4
        for x, y in sketch.places:
            assert RADIUS < x < width - RADIUS
            assert RADIUS < y < height - RADIUS
