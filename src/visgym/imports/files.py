"""Files of releases, which may be anybody's: bounded, and every fault is one sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

MOST_BYTES = 1_000_000  # of a file
MOST_LINES = 10_000  # of a file with a line for each problem
MOST_ENTRIES = 20_000  # of a folder
LONGEST_REASON = 160  # characters


class BrokenProblem(Exception):
    """A published file that makes no problem; the text is one sentence that says why."""


def bytes_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """What a plain file holds, or `BrokenProblem`."""
    if not path.is_file():
        raise BrokenProblem(f"There is no file {path.name}.")
    with path.open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise BrokenProblem(f"The file {path.name} has more than {most} bytes.")
    return found


def text_of(path: Path) -> str:
    """The text of a file, which may be without its ending."""
    bare = path.with_suffix("")
    found = [each for each in dict.fromkeys((path, bare)) if each.is_file()]
    if len(found) > 1:
        raise BrokenProblem(f"There are two files, {path.name} and {bare.name}; keep one of them.")
    try:
        return bytes_of(found[0] if found else path).decode().strip()
    except UnicodeDecodeError:
        raise BrokenProblem(f"The file {path.name} is no text.") from None


def lines_of(path: Path) -> tuple[str, ...]:
    """The lines of a file, read once for all problems that have a line in it."""
    try:
        stamp = path.stat()
    except OSError:
        raise BrokenProblem(f"There is no file {path.name}.") from None
    return _lines(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=32)
def _lines(path: Path, changed: int, size: int) -> tuple[str, ...]:
    lines = tuple(text_of(path).splitlines())
    if len(lines) > MOST_LINES:
        raise BrokenProblem(f"The file {path.name} has more than {MOST_LINES} lines.")
    return lines


def line_of(path: Path, number: int) -> str:
    """One line of a file, from 0."""
    lines = lines_of(path)
    if number >= len(lines):
        raise BrokenProblem(f"The file {path.name} has no line for it.")
    return lines[number]


def json_of(path: Path, most: int = MOST_BYTES) -> Any:
    """The JSON data of a file."""
    try:
        return json.loads(bytes_of(path, most), parse_constant=_no_number)
    except RecursionError:
        raise BrokenProblem(f"The file {path.name} is nested too deeply.") from None
    except ValueError as error:
        raise BrokenProblem(f"The file {path.name} is no JSON: {brief(error)}.") from None


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def brief(error: BaseException) -> str:
    """What an error says, on one line and not too long."""
    said = " ".join(str(error).split()) or type(error).__name__
    return printable(said)[:LONGEST_REASON].rstrip(".")


def printable(text: str) -> str:
    """A text that any terminal and file takes, whatever a name of a file has in it."""
    plain = text.encode("utf-8", "replace").decode()
    return "".join(letter if letter.isprintable() else "?" for letter in plain)


def entries(folder: Path) -> Iterator[Path]:
    """What is in a folder, in the order of names; nothing where there is no folder."""
    if not folder.is_dir():
        return
    with os.scandir(folder) as found:
        names = [each.name for each, _ in zip(found, range(MOST_ENTRIES + 1), strict=False)]
    if len(names) > MOST_ENTRIES:
        raise BrokenProblem(f"The folder {folder.name} has more than {MOST_ENTRIES} files.")
    yield from (folder / name for name in sorted(names))
