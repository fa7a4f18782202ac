"""Leduc hold'em: win chips from an opponent with one card each and one for both.

A match has several hands and chips decide it, since one hand is luck. Both cards are shown when
nobody folds, never after a fold; the feedback tells it, and the picture has the last hand below
the table. The reference player knows the habits of its opponent but no hidden card: it plays for
the match, and sits on a lead that is large enough. Against the equilibrium nobody can do more than
that, which wins three matches of four, so that the opponent of level_2 strays from it three times
of ten.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from visgym.authoring import Budget, Medium
from visgym.kit.cards import HEARTS, SPADES
from visgym.kit.games.hands import HIDDEN, CardTable
from visgym.kit.games.leduc import LeducRules
from visgym.kit.games.poker_task import PokerTask

JACK = 10  # its rank


@dataclass(frozen=True, kw_only=True)
class LeducHoldem(PokerTask):
    step_limit: int = 60

    tags = frozenset({"synthetic", "hidden", "known", "cards", "strategy", "reasoning"})
    budget = Budget(advance=5.0, solve=2000.0, demonstrations=0.5)
    ladder = ("random", "caller", "loose", "cfr")

    @property
    def reference(self) -> str:  # type: ignore[override]
        """Somebody who knows the habits of the opponent."""
        return f"counter:{'cfr' if self.is_outside() else self.opponent}"

    @cached_property
    def game(self) -> LeducRules:
        return LeducRules(self.hands)

    # Rules

    def rules(self) -> str:
        return (
            f"Play {self.hands} hands of Leduc hold'em; who has won more chips after the last one "
            "wins the match. The deck has six cards: jack, queen and king of spades and of hearts. "
            "Both players pay 1 chip and get one card that only they see. After a round of bets "
            "one card is laid open for both, and a second round follows. A bet or raise is 2 chips "
            "in the first round and 4 in the second, at most two a round. To call is to pay as "
            "much as the other player did; with nothing to pay it is a check. Who folds loses what "
            "was paid. If nobody folds, both show their cards: one of the rank of the open card "
            "wins, else the higher rank, and equal ranks share the pot. Players take turns to act "
            "first; each hand begins with new stacks, so that nobody runs out of chips."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                "J is a jack, Q a queen, K a king; S is spades, H is hearts. "
                "D is with the player who acts first in both rounds."
            )
        return (
            "Your card lies at the bottom, the open card in the middle. Beside them stand the "
            "chips that each player has in the pot; D marks who acts first in both rounds."
        )

    def spread(self, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple((_card(card),) for card in cards)

    def paid(self, position: CardTable) -> tuple[int, int]:
        return self.game.paid(position)

    def acts_first(self, seat: int) -> bool:
        return seat == 0

    def refused(self, word: str) -> str:
        return "There were two raises in this round already."


def _card(card: int) -> int:
    """A card of OpenSpiel as one of ours."""
    if card == HIDDEN:
        return HIDDEN
    rank, suit = divmod(card, 2)
    return 13 * (SPADES if suit == 0 else HEARTS) + JACK + rank


PRESETS = {
    "level_0": LeducHoldem(opponent="caller", hands=16),
    "level_1": LeducHoldem(opponent="loose", hands=10),
    "level_2": LeducHoldem(opponent="cfr:70", hands=20, step_limit=80),
    "outside": LeducHoldem(opponent="outside", hands=10),
}
