"""Domains made of other domains: groups, series and orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from random import Random
from typing import Any

from visgym.core.calls import Value, literal
from visgym.core.domains import Domain, FreeText, Misfit, Unclear, Whole
from visgym.core.markup import (
    HEDGES,
    number,
    numbers,
    pieces,
    unbracketed,
    unlisted,
    unmarked,
    without_aside,
    words,
)

MOST_PIECES = 400  # of a text that is read as a list
LONGEST_GROUP = 500  # characters of a text that is read as a group
NOTHING = frozenset({"", "none", "nothing", "empty"})
_BETWEEN_MEMBERS = (",;\n", "→", ":", "=", "|", " \t", "-", "/")
_BETWEEN_ITEMS = (",;\n→", ",;\n→ \t|", ",;\n→ \t|-")
_BETWEEN_GROUPS = (";\n", ",;\n", ",;\n \t", ",;\n→ \t")
_JOINING = frozenset({"and", "then", "to", "by", "x", "×", "&"})


class Compound(Domain):
    """Several values in one."""

    takes_lists = True


@dataclass(frozen=True)
class Group(Compound):
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

    def say(self, value: Value) -> str:
        assert isinstance(value, tuple)
        said = [member.say(item) for member, item in zip(self.members, value, strict=True)]
        return f"({', '.join(said)})"

    def parse_item(self, text: str) -> tuple[Value, ...]:
        if len(text) > LONGEST_GROUP:
            raise Misfit
        plain = unbracketed(unlisted(text) if "\n" in text else text)
        splits = [pieces(plain, separators) for separators in _BETWEEN_MEMBERS]
        splits += [[each for each in plain.split() if each not in _JOINING], list(plain)]
        for split in splits:
            if len(split) != len(self.members):
                continue
            try:
                return tuple(
                    m.parse_item(each) for m, each in zip(self.members, split, strict=True)
                )
            except Misfit:
                continue
        raise Misfit

    def parse(self, text: str) -> tuple[Value, ...]:
        """The members between any separators, or as many numbers in prose as there are members."""
        plain = unmarked(text)
        try:
            return self.parse_item(plain)
        except Misfit:
            found = numbers(plain.replace(",", " "))
        if not found:
            raise Misfit
        if len(found) != len(self.members) or HEDGES.intersection(words(plain)):
            raise Unclear
        return _settled(self, tuple(found))


@dataclass(frozen=True)
class Series(Compound):
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

    def say(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return ", ".join(self.item.say(each) for each in value) or "none"

    def parse_item(self, text: str) -> tuple[Value, ...]:
        return _settled(self, _items(self.item, text))


@dataclass(frozen=True)
class Ordering(Compound):
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

    def say(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return ", ".join(map(str, value))

    def parse_item(self, text: str) -> tuple[Value, ...]:
        each = Whole(self.first, self.first + self.size - 1)
        return _settled(self, _items(each, text))


def _settled(domain: Group | Series | Ordering, found: tuple[Value, ...]) -> tuple[Value, ...]:
    """The items as a value of the domain; items that make none are unclear."""
    try:
        return domain.read(found)
    except Misfit:
        raise Unclear from None


def _items(item: Domain, text: str) -> tuple[Value, ...]:
    """The items of a list, between the coarsest separators at which all of it can be read."""
    plain = unbracketed(unlisted(text))
    if not isinstance(item, FreeText) and plain.lower().strip(" .") in NOTHING:
        return ()
    heard = False
    for said in dict.fromkeys((plain, without_aside(plain), *_inner(plain))):
        for separators in _BETWEEN_GROUPS if item.takes_lists else _BETWEEN_ITEMS:
            found = [each for each in pieces(said, separators) if each.lower() not in _JOINING]
            try:
                if found and len(found) <= MOST_PIECES:
                    return tuple(item.parse_item(each) for each in found)
            except Misfit:
                heard = heard or any(_says(item, each) for each in found[:MOST_PIECES])
    raise Unclear if heard else Misfit


def _says(item: Domain, text: str) -> bool:
    """Whether a text is an item, or a number outside of the domain."""
    return item.is_item(text) or number(text) is not None


def _inner(text: str) -> Iterator[str]:
    """What stands in the last brackets of prose, and what follows its first colon."""
    opening, closing = text.rfind("["), text.rfind("]")
    if 0 <= opening < closing and text.find("[") == opening:
        yield text[opening + 1 : closing]
    _, colon, after = text.partition(":")
    if colon:
        yield after.strip()
