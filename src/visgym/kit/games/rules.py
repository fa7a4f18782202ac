"""What a game for two is: rules as pure functions of a position, and what players may ask them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Generic, TypeVar

Position = TypeVar("Position")
Move = TypeVar("Move")

Result = tuple[float, float]
"""What each side gets: 1 for a win, 0.5 for a draw, 0 for a loss."""
Choose = Callable[[Position, Random], Move]
"""A player: the move in a position as its side sees it."""

FIRST_WINS: Result = (1.0, 0.0)
SECOND_WINS: Result = (0.0, 1.0)
DRAW: Result = (0.5, 0.5)
WINS = (FIRST_WINS, SECOND_WINS)


class GameRules(ABC, Generic[Position, Move]):
    """The rules of a game; positions and moves are values, sides are 0 and 1."""

    @abstractmethod
    def start(self, rng: Random) -> Position:
        """Where a game begins; decks are shuffled here."""

    @abstractmethod
    def mover(self, position: Position) -> int:
        """The side to move; one that has no move is passed over."""

    @abstractmethod
    def legal(self, position: Position) -> Sequence[Move]:
        """The moves of the side to move: at least one, unless the game is over."""

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""

    @abstractmethod
    def result(self, position: Position) -> Result | None:
        """What each side gets, once the game is over."""

    # Few games write these

    def seen(self, position: Position, side: int) -> Position:
        """What a side may know of a position, as a position."""
        return position

    def worth(self, position: Position, side: int) -> float:
        """How good an unfinished position is for a side, above -1 and below 1."""
        return 0.0

    def ordered(self, position: Position, moves: Sequence[Move]) -> Sequence[Move]:
        """Moves with the promising ones first, which makes a search short."""
        return moves

    def rollout(self, position: Position, rng: Random) -> Result:
        """How a game ends in which both sides move by chance."""
        result = self.result(position)
        while result is None:
            position = self.play(position, rng.choice(self.legal(position)))
            result = self.result(position)
        return result

    def experts(self) -> Mapping[str, Callable[[str], Choose[Position, Move]]]:
        """Players that only this game has, by name; each is made from what follows a colon."""
        return {}
