"""Trees of which one edge is moved, so that the longest way becomes shorter or longer."""

from __future__ import annotations

from visgym.kit.graphs.graph import Edge, Graph, bits, reached
from visgym.kit.graphs.tree_ways import distances


def diameter(tree: Graph) -> int:
    """The edges of the longest way.

    >>> diameter(Graph(4, ((0, 1), (1, 2), (1, 3))))
    2
    """
    return max(map(max, distances(tree)))


def rewired(tree: Graph, removed: Edge, added: Edge) -> Graph | None:
    """The tree after one edge was moved; None if there was no such edge or no tree is left."""
    kept = tuple(edge for edge in tree.edges if set(edge) != set(removed))
    if len(kept) == len(tree.edges) or added[0] == added[1]:
        return None
    found = Graph(tree.size, (*kept, added))
    whole = reached(found.neighbours, 0) == (1 << tree.size) - 1
    return found if whole else None


def best_diameter(tree: Graph, shortest: bool) -> int:
    """The diameter that the best move of an edge leaves; all moves are tried.

    >>> best_diameter(Graph(4, ((0, 1), (1, 2), (2, 3))), True)
    2
    """
    far, found = distances(tree), list[int]()
    for edge in tree.edges:
        halves = _halves(tree, edge)
        reach = [[max(far[v][w] for w in half) for v in half] for half in halves]
        widest = max(map(max, reach))
        found += [max(widest, one + 1 + other) for one in reach[0] for other in reach[1]]
    return min(found) if shortest else max(found)


def best_move(tree: Graph, shortest: bool) -> tuple[Edge, Edge]:
    """The edge to be removed and the one to be added: the middles or the ends of halves are joined.

    >>> best_move(Graph(4, ((0, 1), (1, 2), (2, 3))), True)
    ((0, 1), (0, 2))
    """
    neighbours, found = tree.neighbours, list[tuple[int, tuple[Edge, Edge]]]()
    for edge in tree.edges:
        lines = [_longest_line(neighbours, half, edge) for half in _halves(tree, edge)]
        long = [len(line) - 1 for line in lines]
        if shortest:
            joined, ends = sum(-(-each // 2) for each in long) + 1, [len(x) // 2 for x in lines]
        else:
            joined, ends = sum(long) + 1, [0, 0]
        added = (lines[0][ends[0]], lines[1][ends[1]])
        found.append((max(*long, joined), (edge, added)))
    return (min(found) if shortest else max(found))[1]


def _halves(tree: Graph, edge: Edge) -> tuple[list[int], list[int]]:
    """The vertices on the two sides of an edge."""
    neighbours = tree.neighbours
    neighbours[edge[0]] ^= 1 << edge[1]
    side = reached(neighbours, edge[0])
    return list(bits(side)), list(bits((1 << tree.size) - 1 & ~side))


def _longest_line(neighbours: list[int], half: list[int], cut: Edge) -> list[int]:
    """The vertices of a longest way in a half: from any vertex the farthest, and again from it."""
    inside = sum(1 << vertex for vertex in half)
    line = [half[0]]
    for _ in range(2):
        lines = {line[-1]: [line[-1]]}
        fringe = [line[-1]]
        for vertex in fringe:
            for ahead in bits(neighbours[vertex] & inside):
                if ahead not in lines:
                    lines[ahead] = [*lines[vertex], ahead]
                    fringe.append(ahead)
        line = lines[fringe[-1]]
    return line
