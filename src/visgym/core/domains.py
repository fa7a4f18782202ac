"""The kinds of domains: what may be said as an argument.

A domain checks a value, samples one, lists them where they are few, and writes itself for people
(`hint`) and for tool schemas (`schema`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from visgym.core.calls import Value, literal


class Misfit(Exception):
    """A value outside its domain."""


class Domain(ABC):
    """The values that one parameter may take."""

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
        """The value as agents write it."""
        return literal(value)


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


@dataclass(frozen=True)
class Choice(Domain):
    """One of a few values; an integer code may have a word for it, and either may be said."""

    options: tuple[Value, ...]
    words: tuple[str, ...] = ()

    @property
    def hint(self) -> str:
        shown = [literal(option) for option in self.options]
        if self.words:
            shown = [f"{code}={word}" for code, word in zip(shown, self.words, strict=True)]
        return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"

    def read(self, said: object) -> Value:
        if isinstance(said, str) and said.strip().lower() in self.words:
            return self.options[self.words.index(said.strip().lower())]
        for option in self.options:
            if isinstance(said, str) and isinstance(option, str):
                if said.strip().lower() == option.lower():
                    return option
            elif said == option and isinstance(said, bool) == isinstance(option, bool):
                return option
        raise Misfit

    def sample(self, rng: Random) -> Value:
        return rng.choice(self.options)

    def schema(self) -> dict[str, Any]:
        kind = "integer" if isinstance(self.options[0], int) else "string"
        plain = [int(o) if isinstance(o, int) else o for o in self.options]
        return {"type": kind, "enum": plain}

    def values(self) -> Iterator[Value]:
        return iter(self.options)


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
        return "".join(rng.choices("abcdefghij ", k=8))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.longest}
