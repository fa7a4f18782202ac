"""verl: Parquet files whose messages are texts with `<image>` where a picture stands."""

from __future__ import annotations

from typing import Any

from visgym.demonstrations.conversations import IMAGE, Conversation, Plain
from visgym.demonstrations.exports.columns import (
    STRING,
    ParquetFormat,
    pyarrow,
    schema_of,
    shared_columns,
    shared_values,
)

NAME, PLACEHOLDER = "verl", "<image>"


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


def _read(message: Plain) -> Plain:
    content: list[Plain] = []
    for at, piece in enumerate(message["content"].split(PLACEHOLDER)):
        content += [IMAGE] if at else []
        content += [{"type": "text", "text": piece}] if piece else []
    return {"role": message["role"], "content": content}


VERL = ParquetFormat(NAME, _schema, _line, _read)
