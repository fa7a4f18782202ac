"""Binary trees: their orders, their scores and the names of halves, against plain searches."""

from __future__ import annotations

from itertools import combinations, permutations

import networkx
import numpy as np
import pytest

from problems import LEVELS, problems
from visgym import grade
from visgym.kit.graphs.binary_trees import MARGIN
from visgym.kit.graphs.trees import binary
from visgym.tasks.cognition.tree_traversal import Tree, TreeTraversal
from visgym.tasks.graphs.best_binary_tree import BestBinaryTree, Nodes
from visgym.tasks.graphs.fbi_tree import TALL, Bits, FbiTree

# Orders

SMALL = Tree(((1, 2), (None, 3), (None, None), (None, None)), (7, 4, 9, 5))


def test_orders_by_hand() -> None:
    task, right = TreeTraversal(), ((7, 4, 5, 9), (4, 5, 7, 9), (5, 4, 9, 7))
    assert task.solution(SMALL) == right
    assert task.grade(SMALL, *right) == 1
    assert task.grade(SMALL, right[0], (5, 4, 7, 9), right[2]) == 0  # 5 on the left of 4
    assert task.metrics(SMALL, right[0], (5, 4, 7, 9), right[2]) == {"orders": 2 / 3}
    assert task.grade(SMALL, *(right[0],) * 3) == task.grade(SMALL, (), (), ()) == 0
    assert task.metrics(SMALL) == {"orders": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_orders_agree_with_networkx(level: str) -> None:
    for task, tree in problems("tree_traversal", level, 25):
        graph, place = networkx.DiGraph(), {0: 0.0}
        for vertex, children in enumerate(tree.children):
            depth = networkx.shortest_path_length(graph, 0, vertex) if vertex else 0
            graph.add_node(vertex)
            for side, child in zip((-1, 1), children, strict=True):
                if child is not None:
                    graph.add_edge(vertex, child)
                    place[child] = place[vertex] + side / 2 ** (depth + 1)
        found = [
            networkx.dfs_preorder_nodes(graph, 0),
            sorted(place, key=place.__getitem__),
            networkx.dfs_postorder_nodes(graph, 0),
        ]
        orders = tuple(tuple(tree.numbers[vertex] for vertex in order) for order in found)
        assert task.solution(tree) == orders
        assert task.grade(tree, *orders) == 1
        assert len(set(orders)) == 3
        assert task.grade(tree, orders[0], orders[1], orders[0]) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_nodes_keep_apart_and_lie_on_the_side_of_their_parent(level: str) -> None:
    for task, tree in problems("tree_traversal", level, 40):
        height, width, _ = task.draw(tree).shape
        places = binary(tree.children, (0, 0, width, height))
        assert min(abs(complex(*a) - complex(*b)) for a, b in combinations(places, 2)) >= 38
        for vertex, (left, right) in enumerate(tree.children):
            x = places[vertex][0]
            assert left is None or places[left][0] <= x - 12
            assert right is None or places[right][0] >= x + 12
        assert task.least <= len(tree.numbers) <= task.most


def test_orders_are_read_from_a_reply_of_three_lines() -> None:
    task, tree = problems("tree_traversal", "level_0", 1)[0]
    names, orders = ("preorder", "inorder", "postorder"), task.solution(tree)
    lines = [f"{name}: {list(order)}" for name, order in zip(names, orders, strict=True)]
    assert (
        grade("tree_traversal/level_0", 0, "<answer>" + "\n".join(lines) + "</answer>").score == 1
    )
    assert grade("tree_traversal/level_0", 0, "<answer>" + lines[0] + "</answer>").score == 0


# Scores


def score(order: tuple[int, ...], values: tuple[int, ...]) -> int:
    """What the search tree scores that takes numbers in this order."""
    if not order:
        return 1
    left = tuple(each for each in order if each < order[0])
    right = tuple(each for each in order if each > order[0])
    if not left and not right:
        return values[order[0]]
    return score(left, values) * score(right, values) + values[order[0]]


def is_preorder(order: tuple[int, ...]) -> bool:
    left = tuple(each for each in order if order and each < order[0])
    right = tuple(each for each in order if order and each > order[0])
    return not order or (order[1:] == left + right and is_preorder(left) and is_preorder(right))


def test_trees_scored_by_hand() -> None:
    task, nodes = BestBinaryTree(nodes=3), Nodes((3, 5, 4))
    assert task.worth(nodes, (1, 0, 2)) == 3 * 4 + 5
    assert task.worth(nodes, (0, 1, 2)) == (4 + 5) + 3  # a missing side counts 1, a leaf its value
    assert task.grade(nodes, (1, 0, 2)) == 1
    assert task.grade(nodes, (0, 1, 2)) == pytest.approx((12 / 17) ** 5)
    assert task.grade(nodes, (1, 2, 0)) == 0  # the right side comes last
    assert task.solution(nodes) == (1, 0, 2)


@pytest.mark.parametrize("nodes", [4, 5, 6])
def test_no_tree_scores_more_than_the_best(nodes: int) -> None:
    orders = [order for order in permutations(range(nodes)) if is_preorder(order)]
    for seed in range(8):
        task = BestBinaryTree(nodes=nodes)
        problem = task.start(seed).problem
        best = max(score(order, problem.values) for order in orders)
        assert task.best(problem) == best == task.worth(problem, task.solution(problem))
        scores = [task.grade(problem, order) for order in orders]
        assert [s == 1 for s in scores] == [score(o, problem.values) == best for o in orders]
        assert task.grade(problem, tuple(range(nodes))) < 1


@pytest.mark.parametrize("level", LEVELS)
def test_best_trees_are_found_at_every_level(level: str) -> None:
    for task, nodes in problems("best_binary_tree", level, 12):
        assert task.grade(nodes, task.solution(nodes)) == 1
        assert task.grade(nodes, tuple(reversed(range(task.nodes)))) < 1


# Halves


def test_names_by_hand() -> None:
    task, bits = FbiTree(halvings=2), Bits("0010")
    assert task.solution(bits) == "BBBIBFF"
    assert task.grade(bits, "BBBIBFF") == 1
    assert task.grade(bits, "BBBIBF") == task.grade(bits, "FBBBFIB") == task.grade(bits, "") == 0
    assert task.metrics(bits, "BBBIBFB")["share"] == 6 / 7
    assert task.metrics(bits) == {"share": 0.0, "published_reward": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_names_agree_with_a_walk_through_the_tree(level: str) -> None:
    for task, bits in problems("fbi_tree", level, 25):
        graph = networkx.balanced_tree(2, task.halvings, create_using=networkx.DiGraph)
        pieces = {0: bits.row}
        for vertex, children in graph.adjacency():
            for number, child in enumerate(children):
                half = len(pieces[vertex]) // 2
                pieces[child] = pieces[vertex][number * half :][:half]
        order = list(networkx.dfs_postorder_nodes(graph, 0))
        names = "".join({"0": "B", "1": "I"}.get("".join(set(pieces[v])), "F") for v in order)
        assert task.solution(bits) == names
        assert task.grade(bits, names) == 1
        assert task.grade(bits, names[::-1]) == 0
        assert names[-1] == "F"
        assert any(len(pieces[v]) > 1 and len(set(pieces[v])) == 1 for v in pieces)


@pytest.mark.parametrize("level", LEVELS)
def test_pictures_of_bits_differ_in_their_tiles_alone(level: str) -> None:
    (task, one), (_, other) = problems("fbi_tree", level, 2)
    rows = np.flatnonzero((task.draw(one) != task.draw(other)).any(axis=(1, 2)))
    height = task.draw(one).shape[0]
    assert height - MARGIN - TALL <= rows.min() < rows.max() < height - MARGIN
