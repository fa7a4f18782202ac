"""The formats by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from visgym.core.errors import not_found
from visgym.core.optional import require
from visgym.demonstrations.conversations import Conversation
from visgym.demonstrations.exports import jsonl, llamafactory, webdataset
from visgym.demonstrations.exports.messages import MESSAGES
from visgym.demonstrations.exports.verl import VERL


class Format(Protocol):
    """Writes rows the way that some trainer reads them."""

    def write(self, folder: Path, shard: str, rows: Iterable[Conversation]) -> dict[str, str]:
        """Write one shard; the hash of everything written, by name."""

    def finish(self, folder: Path) -> dict[str, str]:
        """Write what describes all shards; hashes by name."""

    def samples(self, folder: Path) -> Iterator[Conversation]:
        """Rows as they were written, shard after shard."""


FORMATS: dict[str, Format] = {
    "llamafactory": llamafactory,
    "messages": MESSAGES,
    "verl": VERL,
    "webdataset": webdataset,
    "jsonl": jsonl,
}
_PACKAGES = dict.fromkeys(("messages", "verl"), ("pyarrow", "data"))
"""What a format needs, and the extra that brings it."""


def find_format(name: str) -> Format:
    """The format of that name, and of which no package is missing."""
    if name not in FORMATS:
        raise not_found("format", name, FORMATS)
    if name in _PACKAGES:
        require(*_PACKAGES[name], f"The format {name}")
    return FORMATS[name]
