"""What a set of rows amounts to: how many, how long, from which strategies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

from visgym.demonstrations.conversations import Conversation
from visgym.demonstrations.sizes import image_tokens, text_tokens
from visgym.task_ids import Id


@dataclass
class ConversationCounts:
    """Counts over rows that can be added up."""

    rows: int = 0
    turns: int = 0
    images: int = 0
    image_bytes: int = 0
    text_tokens: int = 0
    """An estimate, from the number of characters."""
    image_tokens: int = 0
    """An estimate, from the number of pixels."""
    ids: Counter[str] = field(default_factory=Counter)
    strategies: Counter[str] = field(default_factory=Counter)
    lengths: Counter[str] = field(default_factory=Counter)
    """Rows by the number of assistant turns."""
    mistakes: int = 0
    """Replies that are shown and not learned, in rows that are whole."""
    windows: int = 0
    """Rows of which the last reply alone is to be learned."""
    cut: int = 0
    """Rows that ended early or were left out, as they were larger than asked for."""

    def add(self, row: Conversation) -> None:
        """Count one row."""
        replies = sum(message["role"] == "assistant" for message in row.messages)
        self.rows += 1
        self.turns += replies
        self.windows += row.facts["window"]
        self.mistakes += 0 if row.facts["window"] else row.facts["learn"].count(False)
        self.images += len(row.images)
        self.image_bytes += sum(map(len, row.images))
        self.text_tokens += text_tokens(row.messages)
        self.image_tokens += sum(map(image_tokens, row.images))
        self.ids[row.facts["id"]] += 1
        self.strategies[f"{Id.parse(row.facts['id']).task} {row.facts['strategy']}"] += 1
        self.lengths[str(replies)] += 1

    def __iadd__(self, other: ConversationCounts) -> ConversationCounts:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        return self

    def plain(self) -> dict[str, Any]:
        """The counts as JSON data."""
        found: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            found[each.name] = dict(sorted(value.items())) if isinstance(value, Counter) else value
        found["lengths"] = dict(sorted(self.lengths.items(), key=lambda item: int(item[0])))
        return found

    @classmethod
    def of(cls, data: dict[str, Any]) -> ConversationCounts:
        """The tally that `plain` wrote."""
        found = cls()
        for name, value in data.items():
            setattr(found, name, Counter(value) if isinstance(value, dict) else value)
        return found
