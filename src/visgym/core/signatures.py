"""The domain of a parameter, as its type declares it; bounds may name an attribute of the task."""

from __future__ import annotations

import enum
import types
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from visgym.core.choices import Choice, Flag
from visgym.core.compound_domains import Group, Ordering, Series
from visgym.core.domains import Domain, FreeText, Real, Whole
from visgym.core.free_rows import FreeRows
from visgym.core.shaped_domains import Members, Rows, Spelled
from visgym.core.word_domains import OneWord


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
    told: str = ""
    """What they are called, where they are too many to be listed."""


Scalar = Span | Below | OneOf


@dataclass(frozen=True)
class Letters:
    """A string over an alphabet, or a tuple of its letters; words may stand for the letters."""

    alphabet: str
    words: tuple[str, ...] = ()
    longest: int | str = 200
    may_be_none: bool = False
    """Whether the word none may be said in place of letters."""


@dataclass(frozen=True)
class Word:
    """A word with so many letters, any from A to Z."""

    least: int | str
    most: int | str


@dataclass(frozen=True)
class AtMost:
    """Free text up to so many characters."""

    longest: int | str


@dataclass(frozen=True)
class Subset:
    """Different values of a type or a range, in any order."""

    item: Scalar | None = None
    least: int | str = 0
    most: int | str = 200


@dataclass(frozen=True)
class Pairs:
    """A list of pairs, both ends from one range."""

    item: Scalar


@dataclass(frozen=True)
class Grid:
    """Rows of cells; without a range, the type of the cells says what they may be."""

    rows: int | str
    columns: int | str
    cell: Scalar | None = None


@dataclass(frozen=True)
class FreeGrid:
    """Rows of cells, up to so many rows and columns; the shape is a part of what is said."""

    rows: int | str
    columns: int | str
    cell: Scalar | None = None


def domain_of(kind: Any, task: object) -> Domain:
    """The domain that a parameter's type declares, its bounds looked up on `task`."""
    if get_origin(kind) is not Annotated:
        return _unannotated(kind, task)
    kind, *notes = get_args(kind)
    for note in notes:
        found = _noted(note, kind, task)
        if found is not None:
            return found
    return _unannotated(kind, task)


def _noted(note: object, kind: Any, task: object) -> Domain | None:
    match note:
        case Below(limit):
            return Whole(0, _count(limit, task) - 1)
        case OneOf(options, told):
            return _one_of(tuple(getattr(task, options)), told)
        case Permutation(size, first):
            return Ordering(first, _count(size, task))
        case Span():
            low, high = _bound(note.low, task), _bound(note.high, task)
            return Whole(int(low), int(high)) if kind is int else Real(low, high)
        case Letters(alphabet, words, longest, may_be_none):
            item = Choice(tuple(alphabet))
            return Spelled(item, _count(longest, task), words, kind is str, may_be_none)
        case Word(least, most):
            return OneWord(_count(least, task), _count(most, task))
        case AtMost(longest):
            return FreeText(_count(longest, task))
        case Subset(item, least, most):
            return Members(_item(item, kind, task), _count(most, task), _count(least, task))
        case Pairs(item):
            return Series(Group((_item(item, int, task),) * 2))
        case Grid(rows, columns, cell):
            row = get_args(kind)[0]
            return Rows(_count(rows, task), _count(columns, task), _item(cell, row, task))
        case FreeGrid(rows, columns, cell):
            row = get_args(kind)[0]
            return FreeRows(_count(rows, task), _count(columns, task), _item(cell, row, task))
    return None


def _one_of(options: tuple[Any, ...], told: str) -> Domain:
    """A choice, or a range where the options are integers in a row."""
    first = options[0]
    if isinstance(first, int) and options == tuple(range(first, first + len(options))):
        return Whole(first, first + len(options) - 1)
    return Choice(options, told=told)


def _item(note: Scalar | None, series: Any, task: object) -> Domain:
    """The domain of what a tuple holds: as the note says, or its type."""
    held = get_args(series)[0] if get_args(series) else series
    return domain_of(held if note is None else Annotated[held, note], task)


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
    if kind is bool:
        return Flag()
    if kind is str:
        return FreeText()
    if origin in (Union, types.UnionType):
        raise TypeError("A parameter has one type; write two actions instead of a union")
    raise TypeError(f"No domain for a parameter of type {kind}: add a Span or a Permutation")


def _bound(bound: float | str, task: object) -> float:
    return float(getattr(task, bound)) if isinstance(bound, str) else bound


def _count(bound: int | str, task: object) -> int:
    return int(_bound(bound, task))
