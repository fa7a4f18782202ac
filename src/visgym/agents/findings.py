"""The four ways in which agents fail, and what can be said about one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

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


def shown_evidence(evidence: Iterable[Evidence]) -> str:
    """Evidence on one line."""
    return "; ".join(f"step {each.step}: {each.quote}" for each in evidence)


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
        return shown_evidence(self.evidence)

    def as_property(self) -> dict[str, Any]:
        """The finding with the names of an annotator's answer."""
        return {
            "property_description": self.failure,
            "reason": self.reason,
            "evidence": [asdict(each) for each in self.evidence],
        }

    @staticmethod
    def of_property(data: Any) -> Finding:
        """The finding that `as_property` wrote, or `ValueError`."""
        try:
            failure, reason = data["property_description"], str(data["reason"])
            quotes = [Evidence(int(each["step"]), str(each["quote"])) for each in data["evidence"]]
        except (KeyError, TypeError) as error:
            raise ValueError(f"This is no finding: {error}.") from None
        if failure not in FAILURES:
            raise ValueError("This is no class of failure.")
        return Finding(failure, reason, tuple(quotes))
