"""Hugging Face and TRL: Parquet files with `messages` and `images` columns."""

from __future__ import annotations

from typing import Any

from visgym.demonstrations.conversations import Conversation, Plain, dumped
from visgym.demonstrations.exports.columns import (
    STRING,
    ParquetFormat,
    pyarrow,
    schema_of,
    shared_columns,
    shared_values,
)

NAME = "messages"
_JSON: Plain = {"_type": "Json"}
_JSON_TEXT = {"ARROW:extension:name": "arrow.json", "ARROW:extension:metadata": ""}


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


def _read(message: Plain) -> Plain:
    parts = [
        {name: value for name, value in part.items() if value is not None}
        for part in message["content"]
    ]
    called = [{"type": "text", "text": _told(c)} for c in message.get("tool_calls") or ()]
    return {"role": message["role"], "content": parts + called}


def _told(call: Plain) -> str:
    function = call["function"]
    return f'{{"name":"{function["name"]}","arguments":{function["arguments"]}}}'


MESSAGES = ParquetFormat(NAME, _schema, _line, _read)
