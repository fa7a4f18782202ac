"""Monte-Carlo tree search: games by chance, more of them where they went well."""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Generic, TypeVar

from visgym.kit.games.rules import GameRules, Result

Position = TypeVar("Position")
Move = TypeVar("Move")

CURIOSITY = 1.2  # how much rarely tried moves are preferred


class _Node(Generic[Position, Move]):
    """A position in the tree, and how games through it ended for the side that moved into it."""

    __slots__ = ("children", "move", "mover", "points", "position", "result", "untried", "visits")

    def __init__(
        self, rules: GameRules[Position, Move], position: Position, move: Move | None, rng: Random
    ) -> None:
        self.position, self.move = position, move
        self.result = rules.result(position)
        self.mover = rules.mover(position)
        self.untried = [] if self.result is not None else list(rules.legal(position))
        rng.shuffle(self.untried)
        self.children: list[_Node[Position, Move]] = []
        self.visits, self.points = 0, 0.0

    def likeliest(self) -> _Node[Position, Move]:
        """The child that promises most, or was tried too rarely."""
        known = CURIOSITY * sqrt(log(self.visits))
        return max(self.children, key=lambda c: c.points / c.visits + known / sqrt(c.visits))


def most_visited(
    rules: GameRules[Position, Move], position: Position, simulations: int, rng: Random
) -> Move:
    """The move that most of so many simulated games went through."""
    root = _Node[Position, Move](rules, position, None, rng)
    for _ in range(simulations):
        _simulate(rules, root, rng)
    best = max(root.children, key=lambda child: child.visits)
    assert best.move is not None
    return best.move


def _simulate(rules: GameRules[Position, Move], root: _Node[Position, Move], rng: Random) -> None:
    """One game: down the tree, one move further, and by chance to the end."""
    path, node = [root], root
    while not node.untried and node.children:
        node = node.likeliest()
        path.append(node)
    if node.untried:
        move = node.untried.pop()
        child = _Node[Position, Move](rules, rules.play(node.position, move), move, rng)
        node.children.append(child)
        path.append(child)
        node = child
    result: Result = node.result or rules.rollout(node.position, rng)
    above = None
    for each in path:
        each.visits += 1
        if above is not None:
            each.points += result[above.mover]
        above = each
