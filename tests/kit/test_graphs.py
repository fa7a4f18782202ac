"""Pictures of graphs can be read: nothing lies over a vertex or a label, all is in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import networkx
import numpy as np
import pytest
from shapely import LineString, Point, Polygon, box

from visgym.kit.graphs.drawing import picture
from visgym.kit.graphs.generators import (
    binary_tree,
    connected,
    connected_directed,
    edge_count,
    layered_network,
    random_tree,
    weighted,
)
from visgym.kit.graphs.graph import Graph, is_connected
from visgym.kit.graphs.layered import layered
from visgym.kit.graphs.layouts import RADIUS, Layout, circle, shuffled_circle, spread, two_rows
from visgym.kit.graphs.sketching import PLATE, Sketch, arranged, plate_width
from visgym.kit.graphs.trees import binary, radial, rooted_at, tidy

SEEDS = 25


def graphs(kind: str, size: int, density: float) -> Iterator[Graph]:
    for seed in range(SEEDS):
        rng = Random(seed)
        if kind == "directed":
            graph = connected_directed(size, edge_count(size, density, directed=True), rng)
        elif kind == "tree":
            graph = random_tree(size, rng, hubs=0.2, chains=0.2)
        elif kind == "network":
            graph = layered_network(size, round(density * size), max(size // 2 - 1, 2), rng)
        else:
            graph = connected(size, edge_count(size, density), rng)
        yield graph if kind == "plain" else weighted(graph, 1, 20, rng)


CASES = [
    ("directed", 5, 0.4, spread, (440, 440)),
    ("directed", 6, 0.3, spread, (480, 480)),
    ("directed", 7, 0.35, spread, (520, 520)),
    ("directed", 8, 0.3, spread, (560, 560)),
    ("directed", 9, 0.3, spread, (600, 600)),
    ("directed", 10, 0.3, spread, (640, 640)),
    ("weighted", 6, 0.4, spread, (420, 420)),
    ("weighted", 8, 0.4, shuffled_circle, (460, 460)),
    ("weighted", 9, 0.45, spread, (500, 500)),
    ("weighted", 12, 0.3, spread, (540, 540)),
    ("plain", 6, 0.5, spread, (400, 400)),
    ("plain", 13, 0.4, spread, (540, 540)),
    ("plain", 14, 0.45, circle, (600, 600)),
    ("tree", 7, 0, tidy, (480, 420)),
    ("tree", 16, 0, tidy, (640, 480)),
    ("network", 5, 1.4, layered, (480, 360)),
    ("network", 7, 1.6, layered, (600, 408)),
    ("network", 10, 1.8, layered, (720, 480)),
]


@pytest.mark.parametrize(("kind", "size", "density", "layout", "shape"), CASES)
def test_every_edge_and_every_label_can_be_told_apart(
    kind: str, size: int, density: float, layout: Layout, shape: tuple[int, int]
) -> None:
    for graph in graphs(kind, size, density):
        sketch = arranged(graph, (0, 0, *shape), layout)
        labels = _plates(graph, sketch)
        _hold(graph, sketch, labels, shape)
        for edge, label in enumerate(labels):
            others = [each for each, other in enumerate(sketch.owners) if other != edge]
            assert not any(label.intersects(_line(sketch, piece)) for piece in others)


@pytest.mark.parametrize(("size", "shape"), [(6, (480, 400)), (10, (560, 440)), (16, (720, 520))])
def test_badges_stand_beside_their_vertex_and_on_nothing_else(
    size: int, shape: tuple[int, int]
) -> None:
    for seed in range(SEEDS):
        rng = Random(seed)
        tree = random_tree(size, rng, hubs=0.2)
        badges = tuple(str(rng.randint(1, 20)) for _ in range(size))
        sketch = arranged(tree, (0, 0, *shape), tidy, badges)
        labels = [_label(place, badge) for place, badge in zip(sketch.badges, badges, strict=True)]
        _hold(tree, sketch, labels, shape, own_disc=True)
        lines = [_line(sketch, piece) for piece in range(len(sketch.pieces))]
        assert not any(label.intersects(line) for label in labels for line in lines)


def _hold(
    graph: Graph,
    sketch: Sketch,
    labels: list[Polygon],
    shape: tuple[int, int],
    own_disc: bool = False,
) -> None:
    """Hold a sketch to the laws that all of them share."""
    assert sketch.faults == 0
    paper = box(0, 0, *shape)
    discs = [Point(place).buffer(RADIUS + 1) for place in sketch.places]
    assert all(paper.contains(each) for each in (*discs, *labels))
    assert not any(a.intersects(b) for a, b in combinations(discs, 2))
    assert not any(a.intersects(b) for a, b in combinations(labels, 2))
    for number, label in enumerate(labels):
        others = [disc for v, disc in enumerate(discs) if not (own_disc and v == number)]
        assert not any(label.intersects(disc) for disc in others)
    for piece, owner in enumerate(sketch.owners):
        line = _line(sketch, piece)
        assert paper.contains(line)
        foreign = set(range(graph.size)) - set(graph.edges[owner])
        assert all(line.distance(Point(sketch.places[v])) > RADIUS + 5 for v in foreign)
    for x, y, *_ in sketch.heads:
        tip = min(Point(x, y).distance(Point(place)) for place in sketch.places)
        assert tip == pytest.approx(RADIUS, abs=0.5)
    assert len(sketch.heads) == (len(graph.edges) if graph.directed else 0)


def _line(sketch: Sketch, piece: int) -> LineString:
    ax, ay, bx, by = sketch.pieces[piece]
    return LineString([(ax, ay), (bx, by)])


def _plates(graph: Graph, sketch: Sketch) -> list[Polygon]:
    named = zip(sketch.plates, map(str, graph.weights), strict=True)
    return [_label(place, text) for place, text in named]


def _label(place: tuple[float, float], text: str) -> Polygon:
    (x, y), wide = place, plate_width(text) / 2
    return box(x - wide, y - PLATE / 2, x + wide, y + PLATE / 2)


def test_opposite_arrows_are_bent_apart() -> None:
    there_and_back = Graph(2, ((0, 1), (1, 0)), (3, 4), directed=True)
    sketch = arranged(there_and_back, (0, 0, 300, 300), circle)
    (ax, _), (bx, _) = sketch.plates
    assert abs(ax - bx) >= 20  # the vertices lie one above the other


def test_the_graph_alone_decides_its_picture() -> None:
    graph = weighted(connected_directed(8, 17, Random(3)), 1, 9, Random(3))
    again = Graph(graph.size, tuple(graph.edges), tuple(graph.weights), directed=True)
    draw = picture.__wrapped__  # type: ignore[attr-defined]
    assert np.array_equal(draw(graph, 560, 560), draw(again, 560, 560))
    other = weighted(graph, 1, 9, Random(4))
    assert not np.array_equal(draw(graph, 560, 560), draw(other, 560, 560))


def test_edges_are_drawn_where_the_sketch_says() -> None:
    graph = Graph(2, ((0, 1),))
    frame = picture(graph, 200, 200, circle)
    column = frame[60:140, 100].astype(int).sum(axis=1)
    assert (column < 500).all()  # a dark line from 0 at the top to 1 at the bottom
    assert (frame[60:140, :90] == frame[0, 0]).all()


def test_children_slant_to_their_side_and_nothing_overlaps_in_binary_trees() -> None:
    for seed in range(100):
        children = binary_tree(13, Random(seed), chains=0.3)
        places = binary(children, (0, 0, 640, 640))
        assert len(set(places)) == 13
        for parent, (left, right) in enumerate(children):
            x, y = places[parent]
            assert left is None or (places[left][0] < x - 10 and places[left][1] > y)
            assert right is None or (places[right][0] > x + 10 and places[right][1] > y)
        for a, b in combinations(places, 2):
            assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 > (2 * RADIUS) ** 2


def test_trees_hang_from_their_root_and_spread_from_their_middle() -> None:
    for seed in range(SEEDS):
        tree = random_tree(12, Random(seed), hubs=0.2)
        places = rooted_at(5)(tree, (0, 0, 600, 500), Random(0))
        assert places[5][1] == min(y for _, y in places)
        _hold(tree, arranged(tree, (0, 0, 600, 600), radial), [], (600, 600))


def test_two_rows_hold_the_two_sides() -> None:
    graph = Graph(5, ((0, 3), (1, 3), (1, 4), (2, 4)))
    places = two_rows(graph, (0, 0, 400, 300), Random(0))
    assert {places[v][0] for v in (0, 1, 2)} == {26}
    assert {places[v][0] for v in (3, 4)} == {374}


@pytest.mark.parametrize("size", [4, 7, 11])
def test_generated_graphs_are_what_they_are_called(size: int) -> None:
    for seed in range(SEEDS):
        rng = Random(seed)
        edges = min(2 * size, size * (size - 1) // 2)
        graph = connected(size, edges, rng)
        assert is_connected(graph)
        assert len(set(graph.edges)) == edges
        tree = networkx.Graph(random_tree(size, rng, 0.3, 0.3).edges)
        assert networkx.is_tree(tree)
        assert len(tree) == size
        rooted = networkx.DiGraph(connected_directed(size, size + 2, rng, root=1).edges)
        assert len(networkx.descendants(rooted, 1)) == size - 1
        flow = networkx.DiGraph(layered_network(size, 2 * size, 2, rng).edges)
        assert networkx.is_directed_acyclic_graph(flow)
        assert networkx.descendants(flow, 0) == set(range(1, size))
        assert networkx.ancestors(flow, size - 1) == set(range(size - 1))
