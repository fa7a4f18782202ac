"""A call is one action with its arguments, the way agents act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "int | float | str | bool | tuple[Value, ...] | None"


class Illegal(Exception):
    """A well-formed call that the rules refuse now; the text is a sentence to the player."""


@dataclass(frozen=True, slots=True)
class Call:
    """One action by name, with its arguments in the order of the action's signature."""

    name: str
    args: tuple[Value, ...] = ()

    @property
    def size(self) -> int:
        """How many plain values it says."""
        return _size(self.args)


STOP = Call("stop")


def _size(value: Value) -> int:
    return sum(map(_size, value)) if isinstance(value, tuple) else 1


def literal(value: object, listed: bool = False) -> str:
    """The text of a value: lists in brackets where `listed`, tuples in parentheses otherwise."""
    if isinstance(value, tuple):
        inner = ", ".join(literal(item) for item in value)
        if listed:
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return str(int(value))  # an IntEnum prints as its code
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return repr(value)


def brief(text: str, limit: int = 60) -> str:
    """`text` on one line, printable and bounded, fit to be echoed to an agent."""
    cut = text[: limit + 1]
    clean = "".join(char if char.isprintable() else " " for char in cut)
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"
