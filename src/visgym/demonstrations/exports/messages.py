"""Hugging Face and TRL: Parquet files with `messages` and `images` columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from visgym.demonstrations.conversations import Conversation, Plain, dumped
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

NAME = "messages"
_JSON: Plain = {"_type": "Json"}
_JSON_TEXT = {"ARROW:extension:name": "arrow.json", "ARROW:extension:metadata": ""}


def write(folder: Path, shard: str, rows: Iterable[Conversation]) -> dict[str, str]:
    """One Parquet file; its hash by name."""
    return write_parquet(folder, shard, rows, _schema, _line, NAME)


def finish(folder: Path) -> dict[str, str]:
    """Nothing more is needed: `datasets.load_dataset("parquet", data_dir=...)` reads the folder."""
    return {}


def _line(row: Conversation) -> Plain:
    messages = [_message(message) for message in row.messages]
    line = {"messages": messages, **shared_values(row)}
    return {**line, "tools": dumped(row.tools)} if row.tools else line


def _message(message: Plain) -> Plain:
    made = [
        {
            "type": "function",
            "function": {**call["function"], "arguments": dumped(call["function"]["arguments"])},
        }
        for call in message.get("tool_calls", ())
    ]
    plain = {"role": message["role"], "content": message["content"]}
    return {**plain, "tool_calls": made} if made else plain


def _schema(with_tools: bool) -> Any:
    arrow, _ = pyarrow(NAME)
    text = arrow.string()
    part = arrow.struct([("type", text), ("text", text)])
    message = {"role": text, "content": arrow.list_(part)}
    feature: Plain = {"role": STRING, "content": [{"type": STRING, "text": STRING}]}
    if with_tools:
        arguments = arrow.field("arguments", text, metadata=_JSON_TEXT)
        function = arrow.struct([arrow.field("name", text), arguments])
        message["tool_calls"] = arrow.list_(arrow.struct([("type", text), ("function", function)]))
        called = {"type": STRING, "function": {"name": STRING, "arguments": _JSON}}
        feature["tool_calls"] = [called]
    kind = arrow.list_(arrow.struct(list(message.items())))
    columns = {"messages": (kind, [feature]), **shared_columns(arrow)}
    if with_tools:
        columns["tools"] = (arrow.field("tools", text, metadata=_JSON_TEXT), _JSON)
    return schema_of(arrow, columns)


def samples(folder: Path) -> Iterator[Conversation]:
    """Rows as they were written, shard after shard."""
    _, parquet = pyarrow(NAME)
    for path in sorted((folder / DATA).glob("*.parquet")):
        for batch in parquet.ParquetFile(path).iter_batches(GROUP):
            for number, line in enumerate(batch.to_pylist()):
                yield _row(f"{path.stem} {number}", line)


def _row(key: str, line: Plain) -> Conversation:
    messages = [
        {
            "role": message["role"],
            "content": [
                {name: value for name, value in part.items() if value is not None}
                for part in message["content"]
            ]
            + [{"type": "text", "text": _told(c)} for c in message.get("tool_calls") or ()],
        }
        for message in line["messages"]
    ]
    images = [image["bytes"] for image in line["images"]]
    return Conversation(key, messages, images, facts_of(line))


def _told(call: Plain) -> str:
    function = call["function"]
    return f'{{"name":"{function["name"]}","arguments":{function["arguments"]}}}'
