"""Hugging Face and TRL: Parquet files with `messages` and `images` columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from visgym.core.optional import require
from visgym.demonstrations.conversations import Conversation, Plain, dumped
from visgym.demonstrations.exports.files import sha256, whole

DATA = "data"
GROUP = 16  # rows that are read and written together; pictures make them large

_STRING: Plain = {"dtype": "string", "_type": "Value"}
_WHOLE: Plain = {"dtype": "int64", "_type": "Value"}
_JSON: Plain = {"_type": "Json"}
_JSON_TEXT = {"ARROW:extension:name": "arrow.json", "ARROW:extension:metadata": ""}


def write(folder: Path, shard: str, rows: Iterable[Conversation]) -> dict[str, str]:
    """One Parquet file; its hash by name."""
    arrow, parquet = _pyarrow()
    name = f"{DATA}/{shard}.parquet"
    rows = iter(rows)
    group = list(islice(rows, GROUP))
    schema = _schema(arrow, bool(group and group[0].tools))
    with whole(folder, name) as fresh, parquet.ParquetWriter(fresh, schema) as writer:
        while group:
            lines = [_line(row) for row in group]
            writer.write_table(arrow.Table.from_pylist(lines, schema=schema))
            group = list(islice(rows, GROUP))
    return {name: sha256(folder / name)}


def finish(folder: Path) -> dict[str, str]:
    """Nothing more is needed: `datasets.load_dataset("parquet", data_dir=...)` reads the folder."""
    return {}


def _pyarrow() -> tuple[Any, Any]:
    purpose = "The format messages"
    return require("pyarrow", "data", purpose), require("pyarrow.parquet", "data", purpose)


def _line(row: Conversation) -> Plain:
    line: Plain = {
        "messages": [_message(message) for message in row.messages],
        "images": [{"bytes": image, "path": None} for image in row.images],
        "task_id": row.facts["id"],
        "seed": row.facts["seed"],
        "strategy": row.facts["strategy"],
        "steps": row.facts["steps"],
    }
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


def _schema(arrow: Any, with_tools: bool) -> Any:
    """Columns, with the features by which `datasets` gives pictures and dictionaries back."""
    text, whole = arrow.string(), arrow.int64()
    message = {"role": text, "content": arrow.list_(_struct(arrow, {"type": text, "text": text}))}
    content = {"_type": "List", "feature": {"type": _STRING, "text": _STRING}}
    message_feature: Plain = {"role": _STRING, "content": content}
    if with_tools:
        arguments = arrow.field("arguments", text, metadata=_JSON_TEXT)
        function = arrow.struct([arrow.field("name", text), arguments])
        call = _struct(arrow, {"type": text, "function": function})
        message["tool_calls"] = arrow.list_(call)
        called = {"type": _STRING, "function": {"name": _STRING, "arguments": _JSON}}
        message_feature["tool_calls"] = {"_type": "List", "feature": called}
    image = _struct(arrow, {"bytes": arrow.binary(), "path": text})
    columns = {
        "messages": (
            arrow.list_(_struct(arrow, message)),
            {"_type": "List", "feature": message_feature},
        ),
        "images": (arrow.list_(image), {"_type": "List", "feature": {"_type": "Image"}}),
        "task_id": (text, _STRING),
        "seed": (whole, _WHOLE),
        "strategy": (text, _STRING),
        "steps": (whole, _WHOLE),
    }
    fields = [arrow.field(name, kind) for name, (kind, _) in columns.items()]
    features = {name: feature for name, (_, feature) in columns.items()}
    if with_tools:
        fields.append(arrow.field("tools", text, metadata=_JSON_TEXT))
        features["tools"] = _JSON
    return arrow.schema(fields, {"huggingface": json.dumps({"info": {"features": features}})})


def _struct(arrow: Any, fields: dict[str, Any]) -> Any:
    return arrow.struct(list(fields.items()))


def samples(folder: Path) -> Iterator[Conversation]:
    """Rows as they were written, shard after shard."""
    _, parquet = _pyarrow()
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
    facts = {"id": line["task_id"], **{n: line[n] for n in ("seed", "strategy", "steps")}}
    return Conversation(key, messages, [image["bytes"] for image in line["images"]], facts)


def _told(call: Plain) -> str:
    function = call["function"]
    return f'{{"name":"{function["name"]}","arguments":{function["arguments"]}}}'
