"""Random graphs and trees, from a generator of random numbers and nothing else."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

from visgym.kit.graphs.graph import Edge, Graph, bits


def edge_count(size: int, density: float, directed: bool = False) -> int:
    """How many edges make a density, and at least as many as hold all vertices together.

    >>> edge_count(6, 0.4), edge_count(6, 0.3, directed=True)
    (6, 9)
    """
    pairs = size * (size - 1) // (1 if directed else 2)
    return min(max(int(density * pairs + 0.5), size - 1), pairs)


def connected(size: int, edges: int, rng: Random) -> Graph:
    """A connected graph without direction; edges are sorted.

    >>> found = connected(6, 8, Random(1))
    >>> len(found.edges), found.edges == tuple(sorted(found.edges))
    (8, True)
    """
    chosen = {_upward(pair) for pair in random_tree(size, rng).edges}
    others = [pair for pair in combinations(range(size), 2) if pair not in chosen]
    return Graph(size, tuple(sorted([*chosen, *rng.sample(others, edges - len(chosen))])))


def connected_directed(size: int, edges: int, rng: Random, root: int | None = None) -> Graph:
    """A directed graph that hangs together; from the root, if there is one, all can be reached.

    >>> found = connected_directed(6, 9, Random(1), root=0)
    >>> len(found.edges), found.directed
    (9, True)
    """
    tree = random_tree(size, rng).edges
    if root is None:
        chosen = {rng.choice((edge, edge[::-1])) for edge in tree}
    else:
        chosen = set(downward(Graph(size, tree), root))
    others = [pair for pair in permutations(range(size), 2) if pair not in chosen]
    rng.shuffle(others)
    return Graph(size, tuple(sorted([*chosen, *others[: edges - len(chosen)]])), directed=True)


def weighted(graph: Graph, low: int, high: int, rng: Random) -> Graph:
    """The same graph with a random weight on each edge."""
    weights = tuple(rng.randint(low, high) for _ in graph.edges)
    return Graph(graph.size, graph.edges, weights, graph.directed)


def random_tree(size: int, rng: Random, hubs: float = 0.0, chains: float = 0.0) -> Graph:
    """A tree whose vertices are numbered at random.

    Each vertex hangs from an earlier one: with the chance `chains` from the one before it, with
    the chance `hubs` from the busiest one, and else from any.

    >>> tree = random_tree(7, Random(2))
    >>> tree.size, len(tree.edges)
    (7, 6)
    """
    names = list(range(size))
    rng.shuffle(names)
    degrees = [0] * size
    edges = []
    for child in range(1, size):
        kind = rng.random()
        if kind < chains:
            parent = child - 1
        elif kind < chains + hubs:
            parent = max(range(child), key=degrees.__getitem__)
        else:
            parent = rng.randrange(child)
        degrees[child] += 1
        degrees[parent] += 1
        edges.append(_upward((names[parent], names[child])))
    return Graph(size, tuple(sorted(edges)))


def downward(tree: Graph, root: int) -> list[Edge]:
    """The edges of a tree as pairs of parent and child, parents first.

    >>> downward(Graph(4, ((0, 1), (1, 2), (2, 3))), 2)
    [(2, 1), (2, 3), (1, 0)]
    """
    neighbours, seen, found = tree.touching, 1 << root, [(root, root)]
    for _, vertex in found:
        found += [(vertex, child) for child in bits(neighbours[vertex] & ~seen)]
        seen |= neighbours[vertex]
    return found[1:]


def layered_network(size: int, edges: int, layers: int, rng: Random) -> Graph:
    """A directed graph from 0 to size - 1 in layers; every vertex lies on a way between the two.

    Edges lead from a layer to a later one, at most two further on.
    """
    inner = list(range(1, size - 1))
    marks = sorted(rng.sample(range(1, len(inner)), layers - 1)) if layers > 1 else []
    groups = [[0], *(inner[a:b] for a, b in zip([0, *marks], [*marks, None], strict=True))]
    groups.append([size - 1])
    depth = {vertex: number for number, group in enumerate(groups) for vertex in group}
    chosen: set[Edge] = set()
    for number in range(1, len(groups)):
        chosen |= {(rng.choice(groups[number - 1]), vertex) for vertex in groups[number]}
    for number in range(len(groups) - 1):
        idle = set(groups[number]) - {start for start, _ in chosen}
        chosen |= {(vertex, rng.choice(groups[number + 1])) for vertex in sorted(idle)}
    others = [
        (a, b)
        for a, b in permutations(range(size), 2)
        if 1 <= depth[b] - depth[a] <= 2 and (a, b) not in chosen and (a, b) != (0, size - 1)
    ]
    extra = rng.sample(others, max(min(edges - len(chosen), len(others)), 0))
    return Graph(size, tuple(sorted([*chosen, *extra])), directed=True)


def closed_trail(size: int, edges: int, rng: Random) -> list[int] | None:
    """A closed walk that uses no edge twice and visits every vertex, if chance finds one.

    >>> closed_trail(3, 3, Random(1))
    [0, 1, 2, 0]
    """
    free = [(1 << size) - 1 & ~(1 << vertex) for vertex in range(size)]
    walk = [rng.randrange(size)]
    for _ in range(edges):
        here = walk[-1]
        if not free[here]:
            return None
        there = rng.choice(list(bits(free[here])))
        free[here] ^= 1 << there
        free[there] ^= 1 << here
        walk.append(there)
    return walk if walk[0] == walk[-1] and len(set(walk)) == size else None


Children = tuple[tuple[int | None, int | None], ...]
"""The left and the right child of each vertex of a binary tree."""


def binary_tree(size: int, rng: Random, chains: float = 0.0) -> Children:
    """The children of a binary tree whose root is 0, numbered from the top at random.

    With the chance `chains` a vertex hangs from the one before it, and else from any free place.

    >>> binary_tree(3, Random(1))
    ((1, None), (2, None), (None, None))
    """
    found: list[list[int | None]] = [[None, None]]
    free = [(0, 0), (0, 1)]
    for child in range(1, size):
        last = [place for place in free if place[0] == child - 1]
        place = rng.choice(last if rng.random() < chains else free)
        free.remove(place)
        found[place[0]][place[1]] = child
        found.append([None, None])
        free += [(child, 0), (child, 1)]
    return tuple((left, right) for left, right in found)


def _upward(edge: Edge) -> Edge:
    return edge if edge[0] < edge[1] else (edge[1], edge[0])
