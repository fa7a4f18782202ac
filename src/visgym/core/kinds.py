"""The kinds of domains: what may be said as an argument.

A domain checks a value, samples one, lists them where they are few, and writes itself for people
(`hint`) and for tool schemas (`schema`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
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
class Group(Domain):
    """A fixed number of values, each with its own domain."""

    members: tuple[Domain, ...]

    @property
    def hint(self) -> str:
        if len(set(self.members)) > 1:
            return f"({', '.join(member.hint for member in self.members)})"
        return f"{len(self.members)} values, each {self.members[0].hint}"

    def read(self, said: object) -> tuple[Value, ...]:
        if not isinstance(said, tuple) or len(said) != len(self.members):
            raise Misfit
        return tuple(member.read(item) for member, item in zip(self.members, said, strict=True))

    def sample(self, rng: Random) -> tuple[Value, ...]:
        return tuple(member.sample(rng) for member in self.members)

    def schema(self) -> dict[str, Any]:
        items = [member.schema() for member in self.members]
        return {
            "type": "array",
            "prefixItems": items,
            "minItems": len(items),
            "maxItems": len(items),
        }

    def values(self) -> Iterator[Value]:
        return product(*(member.values() for member in self.members))


@dataclass(frozen=True)
class Series(Domain):
    """Any number of values from one domain, up to `longest`."""

    item: Domain
    longest: int = 200

    @property
    def hint(self) -> str:
        return f"a list of at most {self.longest} values, each {self.item.hint}"

    def read(self, said: object) -> tuple[Value, ...]:
        if not isinstance(said, tuple) or len(said) > self.longest:
            raise Misfit
        return tuple(self.item.read(each) for each in said)

    def sample(self, rng: Random) -> tuple[Value, ...]:
        return tuple(self.item.sample(rng) for _ in range(rng.randint(1, min(4, self.longest))))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.item.schema(), "maxItems": self.longest}

    def write(self, value: Value) -> str:
        return literal(value, listed=True)


@dataclass(frozen=True)
class Order(Domain):
    """A permutation of consecutive integers."""

    first: int
    size: int

    @property
    def hint(self) -> str:
        return f"a list with each of {self.first} to {self.first + self.size - 1} once"

    def read(self, said: object) -> tuple[Value, ...]:
        numbers = range(self.first, self.first + self.size)
        if not isinstance(said, tuple) or any(type(n) is not int for n in said):
            raise Misfit
        if sorted(said) != list(numbers):
            raise Misfit
        return said

    def sample(self, rng: Random) -> tuple[Value, ...]:
        return tuple(rng.sample(range(self.first, self.first + self.size), self.size))

    def schema(self) -> dict[str, Any]:
        item = {"type": "integer", "minimum": self.first, "maximum": self.first + self.size - 1}
        return {
            "type": "array",
            "items": item,
            "minItems": self.size,
            "maxItems": self.size,
            "uniqueItems": True,
        }

    def values(self) -> Iterator[Value]:
        return permutations(range(self.first, self.first + self.size))

    def write(self, value: Value) -> str:
        return literal(value, listed=True)


@dataclass(frozen=True)
class Words(Domain):
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
