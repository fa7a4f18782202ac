"""What rules strike from the values of cells: 1 for something, 0 for nothing, -1 if they fail."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from visgym.kit.compiled import optional_shared

Numbers = NDArray[np.int64]

HEAD = 4  # numbers before the cells of a record
SINGLES, HIDDEN, PAIRS = 1, 2, 3  # how strong propagation is


@optional_shared
def bits(domain: int) -> int:
    count = 0
    while domain:
        domain &= domain - 1
        count += 1
    return count


@optional_shared
def least(domain: int) -> int:
    """The least value of a domain."""
    value = 0
    if not domain & 0xFFFFFFFF:
        domain >>= 32
        value += 32
    if not domain & 0xFFFF:
        domain >>= 16
        value += 16
    if not domain & 0xFF:
        domain >>= 8
        value += 8
    while not domain & 1:
        domain >>= 1
        value += 1
    return value


@optional_shared
def greatest(domain: int) -> int:
    """The greatest value of a domain."""
    value = -1
    while domain >> 8:
        domain >>= 8
        value += 8
    while domain:
        domain >>= 1
        value += 1
    return value


@optional_shared
def strike_equal(domains: Numbers, rules: Numbers, at: int, strength: int) -> int:
    """Each value once: 1 if something was struck, -1 if it cannot be."""
    first, end, needed = at + HEAD, at + HEAD + rules[at + 1], rules[at + 2]
    fixed, once, twice, changed = 0, 0, 0, 0
    for place in range(first, end):
        domain = domains[rules[place]]
        if domain & (domain - 1) == 0:
            if fixed & domain:
                return -1
            fixed |= domain
    for place in range(first, end):
        domain = domains[rules[place]]
        if domain & (domain - 1):
            if domain & fixed:
                domain &= ~fixed
                if domain == 0:
                    return -1
                domains[rules[place]] = domain
                changed = 1
            twice |= once & domain
            once |= domain
    if needed & ~(once | fixed):
        return -1
    if strength >= HIDDEN:
        hidden = once & ~twice & ~fixed & needed
        for place in range(first, end):
            domain = domains[rules[place]]
            alone = domain & hidden
            if alone and domain & (domain - 1):
                if alone & (alone - 1):
                    return -1
                domains[rules[place]] = alone
                changed = 1
    if strength >= PAIRS:
        changed |= strike_pairs(domains, rules, first, end)
    return changed


@optional_shared
def strike_pairs(domains: Numbers, rules: Numbers, first: int, end: int) -> int:
    """Two cells with the same two values leave them to no other."""
    changed = 0
    for one in range(first, end):
        domain = domains[rules[one]]
        rest = domain & (domain - 1)
        if rest == 0 or rest & (rest - 1):
            continue
        for other in range(one + 1, end):
            if domains[rules[other]] == domain:
                for place in range(first, end):
                    if place not in (one, other) and domains[rules[place]] & domain:
                        domains[rules[place]] &= ~domain
                        changed = 1
    return changed


@optional_shared
def strike_sums(domains: Numbers, rules: Numbers, at: int) -> int:
    """Values that are too small or too large, whatever the others are."""
    count, low, high = rules[at + 1] // 2, rules[at + 2], rules[at + 3]
    first, changed = at + HEAD, 0
    smallest, largest = 0, 0
    for place in range(first, first + count):
        domain, weight = domains[rules[place]], rules[place + count]
        if domain == 0:
            return -1
        one, other = weight * least(domain), weight * greatest(domain)
        smallest += min(one, other)
        largest += max(one, other)
    if smallest > high or largest < low:
        return -1
    if smallest >= low and largest <= high:
        return 0
    for place in range(first, first + count):
        domain, weight = domains[rules[place]], rules[place + count]
        if domain & (domain - 1) == 0:
            continue
        one, other = weight * least(domain), weight * greatest(domain)
        below, above = smallest - min(one, other), largest - max(one, other)
        kept, left = domain, domain
        while left:
            bit = left & -left
            left ^= bit
            value = weight * least(bit)
            if value + below > high or value + above < low:
                kept ^= bit
        if kept == 0:
            return -1
        if kept != domain:
            domains[rules[place]] = kept
            changed = 1
            one, other = weight * least(kept), weight * greatest(kept)
            smallest, largest = below + min(one, other), above + max(one, other)
    return changed


@optional_shared
def strike_pair(domains: Numbers, rules: Numbers, at: int, tables: Numbers) -> int:
    """Values of the second cell that go with none of the first."""
    table, one, other = rules[at + 2], rules[at + HEAD], rules[at + HEAD + 1]
    left, allowed, before = domains[one], 0, domains[other]
    while left:
        bit = left & -left
        left ^= bit
        allowed |= tables[table, least(bit)]
    after = before & allowed
    domains[other] = after
    if after == 0:
        return -1
    return 1 if after != before else 0


@optional_shared
def strike_views(domains: Numbers, rules: Numbers, at: int, room: Numbers) -> int:
    """Values of a line of different heights that occur in no filling with these views."""
    count, front, back = rules[at + 1], rules[at + 2], rules[at + 3]
    first, depth, used = at + HEAD, 0, 0
    # room: for each place what is left to try, what is chosen, and what occurs
    for place in range(count):
        room[2 * count + place] = 0
    room[0] = domains[rules[first]]
    while depth >= 0:
        if room[depth] == 0:
            depth -= 1
            if depth >= 0:
                used ^= room[count + depth]
            continue
        bit = room[depth] & -room[depth]
        room[depth] ^= bit
        room[count + depth] = bit
        if depth + 1 < count:
            used |= bit
            depth += 1
            room[depth] = domains[rules[first + depth]] & ~used
        elif views_fit(room, count, front, back):
            for place in range(count):
                room[2 * count + place] |= room[count + place]
    changed = 0
    for place in range(count):
        kept = room[2 * count + place]
        if kept == 0:
            return -1
        if kept != domains[rules[first + place]]:
            domains[rules[first + place]] = kept
            changed = 1
    return changed


@optional_shared
def views_fit(room: Numbers, count: int, front: int, back: int) -> bool:
    """Whether a chosen line shows as many from both ends as it must."""
    seen, top = 0, 0
    for place in range(count):
        if room[count + place] > top:
            top = room[count + place]
            seen += 1
    if front and seen != front:
        return False
    seen, top = 0, 0
    for place in range(count - 1, -1, -1):
        if room[count + place] > top:
            top = room[count + place]
            seen += 1
    return not back or seen == back
