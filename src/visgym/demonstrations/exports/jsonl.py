"""Plain JSON Lines: one conversation a line, pictures as files beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from visgym.demonstrations.conversations import Conversation, Plain, dumped
from visgym.demonstrations.exports.files import ImageFolder, sha256, whole

DATA = "data"


def write(folder: Path, shard: str, rows: Iterable[Conversation]) -> dict[str, str]:
    """One file of lines and one folder of pictures; their hashes by name."""
    images = ImageFolder(folder, shard)
    name = f"{DATA}/{shard}.jsonl"
    with whole(folder, name) as fresh, fresh.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(dumped(line(row, images.save(row))) + "\n")
    return {name: sha256(folder / name), **images.hashes}


def finish(folder: Path) -> dict[str, str]:
    """Nothing more is needed."""
    return {}


def line(row: Conversation, images: list[str]) -> Plain:
    """A row as JSON data; `images` says where the pictures are, in order of appearance."""
    tools = {"tools": row.tools} if row.tools else {}
    return {"key": row.key, **row.facts, "messages": row.messages, "images": images, **tools}


def row_of(data: Plain, images: list[bytes]) -> Conversation:
    """The row that `line` wrote."""
    facts = {n: v for n, v in data.items() if n not in ("key", "messages", "images", "tools")}
    return Conversation(data["key"], data["messages"], images, facts, data.get("tools", []))


def samples(folder: Path) -> Iterator[Conversation]:
    """Rows as they were written, shard after shard."""
    for path in sorted((folder / DATA).glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for text in lines:
                data = json.loads(text)
                yield row_of(data, [(folder / image).read_bytes() for image in data["images"]])
