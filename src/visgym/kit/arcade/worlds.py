"""Worlds that go on by a tick: copies with some fields changed, made as fast as can be."""

from __future__ import annotations

from typing import TypeVar

World = TypeVar("World")
_new, _set = object.__new__, object.__setattr__


def altered(world: World, **changes: object) -> World:
    """A copy of a frozen dataclass without slots; `replace` takes four times as long."""
    made = _new(world.__class__)
    _set(made, "__dict__", world.__dict__ | changes)
    return made
