"""The domain of a parameter, as its type declares it; bounds may name an attribute of the task."""

from __future__ import annotations

import enum
import types
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from visgym.core.compound_domains import Group, Ordering, Series
from visgym.core.domains import Choice, Domain, FreeText, Real, Whole


@dataclass(frozen=True)
class Span:
    """Both ends of a range, inclusive; a string names an attribute of the task."""

    low: float | str
    high: float | str


@dataclass(frozen=True)
class Below:
    """Integers from 0 up to, but not including, `limit`."""

    limit: int | str


@dataclass(frozen=True)
class Permutation:
    """All of `size` consecutive integers from `first`, each once."""

    size: int | str
    first: int = 0


@dataclass(frozen=True)
class OneOf:
    """One of the words that an attribute of the task lists."""

    options: str


def domain_of(kind: Any, task: object) -> Domain:
    """The domain that a parameter's type declares, its bounds looked up on `task`."""
    notes: tuple[Any, ...] = ()
    if get_origin(kind) is Annotated:
        kind, *rest = get_args(kind)
        notes = tuple(rest)
    for note in notes:
        if isinstance(note, Below):
            return Whole(0, int(_bound(note.limit, task)) - 1)
        if isinstance(note, OneOf):
            return Choice(tuple(getattr(task, note.options)))
        if isinstance(note, Permutation):
            return Ordering(note.first, int(_bound(note.size, task)))
        if isinstance(note, Span):
            low, high = _bound(note.low, task), _bound(note.high, task)
            return Whole(int(low), int(high)) if kind is int else Real(low, high)
    return _unannotated(kind, task)


def _unannotated(kind: Any, task: object) -> Domain:
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, enum.IntEnum):
        return Choice(tuple(kind), tuple(member.name.lower() for member in kind))
    if origin is Literal:
        return Choice(args)
    if origin is tuple and args[-1] is Ellipsis:
        return Series(domain_of(args[0], task))
    if origin is tuple:
        return Group(tuple(domain_of(arg, task) for arg in args))
    if kind is str:
        return FreeText()
    if origin in (Union, types.UnionType):
        raise TypeError("A parameter has one type; write two actions instead of a union")
    raise TypeError(f"No domain for a parameter of type {kind}: add a Span or a Permutation")


def _bound(bound: float | str, task: object) -> float:
    return float(getattr(task, bound)) if isinstance(bound, str) else bound
