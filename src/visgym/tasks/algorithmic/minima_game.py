"""Minima Game: the lead of the first of two players who remove cards and score their minimum."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Question, Span, action, levels, redrawn
from visgym.kit.tables.rows import LISTED, Row, as_list


@dataclass(frozen=True, slots=True)
class Cards:
    values: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class MinimaGame(Question[Cards]):
    cards: int = 4
    """Cards on the table; their values go up to six times as many, so that leads differ."""

    tags = frozenset({"synthetic", "full", "known", "arithmetic", "strategy"})
    pictured = "Every card shows its value; where a card lies means nothing."
    written = LISTED

    def validate(self) -> None:
        if not 2 <= self.cards <= 40:
            raise ValueError("cards must be from 2 to 40.")

    def generate(self, rng: Random) -> Cards:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Cards | None:
        """Cards of which the highest alone is not the best first move."""
        cards = Cards(tuple(rng.randint(1, 6 * self.cards) for _ in range(self.cards)))
        return cards if self.solution(cards) != max(cards.values) else None

    def rules(self) -> str:
        return (
            "Cards with numbers lie on a table. Alice and Bob take turns, and Alice begins. In a "
            "turn a player removes any cards, at least one, and scores the least number on them. "
            "The game ends when no card is left. Both play for the greatest lead, that is, for "
            "their own score minus that of the other. What is Alice's lead in the end?"
        )

    @action
    def answer(self, cards: Cards, lead: Annotated[int, Span(-500, 500)]) -> None:
        """Give Alice's score minus Bob's."""

    def grade(self, cards: Cards, lead: int) -> float:
        """By all moves that remove the highest cards; to remove others is never better."""
        ordered = sorted(cards.values)
        leads = [0]  # of the player to move, with so many of the lowest cards left
        for left in range(1, len(ordered) + 1):
            leads.append(max(ordered[rest] - leads[rest] for rest in range(left)))
        return float(lead == leads[-1])

    def solution(self, cards: Cards) -> int:
        """Card by card from the lowest: remove it with those above, or leave it."""
        lead = 0
        for value in sorted(cards.values):
            lead = max(lead, value - lead)
        return lead

    def effort(self, state: Asked[Cards]) -> float:
        return float(len(state.problem.values))

    def draw(self, cards: Cards) -> Frame:
        return Row(self.cards, across=4, tall=72, first=None).cards(cards.values)

    def describe(self, cards: Cards) -> str:
        return as_list(cards.values)


PRESETS = levels(MinimaGame, cards=(4, 7, 11))
