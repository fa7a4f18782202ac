"""Pictures in the cells of a table: base64, lists of it, or files inside the table's folder."""

from __future__ import annotations

import ast
import base64
import binascii
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from visgym.imports.files import BrokenProblem, bytes_of
from visgym.kit.stored_pictures import MOST_BYTES, MOST_PICTURES, BadPicture, store

LONGEST_NAME = 1_000  # characters; longer texts are base64
LONGEST_REFERENCE = 64  # characters of an index that stands for another row's picture
LONGEST_LIST = 40_000  # characters of a list of names
MOST_STORED = 20_000_000_000  # bytes of all pictures of an import
_BASE64 = re.compile(r"[A-Za-z0-9+/=_-]{100,}")


class PictureStore:
    """The pictures of one import, in one folder, up to a number of bytes."""

    def __init__(self, folder: Path, inside: Path) -> None:
        self._folder = folder
        self._inside = inside.resolve()
        self._left = MOST_STORED

    def keep(self, cell: Any) -> tuple[str, ...]:
        """The names of the pictures of a cell, once they are kept; or `BrokenProblem`."""
        parts = _parts(cell)
        if len(parts) > MOST_PICTURES:
            raise BrokenProblem(f"It has more than {MOST_PICTURES} pictures.")
        return tuple(self._kept(part) for part in parts)

    def _kept(self, part: Any) -> str:
        data = self._bytes(part)
        self._left -= len(data)
        if self._left < 0:
            raise BrokenProblem(f"The pictures have more than {MOST_STORED} bytes.")
        try:
            return store(self._folder, data)
        except BadPicture as error:
            raise BrokenProblem(f"It {error}.") from None

    def _bytes(self, part: Any) -> bytes:
        if isinstance(part, dict):  # as `datasets` writes pictures
            part = part.get("bytes") or part.get("path")
        if not isinstance(part, str) or not part.strip():
            raise BrokenProblem("It has no picture.")
        text = part.partition(",")[2] if part.startswith("data:image/") else part.strip()
        if len(text) > LONGEST_NAME or part.startswith("data:image/"):
            return _decoded(text)
        try:
            return self._file(text)
        except BrokenProblem:
            if _BASE64.fullmatch(text):  # a picture of a few pixels
                return _decoded(text)
            raise

    def _file(self, name: str) -> bytes:
        """The bytes of a file below the folder of the table, wherever links lead."""
        try:
            path = (self._inside / name).resolve()
        except (OSError, ValueError):
            raise BrokenProblem("It names a picture that cannot be.") from None
        if not path.is_relative_to(self._inside):
            raise BrokenProblem(f"It names a picture outside of the folder {self._inside.name}.")
        try:
            return bytes_of(path, MOST_BYTES)
        except OSError:
            raise BrokenProblem(f"The picture {path.name} cannot be read.") from None


def _parts(cell: Any) -> Sequence[Any]:
    """The pictures of a cell, one by one."""
    if isinstance(cell, list):
        return cell
    text = cell.strip() if isinstance(cell, str) else ""
    if not (text.startswith("[") and text.endswith("]")):
        return [cell]
    if len(text) > LONGEST_LIST:
        return _BASE64.findall(text)
    try:
        found = ast.literal_eval(text)  # takes literals only, and evaluates nothing
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return [cell]
    return found if isinstance(found, list) else [cell]


def _decoded(text: str) -> bytes:
    if len(text) > MOST_BYTES * 4 // 3 + 4:
        raise BrokenProblem(f"It has a picture of more than {MOST_BYTES} bytes.")
    try:
        return base64.b64decode(text.translate({45: 43, 95: 47}), validate=True)
    except (binascii.Error, ValueError):
        raise BrokenProblem("It has a picture that is no base64.") from None


def reference(cell: Any) -> str | None:
    """The index of another row that a cell names in place of a picture, None if it cannot be."""
    text = str(cell).strip() if isinstance(cell, str | int) else ""
    return text if 0 < len(text) <= LONGEST_REFERENCE else None
