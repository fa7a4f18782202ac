"""Tables of benchmarks row by row: TSV, JSON Lines and JSON, which may be anybody's."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from visgym.core.errors import Mistake
from visgym.imports.files import brief

LONGEST_CELL = 64_000_000  # characters, as several pictures in base64 may have
MOST_JSON = 500_000_000  # bytes of a file that is one JSON value
HELD = ("data", "rows", "annotations", "questions")  # under which a JSON object keeps its rows
_UNDECODED = re.compile("[\udc80-\udcff]")  # bytes that are no UTF-8
ENDINGS = (".tsv", ".jsonl", ".json")

TableRow = dict[str, Any] | str
"""The cells of a row by their columns, or the sentence that says what is wrong with it."""


def table_rows(path: Path) -> Iterator[TableRow]:
    """The rows of a file by its ending, one at a time."""
    if path.suffix.lower() not in ENDINGS:
        raise Mistake(
            f"{path} is no table that can be imported; give a .tsv, .jsonl or .json file."
        )
    if not path.is_file():
        raise Mistake(f"There is no file {path}.")
    reader = {".tsv": _tsv, ".jsonl": _json_lines, ".json": _json}[path.suffix.lower()]
    yield from reader(path)


def _tsv(path: Path) -> Iterator[TableRow]:
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        reader = csv.reader(file, delimiter="\t")
        names: list[str] | None = None
        while True:
            try:
                with _long_cells():
                    cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield f"It is no row of a table: {brief(error)}."
                continue
            if names is None:
                names = [name.strip() for name in cells]
            elif cells:
                yield _row(names, cells)


def _row(names: list[str], cells: list[str]) -> TableRow:
    if len(cells) != len(names):
        return f"It has {len(cells)} cells where the table has {len(names)} columns."
    if any(not cell.isascii() and _UNDECODED.search(cell) for cell in cells):
        return "It is no UTF-8 text."
    return {name: cell for name, cell in zip(names, cells, strict=True) if cell != ""}


@contextmanager
def _long_cells() -> Iterator[None]:
    """Let cells be as long as pictures are; the bound is one of the whole process."""
    before = csv.field_size_limit(LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _json_lines(path: Path) -> Iterator[TableRow]:
    with path.open("rb") as file:
        while line := file.readline(LONGEST_CELL):
            if len(line) >= LONGEST_CELL and not line.endswith(b"\n"):
                yield f"Its line has more than {LONGEST_CELL} bytes."
                while (rest := file.readline(LONGEST_CELL)) and not rest.endswith(b"\n"):
                    pass
            elif line.strip():
                yield _parsed(line)


def _parsed(line: bytes) -> TableRow:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"It is no JSON: {brief(error)}."
    return row if isinstance(row, dict) else "It is no JSON object."


def _json(path: Path) -> Iterator[TableRow]:
    if path.stat().st_size > MOST_JSON:
        raise Mistake(f"{path} has more than {MOST_JSON} bytes; write its rows as .jsonl.")
    try:
        known = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{path} is no JSON: {brief(error)}.") from None
    if isinstance(known, dict):
        known = next((known[name] for name in HELD if isinstance(known.get(name), list)), None)
    if not isinstance(known, list):
        raise Mistake(f"{path} holds no list of rows, alone or under {', '.join(HELD)}.")
    for row in known:
        yield row if isinstance(row, dict) else "It is no JSON object."
