"""A set of packed states in one array of numbers, whose length is a power of two."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from visgym.kit.compiled import optional_shared

Numbers = NDArray[np.int64]

FREE = -1


@optional_shared
def clear(table: Numbers) -> None:
    for slot in range(table.shape[0]):
        table[slot] = FREE


@optional_shared
def slot_of(table: Numbers, key: int) -> int:
    """Where a table has a key, or the free slot where it belongs."""
    last = table.shape[0] - 1
    # 61 bits at most, so that plain Python counts alike
    slot: int = ((key ^ (key >> 29)) & 0x1FFFFFFF) * 0x9E3779B1 >> 22 & last
    while table[slot] not in (key, FREE):
        slot = (slot + 1) & last
    return slot
