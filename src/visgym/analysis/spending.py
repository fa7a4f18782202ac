"""What agents cost in tokens and money."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from visgym.agents.agent import Usage
from visgym.evaluation.records import Record


@dataclass(frozen=True, slots=True)
class Spending:
    """What an agent's episodes cost, void ones as far as recorded."""

    total: Usage
    episodes: int
    """Scored episodes."""
    solved: int

    @property
    def tokens(self) -> int:
        return self.total.input + self.total.output


def spending(records: Iterable[Record]) -> dict[str, Spending]:
    """Tokens and money by agent."""
    found: dict[str, Spending] = {}
    for kept in records:
        before = found.get(kept.entry.agent, Spending(Usage(), 0, 0))
        found[kept.entry.agent] = Spending(
            before.total + kept.spent,
            before.episodes + kept.scored,
            before.solved + kept.success,
        )
    return found
