"""The four ways in which agents fail, and what can be said about one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Failure = Literal[
    "action_looping", "state_mismanagement", "early_termination", "unused_information"
]

FAILURES: dict[Failure, str] = {
    "action_looping": "Restricted action space and action looping",
    "state_mismanagement": "State mismanagement",
    "early_termination": "Early termination",
    "unused_information": "Failure to use visual or spatial information",
}
"""The title of each class."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was said at one step, counted from 1."""

    step: int
    quote: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One way in which an episode failed, with what shows it."""

    failure: Failure
    reason: str
    """One sentence, or two."""
    evidence: tuple[Evidence, ...]

    @property
    def title(self) -> str:
        return FAILURES[self.failure]

    @property
    def shown(self) -> str:
        """The evidence on one line."""
        return "; ".join(f"step {each.step}: {each.quote}" for each in self.evidence)
