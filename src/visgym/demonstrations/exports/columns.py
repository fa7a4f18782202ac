"""The columns of Parquet files beside the messages: pictures, and where a row comes from.

Lists are described as lists of one, which `datasets` has read in every version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from visgym.core.optional import require
from visgym.demonstrations.conversations import Conversation, Plain
from visgym.demonstrations.exports.files import sha256, whole

DATA = "data"
GROUP = 16  # rows that are read and written together; pictures make them large
STRING: Plain = {"dtype": "string", "_type": "Value"}
_WHOLE: Plain = {"dtype": "int64", "_type": "Value"}
_TRUTH: Plain = {"dtype": "bool", "_type": "Value"}
FACTS = ("knobs", "seed", "start", "strategy", "steps", "mistakes", "reply", "window", "learn")

Columns = dict[str, tuple[Any, Any]]
"""The type in Arrow and the feature in `datasets` of each column; an Arrow field has metadata."""


def pyarrow(format: str) -> tuple[Any, Any]:
    """The package and its Parquet part."""
    purpose = f"The format {format}"
    return require("pyarrow", "data", purpose), require("pyarrow.parquet", "data", purpose)


def shared_columns(arrow: Any) -> Columns:
    """The columns that all Parquet formats have."""
    text, number = arrow.string(), arrow.int64()
    image = arrow.struct([("bytes", arrow.binary()), ("path", text)])
    return {
        "images": (arrow.list_(image), [{"_type": "Image"}]),
        "task_id": (text, STRING),
        "knobs": (text, STRING),
        "seed": (number, _WHOLE),
        "start": (text, STRING),
        "strategy": (text, STRING),
        "steps": (number, _WHOLE),
        "mistakes": (number, _WHOLE),
        "reply": (number, _WHOLE),
        "window": (arrow.bool_(), _TRUTH),
        "learn": (arrow.list_(arrow.bool_()), [_TRUTH]),
    }


def shared_values(row: Conversation) -> Plain:
    """What a row has in the shared columns."""
    images = [{"bytes": image, "path": None} for image in row.images]
    facts = {name: row.facts[name] for name in FACTS}
    return {"images": images, "task_id": row.facts["id"], **facts}


def facts_of(line: Plain) -> Plain:
    """The facts that `shared_values` wrote."""
    return {"id": line["task_id"], **{name: line[name] for name in FACTS}}


def schema_of(arrow: Any, columns: Columns) -> Any:
    """The schema, with the features by which `datasets` gives pictures and dictionaries back."""
    fields = [
        kind if isinstance(kind, arrow.Field) else arrow.field(name, kind)
        for name, (kind, _) in columns.items()
    ]
    features = {name: feature for name, (_, feature) in columns.items()}
    return arrow.schema(fields, {"huggingface": json.dumps({"info": {"features": features}})})


@dataclass(frozen=True)
class ParquetFormat:
    """A format whose shards are Parquet files; formats differ in what a message is there."""

    name: str
    schema: Callable[[bool], Any]
    """The schema, with or without tools."""
    line: Callable[[Conversation], Plain]
    message: Callable[[Plain], Plain]
    """A message as rows have it, from what was read."""

    def write(self, folder: Path, shard: str, rows: Iterable[Conversation]) -> dict[str, str]:
        """One Parquet file; its hash by name."""
        arrow, parquet = pyarrow(self.name)
        name = f"{DATA}/{shard}.parquet"
        rows = iter(rows)
        group = list(islice(rows, GROUP))
        shape = self.schema(bool(group and group[0].tools))
        with whole(folder, name) as fresh, parquet.ParquetWriter(fresh, shape) as writer:
            while group:
                lines = [self.line(row) for row in group]
                writer.write_table(arrow.Table.from_pylist(lines, schema=shape))
                group = list(islice(rows, GROUP))
        return {name: sha256(folder / name)}

    def finish(self, folder: Path) -> dict[str, str]:
        """Nothing more is needed: trainers and `datasets` take the files as they are."""
        return {}

    def samples(self, folder: Path) -> Iterator[Conversation]:
        """Rows as they were written, shard after shard."""
        _, parquet = pyarrow(self.name)
        for path in sorted((folder / DATA).glob("*.parquet")):
            for batch in parquet.ParquetFile(path).iter_batches(GROUP):
                for number, line in enumerate(batch.to_pylist()):
                    images = [image["bytes"] for image in line["images"]]
                    messages = [self.message(each) for each in line["messages"]]
                    key = f"{path.stem} {number}"
                    yield Conversation(key, messages, images, facts_of(line))
