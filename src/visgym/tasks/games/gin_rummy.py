"""Gin rummy: collect sets and runs, and knock before the opponent does.

OpenSpiel referees. After a knock both sides lay down by themselves what counts least, and the
other side lays off what fits. A match has several hands and points decide it. The other hand is
never shown in the picture; the feedback tells who won how many points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Annotated, ClassVar, Literal

from visgym.authoring import Budget, Call, Frame, Illegal, Letters, Medium, action
from visgym.kit import cards
from visgym.kit.games import gin_pictures
from visgym.kit.games.gin import DRAW_STOCK, DRAW_UPCARD, HAND, KNOCK, PASS, GinRules
from visgym.kit.games.gin_pictures import GinView
from visgym.kit.games.hands import HIDDEN, CardTable
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Places

SUITS = (3, 0, 1, 2)  # of `kit.cards`, in the order of OpenSpiel
MOST_HANDS = 10


@dataclass(frozen=True, kw_only=True)
class GinRummy(GameTask[CardTable, int]):
    hands: int = 3
    """Hands of a match."""

    step_limit: int = 200

    tags = frozenset({"synthetic", "hidden", "known", "cards", "strategy", "planning"})
    budget = Budget(advance=30.0, solve=5000.0, demonstrations=0.1)
    reference = "simple"
    sides = ("Blue", "Red")
    ladder: ClassVar[tuple[str, ...]] = ("random", "simple")

    def validate(self) -> None:
        if not 1 <= self.hands <= MOST_HANDS:
            raise ValueError(f"hands must be from 1 to {MOST_HANDS}.")
        if self.opening:
            raise ValueError("opening must be 0, for a match begins with its first hand.")
        super().validate()

    @cached_property
    def game(self) -> GinRules:
        return GinRules(self.hands)

    # Rules

    def rules(self) -> str:
        return (
            f"Play {self.hands} hand{'s' if self.hands > 1 else ''} of gin rummy; who has won more "
            "points at the end wins the match. Both get ten cards that only they see, and one card "
            "lies open. In turn each draws the card from the stock or the open card, then discards "
            "one, which is the new open card. The first turn is to take the open card or pass. "
            "Three or four cards of a rank, and three or more of a suit in a row, the ace being "
            "low, are melds; all other cards are deadwood: an ace counts 1, jack, queen and king "
            "10, others their number. Who has at most 10 of deadwood after a discard may knock in "
            "place of it. Both then lay down their melds, and the other player adds deadwood to "
            "the melds of who knocked. Who knocked gets the difference in deadwood, and 25 more "
            "without any of it; if the other player has no more, that one gets the difference "
            "and 25. A hand without a knock until two cards are left in the stock counts nothing."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return f"{cards.SHORT}."
        return (
            "Your cards lie at the bottom; in the middle are the stock with its number of cards, "
            "and the open card."
        )

    @action
    def draw_card(
        self, state: Match[CardTable], pile: Literal["stock", "open"]
    ) -> Match[CardTable]:
        """Draw a card from the stock, or take the open one."""
        move = DRAW_STOCK if pile == "stock" else DRAW_UPCARD
        return self._made(state, move, "You cannot draw that now.")

    @action
    def discard(
        self,
        state: Match[CardTable],
        card: Annotated[str, Letters("A234567890JQK1CDHS", longest=3)],
    ) -> Match[CardTable]:
        """Discard a card, named by its rank and the letter of its suit, as in 10H or QS."""
        number = CODES.get(card)
        if number is None:
            raise Illegal(f"{card or 'That'} is no card.")
        return self._made(state, number, f"You cannot discard {card} now.")

    @action
    def knock(self, state: Match[CardTable]) -> Match[CardTable]:
        """End the hand; melds and the last discard are chosen for you."""
        return self._made(state, KNOCK, "You cannot knock now.")

    @action
    def refuse(self, state: Match[CardTable]) -> Match[CardTable]:
        """Pass, where the open card may be taken or left."""
        return self._made(state, PASS, "You cannot pass now.")

    def _made(self, state: Match[CardTable], move: int, refusal: str) -> Match[CardTable]:
        return self.moved(state, move, f"{refusal} {self._phase(state.position)}".strip())

    def call(self, position: CardTable, move: int) -> Call:
        if move < DRAW_UPCARD:
            return Call("discard", (cards.code(_card(move)),))
        if move in (KNOCK, PASS):
            return Call("knock" if move == KNOCK else "refuse")
        return Call("draw_card", ("stock" if move == DRAW_STOCK else "open",))

    def tell(self, position: CardTable, move: int) -> str:
        told = f"{self.sides[self.game.mover(position)]} {self._did(position, move)}."
        after = self.game.play(position, move)
        if len(after.past) > len(position.past):
            told += f" {self._ended(after, len(position.past))}"
        return told

    def _did(self, position: CardTable, move: int) -> str:
        if move < DRAW_UPCARD:
            return f"discarded {cards.code(_card(move))}"
        if move == DRAW_UPCARD:
            return f"took {cards.code(_card(self.game.upcard(position)))}"
        return {DRAW_STOCK: "drew from the stock", PASS: "passed", KNOCK: "knocked"}[move]

    def _ended(self, table: CardTable, number: int) -> str:
        gain = table.past[number].gain
        if not gain:
            return f"Hand {number + 1} is over: nobody won points."
        return f"Hand {number + 1} is over: {self.sides[gain < 0]} won {abs(gain)} points."

    def told(self, before: Match[CardTable], call: Call, after: Match[CardTable]) -> str:
        start, table = len(before.position.past), after.position
        own = call.name in ("knock", "discard") and len(table.past) > start
        own = own and not any("is over" in each for each in after.answers[:1])
        return " ".join(([self._ended(table, start)] if own else []) + list(after.answers))

    def effort(self, state: Match[CardTable]) -> float:
        """Where the opponent stands, and how often it plays well."""
        name, _, argument = self.opponent.partition(":")
        return 1000.0 * (name in self.ladder[1:]) + float(argument or 100)

    def metrics(self, state: Match[CardTable]) -> dict[str, float]:
        gain = state.position.gain
        return {"lead": float(-gain if self._own_side(state) else gain)}

    # Observation

    def draw(self, state: Match[CardTable]) -> Frame:
        return gin_pictures.picture(self._view(state))

    def picture_places(self, state: Match[CardTable]) -> Places:
        """The piles while a card is to be drawn, then the own cards."""
        table = state.position
        piles = {DRAW_STOCK: gin_pictures.STOCK, DRAW_UPCARD: gin_pictures.OPEN}
        if self._draws(table):
            return {
                self.call(table, move): gin_pictures.place(x, 1)
                for move, x in piles.items()
                if move in self.game.legal(table)
            }
        return {
            Call("discard", (cards.code(card),)): gin_pictures.place(gin_pictures.across(at), 2)
            for at, card in enumerate(self._view(state).own)
        }

    def describe(self, state: Match[CardTable]) -> str:
        return gin_pictures.as_text(self._view(state))

    def _view(self, state: Match[CardTable]) -> GinView:
        table, side = state.position, state.side
        lead = -table.gain if side else table.gain
        last = self._ended(table, len(table.past) - 1) if table.past else ""
        names = self.sides[side], self.sides[1 - side]
        view = partial(GinView, names, lead=lead, last=last)
        if not table.deals:
            return view((), 0, HIDDEN, 0, hand="The match is over", phase="")
        own = tuple(sorted(map(_card, self.game.held(table, side))))
        upcard, mover = self.game.upcard(table), self.game.mover(table)
        drawn = mover != side and not self._draws(table)
        return view(
            own,
            HAND + drawn,
            HIDDEN if upcard == HIDDEN else _card(upcard),
            self.game.stock(table),
            hand=f"Hand {len(table.past) + 1} of {self.hands}",
            phase=self._phase(table),
        )

    def _draws(self, table: CardTable) -> bool:
        return DRAW_UPCARD in self.game.legal(table) or DRAW_STOCK in self.game.legal(table)

    def _phase(self, table: CardTable) -> str:
        """What the side to move is to do."""
        if not table.deals:
            return ""
        name = self.sides[self.game.mover(table)]
        return f"{name} is to {'draw' if self._draws(table) else 'discard'}."


def _card(card: int) -> int:
    """A card of OpenSpiel as one of ours."""
    suit, rank = divmod(card, 13)
    return 13 * SUITS[suit] + rank


CODES = {cards.code(_card(card)): card for card in range(52)}
"""Cards of OpenSpiel by their names."""

PRESETS = {
    "level_0": GinRummy(opponent="random", hands=1, step_limit=90),
    "level_1": GinRummy(opponent="simple:30", hands=2, step_limit=150),
    "level_2": GinRummy(opponent="simple:50", hands=3, step_limit=200),
    "outside": GinRummy(opponent="outside", hands=2, step_limit=200),
}
