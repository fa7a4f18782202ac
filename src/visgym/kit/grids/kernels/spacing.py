"""What follows for a line of zeros and ones of which no two ones stand side by side."""

from __future__ import annotations

from visgym.kit.compiled import optional_shared
from visgym.kit.grids.kernels.striking import HEAD, Numbers


@optional_shared
def strike_apart(domains: Numbers, rules: Numbers, at: int, room: Numbers) -> int:
    """Values that occur in no line with so many ones: 1 if some are struck, -1 if no line is left.

    Sets of counts are bits: `room` has for each place those of the ones before it that can be made
    up behind it, after a zero and after a one.
    """
    count, ones = rules[at + 1], rules[at + 2]
    first, changed = at + HEAD, 0
    room[2 * count], room[2 * count + 1] = 1 << ones, 1 << ones
    for place in range(count - 1, -1, -1):
        domain, zero, one = domains[rules[first + place]], room[2 * place + 2], room[2 * place + 3]
        room[2 * place + 1] = zero if domain & 1 else 0
        room[2 * place] = room[2 * place + 1] | (one >> 1 if domain & 2 else 0)
    after_zero, after_one = 1, 0
    for place in range(count):
        domain, either = domains[rules[first + place]], after_zero | after_one
        kept = 0
        if domain & 1 and either & room[2 * place + 2]:
            kept |= 1
        if domain & 2 and after_zero & (room[2 * place + 3] >> 1):
            kept |= 2
        if kept == 0:
            return -1
        if kept != domain:
            domains[rules[first + place]] = kept
            changed = 1
        after_one = after_zero << 1 if kept & 2 else 0
        after_zero = either if kept & 1 else 0
    return changed
