"""What a run holds: its records, its answers without a record, and what all of it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from visgym.agents.agent import FREE, Usage, total
from visgym.evaluation.records import Record
from visgym.evaluation.turn_log import Unfinished


@dataclass
class Contents:
    """What the lines of a log of episodes say together."""

    records: dict[str, Record] = field(default_factory=dict)
    """The last record of every entry by key, in the order in which entries first came."""
    unreadable: list[int] = field(default_factory=list)
    """Numbers of the lines that hold no record."""
    paid: dict[str, list[Record]] = field(default_factory=dict)
    """Records that say together what all attempts cost, by key."""
    lines: int = 0

    @property
    def finished(self) -> set[str]:
        """Keys of the entries that need not be played again."""
        return {key for key, kept in self.records.items() if kept.outcome != "error"}

    def add(self, key: str, kept: Record | None) -> None:
        """Take in the next line; a void record never takes the place of another."""
        self.lines += 1
        if kept is None:
            self.unreadable.append(self.lines)
            return
        known = self.records.get(key)
        if kept.attempt > 1 or known is None:
            self.paid[key] = [kept]
        else:
            self.paid[key].append(kept)  # attempts that knew nothing of each other
        if known is None or known.outcome == "error" or kept.outcome != "error":
            self.records[key] = kept


@dataclass(frozen=True)
class Held:
    """What a run holds already."""

    records: Mapping[str, Record] = field(default_factory=dict)
    """The last record of every entry, by key."""
    unfinished: Mapping[str, Unfinished] = field(default_factory=dict)
    """Answers of entries that have no record or a void one, by key."""
    spent: Usage = FREE
    """What all attempts cost, also those that came to nothing."""


def held_by(contents: Contents, unfinished: Mapping[str, Unfinished]) -> Held:
    """Records and answers together; an answer that stands in both is paid for once."""
    costs = {key: total(each.spent for each in many) for key, many in contents.paid.items()}
    for key, each in unfinished.items():
        costs[key] = larger(costs.get(key, FREE), each.spent)
    return Held(contents.records, unfinished, total(costs.values()))


def larger(one: Usage, other: Usage) -> Usage:
    """The larger of two costs of the same entry."""
    return max(one, other, key=lambda cost: (cost.dollars, cost.input + cost.output))
