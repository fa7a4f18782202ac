"""Questions about pictures from files: JSON Lines, Parquet, or a folder that `datasets` saved."""

from __future__ import annotations

import ast
import base64
import binascii
import io
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image

from visgym.core.errors import Mistake
from visgym.kit.dataset_files import cells, columns_of, data_files, matching, rows_of

LONGEST = 4_000  # characters of a question or an answer
LONGEST_PATH = 1_000  # longer texts in a column of pictures are base64
LONGEST_LIST = 40_000  # characters of a list that is written as text
_TOKEN = re.compile(r"<image[ _]?(\d{0,3})>", re.IGNORECASE)
_END = re.compile(r"\d{1,3}\Z")
IMPORTED = "imported:"
"""What places of rows begin with whose pictures are stored beside a file of starts."""
MOST_NAMED = 3  # broken rows that a warning names


@dataclass(frozen=True)
class Columns:
    """Which columns hold what; an empty name means that there is none."""

    image: str = "image"
    question: str = "question"
    answer: str = "answer"
    options: str = ""
    open_rows: bool = False
    """Whether rows without options may be asked, too."""


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
    for name, file in data_files(path).items():
        for number, row in enumerate(rows_of(file, _wanted(file, columns))):
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
    """The pictures of a row, or `BrokenRow`."""
    name, _, number = place.rpartition(":")
    folder = data_files(path)[name].parent
    found = _numbered(cells(data_files(path)[name], int(number), column))
    if not found:
        raise BrokenRow("has no picture")
    return tuple(_picture(value, folder) for _, value in found)


@lru_cache(maxsize=4096)
def picture_numbers(path: str, place: str, column: str) -> tuple[int, ...]:
    """The numbers under which a row speaks of its pictures, in the order they are shown."""
    name, _, number = place.rpartition(":")
    found = _numbered(cells(data_files(path)[name], int(number), column))
    return tuple(number for number, _ in found)


def with_pictures_named(text: str, numbers: Sequence[int]) -> str:
    """Text with the names of pictures for tokens such as `<image 1>`, or `BrokenRow`."""
    unnumbered = iter(range(1, len(numbers) + 1))

    def name(token: re.Match[str]) -> str:
        shown = numbers.index(int(token[1])) + 1 if token[1] and int(token[1]) in numbers else None
        place = shown if token[1] else next(unnumbered, None)
        if place is None:
            raise BrokenRow(f"speaks of {token[0]}, which it has not")
        return f"[picture {place}]"

    return _TOKEN.sub(name, text)


def _numbered(held: dict[str, Any]) -> list[tuple[int, Any]]:
    """Pictures by their numbers: those that columns end with, or else their places."""
    values = [
        (name, each)
        for name, value in held.items()
        for each in (value if isinstance(value, list) else [value])
        if each is not None
    ]
    ends = [_END.search(name) for name, _ in values]
    numbers = [int(end[0]) for end in ends if end]
    is_numbered = len(numbers) == len(values) and len(set(numbers)) == len(values) > 0
    places = numbers if is_numbered and len(held) > 1 else range(1, len(values) + 1)
    return [(place, value) for place, (_, value) in zip(places, values, strict=True)]


# Rows


def _question(place: str, row: dict[str, Any], columns: Columns) -> DatasetRow:
    text = row.get(columns.question)
    if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST:
        raise BrokenRow(f"has no {columns.question}")
    options = _options(row, columns.options) if columns.options else ()
    if columns.options and len(options) < 2 and (options or not columns.open_rows):
        raise BrokenRow(f"has no {columns.options}")
    answer = row.get(columns.answer)
    if options and type(answer) is int and 0 <= answer < len(options):
        answer = options[answer]
    elif columns.options and not options:
        answer = _listed(answer)
    answers = _texts(answer)
    if not answers:
        raise BrokenRow(f"has no {columns.answer}")
    held = (row.get(name) for name in matching(columns.image, row))
    names = [name for value in held for name in (value if isinstance(value, list) else [value])]
    pictures = tuple(name for name in names if isinstance(name, str) and len(name) < LONGEST_PATH)
    return DatasetRow(place, text.strip(), answers, options, pictures)


def _wanted(file: Path, columns: Columns) -> list[str]:
    """The columns of a table that hold no pictures."""
    if file.suffix == ".jsonl":
        return []
    options = columns_of(file, columns.options) if columns.options else []
    return [columns.question, columns.answer, *options]


def _options(row: dict[str, Any], pattern: str) -> tuple[str, ...]:
    """The options of a row: a list, the text of a list, or one column for each."""
    found = matching(pattern, row)
    if len(found) == 1:
        return _texts(_listed(row.get(found[0])))
    return tuple(text for name in found for text in _texts(row.get(name)))


def _listed(value: Any) -> Any:
    """The list that a text writes in Python or JSON; all else as it is."""
    text = value.strip() if isinstance(value, str) else ""
    if not (text.startswith("[") and text.endswith("]")) or len(text) > LONGEST_LIST:
        return value
    try:
        found = ast.literal_eval(text)  # takes literals only, and evaluates nothing
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return value
    return found if isinstance(found, list) else value


def _texts(value: Any) -> tuple[str, ...]:
    """One text or several, numbers included."""
    values = value if isinstance(value, list | tuple) else [value]
    texts = (str(each) for each in values if isinstance(each, str | int | float) and each == each)
    return tuple(text for text in texts if 0 < len(text.strip()) <= LONGEST)


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
