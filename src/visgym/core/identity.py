"""Values as JSON and back, and the fingerprint that names a value in every process."""

from __future__ import annotations

import base64
import dataclasses
import enum
import functools
import hashlib
import json
import re
import types
import typing
from typing import Any, TypeVar, Union, get_args, get_origin

T = TypeVar("T")

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode
_WORDS = re.compile(r"\d+D|\d+|[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SCALARS = frozenset({type(None), bool, int, float, str})

FLAT = {"flat": True}
"""Metadata of a field of a dataclass whose own fields stand in its place."""
OPTIONAL = {"optional": True}
"""Metadata of a field that is left out where it has its default, so that old values keep theirs."""


def to_json(value: Any) -> Any:
    """`value` as JSON data: states, calls, tasks and what they are made of."""
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is tuple or kind is list:
        return [item if type(item) in _SCALARS else to_json(item) for item in value]
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, frozenset):
        return sorted((to_json(item) for item in value), key=canonical)
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _object(value)
    raise TypeError(f"A {type(value).__name__} is not a value that states may hold: {value!r:.80}")


def _object(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, is_flat, is_optional, default in _fields(value.__class__):
        held = getattr(value, name)
        if is_flat:
            found |= to_json(held)
        elif not (is_optional and held == default):
            found[name] = held if type(held) in _SCALARS else to_json(held)
    return found


@functools.cache
def _fields(kind: Any) -> list[tuple[str, bool, bool, Any]]:
    """Name, whether it is flat, whether it is optional, and default of each field of a class."""
    return [
        (item.name, "flat" in item.metadata, "optional" in item.metadata, item.default)
        for item in dataclasses.fields(kind)
    ]


def from_json(kind: type[T], data: Any) -> T:
    """The value of type `kind` that `to_json` made `data` from."""
    return typing.cast(T, _decode(kind, data))


def canonical(data: Any) -> str:
    """The one text of JSON data: sorted keys, no spaces, ASCII."""
    return _encode(data)


def fingerprint(value: Any) -> str:
    """A name of 32 hexadecimal digits for `value`, equal in every process."""
    return digest(to_json(value))


def digest(data: Any) -> str:
    """The fingerprint of JSON data."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()[:32]


def field_types(kind: type) -> dict[str, Any]:
    """The resolved type of each field of a dataclass."""
    return _resolved(kind)


def snake_case(name: str) -> str:
    """The name of a task from the name of its class.

    >>> snake_case("Maze2D"), snake_case("Game2048")
    ('maze_2d', 'game_2048')
    """
    return "_".join(_WORDS.findall(name)).lower()


def type_argument(kind: type[Any]) -> Any:
    """What stands in the brackets of the generic class that a class derives from."""
    for each in kind.__mro__:
        for base in vars(each).get("__orig_bases__", ()):
            if get_args(base) and not isinstance(get_args(base)[0], TypeVar):
                return get_args(base)[0]
    raise TypeError(f"{kind.__name__} names no type in brackets, as in Task[MyState]")


@functools.cache
def _resolved(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {item.name: hints[item.name] for item in dataclasses.fields(kind)}


def _decode(kind: Any, data: Any) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _decode_union(args, data)
    if origin is typing.Literal:
        if data not in args:
            raise ValueError(f"{data!r:.60} is not one of {', '.join(map(repr, args))}")
        return data
    if origin is typing.Annotated:
        return _decode(args[0], data)
    if origin in (tuple, frozenset):
        return _decode_items(origin, args, data)
    if dataclasses.is_dataclass(origin or kind):
        return _decode_object(origin or kind, args, data)
    return _decode_scalar(kind, data)


def _decode_object(kind: Any, args: tuple[Any, ...], data: Any) -> Any:
    if not isinstance(data, dict):
        raise ValueError(f"{data!r:.60} is not an object with the fields of {kind.__name__}")
    bound = dict(zip(getattr(kind, "__parameters__", ()), args, strict=False))
    hints, found = field_types(kind), {}
    for item in dataclasses.fields(kind):
        hint = bound.get(hints[item.name], hints[item.name])
        if names := getattr(hint, "__parameters__", ()):  # such as tuple[World, ...]
            hint = hint[tuple(bound[name] for name in names)]
        if "flat" in item.metadata:
            found[item.name] = _decode(hint, data)
        elif "optional" not in item.metadata or item.name in data:
            found[item.name] = _decode(hint, data[item.name])
    return kind(**found)


def _decode_union(args: tuple[Any, ...], data: Any) -> Any:
    if data is None and type(None) in args:
        return None
    for option in args:
        try:
            return _decode(option, data)
        except (ValueError, KeyError):
            continue
    names = " or ".join(getattr(kind, "__name__", str(kind)) for kind in args)
    raise ValueError(f"{data!r:.60} should be of type {names.replace('NoneType', 'None')}")


def _decode_items(origin: Any, args: tuple[Any, ...], data: Any) -> Any:
    if not isinstance(data, list | tuple):
        raise ValueError(f"{data!r:.60} is not a list")
    if origin is tuple and args[-1] is not Ellipsis:
        if len(data) != len(args):
            raise ValueError(f"{data!r:.60} should have {len(args)} items")
        return tuple(_decode(kind, item) for kind, item in zip(args, data, strict=True))
    return origin(_decode(args[0], item) for item in data)


def _decode_scalar(kind: Any, data: Any) -> Any:
    if kind is Any:
        return tuple(_decode_scalar(Any, item) for item in data) if type(data) is list else data
    if kind is bytes and isinstance(data, str):
        return base64.b64decode(data)
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind(data)
    if type(data) is not kind:
        raise ValueError(f"{data!r:.60} should be of type {getattr(kind, '__name__', kind)}")
    return data
