"""Graphs: embeddings, isomorphisms, spanning trees, circuits and flows that are right or wrong."""

from __future__ import annotations

from collections import Counter

import networkx
import pytest
from networkx.algorithms.isomorphism import GraphMatcher

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.kit.graphs.graph import Graph, is_connected
from visgym.tasks.cognition.flow_network import FlowNetwork
from visgym.tasks.graphs.graph_isomorphism import GraphIsomorphism, Twins
from visgym.tasks.graphs.mixed_euler_circuit import MixedEulerCircuit, Streets
from visgym.tasks.graphs.spanning_tree_count import SpanningTreeCount
from visgym.tasks.graphs.tree_embeddings import Pattern, TreeEmbeddings


def weighted_net(graph: Graph) -> networkx.Graph[int]:
    found: networkx.Graph[int] = networkx.DiGraph() if graph.directed else networkx.Graph()
    pairs = zip(graph.edges, graph.weights, strict=True)
    found.add_weighted_edges_from((a, b, weight) for (a, b), weight in pairs)
    return found


# Embeddings


def test_embeddings_of_a_path_in_a_triangle_with_a_tail() -> None:
    triangle, path = ((0, 1), (0, 2), (1, 2), (2, 3)), ((0, 1), (1, 2), (2, 3))
    pattern = Pattern(Graph(4, triangle), Graph(4, path))
    task = TreeEmbeddings(vertices=4)
    assert task.solution(pattern) == 4  # 3 2 0 1, 3 2 1 0 and both backwards
    assert task.grade(pattern, 4) == 1
    assert task.grade(pattern, 2) == 0
    assert task.metrics(pattern, 2) == {"closeness": 0.5, "published_reward": 0.5**10}
    assert task.metrics(pattern) == {"closeness": 0.0, "published_reward": 0.0}


@pytest.mark.parametrize(("level", "seeds"), [("level_0", 20), ("level_1", 20), ("level_2", 8)])
def test_embeddings_agree_with_networkx(level: str, seeds: int) -> None:
    for task, pattern in problems("tree_embeddings", level, seeds):
        graph, tree = networkx.Graph(pattern.graph.edges), networkx.Graph(pattern.tree.edges)
        count = sum(1 for _ in GraphMatcher(graph, tree).subgraph_monomorphisms_iter())
        assert task.solution(pattern) == count
        assert task.grade(pattern, count) == 1
        assert 2 <= count <= task.most
        assert networkx.is_tree(tree)
        assert len(tree) == len(graph) == task.vertices


# Isomorphisms


def test_partners_in_two_paths_made_by_hand() -> None:
    task = GraphIsomorphism(vertices=4)
    twins = Twins(Graph(4, ((0, 1), (1, 2), (2, 3))), Graph(4, ((0, 2), (0, 3), (1, 3))))
    assert task.grade(twins, (1, 3, 0, 2)) == 1
    assert task.grade(twins, (2, 0, 3, 1)) == 1  # backwards, which is as good
    assert task.grade(twins, (0, 1, 2, 3)) == 0
    assert task.metrics(twins, (2, 0, 1, 3)) == {"edges": 2 / 3, "published_reward": (2 / 3) ** 10}
    assert task.metrics(twins) == {"edges": 0.0, "published_reward": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_every_isomorphism_of_networkx_counts_and_the_identity_does_not(level: str) -> None:
    for task, twins in problems("graph_isomorphism", level, 25):
        nets = networkx.Graph(twins.first.edges), networkx.Graph(twins.second.edges)
        for mapping in GraphMatcher(*nets).isomorphisms_iter():
            assert task.grade(twins, tuple(mapping[v] for v in range(task.vertices))) == 1
        assert task.grade(twins, task.solution(twins)) == 1
        assert task.grade(twins, tuple(range(task.vertices))) == 0
        assert is_connected(twins.first)
        assert max(Counter(degree for _, degree in nets[0].degree).values()) >= task.alike


# Spanning trees


def test_spanning_trees_of_a_square_with_a_diagonal() -> None:
    task = SpanningTreeCount(vertices=4, edges=5)
    square = Graph(4, ((0, 1), (1, 2), (2, 3), (0, 3), (0, 2)), (1, 2, 2, 2, 3))
    assert task.solution(square) == 3  # two of the three edges of weight 2
    assert task.grade(square, 3) == 1
    assert task.grade(square, 8) == 0  # all its spanning trees
    assert task.metrics(square, 2) == {"closeness": 2 / 3}
    assert task.metrics(square) == {"closeness": 0.0}


@pytest.mark.parametrize(("level", "seeds"), [("level_0", 20), ("level_1", 12), ("level_2", 4)])
def test_spanning_trees_agree_with_all_trees_of_networkx(level: str, seeds: int) -> None:
    for task, graph in problems("spanning_tree_count", level, seeds):
        net = weighted_net(graph)
        least = networkx.minimum_spanning_tree(net).size(weight="weight")
        count = 0
        for tree in networkx.SpanningTreeIterator(net):
            if tree.size(weight="weight") > least:
                break
            count += 1
        assert task.solution(graph) == count
        assert task.grade(graph, count) == 1
        assert task.grade(graph, count + 1) == 0
        assert task.least <= count <= task.most
        assert len(graph.edges) == task.edges


# Circuits


BOW = Streets(5, ((0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)), (True,) + (False,) * 5)
"""Two triangles that share the vertex 2; from 0 to 1 there is one way only."""


@pytest.mark.parametrize(
    ("walk", "score", "share"),
    [
        ((0, 1, 2, 3, 4, 2, 0), 1, 1),
        ((2, 4, 3, 2, 0, 1, 2), 1, 1),
        ((0, 2, 4, 3, 2, 1, 0), 0, 5 / 6),  # against the arrow
        ((0, 1, 2, 0), 0, 3 / 6),
        ((0, 1, 2, 3, 4, 2), 0, 5 / 6),  # not closed
        ((0, 1, 2, 3, 4, 2, 0, 2, 0), 0, 5 / 6),  # an edge three times
        ((0, 3, 4), 0, 1 / 6),  # no edge from 0 to 3
        ((), 0, 0),
    ],
)
def test_walks_through_a_bow(walk: tuple[int, ...], score: float, share: float) -> None:
    task = MixedEulerCircuit()
    assert task.grade(BOW, walk) == score
    assert task.metrics(BOW, walk)["edges"] == pytest.approx(share)


@pytest.mark.parametrize("level", LEVELS)
def test_circuits_are_found_and_are_wrong_backwards(level: str) -> None:
    for task, streets in problems("mixed_euler_circuit", level, 30):
        walk = task.solution(streets)
        assert task.grade(streets, walk) == 1
        assert task.grade(streets, walk[::-1]) == 0
        assert task.grade(streets, walk[:-1]) == 0
        assert task.grade(streets, (*walk[1:-1], walk[0], walk[1])) == 1  # it may begin anywhere
        assert sum(streets.one_way) == task.one_way
        assert len({frozenset(edge) for edge in streets.edges}) == task.edges
        assert networkx.is_eulerian(networkx.Graph(streets.edges))
        assert len({vertex for edge in streets.edges for vertex in edge}) == task.vertices


# Flows


def test_the_flow_of_a_network_made_by_hand() -> None:
    task = FlowNetwork(nodes=4, edges=5)
    bridge = Graph(4, ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3)), (5, 3, 2, 2, 9), directed=True)
    assert task.solution(bridge) == 7  # 2 + 2 from 1, 3 from 2
    assert task.grade(bridge, 7) == 1
    assert task.grade(bridge, 8) == 0  # all that leaves the source
    assert task.metrics(bridge, 14) == {"closeness": 0.5}
    assert task.metrics(bridge) == {"closeness": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_flows_agree_with_networkx_and_are_limited_inside(level: str) -> None:
    for task, graph in problems("flow_network", level, 25):
        net = weighted_net(graph)
        flow = networkx.maximum_flow_value(net, 0, graph.size - 1, capacity="weight")
        assert task.solution(graph) == flow
        assert task.grade(graph, flow) == 1
        assert task.grade(graph, flow + 1) == 0
        assert len(graph.edges) <= task.edges
        inner = set(range(1, graph.size - 1))
        assert inner <= networkx.descendants(net, 0)
        assert inner <= networkx.ancestors(net, graph.size - 1)
        if task.inner:
            leaving = sum(w for _, _, w in net.out_edges(0, data="weight"))
            entering = sum(w for _, _, w in net.in_edges(graph.size - 1, data="weight"))
            assert flow < min(leaving, entering)


# What all of them share


NAMES = (
    "tree_embeddings",
    "graph_isomorphism",
    "cheapest_tour_walk",
    "longest_path",
    "achromatic_number",
    "maximum_clique",
    "weight_matching",
    "chromatic_number",
    "min_arborescence",
    "spanning_tree_count",
    "mixed_euler_circuit",
    "flow_network",
)


@pytest.mark.parametrize("name", NAMES)
def test_texts_hold_every_edge_and_nothing_that_is_asked(name: str) -> None:
    for level in LEVELS:
        task = load(f"{name}/{level}")
        problem = task.start(0).problem
        graphs = [problem] if isinstance(problem, Graph | Streets) else []
        graphs += [each for each in _parts(problem) if isinstance(each, Graph)]
        text = task.describe(problem)
        lines = sum(len(graph.edges) for graph in graphs)
        assert lines > 0
        assert text.count("-") == lines
        assert text.count("(") == sum(len(getattr(graph, "weights", ())) for graph in graphs)
        assert task.draw(problem).shape == task.draw(task.start(1).problem).shape


def _parts(problem: object) -> list[object]:
    return [getattr(problem, name) for name in getattr(type(problem), "__slots__", ())]
