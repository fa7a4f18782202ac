"""Breadth-first search over boards of cars, packed with three bits for the place of each car."""

from __future__ import annotations

from visgym.kit.boards.kernels.sets import FREE, Numbers, clear, slot_of
from visgym.kit.compiled import optional_loop, optional_shared

BITS = 3  # of a place along a lane
RIM = 1 << 36  # a cell that is never free


@optional_loop
def spread(
    ways: Numbers,
    boards: Numbers,
    parents: Numbers,
    ends: Numbers,
    table: Numbers,
    sources: int,
    exit: int,
) -> int:
    """The number of boards that are reached from the first `sources` of `boards`, by one cell each.

    `ways` has for a car and its place the cells that it covers, and those that it enters when it
    goes back and ahead. Boards of distance d end at `ends[d]`; then follows the number of all. The
    last board is the first where the first car is at `exit`. 0 if there is not enough room.
    """
    cars, count, begin = ways.shape[0], sources, 0
    enlist(table, boards, parents, sources)
    for depth in range(ends.shape[0]):
        end = count
        ends[depth] = end
        for index in range(begin, end):
            board, left = boards[index], boards[index]
            taken = covered(ways, board)
            for car in range(cars):
                place, left, unit = left & 7, left >> BITS, 1 << (BITS * car)
                for way in (1, 2):
                    if ways[car, place, way] & taken:
                        continue
                    after = board + (2 * way - 3) * unit
                    slot = slot_of(table, after)
                    if table[slot] != FREE:
                        continue
                    if count == boards.shape[0]:
                        return 0
                    table[slot], boards[count], parents[count] = after, after, index
                    count += 1
                    if after & 7 == exit:
                        return count
        begin = end
    return count if begin == count else 0


@optional_shared
def covered(ways: Numbers, board: int) -> int:
    """The cells under cars, and the rim."""
    taken = RIM
    for car in range(ways.shape[0]):
        taken |= ways[car, board & 7, 0]
        board >>= BITS
    return taken


@optional_shared
def enlist(table: Numbers, boards: Numbers, parents: Numbers, sources: int) -> None:
    """The first boards, and no others."""
    clear(table)
    for index in range(sources):
        table[slot_of(table, boards[index])] = boards[index]
        parents[index] = FREE
