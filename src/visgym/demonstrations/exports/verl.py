"""verl: Parquet files whose messages are texts with `<image>` where a picture stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from visgym.demonstrations.conversations import IMAGE, Conversation, Plain
from visgym.demonstrations.exports.columns import (
    DATA,
    GROUP,
    STRING,
    facts_of,
    pyarrow,
    schema_of,
    shared_columns,
    shared_values,
    write_parquet,
)

NAME, PLACEHOLDER = "verl", "<image>"


def write(folder: Path, shard: str, rows: Iterable[Conversation]) -> dict[str, str]:
    """One Parquet file; its hash by name."""
    return write_parquet(folder, shard, rows, _schema, _line, NAME)


def finish(folder: Path) -> dict[str, str]:
    """Nothing more is needed: the files are verl's `data.train_files`."""
    return {}


def _line(row: Conversation) -> Plain:
    return {"messages": [_message(each) for each in row.messages], **shared_values(row)}


def _message(message: Plain) -> Plain:
    text = "".join(PLACEHOLDER if part == IMAGE else part["text"] for part in message["content"])
    return {"role": message["role"], "content": text}


def _schema(with_tools: bool) -> Any:
    assert not with_tools  # the recipe was refused
    arrow, _ = pyarrow(NAME)
    text = arrow.string()
    message = arrow.list_(arrow.struct([("role", text), ("content", text)]))
    columns = {"messages": (message, [{"role": STRING, "content": STRING}])}
    return schema_of(arrow, {**columns, **shared_columns(arrow)})


def samples(folder: Path) -> Iterator[Conversation]:
    """Rows as they were written, shard after shard."""
    _, parquet = pyarrow(NAME)
    for path in sorted((folder / DATA).glob("*.parquet")):
        for batch in parquet.ParquetFile(path).iter_batches(GROUP):
            for number, line in enumerate(batch.to_pylist()):
                images = [image["bytes"] for image in line["images"]]
                messages = [_read(message) for message in line["messages"]]
                yield Conversation(f"{path.stem} {number}", messages, images, facts_of(line))


def _read(message: Plain) -> Plain:
    content: list[Plain] = []
    for at, piece in enumerate(message["content"].split(PLACEHOLDER)):
        content += [IMAGE] if at else []
        content += [{"type": "text", "text": piece}] if piece else []
    return {"role": message["role"], "content": content}
