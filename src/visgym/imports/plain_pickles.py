"""Pickles of lists, tuples and whole numbers, read without ever running one.

The instructions are read one by one, in bounded number, and those that could name or build anything
else are refused; nothing is copied, so that a small file cannot become a large value.
"""

from __future__ import annotations

import pickletools
import struct
from typing import Any

from visgym.imports.files import BrokenProblem

MOST_BYTES = 100_000
MOST_INSTRUCTIONS = 20_000
_IGNORED = frozenset({"PROTO", "FRAME"})
_NUMBERS = frozenset({"BININT", "BININT1", "BININT2", "INT", "LONG", "LONG1"})
_TUPLES = {"EMPTY_TUPLE": 0, "TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_KEPT = frozenset({"MEMOIZE", "PUT", "BINPUT", "LONG_BINPUT"})
_FETCHED = frozenset({"GET", "BINGET", "LONG_BINGET"})
_MARK: Any = object()


def plain_value(data: bytes) -> Any:
    """The value of a pickle, or `BrokenProblem`."""
    reader = _Reader()
    try:
        for number, (code, arg, _) in enumerate(pickletools.genops(data)):
            if number >= MOST_INSTRUCTIONS:
                raise BrokenProblem(f"The pickle has more than {MOST_INSTRUCTIONS} instructions.")
            if code.name == "STOP":
                return reader.stack.pop()
            reader.do(code.name, arg)
    except (ValueError, LookupError, TypeError, ArithmeticError, struct.error):
        raise BrokenProblem("The pickle is damaged.") from None
    raise BrokenProblem("The pickle has no end.")


class _Reader:
    """A stack and what was put aside, as far as lists, tuples and numbers need them."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}

    def do(self, name: str, arg: Any) -> None:
        """Follow one instruction."""
        if name in _IGNORED:
            return
        if name in _NUMBERS:
            self.stack.append(arg)
        elif name == "MARK":
            self.stack.append(_MARK)
        elif name == "EMPTY_LIST":
            self.stack.append([])
        elif name in _TUPLES:
            count = _TUPLES[name]
            items = [self.stack.pop() for _ in range(count)]
            self.stack.append(tuple(reversed(items)))
        elif name in ("TUPLE", "LIST"):
            items = self._since_mark()
            self.stack.append(tuple(items) if name == "TUPLE" else items)
        elif name in ("APPEND", "APPENDS"):
            items = [self.stack.pop()] if name == "APPEND" else self._since_mark()
            self._list().extend(items)
        elif name in _KEPT:
            self.memo[len(self.memo) if name == "MEMOIZE" else int(arg)] = self.stack[-1]
        elif name in _FETCHED:
            self.stack.append(self.memo[int(arg)])
        else:
            raise BrokenProblem(f"The pickle has the instruction {name}; only numbers are read.")

    def _since_mark(self) -> list[Any]:
        items: list[Any] = []
        while (item := self.stack.pop()) is not _MARK:
            items.append(item)
        return items[::-1]

    def _list(self) -> list[Any]:
        if not isinstance(self.stack[-1], list):
            raise ValueError
        return self.stack[-1]
