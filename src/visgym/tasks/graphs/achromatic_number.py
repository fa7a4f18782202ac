"""Achromatic Number: colour a graph with many colours, so that any two of them meet.

The first level has six vertices, since there are too few graphs with five and so few edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Below, action, levels
from visgym.kit.graphs.colours import complete_colouring, most_colours
from visgym.kit.graphs.generators import connected, edge_count
from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.optimum import GraphOptimum


@dataclass(frozen=True, kw_only=True)
class AchromaticNumber(GraphOptimum):
    least: int = 3
    """Colours, at least, that the best colouring has."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "logic", "search"})
    densities = (0.3, 0.6)

    def validate(self) -> None:
        super().validate()
        if not 2 <= self.least <= self.vertices // 2 + 1:
            raise ValueError("least must be from 2 to half of vertices and one.")

    def attempt(self, rng: Random) -> Graph | None:
        graph = connected(self.vertices, edge_count(self.vertices, self.density), rng)
        found = complete_colouring(graph.neighbours, self.least)
        return None if found is None else graph

    def rules(self) -> str:
        return (
            "Give every vertex of a graph a colour, so that the two ends of an edge always have "
            "different colours, and any two colours that you use meet: some edge has the one at "
            "one end and the other at the other. Use as many colours as possible. Colours are "
            "numbers; which ones does not matter."
        )

    @action
    def answer(self, graph: Graph, colours: tuple[Annotated[int, Below("vertices")], ...]) -> None:
        """Give the colours of vertices 0, 1, 2, ... in this order."""

    def worth(self, graph: Graph, colours: tuple[int, ...]) -> int | None:
        if len(colours) != graph.size:
            return None
        met = {frozenset((colours[a], colours[b])) for a, b in graph.edges}
        used = len(set(colours))
        fits = all(len(pair) == 2 for pair in met) and len(met) == used * (used - 1) // 2
        return used if fits else None

    def best(self, graph: Graph) -> int:
        return most_colours(graph.neighbours)

    def solution(self, graph: Graph) -> tuple[int, ...]:
        counts = range(graph.size, 0, -1)
        found = (complete_colouring(graph.neighbours, count) for count in counts)
        return next(colours for colours in found if colours is not None)


PRESETS = levels(AchromaticNumber, vertices=(6, 7, 9), density=(0.4, 0.45, 0.4), least=(3, 3, 4))
