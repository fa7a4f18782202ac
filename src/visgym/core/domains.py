"""The kinds of domains: what may be said as an argument.

A domain checks a value, samples one, lists them where they are few, and writes itself for people
(`hint`) and for tool schemas (`schema`). A value has two spellings: `write` in a call, and `say` in
an answer, which `parse` reads however people put it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from visgym.core.calls import Value, literal
from visgym.core.markup import (
    HEDGES,
    number,
    numbers,
    spelled_number,
    unmarked,
    without_aside,
    words,
)


class Misfit(Exception):
    """A value outside its domain."""


class Unclear(Misfit):
    """A text that says something of the domain, but not one value of it."""


class Domain(ABC):
    """The values that one parameter may take."""

    takes_lists: ClassVar[bool] = False

    @property
    @abstractmethod
    def hint(self) -> str:
        """The domain in words, to follow "must be"."""

    @abstractmethod
    def read(self, said: object) -> Value:
        """The value that was meant, or `Misfit`."""

    @abstractmethod
    def sample(self, rng: Random) -> Value:
        """A random value."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The domain as JSON schema."""

    def values(self) -> Iterator[Value]:
        """Every value, where there are finitely many."""
        raise TypeError(f"Too many values to list: {self.hint}")

    def write(self, value: Value) -> str:
        """The value as agents write it in a call."""
        return literal(value)

    def say(self, value: Value) -> str:
        """The value as an answer says it."""
        return str(value)

    @abstractmethod
    def parse_item(self, text: str) -> Value:
        """The value that a text is, as an item of a list, or `Misfit`."""

    def parse(self, text: str) -> Value:
        """The value that a whole answer means, marks and prose around it understood."""
        return self.parse_item(unmarked(text))

    def is_item(self, text: str) -> bool:
        """Whether a text is a value."""
        try:
            self.parse_item(text)
        except Misfit:
            return False
        return True


def _said_number(domain: Whole | Real, text: str) -> float:
    """The one number in prose, or in what follows its last `=`."""
    plain = without_aside(unmarked(text))
    said = plain.replace("≈", "=").rpartition("=")[2] or plain
    spelled = spelled_number(said)
    found = numbers(said) if spelled is None else [spelled]
    if found == []:
        raise Misfit
    if found is None or len(set(found)) > 1 or HEDGES.intersection(words(said)):
        raise Unclear
    try:
        return domain.read(found[0])
    except Misfit:
        raise Unclear from None


@dataclass(frozen=True)
class Whole(Domain):
    """Integers from `low` to `high`."""

    low: int
    high: int

    @property
    def hint(self) -> str:
        return f"an integer from {self.low} to {self.high}"

    def read(self, said: object) -> int:
        whole = isinstance(said, float) and said.is_integer()
        if isinstance(said, bool) or not (isinstance(said, int) or whole):
            raise Misfit
        if not self.low <= said <= self.high:  # type: ignore[operator]
            raise Misfit
        return int(said)  # type: ignore[call-overload, no-any-return]

    def sample(self, rng: Random) -> int:
        return rng.randint(self.low, self.high)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def parse_item(self, text: str) -> int:
        return self.read(number(text))

    def parse(self, text: str) -> int:
        return int(_said_number(self, text))

    def values(self) -> Iterator[Value]:
        return iter(range(self.low, self.high + 1))


@dataclass(frozen=True)
class Real(Domain):
    """Finite numbers from `low` to `high`."""

    low: float
    high: float

    @property
    def hint(self) -> str:
        return f"a number from {literal(self.low)} to {literal(self.high)}"

    def read(self, said: object) -> float:
        if isinstance(said, bool) or not isinstance(said, int | float) or not math.isfinite(said):
            raise Misfit
        if not self.low <= said <= self.high:
            raise Misfit
        return float(said)

    def sample(self, rng: Random) -> float:
        return round(rng.uniform(self.low, self.high), 2)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.low, "maximum": self.high}

    def parse_item(self, text: str) -> float:
        return self.read(number(text))

    def parse(self, text: str) -> float:
        return float(_said_number(self, text))


@dataclass(frozen=True)
class FreeText(Domain):
    """Free text up to `longest` characters."""

    longest: int = 2000

    @property
    def hint(self) -> str:
        return f"a text of at most {self.longest} characters"

    def read(self, said: object) -> str:
        if not isinstance(said, str) or len(said) > self.longest:
            raise Misfit
        return str(said)

    def sample(self, rng: Random) -> str:
        return "".join(rng.choices("abcdefghij ", k=8)).strip() or "a"

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.longest}

    def parse_item(self, text: str) -> str:
        return self.read(text.strip())

    def parse(self, text: str) -> str:
        if not text.strip():
            raise Misfit
        return self.read(text)
