"""Mixed Euler Circuit: walk every edge once and come back, some of them one way only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Question, action, levels, redrawn
from visgym.kit.graphs.circuits import balanced, circuit
from visgym.kit.graphs.drawing import picture
from visgym.kit.graphs.generators import closed_trail
from visgym.kit.graphs.graph import Edge, Graph


@dataclass(frozen=True, slots=True)
class Streets:
    size: int
    edges: tuple[Edge, ...]
    one_way: tuple[bool, ...]


@dataclass(frozen=True, kw_only=True)
class MixedEulerCircuit(Question[Streets]):
    vertices: int = 5
    """Vertices of the graph."""
    edges: int = 7
    """Edges of the graph."""
    one_way: int = 2
    """Edges with a direction."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "planning"})
    pictured = "An edge with an arrow head may be walked in its direction only."
    written = "0-1 is an edge for both directions, 0->1 one from 0 to 1 only."

    def validate(self) -> None:
        if not 5 <= self.vertices <= 10 or not self.vertices + 2 <= self.edges <= 24:
            raise ValueError("vertices must be from 5 to 10, edges from two more to 24.")
        if self.edges > self.vertices * (self.vertices - 2) // 2:
            raise ValueError("There cannot be so many edges between so few vertices.")
        if not 0 <= self.one_way <= self.edges:
            raise ValueError("one_way must be from 0 to edges.")

    def generate(self, rng: Random) -> Streets:
        walk = redrawn(lambda rng: closed_trail(self.vertices, self.edges, rng), rng)
        directed = set(rng.sample(list(pairwise(walk)), self.one_way))
        steps = [step if step in directed else (min(step), max(step)) for step in pairwise(walk)]
        edges = sorted(steps)
        return Streets(self.vertices, tuple(edges), tuple(edge in directed for edge in edges))

    def rules(self) -> str:
        return (
            "A graph has edges that may be walked in both directions and edges for one direction "
            "only. Find a walk along edges that uses every edge exactly once, one-way edges in "
            "their direction, and ends where it began."
        )

    @action
    def answer(self, streets: Streets, walk: tuple[Annotated[int, Below("vertices")], ...]) -> None:
        """Give the vertices of the walk in their order; the last is the first again."""

    def grade(self, streets: Streets, walk: tuple[int, ...]) -> float:
        closed = len(walk) == len(streets.edges) + 1 and walk[0] == walk[-1]
        return float(closed and _used_once(streets, walk) == len(streets.edges))

    def metrics(self, streets: Streets, walk: tuple[int, ...] = ()) -> dict[str, float]:
        share = _used_once(streets, walk) / len(streets.edges)
        return {"edges": share, "published_reward": share**10}

    def solution(self, streets: Streets) -> tuple[int, ...]:
        pairs = list(zip(streets.edges, streets.one_way, strict=True))
        fixed = [edge for edge, one_way in pairs if one_way]
        return circuit(balanced(fixed, [edge for edge, one_way in pairs if not one_way]))

    def effort(self, state: Asked[Streets]) -> float:
        return float(self.edges + self.one_way)

    def draw(self, streets: Streets) -> Frame:
        graph = Graph(streets.size, streets.edges)
        side = 300 + 20 * self.vertices
        return picture(graph, side, side, arrows=streets.one_way)

    def describe(self, streets: Streets) -> str:
        pairs = zip(streets.edges, streets.one_way, strict=True)
        lines = [f"{a}->{b}" if one_way else f"{a}-{b}" for (a, b), one_way in pairs]
        return f"Vertices: 0 to {streets.size - 1}\nEdges: {', '.join(lines)}"


def _used_once(streets: Streets, walk: tuple[int, ...]) -> int:
    """How many edges a walk uses exactly once, and never against their direction."""
    steps = Counter(pairwise(walk))
    pairs = zip(streets.edges, streets.one_way, strict=True)
    return sum(
        steps[edge] + steps[edge[::-1]] == 1 and not (one_way and steps[edge[::-1]])
        for edge, one_way in pairs
    )


PRESETS = levels(MixedEulerCircuit, vertices=(5, 7, 9), edges=(7, 13, 20), one_way=(2, 5, 9))
