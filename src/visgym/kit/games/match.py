"""A game as a task: the agent's move, and the answers of whoever plays against it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

from visgym.core.calls import Call, Illegal
from visgym.core.task import Task, policy, solver
from visgym.kit.chance import Dice
from visgym.kit.games.opponents import OUTSIDE, player, strength
from visgym.kit.games.rules import Choose, GameRules
from visgym.kit.rejection_sampling import redrawn

Position = TypeVar("Position")
Move = TypeVar("Move")

REHEARSALS = 4  # plays of the reference player before a lost game is taken for lost


@dataclass(frozen=True, slots=True)
class Match(Generic[Position]):
    """A position, who looks at it, and what came last."""

    position: Position
    side: int
    """The side of the agent; in the eyes of a player, the side of that player."""
    dice: Dice
    """What the opponent will do by chance."""
    answers: tuple[str, ...] = ()
    """What the opponent did since the agent moved, in words."""
    marks: tuple[int, ...] = ()
    """The places that the last move touched."""


@dataclass(frozen=True, kw_only=True)
class GameTask(Task[Any], Generic[Position, Move]):
    """A game for two, against an opponent or, with `opponent="outside"`, between two agents.

    An author writes the rules as `game`, one or more actions that end in `self.moved`, and what
    a move is called; `reference` names the player that proves games can be won.
    """

    opponent: str = "random"
    """Who plays against the agent; `outside` leaves both sides to agents."""
    side: Literal["first", "second", "either"] = "either"
    """Whether the agent moves first; either as the seed will have it."""
    opening: int = 0
    """Plies before the agent's first move, or one more."""
    favoured: bool = False
    """Whether the agent's side is played well in the opening, so that it begins ahead."""

    adversarial: ClassVar[bool] = True
    can_stop: ClassVar[bool] = False
    shared_pictures: ClassVar[str] = "positions near the opening"
    reference: ClassVar[str] = "mcts:400"
    opened_by: ClassVar[str] = "random"
    """Who plays the opening, but for a side that is favoured."""
    sides: ClassVar[tuple[str, str]] = ("White", "Black")
    """What the sides are called, the one that begins first."""
    picture_clicks: ClassVar[int] = 1
    """Clicks on `picture_places` that make a call; after 0 it is for the player to send it."""

    # Every game writes these, beside rules, legend, draw and its actions

    @property
    @abstractmethod
    def game(self) -> GameRules[Position, Move]:
        """The rules."""

    @abstractmethod
    def call(self, position: Position, move: Move) -> Call:
        """The call that makes a move."""

    @abstractmethod
    def tell(self, position: Position, move: Move) -> str:
        """A move in a sentence, by the name of the side that makes it."""

    # Few games write these

    def touched(self, position: Position, move: Move) -> tuple[int, ...]:
        """The places that are marked after a move."""
        return ()

    def fits(self, position: Position, side: int) -> bool:
        """Whether the agent may begin here, as a side; a game that is over is never asked."""
        return True

    # What the base gives

    def validate(self) -> None:
        if self.opponent != OUTSIDE:
            player(self.game, self.opponent)
        if not 0 <= self.opening <= 60:
            raise ValueError("opening must be from 0 to 60.")

    def generate(self, rng: Random) -> Match[Position]:
        return redrawn(self._opened, rng)

    def moved(self, state: Match[Position], move: Move, refusal: str) -> Match[Position]:
        """The state after a move and what is answered to it; `Illegal` if it is not allowed."""
        if self.is_over(state):
            raise Illegal("The game is over.")
        if move not in self.game.legal(state.position):
            raise Illegal(refusal)
        return self._answered(self._after(replace(state, answers=()), move))

    def question(self, state: Match[Position]) -> str:
        told = f"You play {self.sides[state.side]}."
        return " ".join([told, *state.answers])

    def told(self, before: Match[Position], call: Call, after: Match[Position]) -> str:
        return " ".join(after.answers)

    def is_over(self, state: Match[Position]) -> bool:
        return self.game.result(state.position) is not None

    def hopeless(self, state: Match[Position]) -> bool:
        return self.is_over(state) and max(self.payoffs(state)) < 1

    def score(self, state: Match[Position]) -> float:
        result = self.game.result(state.position)
        return 0.0 if result is None else result[self._own_side(state)]

    def payoffs(self, state: Match[Position]) -> tuple[float, ...]:
        if self.players == 1:
            return (self.score(state),)
        return self.game.result(state.position) or (0.0, 0.0)

    @property
    def players(self) -> int:
        return 2 if self.opponent == OUTSIDE else 1

    @property
    def seat(self) -> int:
        return int(self.players == 2 and self.side == "second")

    def to_move(self, state: Match[Position]) -> int:
        return self.game.mover(state.position) if self.players == 2 else 0

    def visible(self, state: Match[Position], player: int) -> Match[Position]:
        side = player if self.players == 2 else state.side
        return replace(
            state, position=self.game.seen(state.position, side), side=side, dice=Dice(0)
        )

    def heard(self, call: Call, player: int, viewer: int) -> str:
        return f"{self.sides[player]} played {self.phrase(call)}."

    def effort(self, state: Match[Position]) -> float:
        """The strength of the opponent, then the moves to choose from."""
        return 1000 * strength(self.opponent) + len(self.game.legal(state.position))

    @classmethod
    def state_type(cls) -> Any:
        return Match[super().state_type()]  # type: ignore[misc]

    # Players

    @policy
    def strong(self, seen: Match[Position], rng: Random) -> Call:
        """The move of the reference player, who sees what its side sees."""
        choose = _player(self.game, self.reference)
        return self.call(seen.position, choose(seen.position, rng))

    @solver
    def rehearsed(self, state: Match[Position], rng: Random) -> Iterator[Call]:
        """A game of the reference player, played otherwise where that does not win it."""
        best = self._rehearsal(state, rng)
        for _ in range(REHEARSALS):
            if best[0] == 1:
                break
            best = max(best, self._rehearsal(state, rng), key=lambda each: each[0])
        yield from best[1]

    def _rehearsal(self, state: Match[Position], rng: Random) -> tuple[float, list[Call]]:
        calls = list[Call]()
        while not self.is_over(state) and len(calls) < self.players * self.step_limit:
            calls.append(self.strong(self.visible(state, self.to_move(state)), rng))
            state = self.apply(state, calls[-1])
        return self.score(state), calls

    # Parts

    def _opened(self, rng: Random) -> Match[Position] | None:
        """A game after its opening, when the agent is to move; None if it may not begin there."""
        game, position = self.game, self.game.start(rng)
        is_open = self.side == "either" or self.players == 2  # both seats begin from one position
        side = rng.randrange(2) if is_open else int(self.side == "second")
        plies = self.opening + (self.opening + side) % 2 if self.opening else 0
        for _ in range(plies):  # as many as it takes, so that the agent is to move next
            if game.result(position) is None:
                ahead = self.favoured and game.mover(position) == side
                choose = _player(game, "greedy" if ahead else self.opened_by)
                position = game.play(position, choose(position, rng))
        state = self._answered(Match(position, side, Dice.new(rng)))
        fits = not self.is_over(state) and self.fits(state.position, self._own_side(state))
        return state if fits else None

    def _own_side(self, state: Match[Position]) -> int:
        """The side of whoever is evaluated."""
        return self.seat if self.players == 2 else state.side

    def _after(self, state: Match[Position], move: Move) -> Match[Position]:
        position = self.game.play(state.position, move)
        return replace(state, position=position, marks=self.touched(state.position, move))

    def _answered(self, state: Match[Position]) -> Match[Position]:
        """The state when it is the agent's turn again."""
        game = self.game
        while self.players == 1 and not self.is_over(state):
            position, side = state.position, game.mover(state.position)
            if side == state.side:
                break
            rng, dice = state.dice.roll()
            move = _player(game, self.opponent)(game.seen(position, side), rng)
            told = (*state.answers, self.tell(position, move))
            state = self._after(replace(state, dice=dice, answers=told), move)
        return state


@lru_cache(maxsize=256)
def _player(game: GameRules[Any, Any], spec: str) -> Choose[Any, Any]:
    return player(game, spec)
