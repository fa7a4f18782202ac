"""Domains made of other domains: groups, series and orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from random import Random
from typing import Any

from visgym.core.calls import Value, literal
from visgym.core.domains import Domain, Misfit


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
class Ordering(Domain):
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
