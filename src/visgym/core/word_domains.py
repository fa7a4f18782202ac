"""Domains of words: letters from A to Z, as many as fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase
from typing import Any

from visgym.core.calls import Value
from visgym.core.domains import Domain, Misfit
from visgym.core.markup import FRINGE

_SOUNDS = ("BCDFGHKLMNPRSTVW", "AEIOU")


@dataclass(frozen=True)
class OneWord(Domain):
    """A word of some letters in either case; it is kept in capitals."""

    least: int
    most: int

    @property
    def hint(self) -> str:
        if self.most == 1:
            return "a letter from A to Z"
        count = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
        return f"a word of {count} letters"

    def read(self, said: object) -> str:
        if not isinstance(said, str):
            raise Misfit
        bare = said.strip()
        if not (self.least <= len(bare) <= self.most and bare.isascii() and bare.isalpha()):
            raise Misfit
        return bare.upper()

    def sample(self, rng: Random) -> str:
        length = rng.randint(self.least, self.most)
        return "".join(rng.choice(_SOUNDS[at % 2]) for at in range(length))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^[A-Za-z]{{{self.least},{self.most}}}$"}

    def values(self) -> Iterator[Value]:
        return iter(ascii_uppercase) if self.most == 1 else super().values()

    def parse_item(self, text: str) -> str:
        return self.read(text.strip(FRINGE))
