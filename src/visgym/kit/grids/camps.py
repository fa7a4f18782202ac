"""Tents that have trees of their own beside them and never touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random

from visgym.kit.grid import Cell, cells, neighbours, shift
from visgym.kit.grids.checks import lines
from visgym.kit.grids.placing import touching
from visgym.kit.grids.rules import Rules
from visgym.kit.matching import cheapest_pairs

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def have_own_trees(tents: Sequence[Cell], trees: Sequence[Cell]) -> bool:
    """Whether each tent can have a tree beside it that no other tent has.

    >>> have_own_trees([(0, 1), (1, 0)], [(0, 0)]), have_own_trees([(0, 1)], [(0, 0)])
    (False, True)
    """
    if len(tents) > len(trees):
        return False
    costs = [[int(tree not in neighbours(tent)) for tree in trees] for tent in tents]
    return not any(costs[tent][tree] for tent, tree in cheapest_pairs(costs))


def settle(tents: Sequence[Cell], trees: Sequence[Cell]) -> bool:
    """Whether tents find trees of their own, one after the other, by making others move on."""
    owner: dict[Cell, Cell] = {}

    def settles(tent: Cell, tried: set[Cell]) -> bool:
        for tree in neighbours(tent):
            if tree in trees and tree not in tried:
                tried.add(tree)
                if tree not in owner or settles(owner[tree], tried):
                    owner[tree] = tent
                    return True
        return False

    return all(settles(tent, set()) for tent in tents)


def are_apart(tents: Sequence[Cell]) -> bool:
    """Whether no two touch, not even at a corner."""
    return not any(one in touching(other) for one, other in combinations(tents, 2))


def random_camp(size: int, count: int, rng: Random) -> tuple[list[Cell], list[Cell]] | None:
    """So many tents in random order and their trees; None where there is no room for all."""
    tents, trees = list[Cell](), list[Cell]()
    every = list(cells(size, size))
    closed = set[Cell]()  # cells that are taken or touch a tent
    for tent in rng.sample(every, len(every)):
        if len(tents) == count:
            break
        taken = {*trees, *tents}
        beside = [c for c in neighbours(tent) if 0 <= min(c) <= max(c) < size and c not in taken]
        if tent not in closed and beside:
            tree = rng.choice(beside)
            tents.append(tent)
            trees.append(tree)
            closed |= {tent, tree, *touching(tent)}
    return (tents, trees) if len(tents) == count else None


def counted(tents: Iterable[Cell], size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tents of each row and of each column."""
    found = list(tents)
    rows, columns = [row for row, _ in found], [column for _, column in found]
    every = range(size)
    return tuple(rows.count(each) for each in every), tuple(columns.count(each) for each in every)


def tent_rules(trees: Sequence[Cell], across: Sequence[int], down: Sequence[int]) -> Rules:
    """The rules for the search: first the cells, then for each tree the side of its tent."""
    size = len(across)
    rules = Rules(size**2 + len(trees), range(len(SIDES)), keys=size**2)
    near = {each for tree in trees for each in neighbours(tree)} - set(trees)
    for at, cell in enumerate(cells(size, size)):
        rules.allow(at, (0, 1) if cell in near else (0,))
    for (_, line), ones in zip(lines(size, size), [*across, *down], strict=True):
        rules.apart([row * size + column for row, column in line], ones)
    for row, column in cells(size - 1, size - 1):
        first = row * size + column
        rules.total([first, first + 1, first + size, first + size + 1], 0, 1)
    for number, tree in enumerate(trees, start=size**2):
        sides = [shift(tree, step) for step in SIDES]
        there = [0 <= min(c) <= max(c) < size and c not in trees for c in sides]
        rules.allow(number, [side for side, is_there in enumerate(there) if is_there])
        for side, (row, column) in enumerate(sides):
            if there[side]:
                rules.pair(number, row * size + column, _has_tent_at(side))
    for (one, tree), (other, second) in combinations(enumerate(trees, start=size**2), 2):
        if abs(tree[0] - second[0]) + abs(tree[1] - second[1]) == 2:
            rules.pair(one, other, _not_the_same(second[0] - tree[0], second[1] - tree[1]))
    return rules


@cache
def _has_tent_at(side: int) -> Callable[[int, int], bool]:
    return lambda chosen, tents: chosen != side or tents == 1


@cache
def _not_the_same(down: int, right: int) -> Callable[[int, int], bool]:
    """Two trees so far apart have different tents."""
    return lambda one, other: SIDES[one] != shift(SIDES[other], (down, right))
