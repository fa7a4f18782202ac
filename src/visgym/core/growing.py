"""A sequence that is a value and yet grows by one without being copied."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar, overload

Item = TypeVar("Item", covariant=True)

_lock = threading.Lock()


class _Items(list[Any]):
    """A list that something can be remembered of."""

    __slots__ = ("__weakref__",)


class Growing(Sequence[Item]):
    """The first so many items of a list that longer ones share; equal to a tuple of these items.

    >>> first = Growing([1, 2])
    >>> second, fork = first.grown(3), first.grown(4)
    >>> tuple(second), tuple(fork), second == (1, 2, 3), second[-2:]
    ((1, 2, 3), (1, 2, 4), True, (2, 3))
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._items = _Items(items)
        self._length = len(self._items)

    def grown(self, item: Any) -> Growing[Item]:
        """The sequence with one item more; this one stays as it is."""
        longer: Growing[Item] = Growing.__new__(Growing)
        with _lock:
            items = self._items
            if len(items) != self._length:  # another one has grown from here already
                items = _Items(items[: self._length])
            items.append(item)
        longer._items, longer._length = items, self._length + 1
        return longer

    @property
    def origin(self) -> object:
        """What this one shares with those that grow from it, forks aside."""
        return self._items

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._length)

    def __reversed__(self) -> Iterator[Item]:
        return map(self._items.__getitem__, range(self._length - 1, -1, -1))

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, place: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(place, slice):
            return tuple(self._items[at] for at in range(*place.indices(self._length)))
        if not -self._length <= place < self._length:
            raise IndexError("There is no such item.")
        item: Item = self._items[place if place >= 0 else place + self._length]
        return item

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Growing | tuple):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type, tuple[tuple[Item, ...]]]:
        return Growing, (tuple(self),)
