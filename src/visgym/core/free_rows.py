"""Rows of cells whose shape is a part of what is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from string import printable
from typing import Any

from visgym.core.calls import Value, literal
from visgym.core.compound_domains import Compound
from visgym.core.domains import Domain, Misfit, Unclear
from visgym.core.markup import HEDGES, pieces, unbracketed, words

MOST_LINES = 120  # of a text that are looked at
_ROW_NAME = re.compile(r"(?:row[ ]?)?\d{1,3}[ ]?[:.)][ ]?", re.IGNORECASE)
_TABLE_RULE = re.compile(r"[|:\-+= ]{3,}")
_BETWEEN_CELLS = str.maketrans(",;|", "   ")


@dataclass(frozen=True)
class FreeRows(Compound):
    """Rows of equally many cells, up to `height` rows and `width` columns."""

    height: int
    width: int
    cell: Domain

    @property
    def hint(self) -> str:
        most = f"at most {self.height} rows of at most {self.width} cells"
        return f"{most}, all rows equally long, each cell {self.cell.hint}"

    def read(self, said: object) -> tuple[Value, ...]:
        if isinstance(said, str):
            return self.parse(said)  # type: ignore[return-value]
        if not isinstance(said, tuple):
            raise Misfit
        return self._whole([self._read_row(row) for row in said])

    def sample(self, rng: Random) -> tuple[Value, ...]:
        columns = range(rng.randint(1, min(4, self.width)))
        rows = range(rng.randint(1, min(4, self.height)))
        return tuple(tuple(self.cell.sample(rng) for _ in columns) for _ in rows)

    def schema(self) -> dict[str, Any]:
        cells = {"minItems": 1, "maxItems": self.width, "items": self.cell.schema()}
        rows = {"minItems": 1, "maxItems": self.height, "items": {"type": "array", **cells}}
        return {"type": "array", **rows}

    def write(self, value: Value) -> str:
        return f"[{', '.join(literal(row, listed=True) for row in value)}]"  # type: ignore[union-attr]

    def say(self, value: Value) -> str:
        return "\n".join(" ".join(map(self.cell.say, row)) for row in value)  # type: ignore[union-attr, arg-type]

    def parse_item(self, text: str) -> tuple[Value, ...]:
        """Rows on lines of their own, in brackets, or apart by semicolons, slashes or spaces."""
        plain = unbracketed(_nested(text))
        if "[" in plain or "(" in plain:
            lists = pieces(plain.replace("\n", " "), ",; ")
            if len(lists) > 1 and all(each[0] in "[(" for each in lists):
                return self._whole([self._row(each) for each in lists])
        lines = [line for line in plain.splitlines() if line.strip()][:MOST_LINES]
        if len(lines) == 1:
            lines = self._one_line(lines[0])
        return self._whole(self._between_prose(lines))

    def _one_line(self, line: str) -> list[str]:
        """The rows that stand on one line: runs of one length, or what separators leave."""
        for separator in (";", "/"):
            if separator in line:
                return pieces(line, separator)
        groups = pieces(line, ",")
        if any(" " in group for group in groups) and len(groups) > 1:
            return groups
        runs = line.replace(",", " ").split()
        alike = {len(run) for run in runs}
        together = len(runs) > 1 and len(alike) == 1 and alike != {1}
        return runs if together else [line]

    def _between_prose(self, lines: Sequence[str]) -> list[tuple[Value, ...]]:
        """The rows, which follow each other; prose may stand before and after them."""
        found, over = list[tuple[Value, ...]](), False
        for line in lines:
            if _TABLE_RULE.fullmatch(line.strip()):
                continue
            try:
                row = self._row(line)
            except Unclear:
                raise
            except Misfit:
                over = bool(found)
                if HEDGES.intersection(words(line)):
                    raise Unclear from None
                continue
            if over:
                raise Unclear  # rows that prose divides are two answers
            found.append(row)
        return found

    def _row(self, text: str) -> tuple[Value, ...]:
        """The cells of a row; a line with a letter in it is prose, others must be rows."""
        bare = _ROW_NAME.sub("", text.strip(), count=1)
        tokens = unbracketed(bare.strip(" ,")).strip("|\"'").translate(_BETWEEN_CELLS).split()
        known = {token: self._cells(token.strip("\"'[]()")) for token in set(tokens)}
        if tokens and all(known.values()):
            return tuple(cell for token in tokens for cell in known[token])
        raise Misfit if any(map(str.isalpha, bare)) else Unclear

    def _cells(self, token: str) -> tuple[Value, ...]:
        """A token as a run of cells that are one letter each, or as one cell; empty if neither."""
        if token and all(letter in self._letters for letter in token):
            return tuple(self._letters[letter] for letter in token)
        return (self.cell.parse_item(token),) if self.cell.is_item(token) else ()

    @cached_property
    def _letters(self) -> dict[str, Value]:
        """The cells that are one letter."""
        known = filter(self.cell.is_item, printable)
        return {letter: self.cell.parse_item(letter) for letter in known}

    def _read_row(self, row: object) -> tuple[Value, ...]:
        if isinstance(row, str):
            return self._row(row)
        if not isinstance(row, tuple):
            raise Misfit
        return tuple(self.cell.read(each) for each in row)

    def _whole(self, rows: Sequence[tuple[Value, ...]]) -> tuple[Value, ...]:
        """The rows, if they make a grid that is not too large."""
        if not rows or not rows[0]:
            raise Misfit
        if len(rows) > self.height or len(rows[0]) > self.width:
            raise Unclear
        if any(len(row) != len(rows[0]) for row in rows):
            raise Unclear
        return tuple(rows)


def _nested(text: str) -> str:
    """The one list of lists in prose, or the text."""
    start, end = text.find("[["), text.rfind("]]")
    alone = text.count("[[") == 1 and 0 <= start < end
    return text[start : end + 2] if alone else text
