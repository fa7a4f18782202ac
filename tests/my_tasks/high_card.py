"""High Card: two players bid on a card that only they can see; the better card takes the bids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, policy, solver
from visgym.kit.canvas import BLUE, INK, RED, SHEET, Canvas

BACK, ROUNDS = -1, 2
HAND = ((60, BLUE), (180, RED))  # where the cards of both players lie, and their colours


@dataclass(frozen=True, slots=True)
class Table:
    cards: tuple[int, int]
    bids: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class HighCard(Task[Table]):
    seat: int = 0

    tags = frozenset({"synthetic", "hidden", "known", "cards"})
    players = 2
    adversarial = True
    can_stop = False

    def generate(self, rng: Random) -> Table:
        first, second = rng.sample(range(10, 100), 2)
        return Table((first, second))

    def rules(self) -> str:
        return "Each player holds a card from 10 to 99. Players bid in turn; the better card wins."

    def legend(self, medium: Medium) -> str:
        return "Your card lies open, the other one shows its back; bids stand below."

    @action
    def bid(self, state: Table, amount: Annotated[int, Span(0, 9)]) -> Table:
        """Bid some coins."""
        return replace(state, bids=(*state.bids, amount))

    def is_over(self, state: Table) -> bool:
        return len(state.bids) == 2 * ROUNDS

    def to_move(self, state: Table) -> int:
        return len(state.bids) % 2

    def visible(self, state: Table, player: int) -> Table:
        if self.is_over(state):
            return state  # cards are laid open at the end
        own = [card if at == player else BACK for at, card in enumerate(state.cards)]
        return replace(state, cards=(own[0], own[1]))

    def payoffs(self, state: Table) -> tuple[float, ...]:
        first, second = state.cards
        return (1.0, 0.0) if first > second else (0.0, 1.0)

    def score(self, state: Table) -> float:
        return self.payoffs(state)[self.seat]

    def draw(self, state: Table) -> Frame:
        canvas = Canvas(240, 160)
        for (x, color), card in zip(HAND, state.cards, strict=True):
            canvas.rect(x - 35, 15, 70, 90, SHEET if card != BACK else color, radius=8)
            if card != BACK:
                canvas.text(x, 60, str(card), 30, color)
        canvas.text(120, 135, " ".join(map(str, state.bids)) or "no bids", 16, INK)
        return canvas.frame

    def describe(self, state: Table) -> str:
        cards = ["hidden" if card == BACK else str(card) for card in state.cards]
        return f"Cards: {' and '.join(cards)}. Bids: {', '.join(map(str, state.bids)) or 'none'}."

    @policy
    def by_card(self, seen: Table, rng: Random) -> Call:
        """Bid a tenth of the card."""
        return Call("bid", (max(seen.cards) // 10 % 10,))

    @solver
    def bids(self, state: Table, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Nothing, until it is over."""
        for _ in range(2 * ROUNDS - len(state.bids)):
            yield Call("bid", (0,))


PRESETS = {"easy": HighCard(), "second": HighCard(seat=1)}
