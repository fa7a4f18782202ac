"""Files of rows: JSON Lines, Parquet, or a folder that `datasets` saved; cells are read alone."""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any

from visgym.core.errors import Mistake
from visgym.core.optional import require

LAYOUT = "give a .jsonl or .parquet file, or a folder of .parquet or .arrow files"
_DIGITS = re.compile(r"(\d{1,9})")


@lru_cache(maxsize=8)
def data_files(path: str) -> dict[str, Path]:
    """The files of rows by their names below `path`."""
    root = Path(path).expanduser() if path else Path(str(files("visgym.data"))) / "questions.jsonl"
    if root.is_file() and root.suffix in (".jsonl", ".parquet"):
        return {root.name: root}
    found = [each for kind in ("parquet", "arrow") for each in sorted(root.rglob(f"*.{kind}"))]
    if not found:
        raise Mistake(f"{root} holds no questions; {LAYOUT}.")
    return {each.relative_to(root).as_posix(): each for each in found}


def rows_of(file: Path, wanted: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows of a file; of tables, only the columns that are wanted."""
    if file.suffix == ".jsonl":
        with file.open("rb") as lines:
            yield from map(_parsed, lines)
        return
    yield from _table(file, tuple(dict.fromkeys(wanted))).to_pylist()


def cells(file: Path, number: int, pattern: str) -> dict[str, Any]:
    """What the columns of a pattern hold in one row."""
    if file.suffix == ".jsonl":
        with file.open("rb") as lines:
            lines.seek(_offsets(file)[number])
            row = _parsed(lines.readline())
        return {name: row.get(name) for name in matching(pattern, row)}
    return {name: _cell(file, number, name) for name in columns_of(file, pattern)}


def _cell(file: Path, number: int, column: str) -> Any:
    """What a column of a table holds in one row."""
    if file.suffix == ".arrow":
        return _table(file, (column,))[column][number].as_py()
    _, parquet = _pyarrow(file)
    metadata = parquet.read_metadata(file)
    for group in range(metadata.num_row_groups):
        if number < metadata.row_group(group).num_rows:
            return _group(file, group, column)[number].as_py()
        number -= metadata.row_group(group).num_rows
    return None


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:  # bytes that are no text are one, too
        return {}
    return row if isinstance(row, dict) else {}


@lru_cache(maxsize=8)
def _offsets(file: Path) -> list[int]:
    """Where each line begins."""
    with file.open("rb") as lines:
        return [0, *accumulate(map(len, lines))]


@lru_cache(maxsize=8)
def _group(file: Path, group: int, column: str) -> Any:
    """The column of pictures in one row group of a Parquet file."""
    _, parquet = _pyarrow(file)
    return parquet.ParquetFile(file).read_row_group(group, columns=[column])[column]


@lru_cache(maxsize=16)
def _table(file: Path, names: tuple[str, ...]) -> Any:
    """Some columns of a file; those of an Arrow file stay on disk until they are looked at."""
    _, parquet = _pyarrow(file)
    known = column_names(file)
    missing = [name for name in names if name not in known]
    if missing:
        raise Mistake(f"{file.name} has no column {missing[0]}; it has {', '.join(known)}.")
    if file.suffix == ".parquet":
        return parquet.read_table(file, columns=list(names))
    return _arrow(file).select(list(names))


@lru_cache(maxsize=64)
def column_names(file: Path) -> tuple[str, ...]:
    """The columns of a table."""
    arrow, parquet = _pyarrow(file)
    try:
        if file.suffix == ".parquet":
            return tuple(parquet.read_schema(file).names)
        return tuple(_arrow(file).column_names)
    except (OSError, arrow.ArrowInvalid) as error:
        raise Mistake(f"{file} cannot be read ({error}); {LAYOUT}.") from None


def _arrow(file: Path) -> Any:
    """The table of an Arrow file, which stays on disk until it is looked at."""
    arrow, _ = _pyarrow(file)
    return arrow.ipc.open_stream(arrow.memory_map(str(file))).read_all()


def matching(pattern: str, names: Iterable[str]) -> list[str]:
    """The columns that a pattern names: one, several with commas, or `image_*`, in their order."""
    known = list(names)
    if pattern in known:
        return [pattern]
    found = []
    for part in map(str.strip, pattern.split(",")):
        found += sorted(fnmatch.filter(known, part), key=_natural) if "*" in part else [part]
    return list(dict.fromkeys(found))


def columns_of(file: Path, pattern: str) -> list[str]:
    """The columns of a table that a pattern names; those it names must be there."""
    found = matching(pattern, column_names(file))
    if not found:
        known = ", ".join(column_names(file))
        raise Mistake(f"{file.name} has no column {pattern}; it has {known}.")
    return found


def _natural(name: str) -> list[tuple[int, str]]:
    """A key by which image_10 comes after image_9."""
    return [(int(each), "") if each.isdigit() else (-1, each) for each in _DIGITS.split(name)]


def _pyarrow(file: Path) -> tuple[Any, Any]:
    purpose = f"Reading {file.name}"
    return require("pyarrow", "data", purpose), require("pyarrow.parquet", "data", purpose)
