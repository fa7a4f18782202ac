"""Trees: what is chosen, moved, split and counted, against networkx and plain searches."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random

import networkx
import numpy as np
import pytest

from problems import LEVELS, problems
from visgym import grade
from visgym.kit.graphs.graph import Graph
from visgym.tasks.graphs.equidistant_triads import EquidistantTriads
from visgym.tasks.graphs.even_partition import EvenPartition
from visgym.tasks.graphs.independent_tree_set import IndependentTreeSet, Weighted
from visgym.tasks.graphs.patrol import Patrol
from visgym.tasks.graphs.tree_orderings_count import TreeOrderingsCount
from visgym.tasks.graphs.tree_rewire import TreeRewire, Wiring
from visgym.tasks.graphs.tree_two_groups import Parting, TreeTwoGroups

PATH = Graph(5, ((0, 1), (1, 2), (2, 3), (3, 4)))
STAR = Graph(5, ((0, 1), (0, 2), (0, 3), (0, 4)))


def referee(tree: Graph) -> networkx.Graph:
    graph = networkx.DiGraph() if tree.directed else networkx.Graph()
    graph.add_nodes_from(range(tree.size))
    weights = tree.weights or (1,) * len(tree.edges)
    graph.add_weighted_edges_from((a, b, w) for (a, b), w in zip(tree.edges, weights, strict=True))
    return graph


# Vertices apart


def test_two_light_vertices_beat_the_heavy_one_between_them() -> None:
    task, problem = IndependentTreeSet(), Weighted(PATH, (2, 3, 2, 1, 1))
    assert task.solution(problem) == (0, 2, 4)
    assert task.grade(problem, (0, 2, 4)) == 1
    assert task.grade(problem, (0, 2, 3)) == 0  # 2 and 3 are joined
    assert task.grade(problem, (1, 4)) == pytest.approx((4 / 5) ** 3)
    assert task.grade(problem, ()) == 0
    assert task.metrics(problem) == {"valid": 0.0, "ratio": 0.0, "optimal": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_vertices_apart_agree_with_cliques_of_the_complement(level: str) -> None:
    for task, problem in problems("independent_tree_set", level, 15):
        graph = networkx.complement(referee(problem.tree))
        networkx.set_node_attributes(graph, dict(enumerate(problem.weights)), "weight")
        _, best = networkx.max_weight_clique(graph, "weight")
        assert task.best(problem) == best == task.worth(problem, task.solution(problem))
        if task.tricky:
            taken: list[int] = []
            for vertex in sorted(range(task.vertices), key=lambda v: -problem.weights[v]):
                if task.worth(problem, (*taken, vertex)) is not None:
                    taken.append(vertex)
            assert task.grade(problem, tuple(taken)) < 1


# Round trips


def shortest_trip(tree: Graph, added: int) -> int:
    """All new edges, and each old one passed once or twice; a trip needs even degrees alone."""
    found = []
    for new in combinations_with_replacement(list(combinations(range(tree.size), 2)), added):
        for times in product((1, 2), repeat=len(tree.edges)):
            ends = [v for edge in new for v in edge]
            ends += [v for edge, n in zip(tree.edges, times, strict=True) for v in edge * n]
            if not any(np.bincount(ends) % 2):
                found.append(sum(times) + added)
    return min(found)


def test_a_path_is_closed_by_one_edge() -> None:
    assert Patrol(vertices=5).solution(PATH) == 5 == shortest_trip(PATH, 1)
    assert Patrol(vertices=5).grade(PATH, 5) == 1
    assert Patrol(vertices=5).grade(PATH, 8) == 0
    assert Patrol(vertices=5, added=2).solution(STAR) == 6 == shortest_trip(STAR, 2)
    assert Patrol(vertices=5).metrics(PATH) == {"closeness": 0.0}


def test_trips_agree_with_a_search_of_all_edges_and_trips() -> None:
    for task, tree in problems("patrol", "level_0", 12):
        assert task.solution(tree) == shortest_trip(tree, 1)
        assert task.grade(tree, shortest_trip(tree, 1)) == 1
    for seed in range(2):
        task = Patrol(vertices=6, added=2)
        tree = task.generate(Random(seed))
        assert task.solution(tree) == shortest_trip(tree, 2)


@pytest.mark.parametrize("level", LEVELS)
def test_every_new_edge_of_a_trip_saves_something_and_is_not_drawn(level: str) -> None:
    for task, tree in problems("patrol", level, 15):
        right = task.solution(tree)
        assert task.grade(tree, right) == 1
        assert task.grade(tree, right + 1) == 0
        fewer = Patrol(vertices=task.vertices, added=1)
        assert right < 2 * len(tree.edges)
        assert task.added == 1 or right < fewer.solution(tree)
        assert (task.draw(tree) == fewer.draw(tree)).all()


# Edges that are moved


def test_edges_moved_by_hand() -> None:
    task = TreeRewire(vertices=5)
    shorter, longer = Wiring(PATH, "short"), Wiring(STAR, "long")
    assert task.grade(shorter, (3, 4), (2, 4)) == 1  # 3 edges
    assert task.grade(shorter, (4, 3), (4, 3)) == pytest.approx((3 / 4) ** 5)  # put back
    assert task.grade(longer, (0, 1), (1, 2)) == 1
    assert task.grade(longer, (1, 2), (1, 3)) == 0  # there is no such edge
    assert task.grade(longer, (0, 1), (2, 3)) == 0  # a circle, and 1 is alone
    assert task.grade(longer, (0, 1), (1, 1)) == 0


@pytest.mark.parametrize("level", LEVELS[:2])
def test_no_move_is_better_than_the_solution(level: str) -> None:
    goals = set()
    for task, wiring in problems("tree_rewire", level, 8):
        graph, found = referee(wiring.tree), []
        before = networkx.diameter(graph)
        for edge in wiring.tree.edges:
            for pair in combinations(range(task.vertices), 2):
                moved = graph.copy()
                moved.remove_edge(*edge)
                moved.add_edge(*pair)
                if networkx.is_tree(moved):
                    found.append(networkx.diameter(moved))
        best = min(found) if wiring.goal == "short" else max(found)
        assert task.best(wiring) == best == task.worth(wiring, *task.solution(wiring)) != before
        goals.add(wiring.goal)
    assert goals == {"short", "long"}


# Two groups


def test_a_parting_by_hand() -> None:
    task = TreeTwoGroups()
    problem = Parting(Graph(4, ((0, 1), (1, 2), (2, 3)), (1, 5, 1)), 2)
    assert task.grade(problem, (0, 2)) == task.grade(problem, (0, 3)) == 1  # 12 either way
    assert task.grade(problem, (0, 1)) == pytest.approx((2 / 12) ** 2)
    assert task.grade(problem, (0,)) == task.grade(problem, (0, 1, 2)) == 0


def apart(graph: networkx.Graph, chosen: tuple[int, ...]) -> int:
    """The distances within both groups; there is one way between two vertices of a tree."""
    if "far" not in graph.graph:
        graph.graph["far"] = dict(networkx.all_pairs_dijkstra_path_length(graph))
    far, groups = graph.graph["far"], (chosen, set(graph) - set(chosen))
    return sum(far[a][b] for group in groups for a, b in combinations(group, 2))


@pytest.mark.parametrize("level", LEVELS)
def test_no_parting_pays_more_than_one(level: str) -> None:
    for task, parting in problems("tree_two_groups", level, 6 if level != "level_2" else 2):
        graph = referee(parting.tree)
        everybody = range(task.vertices)
        partings = combinations(everybody, parting.count)
        best = max(apart(graph, chosen) for chosen in partings)
        assert task.least <= parting.count <= task.most
        assert task.best(parting) == best == apart(graph, task.solution(parting))
        assert max(task.grade(parting, pair) for pair in combinations(everybody, 2)) <= 1


# Counts


@pytest.mark.parametrize("level", LEVELS)
def test_triads_agree_with_networkx(level: str) -> None:
    counts = set()
    for task, tree in problems("equidistant_triads", level, 15):
        ways = dict(networkx.all_pairs_shortest_path_length(referee(tree)))
        triples = combinations(range(tree.size), 3)
        count = sum(ways[a][b] == ways[b][c] == ways[a][c] for a, b, c in triples)
        assert task.solution(tree) == count >= task.least
        assert task.grade(tree, count) == 1
        assert task.grade(tree, count + 1) == task.grade(tree, 0) == 0
        counts.add(count)
    assert len(counts) > 2
    assert EquidistantTriads().solution(STAR) == 4
    assert EquidistantTriads().solution(PATH) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_orderings_agree_with_topological_sorts(level: str) -> None:
    for task, tree in problems("tree_orderings_count", level, 10):
        count = sum(1 for _ in networkx.all_topological_sorts(referee(tree)))
        assert task.solution(tree) == count >= task.least
        assert task.grade(tree, count) == 1
        assert task.grade(tree, count - 1) == 0


def test_orderings_by_hand() -> None:
    tree = Graph(4, ((0, 1), (1, 2), (3, 1)), directed=True)  # 0 and 3, then 1, then 2
    task = TreeOrderingsCount(vertices=4)
    values = permutations(range(4))
    assert sum(all(p[a] < p[b] for a, b in tree.edges) for p in values) == 2
    assert task.solution(tree) == 2
    assert task.grade(tree, 2) == 1
    assert task.metrics(tree, 1) == {"closeness": 0.5}


# Groups


def test_a_partition_by_hand() -> None:
    tree = Graph(6, ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)))
    task = EvenPartition(groups=2, size=3)
    assert task.solution(tree) == ((0, 1, 2), (3, 4, 5))
    assert task.grade(tree, ((5, 3, 4), (2, 1, 0))) == 1
    assert task.grade(tree, ((0, 1, 3), (2, 4, 5))) == 0
    assert task.metrics(tree, ((0, 1, 3), (2, 4, 5))) == {"connected": 0, "published_reward": 0}
    assert task.grade(tree, ((0, 1, 2), (0, 1, 2))) == 0  # each vertex once
    assert task.grade(tree, ((0, 1), (2, 3, 4, 5))) == task.grade(tree, ((0, 1, 2),)) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_partitions_hang_together_and_no_colour_shows_them(level: str) -> None:
    for task, tree in problems("even_partition", level, 5):
        groups, graph = task.solution(tree), referee(tree)
        assert all(networkx.is_connected(graph.subgraph(group)) for group in groups)
        assert task.grade(tree, groups) == 1
        (a, *one), (b, *other), *rest = groups
        assert task.grade(tree, ((b, *one), (a, *other), *rest)) == 0
        shades = task.draw(tree)[::2, ::2].astype(int)
        assert int((shades.max(axis=2) - shades.min(axis=2)).max()) < 30


def test_no_other_cuts_leave_groups_of_one_size() -> None:
    for task, tree in problems("even_partition", "level_1", 3):
        found = []
        for cut in combinations(tree.edges, task.groups - 1):
            graph = referee(tree)
            graph.remove_edges_from(cut)
            sizes = set(map(len, networkx.connected_components(graph)))
            found += [cut] if sizes == {task.size} else []
        assert len(found) == 1


def test_groups_of_a_wrong_size_are_an_answer_that_scores_nothing() -> None:
    reply = "<answer>[[0, 1], [2, 3, 4, 5], [6, 7, 8]]</answer>"
    assert grade("even_partition/level_0", 0, reply).score == 0
