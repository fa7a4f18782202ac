"""Graphs: paths, walks, colourings, cliques, matchings and trees that are the best of all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

import networkx
import pytest
from ortools.sat.python import cp_model

from problems import LEVELS, problems
from visgym.kit.graphs.colours import first_fit
from visgym.kit.graphs.graph import Graph, is_connected
from visgym.kit.graphs.paths import greedy_weight
from visgym.kit.graphs.subsets import cliques, greedy_matching_weight
from visgym.tasks.graphs.achromatic_number import AchromaticNumber
from visgym.tasks.graphs.cheapest_tour_walk import CheapestTourWalk
from visgym.tasks.graphs.chromatic_number import ChromaticNumber
from visgym.tasks.graphs.longest_path import LongestPath
from visgym.tasks.graphs.maximum_clique import MaximumClique
from visgym.tasks.graphs.min_arborescence import MinArborescence, Rooted
from visgym.tasks.graphs.weight_matching import WeightMatching

TRIANGLE = Graph(4, ((0, 1), (0, 2), (1, 2), (2, 3)))
ARROWS = Graph(4, ((0, 1), (1, 2), (2, 1), (1, 3)), (5, 2, 4, 3), directed=True)
LINE = Graph(4, ((0, 1), (1, 2), (2, 3)), (3, 5, 3))
ROOTED = Rooted(ARROWS, 0)

# Each: a task, a problem made by hand, an answer, and what it is worth beside the best
HAND_MADE = [
    (LongestPath(vertices=4), ARROWS, (0, 1, 3), 1.0),  # 5 + 3
    (LongestPath(vertices=4), ARROWS, (0, 1, 2), 7 / 8),
    (LongestPath(vertices=4), ARROWS, (2, 1, 3), 7 / 8),
    (LongestPath(vertices=4), ARROWS, (0,), 0.0),
    (LongestPath(vertices=4), ARROWS, (), 0.0),
    (LongestPath(vertices=4), ARROWS, (1, 0), 0.0),  # against the arrow
    (LongestPath(vertices=4), ARROWS, (0, 1, 2, 1, 3), 0.0),  # 1 twice
    (CheapestTourWalk(vertices=4), ARROWS, (0, 1, 2, 1, 3), 1.0),  # 5 + 2 + 4 + 3
    (CheapestTourWalk(vertices=4), ARROWS, (0, 1, 2, 1, 2, 1, 3), 14 / 20),
    (CheapestTourWalk(vertices=4), ARROWS, (0, 1, 3), 0.0),  # 2 is left out
    (CheapestTourWalk(vertices=4), ARROWS, (0, 1, 2, 3), 0.0),  # no edge from 2 to 3
    (AchromaticNumber(vertices=4), TRIANGLE, (0, 1, 2, 0), 1.0),
    (AchromaticNumber(vertices=4), TRIANGLE, (3, 0, 1, 3), 1.0),  # names are free
    (AchromaticNumber(vertices=4), TRIANGLE, (0, 1, 2, 3), 0.0),  # 0 and 3 do not meet
    (AchromaticNumber(vertices=4), TRIANGLE, (0, 0, 1, 0), 0.0),  # neighbours alike
    (AchromaticNumber(vertices=4), TRIANGLE, (0, 1, 2), 0.0),
    (MaximumClique(vertices=6), TRIANGLE, (2, 0, 1), 1.0),
    (MaximumClique(vertices=6), TRIANGLE, (2, 3), 2 / 3),
    (MaximumClique(vertices=6), TRIANGLE, (1, 2, 3), 0.0),
    (MaximumClique(vertices=6), TRIANGLE, (), 0.0),
    (WeightMatching(vertices=4), LINE, ((1, 0), (2, 3)), 1.0),
    (WeightMatching(vertices=4), LINE, ((1, 2),), 5 / 6),
    (WeightMatching(vertices=4), LINE, ((0, 1), (1, 2)), 0.0),  # 1 twice
    (WeightMatching(vertices=4), LINE, ((0, 3),), 0.0),  # no such edge
    (WeightMatching(vertices=4), LINE, ((0, 1), (1, 0)), 0.0),  # an edge twice
    (WeightMatching(vertices=4), LINE, (), 0.0),
    (ChromaticNumber(vertices=5), TRIANGLE, (0, 1, 2, 0), 1.0),
    (ChromaticNumber(vertices=5), TRIANGLE, (0, 1, 2, 3), 3 / 4),
    (ChromaticNumber(vertices=5), TRIANGLE, (0, 1, 1, 0), 0.0),
    (ChromaticNumber(vertices=5), TRIANGLE, (0, 1, 2), 0.0),
    (MinArborescence(vertices=5), ROOTED, ((1, 3), (0, 1), (1, 2)), 1.0),
    (MinArborescence(vertices=5), ROOTED, ((0, 1), (1, 2)), 0.0),  # 3 is not reached
    (MinArborescence(vertices=5), ROOTED, ((2, 1), (1, 2), (1, 3)), 0.0),  # nor is any from 0
    (MinArborescence(vertices=5), ROOTED, ((1, 0), (1, 2), (1, 3)), 0.0),  # against the arrow
]


@pytest.mark.parametrize(("task", "problem", "answer", "ratio"), HAND_MADE)
def test_answers_to_problems_made_by_hand(
    task: Any, problem: Any, answer: tuple[Any, ...], ratio: float
) -> None:
    assert task.metrics(problem, answer)["ratio"] == pytest.approx(ratio)
    assert task.grade(problem, answer) == pytest.approx(ratio**5)
    assert task.metrics(problem, answer)["optimal"] == (ratio == 1)
    assert task.metrics(problem) == {"valid": 0.0, "ratio": 0.0, "optimal": 0.0}


NAMES = (
    "longest_path",
    "cheapest_tour_walk",
    "achromatic_number",
    "maximum_clique",
    "weight_matching",
    "chromatic_number",
    "min_arborescence",
)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_two_algorithms_agree_on_the_best(name: str, level: str) -> None:
    for task, problem in problems(name, level, 12):
        answer = task.solution(problem)
        assert task.worth(problem, answer) == task.best(problem)
        assert task.grade(problem, answer) == 1
        graph = problem.graph if isinstance(problem, Rooted) else problem
        assert is_connected(graph)
        assert graph.size == task.vertices


def directed(graph: Graph) -> networkx.DiGraph[int]:
    found: networkx.DiGraph[int] = networkx.DiGraph()
    found.add_weighted_edges_from((a, b, w) for (a, b), w in graph.costs.items())
    return found


@pytest.mark.parametrize(("level", "seeds"), [("level_0", 15), ("level_1", 10), ("level_2", 2)])
def test_longest_paths_agree_with_all_paths_of_networkx(level: str, seeds: int) -> None:
    for task, graph in problems("longest_path", level, seeds):
        net, costs = directed(graph), graph.costs
        pairs = permutations(range(graph.size), 2)
        paths = (path for a, b in pairs for path in networkx.all_simple_paths(net, a, b))
        best = max(sum(costs[step] for step in pairwise(path)) for path in paths)
        assert task.best(graph) == best
        assert greedy_weight(graph) < best
        assert max(graph.weights) <= graph.size


@pytest.mark.parametrize("level", LEVELS[:2])
def test_cheapest_walks_agree_with_all_orders_of_vertices(level: str) -> None:
    for task, graph in problems("cheapest_tour_walk", level, 5):
        far = dict(networkx.all_pairs_dijkstra_path_length(directed(graph)))
        orders = permutations(range(graph.size))
        costs = (sum(far[a].get(b, 10**6) for a, b in pairwise(order)) for order in orders)
        assert task.best(graph) == min(costs)


@pytest.mark.parametrize(("level", "seeds"), [("level_0", 15), ("level_1", 10), ("level_2", 2)])
def test_complete_colourings_agree_with_all_groupings(level: str, seeds: int) -> None:
    for task, graph in problems("achromatic_number", level, seeds):
        worth = (task.worth(graph, colours) or 0 for colours in _groupings(graph.size))
        best = max(worth)
        assert task.best(graph) == best
        assert task.least <= best < graph.size


def _groupings(size: int) -> Iterator[tuple[int, ...]]:
    """All ways to group vertices; groups are numbered in the order of their first members."""
    growing: list[tuple[int, ...]] = [(0,)]
    while growing:
        groups = growing.pop()
        if len(groups) == size:
            yield groups
        else:
            growing += [(*groups, group) for group in range(max(groups) + 2)]


@pytest.mark.parametrize("level", LEVELS)
def test_cliques_agree_with_networkx_and_lie_aside_where_they_should(level: str) -> None:
    for task, graph in problems("maximum_clique", level, 25):
        net = networkx.Graph(graph.edges)
        found = [frozenset(clique) for clique in networkx.find_cliques(net)]
        best = max(map(len, found))
        assert task.best(graph) == best
        assert task.clique <= best <= task.clique + 1
        assert sorted(map(sum, ((1 << v for v in clique) for clique in found))) == sorted(
            cliques(graph.neighbours)
        )
        if task.aside:
            most = max(degree for _, degree in net.degree)
            busiest = {vertex for vertex, degree in net.degree if degree == most}
            assert not any(busiest & clique for clique in found if len(clique) == best)


@pytest.mark.parametrize("level", LEVELS)
def test_matchings_agree_with_networkx_and_greed_is_not_enough(level: str) -> None:
    for task, graph in problems("weight_matching", level, 20):
        net: networkx.Graph[int] = networkx.Graph()
        net.add_weighted_edges_from((a, b, w) for (a, b), w in graph.costs.items())
        matching = tuple(networkx.max_weight_matching(net))
        assert task.grade(graph, matching) == 1
        assert greedy_matching_weight(graph) < task.worth(graph, matching)
        assert 0 < task.grade(graph, matching[:-1]) < 1


@pytest.mark.parametrize("level", LEVELS)
def test_colourings_agree_with_a_sat_solver_and_first_fit_needs_more(level: str) -> None:
    for task, graph in problems("chromatic_number", level, 8):
        best = task.best(graph)
        assert _can_be_coloured(graph, best)
        assert not _can_be_coloured(graph, best - 1)
        assert task.fewest_colours <= best <= task.most_colours
        assert first_fit(graph.neighbours) > best
        assert 0 < task.grade(graph, tuple(range(graph.size))) < 1


def _can_be_coloured(graph: Graph, count: int) -> bool:
    model = cp_model.CpModel()
    colours = [model.new_int_var(0, count - 1, "") for _ in range(graph.size)]
    for a, b in graph.edges:
        model.add(colours[a] != colours[b])
    return bool(cp_model.CpSolver().solve(model) == cp_model.OPTIMAL)


@pytest.mark.parametrize("level", LEVELS)
def test_arborescences_agree_with_networkx_and_cheapest_edges_go_round(level: str) -> None:
    for task, rooted in problems("min_arborescence", level, 20):
        net = directed(rooted.graph)
        net.remove_edges_from(list(net.in_edges(rooted.root)))
        tree = networkx.minimum_spanning_arborescence(net)
        assert task.grade(rooted, tuple(tree.edges)) == 1
        heads = [v for v in net if v != rooted.root]
        edges = (min(net.in_edges(v, data="weight"), key=lambda edge: edge[2::-2]) for v in heads)
        cheapest = networkx.DiGraph((start, end) for start, end, _ in edges)
        assert networkx.is_directed_acyclic_graph(cheapest) != task.circle
