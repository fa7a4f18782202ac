"""Chromatic Number: colour a graph with as few colours as possible."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Below, action, levels
from visgym.kit.graphs.colours import coloured, fewest_colours, first_fit
from visgym.kit.graphs.generators import connected, edge_count
from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.optimum import GraphOptimum


@dataclass(frozen=True, kw_only=True)
class ChromaticNumber(GraphOptimum):
    density: float = 0.5
    """Edges, as a part of all that there could be."""
    fewest_colours: int = 3
    """Colours, at least, that are needed."""
    most_colours: int = 3
    """Colours, at most, that are needed."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "logic", "search"})
    sizes = (5, 13)
    densities = (0.3, 0.6)
    fewest = True

    def validate(self) -> None:
        super().validate()
        if not 3 <= self.fewest_colours <= self.most_colours <= 5:
            raise ValueError("fewest_colours and most_colours must rise from 3 to 5.")

    def attempt(self, rng: Random) -> Graph | None:
        """A graph where it does not do to give each vertex in turn the first colour that fits."""
        graph = connected(self.vertices, edge_count(self.vertices, self.density), rng)
        neighbours = graph.neighbours
        greedy = first_fit(neighbours)
        for count in range(self.fewest_colours, self.most_colours + 1):
            if count < greedy and coloured(neighbours, count) is not None:
                fewer = coloured(neighbours, self.fewest_colours - 1)
                return graph if count > self.fewest_colours or fewer is None else None
        return None

    def rules(self) -> str:
        return (
            "Give every vertex of a graph a colour, so that the two ends of an edge always have "
            "different colours. Use as few colours as possible. Colours are numbers; which ones "
            "does not matter."
        )

    @action
    def answer(self, graph: Graph, colours: tuple[Annotated[int, Below("vertices")], ...]) -> None:
        """Give the colours of vertices 0, 1, 2, ... in this order."""

    def worth(self, graph: Graph, colours: tuple[int, ...]) -> int | None:
        if len(colours) != graph.size or any(colours[a] == colours[b] for a, b in graph.edges):
            return None
        return len(set(colours))

    def best(self, graph: Graph) -> int:
        return fewest_colours(graph.neighbours)

    def solution(self, graph: Graph) -> tuple[int, ...]:
        counts = range(1, graph.size + 1)
        found = (coloured(graph.neighbours, count) for count in counts)
        return next(colours for colours in found if colours is not None)


PRESETS = levels(
    ChromaticNumber,
    vertices=(6, 9, 13),
    density=(0.5, 0.45, 0.4),
    fewest_colours=(3, 3, 4),
    most_colours=(3, 4, 4),
)
