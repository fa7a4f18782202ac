"""What tasks of poker share: moves in words, what is told of a hand that is over, the picture."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

from visgym.core.calls import Call
from visgym.core.signatures import OneOf
from visgym.core.task import Frame, action
from visgym.kit import cards
from visgym.kit.games import poker_pictures
from visgym.kit.games.hands import HIDDEN, CardTable, Hand, HandMatch
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.opponents import OUTSIDE
from visgym.kit.games.poker_pictures import PokerView

FOLD, CALL = 0, 1


@dataclass(frozen=True, kw_only=True)
class PokerTask(GameTask[CardTable, int]):
    """A match of poker for two."""

    hands: int = 5
    """Hands of a match."""

    sides: ClassVar[tuple[str, str]] = ("Blue", "Red")
    most_hands: ClassVar[int] = 40
    words: ClassVar[tuple[str, ...]] = ("fold", "call", "raise")
    """The moves, by the numbers of OpenSpiel."""
    ladder: ClassVar[tuple[str, ...]] = ()
    """Opponents of this game, the weaker ones first."""

    # Every game writes these

    @abstractmethod
    def spread(self, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """The cards of seat 0, of seat 1 and of the board, as numbers of `kit.cards`."""

    @abstractmethod
    def paid(self, position: CardTable) -> tuple[int, int]:
        """Chips of each side in the pot."""

    @abstractmethod
    def refused(self, word: str) -> str:
        """Why a raise is not allowed."""

    @abstractmethod
    def acts_first(self, seat: int) -> bool:
        """Whether a seat has the sign D, which marks who begins."""

    # What the base gives

    def validate(self) -> None:
        if not 1 <= self.hands <= self.most_hands:
            raise ValueError(f"hands must be from 1 to {self.most_hands}.")
        if self.opening:
            raise ValueError("opening must be 0, for a match begins with its first hand.")
        super().validate()

    @property
    def rules_of_hands(self) -> HandMatch:
        """The rules, as those of a match of hands."""
        game: Any = self.game
        assert isinstance(game, HandMatch)
        return game

    @action
    def act(
        self, state: Match[CardTable], move: Annotated[str, OneOf("words")]
    ) -> Match[CardTable]:
        """Fold, pay what is needed to stay in or check, or raise."""
        refusal = self.refused(move)
        if move == self.words[FOLD]:
            refusal = "There is nothing to pay, so call to check."
        return self.moved(state, self.words.index(move), refusal)

    def call(self, position: CardTable, move: int) -> Call:
        return Call("act", (self.words[move],))

    def tell(self, position: CardTable, move: int) -> str:
        name, owed = self.sides[self.game.mover(position)], self._owed(position)
        told = f"{name} {self.verb(position, move, owed)}."
        after = self.game.play(position, move)
        if len(after.past) > len(position.past):
            told += f" {self.ended(after.past, len(position.past))}"
        return told

    def verb(self, position: CardTable, move: int, owed: int) -> str:
        """What somebody did."""
        if move == FOLD:
            return "folded"
        if move == CALL:
            return f"called {owed}" if owed else "checked"
        return "raised" if owed else "bet"

    def _owed(self, position: CardTable) -> int:
        """Chips that the side to move must pay to stay in."""
        paid, side = self.paid(position), self.game.mover(position)
        return paid[1 - side] - paid[side]

    def ended(self, past: tuple[Hand, ...], number: int) -> str:
        """How a hand ended, in words that both sides may hear."""
        hand = past[number]
        *held, board = self.spread(hand.cards)
        shown = ""
        if HIDDEN not in (*held[0], *held[1]):
            of_side = (held[number & 1], held[1 - (number & 1)])
            pairs = zip(self.sides, of_side, strict=True)
            shown = ", ".join(f"{side} showed {_codes(each)}" for side, each in pairs)
            shown = f" {shown}, the board was {_codes(board)};"
        if not hand.gain:
            return f"Hand {number + 1} is over:{shown} the pot was shared."
        winner, chips = self.sides[hand.gain < 0], abs(hand.gain)
        won = "1 chip" if chips == 1 else f"{chips} chips"
        return f"Hand {number + 1} is over:{shown} {winner} won {won}."

    def told(self, before: Match[CardTable], call: Call, after: Match[CardTable]) -> str:
        start, past = len(before.position.past), after.position.past
        told = list(after.answers)
        if len(past) > start and (len(past[start].moves) == len(before.position.moves) + 1):
            told.insert(0, self.ended(past, start))  # by the player's own move
        return " ".join(told)

    def effort(self, state: Match[CardTable]) -> float:
        """Where the opponent stands among those of this game, and how often it plays well."""
        name, _, argument = self.opponent.partition(":")
        rank = self.ladder.index(name) if name in self.ladder else -1
        return 1000.0 * rank + float(argument or 100)

    def metrics(self, state: Match[CardTable]) -> dict[str, float]:
        gain = state.position.gain if self._own_side(state) == 0 else -state.position.gain
        return {"lead": float(gain), "hands": float(len(state.position.past))}

    # Observation

    def draw(self, state: Match[CardTable]) -> Frame:
        return poker_pictures.picture(self.view(state))

    def describe(self, state: Match[CardTable]) -> str:
        return poker_pictures.as_text(self.view(state))

    def view(self, state: Match[CardTable]) -> PokerView:
        """What the player of a visible state sees."""
        table, side = state.position, state.side
        lead = -table.gain if side else table.gain
        last = self.ended(table.past, len(table.past) - 1) if table.past else ""
        names = self.sides[side], self.sides[1 - side]
        view = partial(PokerView, names, side, lead=lead, last=last)
        if not table.deals:
            own, _, board = self.spread((HIDDEN,) * self.rules_of_hands.dealt)
            left = self.left((0, 0))
            return view(own, board, (0, 0), hand="The match is over", first=True, left=left)
        seat, spread = table.seat(side), self.spread(table.deals[0])
        paid = self.paid(table)
        mine = paid[side], paid[1 - side]
        return view(
            spread[seat],
            spread[2],
            mine,
            hand=f"Hand {len(table.past) + 1} of {self.hands}",
            first=self.acts_first(seat),
            left=self.left(mine),
        )

    def left(self, paid: tuple[int, int]) -> tuple[int, int] | None:
        """Chips that are not in the pot, where they are limited."""
        return None

    def is_outside(self) -> bool:
        """Whether both sides are left to agents."""
        return self.opponent == OUTSIDE


def _codes(held: tuple[int, ...]) -> str:
    return " ".join(cards.code(card) for card in held if card != HIDDEN) or "empty"
