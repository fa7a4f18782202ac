"""Domains with a shape of their own: sets, strings of letters, and rows of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from random import Random
from typing import Any

from visgym.core.calls import Value, literal
from visgym.core.compound_domains import NOTHING, Compound, Series
from visgym.core.domains import Domain, Misfit, Unclear
from visgym.core.markup import FRINGE, OFFERS, pieces, unbracketed, unlisted, words

MOST_TOKENS = 1_000  # words of a line that are looked at
MOST_OTHER_LINES = 40  # beside the rows of a grid
LONGEST_CELL = 40  # characters, on average
_ASIDE = re.compile(r"\([^()]{0,40}\)")
_TOKEN = re.compile(r"[^\W_]+")
_BETWEEN_LETTERS = re.compile(r"[\s,;:|.→'\"()\[\]{}-]+")
_ROW_NAME = re.compile(r"(?:row[ ]?)?\d{1,3}[ ]?:[ ]?", re.IGNORECASE)
_BETWEEN_ROWS = (";\n", ";\n/", ",;\n", ",;\n \t")
_TABLE_RULE = re.compile(r"[|:\-+ ]{3,}")


@dataclass(frozen=True)
class Members(Series):
    """Some values of a finite domain, each once; they are said in any order and kept in one."""

    least: int = 0

    @property
    def hint(self) -> str:
        most = min(self.longest, sum(1 for _ in self.item.values()))
        count = str(most) if self.least == most else f"{self.least} to {most}"
        return f"a list of {count} different values in any order, each {self.item.hint}"

    def read(self, said: object) -> tuple[Value, ...]:
        found = super().read(said)
        if len(set(found)) < len(found) or len(found) < self.least:
            raise Misfit
        return tuple(each for each in self.item.values() if each in found)

    def sample(self, rng: Random) -> tuple[Value, ...]:
        known = list(self.item.values())
        count = rng.randint(self.least, min(self.longest, len(known)))
        chosen = rng.sample(range(len(known)), count)
        return tuple(known[at] for at in sorted(chosen))

    def schema(self) -> dict[str, Any]:
        return {**super().schema(), "minItems": self.least, "uniqueItems": True}

    def values(self) -> Iterator[Value]:
        known = list(self.item.values())
        counts = range(self.least, min(self.longest, len(known)) + 1)
        return chain.from_iterable(combinations(known, count) for count in counts)


@dataclass(frozen=True)
class Spelled(Series):
    """Letters of an alphabet in a row, with or without separators, or words that stand for them."""

    words: tuple[str, ...] = ()
    joined: bool = False
    """Whether the value is a string; a tuple of letters otherwise."""
    may_be_none: bool = False
    """Whether no letters at all may be said, by the word none."""

    @property
    def hint(self) -> str:
        return f"{super().hint}, or none" if self.may_be_none else super().hint

    def read(self, said: object) -> Any:
        if isinstance(said, str):
            return said if self.may_be_none and not said else self.parse(said)
        if not isinstance(said, tuple):
            raise Misfit
        found = super().read(tuple(self._by_word.get(str(each).lower(), each) for each in said))
        return "".join(map(str, found)) if self.joined else found

    def sample(self, rng: Random) -> Any:
        found = super().sample(rng)
        return "".join(map(str, found)) if self.joined else found

    def schema(self) -> dict[str, Any]:
        if self.joined:
            return {"type": "string", "maxLength": self.longest}
        return super().schema()

    def write(self, value: Value) -> str:
        return literal(value) if self.joined else super().write(value)

    def say(self, value: Value) -> str:
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value) or "none"

    def parse_item(self, text: str) -> Any:
        """The letters up to the first word that is none, and over lines that are nothing else."""
        bare = unbracketed(text).strip(FRINGE)
        if self.may_be_none and text.strip() and bare.lower() in NOTHING:
            return self.read(())
        if bare.islower() and all(letter in self._letters for letter in bare.upper()):
            text = bare.upper()
        text = text if any(map(str.isdigit, self._letters)) else unlisted(text)
        if any("or" in words(aside) for aside in _ASIDE.findall(text)):
            raise Unclear
        for said in (_ASIDE.sub(" ", text), text):  # L (left), R (right) are two letters
            if found := self._lines(said):
                return self.read(tuple(found))
        raise Misfit

    @cached_property
    def _by_word(self) -> dict[str, Value]:
        return dict(zip(self.words, self.item.values(), strict=False))

    @cached_property
    def _letters(self) -> dict[str, Value]:
        return {str(each): each for each in self.item.values()}

    def _lines(self, text: str) -> list[Value]:
        found, goes_on = list[Value](), True
        for line in filter(None, map(str.strip, text.splitlines())):
            letters, rest = self._line(line)
            if rest and rest[0].lower() in OFFERS:
                raise Unclear
            if rest and not goes_on:
                break  # prose after the letters
            if any(map(self._of, rest)) or "or" in rest:
                raise Unclear
            found += letters
            if rest:
                break
            goes_on = line.endswith((",", ";", "→", "-"))
        return found

    def _line(self, line: str) -> tuple[list[Value], list[str]]:
        """The letters at the beginning of a line, and the words from the first that is none."""
        if not all(letter.isalnum() for letter in self._letters):
            tokens = [each for each in line if not _BETWEEN_LETTERS.match(each)]
        else:
            tokens = _TOKEN.findall(line)[:MOST_TOKENS]
        found: list[Value] = []
        for at, token in enumerate(tokens):
            letters = self._of(token)
            if letters:
                found += letters
            elif token not in ("and", "then") or not found:
                return found, tokens[at:]
        return found, []

    def _of(self, token: str) -> list[Value]:
        """The letters that a token is, empty if it is a word of prose."""
        if token.lower() in self._by_word:
            return [self._by_word[token.lower()]]
        if all(letter in self._letters for letter in token):
            return [self._letters[letter] for letter in token]
        upper, is_prose = token.upper(), token in ("a", "i")
        is_letter = len(token) == 1 and upper in self._letters and not is_prose
        return [self._letters[upper]] if is_letter else []


@dataclass(frozen=True)
class Rows(Compound):
    """A grid of cells, row by row."""

    height: int
    width: int
    cell: Domain

    @property
    def hint(self) -> str:
        return f"{self.height} rows of {self.width} cells, each cell {self.cell.hint}"

    def read(self, said: object) -> tuple[Value, ...]:
        if isinstance(said, str):
            return self.parse(said)  # type: ignore[return-value]
        if not isinstance(said, tuple) or len(said) != self.height:
            raise Misfit
        return tuple(self._read_row(row) for row in said)

    def _read_row(self, row: object) -> tuple[Value, ...]:
        if isinstance(row, str):
            return self._row(row)
        if not isinstance(row, tuple) or len(row) != self.width:
            raise Misfit
        return tuple(self.cell.read(each) for each in row)

    def sample(self, rng: Random) -> tuple[Value, ...]:
        cells = range(self.width)
        return tuple(tuple(self.cell.sample(rng) for _ in cells) for _ in range(self.height))

    def schema(self) -> dict[str, Any]:
        row = {"type": "array", "items": self.cell.schema(), **_length(self.width)}
        return {"type": "array", "items": row, **_length(self.height)}

    def write(self, value: Value) -> str:
        return f"[{', '.join(literal(row, listed=True) for row in value)}]"  # type: ignore[union-attr]

    def say(self, value: Value) -> str:
        return "\n".join(" ".join(map(self.cell.say, row)) for row in value)  # type: ignore[union-attr, arg-type]

    def parse_item(self, text: str) -> tuple[Value, ...]:
        """Rows on lines of their own, in brackets or between commas, or all cells in a row."""
        plain, heard = unbracketed(text), False
        for separators in _BETWEEN_ROWS:
            found = []
            for line in pieces(plain, separators)[: self.height + MOST_OTHER_LINES]:
                try:
                    found.append(self._row(line))
                except Misfit as error:
                    heard = heard or isinstance(error, Unclear)
            if len(found) == self.height:
                return tuple(found)
            heard = heard or bool(found)
        cells = pieces(plain, ",;|\n \t")
        if len(cells) == self.height * self.width and all(map(self.cell.is_item, cells)):
            flat = iter([self.cell.parse_item(each) for each in cells])
            return tuple(tuple(next(flat) for _ in range(self.width)) for _ in range(self.height))
        raise Unclear if heard else Misfit

    def _row(self, text: str) -> tuple[Value, ...]:
        if len(text) > LONGEST_CELL * (self.width + 1):
            raise Misfit
        bare = unbracketed(_ROW_NAME.sub("", text.strip(), count=1)).strip("|\"'")
        if _TABLE_RULE.fullmatch(text.strip()) and not self._is_row(list(bare)):
            raise Misfit
        for cells in (pieces(bare, ",;|\t "), list(bare)):
            if self._is_row(cells):
                return tuple(self.cell.parse_item(each) for each in cells)
        raise Unclear if any(self.cell.is_item(each) for each in pieces(bare, ",;|\t ")) else Misfit

    def _is_row(self, cells: list[str]) -> bool:
        return len(cells) == self.width and all(self.cell.is_item(each) for each in cells)


def _length(count: int) -> dict[str, int]:
    return {"minItems": count, "maxItems": count}
