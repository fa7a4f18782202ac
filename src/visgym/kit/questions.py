"""Questions about pictures from files: JSON Lines, Parquet, or a folder that `datasets` saved."""

from __future__ import annotations

import base64
import binascii
import io
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any

from PIL import Image

from visgym.core.errors import Mistake
from visgym.core.optional import require

LAYOUT = "give a .jsonl or .parquet file, or a folder of .parquet or .arrow files"
LONGEST = 4_000  # characters of a question or an answer
LONGEST_PATH = 1_000  # longer texts in a column of pictures are base64
MOST_NAMED = 3  # broken rows that a warning names


@dataclass(frozen=True)
class Columns:
    """Which columns hold what; an empty name means that there is none."""

    image: str = "image"
    question: str = "question"
    answer: str = "answer"
    options: str = ""


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """One row: a question, its right answers, its options if any, and where its pictures are."""

    place: str
    """File and row, which name the pictures."""
    text: str
    answers: tuple[str, ...]
    options: tuple[str, ...]
    files: tuple[str, ...] = ()
    """Names of the pictures, where they are files."""


@dataclass(frozen=True)
class DatasetFile:
    """The rows that can be asked, and what is wrong with the others."""

    rows: tuple[DatasetRow, ...]
    broken: tuple[str, ...]


class BrokenRow(Exception):
    """A row that cannot be asked; the text says why."""


@lru_cache(maxsize=8)
def questions(path: str, columns: Columns) -> DatasetFile:
    """The questions of a file or folder; broken rows are named in a warning and left out."""
    found: list[DatasetRow] = []
    broken: list[str] = []
    for name, file in _files(path).items():
        for number, row in enumerate(_rows(file, columns)):
            try:
                found.append(_question(f"{name}:{number}", row, columns))
            except BrokenRow as error:
                broken.append(f"row {number} of {name} {error}")
    if not found:
        reason = broken[0] if broken else "there are no rows"
        raise Mistake(f"{path or 'The sample'} has no question that can be asked: {reason}.")
    if broken:
        named = "; ".join(broken[:MOST_NAMED]) + ("; …" if len(broken) > MOST_NAMED else "")
        warnings.warn(f"{len(broken)} rows of {path} are left out: {named}.", stacklevel=2)
    return DatasetFile(tuple(found), tuple(broken))


@lru_cache(maxsize=64)
def pictures(path: str, place: str, column: str) -> tuple[Image.Image, ...]:
    """The pictures of a row, or `Broken`."""
    name, _, number = place.rpartition(":")
    file = _files(path)[name]
    value = _cell(file, int(number), column)
    values = value if isinstance(value, list) else [value]
    return tuple(_picture(each, file.parent) for each in values)


# Rows


def _question(place: str, row: dict[str, Any], columns: Columns) -> DatasetRow:
    text = row.get(columns.question)
    if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST:
        raise BrokenRow(f"has no {columns.question}")
    options = _texts(row.get(columns.options)) if columns.options else ()
    if columns.options and len(options) < 2:
        raise BrokenRow(f"has no {columns.options}")
    answer = row.get(columns.answer)
    if options and type(answer) is int and 0 <= answer < len(options):
        answer = options[answer]
    answers = _texts(answer)
    if not answers:
        raise BrokenRow(f"has no {columns.answer}")
    named = row.get(columns.image)
    names = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    pictures = tuple(name for name in names if isinstance(name, str) and len(name) < LONGEST_PATH)
    return DatasetRow(place, text.strip(), answers, options, pictures)


def _texts(value: Any) -> tuple[str, ...]:
    """One text or several, numbers included."""
    values = value if isinstance(value, list | tuple) else [value]
    texts = (str(each) for each in values if isinstance(each, str | int | float))
    return tuple(text for text in texts if 0 < len(text.strip()) <= LONGEST)


# Files


@lru_cache(maxsize=8)
def _files(path: str) -> dict[str, Path]:
    """The files of rows by their names below `path`."""
    root = Path(path).expanduser() if path else Path(str(files("visgym.data"))) / "questions.jsonl"
    if root.is_file() and root.suffix in (".jsonl", ".parquet"):
        return {root.name: root}
    found = [each for kind in ("parquet", "arrow") for each in sorted(root.rglob(f"*.{kind}"))]
    if not found:
        raise Mistake(f"{root} holds no questions; {LAYOUT}.")
    return {each.relative_to(root).as_posix(): each for each in found}


def _rows(file: Path, columns: Columns) -> Iterator[dict[str, Any]]:
    """The rows of a file; without their pictures, where these are inside of it."""
    if file.suffix == ".jsonl":
        with file.open("rb") as lines:
            yield from map(_parsed, lines)
        return
    wanted = [columns.question, columns.answer, columns.options]
    yield from _table(file, tuple(name for name in wanted if name)).to_pylist()


def _cell(file: Path, number: int, column: str) -> Any:
    """What a column holds in one row."""
    if file.suffix == ".jsonl":
        with file.open("rb") as lines:
            lines.seek(_offsets(file)[number])
            return _parsed(lines.readline()).get(column)
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


@lru_cache(maxsize=4)
def _group(file: Path, group: int, column: str) -> Any:
    """The column of pictures in one row group of a Parquet file."""
    _, parquet = _pyarrow(file)
    return parquet.ParquetFile(file).read_row_group(group, columns=[column])[column]


@lru_cache(maxsize=16)
def _table(file: Path, names: tuple[str, ...]) -> Any:
    """Some columns of a file; those of an Arrow file stay on disk until they are looked at."""
    arrow, parquet = _pyarrow(file)
    try:
        if file.suffix == ".parquet":
            known = parquet.read_schema(file).names
        else:
            table = arrow.ipc.open_stream(arrow.memory_map(str(file))).read_all()
            known = table.column_names
    except (OSError, arrow.ArrowInvalid) as error:
        raise Mistake(f"{file} cannot be read ({error}); {LAYOUT}.") from None
    missing = [name for name in names if name not in known]
    if missing:
        raise Mistake(f"{file.name} has no column {missing[0]}; it has {', '.join(known)}.")
    if file.suffix == ".parquet":
        return parquet.read_table(file, columns=list(names))
    return table.select(list(names))


def _pyarrow(file: Path) -> tuple[Any, Any]:
    purpose = f"Reading {file.name}"
    return require("pyarrow", "data", purpose), require("pyarrow.parquet", "data", purpose)


# Pictures


def _picture(value: Any, folder: Path) -> Image.Image:
    """A picture from a path, base64 text, bytes, or a dictionary as `datasets` keeps it."""
    if isinstance(value, dict):
        value = value.get("bytes") or value.get("path")
    try:
        if isinstance(value, str):
            value = _file_or_base64(value, folder)
        if not isinstance(value, bytes):
            raise BrokenRow("has no picture")
        with Image.open(io.BytesIO(value)) as opened:
            return opened.convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise BrokenRow("has a picture that cannot be decoded") from None


def _file_or_base64(text: str, folder: Path) -> bytes:
    if text.startswith("data:image/"):
        text = text.partition(",")[2]
    elif len(text) < LONGEST_PATH:
        path = folder / text
        if not path.is_file():
            raise BrokenRow(f"has the picture {text}, which is missing")
        return path.read_bytes()
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise BrokenRow("has a picture that is no base64") from None
