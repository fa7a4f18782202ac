"""Search with propagation over cells whose possible values are the bits of a number.

Rules are records in one array, `kind, length, first, second, *cells, ...`; the length is that of
what comes after the first four:

| kind | says | first | second | after the cells |
|---|---|---|---|---|
| 1 | all different | the values that must all occur, or 0 | | |
| 2 | the sum of weighted values | least | most | weights |
| 3 | the second cell by the first | number of a table | | |
| 0 | nothing: a rule that was taken back | | | |
| 4 | so many are seen over lower ones | from the front, or 0 | from the back, or 0 | |
| 5 | so many ones, none side by side | how many | | |

A table has for each value of the first cell the values that the second may have.
"""

from __future__ import annotations

from visgym.kit.compiled import optional_loop, optional_shared
from visgym.kit.grids.kernels.spacing import strike_apart
from visgym.kit.grids.kernels.striking import (
    HEAD,
    HIDDEN,
    Numbers,
    bits,
    strike_equal,
    strike_pair,
    strike_sums,
    strike_views,
)

DIFFERENT, TOTAL, PAIR, VIEWS, APART = 1, 2, 3, 4, 5
ROOM = 64  # numbers that propagation may use for itself


@optional_loop
def search(
    start: Numbers,
    rules: Numbers,
    tables: Numbers,
    stack: Numbers,
    room: Numbers,
    found: Numbers,
    info: Numbers,
    strength: int,
    keys: int,
    seed: int,
    most_guesses: int,
) -> int:
    """The number of solutions, as far as `found` has rows for them.

    Solutions differ in the first `keys` cells. `info` gets the guesses that were made, and whether
    there were too many. A `seed` other than 0 tries values in random order.
    """
    size, solutions, depth, guesses = start.shape[0], 0, 0, 0
    for cell in range(size):
        stack[0, cell] = start[cell]
    alive = propagate(stack[0], rules, tables, room, strength)
    while True:
        if alive:
            cell = choose(stack[depth], keys)
            if cell < 0:
                for each in range(size):
                    found[solutions, each] = stack[depth, each]
                solutions += 1
                while depth > 0 and stack[depth, size] >= keys:  # another way to the same one
                    depth -= 1
                alive = False
                if solutions == found.shape[0]:
                    break
            else:
                if guesses == most_guesses or depth + 2 > stack.shape[0]:
                    info[1] = 1
                    break
                guesses += 1
                depth += 1
                for each in range(size):
                    stack[depth, each] = stack[depth - 1, each]
                seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF if seed else 0
                bit = pick(stack[depth, cell], seed >> 8)
                stack[depth, cell] = bit
                stack[depth, size] = cell
                stack[depth, size + 1] = bit
                alive = propagate(stack[depth], rules, tables, room, strength)
        elif depth == 0:
            break
        else:  # the guess was wrong: not that value
            cell, bit = stack[depth, size], stack[depth, size + 1]
            depth -= 1
            stack[depth, cell] &= ~bit
            alive = stack[depth, cell] != 0 and propagate(
                stack[depth], rules, tables, room, strength
            )
    info[0] = guesses
    return solutions


@optional_shared
def choose(domains: Numbers, keys: int) -> int:
    """An open cell with the fewest values, among the keys first; -1 if none is open."""
    best, fewest = -1, 1 << 30
    for cell in range(domains.shape[0] - 2):
        if cell == keys and best >= 0:
            break
        domain = domains[cell]
        if domain & (domain - 1):
            count = bits(domain)
            if count < fewest:
                best, fewest = cell, count
    return best


@optional_shared
def pick(domain: int, seed: int) -> int:
    """One value of a domain: the least, or any by a seed."""
    skip = seed % bits(domain) if seed else 0
    while skip:
        domain &= domain - 1
        skip -= 1
    return domain & -domain


@optional_shared
def propagate(
    domains: Numbers, rules: Numbers, tables: Numbers, room: Numbers, strength: int
) -> bool:
    """Strike values until nothing more follows; False if a cell has none left."""
    changed = True
    while changed:
        changed = False
        at = 0
        while at < rules.shape[0]:
            kind = rules[at]
            if kind == DIFFERENT:
                result = strike_equal(domains, rules, at, strength)
            elif kind == TOTAL:
                result = strike_sums(domains, rules, at)
            elif kind == PAIR:
                result = strike_pair(domains, rules, at, tables)
            elif kind == VIEWS and strength >= HIDDEN:
                result = strike_views(domains, rules, at, room)
            elif kind == APART:
                result = strike_apart(domains, rules, at, room)
            else:
                result = 0
            if result < 0:
                return False
            if result:
                changed = True
            at += HEAD + rules[at + 1]
    return True
