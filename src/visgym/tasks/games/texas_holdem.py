"""Texas hold'em: win chips from an opponent with two cards each and five for both.

A match has several hands and chips decide it, since one hand is luck. Cards are shown to both when
nobody folds, never after a fold; the feedback tells it, and the picture has the last hand below the
table. The reference player goes by the chances of its own cards and the habits of its opponent,
sees no hidden card, and folds to the end once its lead pays for that. Opponents are somebody who
moves by chance or always calls, somebody who goes by the chances of the own cards (`equity`), and
one who bluffs besides (`tricky`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from visgym.authoring import Budget, Medium
from visgym.kit import cards
from visgym.kit.games.hands import HIDDEN, CardTable
from visgym.kit.games.poker_task import PokerTask
from visgym.kit.games.texas import BOARD, HELD, TexasRules

BUTTON = 1  # its seat
NO_LIMIT = {2: "raised by the pot", 3: "went all in", 4: "raised by half the pot"}


@dataclass(frozen=True, kw_only=True)
class TexasHoldem(PokerTask):
    limit: bool = True
    """Whether bets are of fixed sizes."""
    stack: int = 200
    """Chips that each player has in every hand without a limit; the big blind is 2."""

    step_limit: int = 100

    tags = frozenset({"synthetic", "hidden", "known", "cards", "strategy", "reasoning"})
    budget = Budget(advance=20.0, solve=5000.0, demonstrations=0.2)
    ladder: ClassVar[tuple[str, ...]] = ("random", "caller", "equity", "tricky")

    def validate(self) -> None:
        if not 20 <= self.stack <= 1000:
            raise ValueError("stack must be from 20 to 1000.")
        super().validate()

    @property
    def reference(self) -> str:  # type: ignore[override]
        """Somebody who knows the habits of the opponent."""
        name = self.opponent.partition(":")[0]
        return f"counter:{name if name in self.ladder else 'tricky'}"

    @property
    def words(self) -> tuple[str, ...]:  # type: ignore[override]
        """The moves, by the numbers of OpenSpiel."""
        if self.limit:
            return "fold", "call", "raise"
        return "fold", "call", "raise_pot", "all_in", "raise_half_pot"

    @cached_property
    def game(self) -> TexasRules:
        return TexasRules(self.hands, self.limit, self.stack)

    # Rules

    def rules(self) -> str:
        bets = (
            "A bet or raise is 2 chips in the first two rounds and 4 in the last two, and there "
            "are at most four a round, of which the big blind is one. "
            if self.limit
            else f"Both have {self.stack} chips in every hand. A raise is by half of the pot or by "
            "the pot after a call, or all chips. "
        )
        return (
            f"Play {self.hands} hands of Texas hold'em for two; who has won more chips after the "
            "last one wins the match. Both players get two cards that only they see. The player "
            "with the button pays a small blind of 1, the other a big blind of 2. After a round of "
            "bets three cards are laid open for both, then one, then one more, each followed by a "
            f"round of bets. {bets}To call is to pay as much as the other player did; with nothing "
            "to pay it is a check. Who folds loses what was paid. If nobody folds, both show "
            "their cards, and the best five of the own two and the five open ones win: straight "
            "flush, four of a kind, full house, flush, straight, three of a kind, two pairs, a "
            "pair, high card. The button acts first in the first round and last in the others, "
            "and changes after each hand; each hand begins with new stacks."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return f"{cards.SHORT}. D is with the player who has the button."
        return (
            "Your cards lie at the bottom, the open ones in the middle. Beside them stand the "
            "chips that each player has in the pot; D marks the button."
        )

    def spread(self, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        held = (cards[begin:end] for begin, end in HELD)
        return tuple(tuple(map(_card, each)) for each in (*held, cards[BOARD:]))

    def paid(self, position: CardTable) -> tuple[int, int]:
        return self.game.paid(position)

    def acts_first(self, seat: int) -> bool:
        return seat == BUTTON

    def left(self, paid: tuple[int, int]) -> tuple[int, int] | None:
        return None if self.limit else (self.stack - paid[0], self.stack - paid[1])

    def refused(self, word: str) -> str:
        if self.limit:
            return "There were four bets in this round already."
        return "The chips do not allow this raise; call, raise less or go all in."

    def verb(self, position: CardTable, move: int, owed: int) -> str:
        if move > 1 and not self.limit:
            word = self.words[move].replace("raise_", "").replace("_", " ")
            return (
                "went all in" if word == "all in" else f"raised by {word.replace('pot', 'the pot')}"
            )
        return super().verb(position, move, owed)


def _card(card: int) -> int:
    """A card of OpenSpiel as one of ours, whose first rank is the ace."""
    if card == HIDDEN:
        return HIDDEN
    rank, suit = divmod(card, 4)
    return 13 * suit + (rank + 1) % 13


PRESETS = {
    "level_0": TexasHoldem(opponent="random", hands=10, step_limit=80),
    "level_1": TexasHoldem(opponent="caller", hands=14, step_limit=90),
    "level_2": TexasHoldem(opponent="equity", hands=20, step_limit=130),
    "level_0_no_limit": TexasHoldem(limit=False, opponent="caller", hands=18, step_limit=110),
    "level_1_no_limit": TexasHoldem(limit=False, opponent="equity", hands=14, step_limit=100),
    "level_2_no_limit": TexasHoldem(limit=False, opponent="tricky", hands=24, step_limit=150),
    "outside": TexasHoldem(opponent="outside", hands=10),
}
