"""The rules of Star Battle: so many stars a row, column and region, none of which touch."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from visgym.kit.grid import Cell, cells, neighbours
from visgym.kit.grids.checks import lines
from visgym.kit.grids.placing import touching
from visgym.kit.grids.regions import grown, in_pairs
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole, filled


def keeps_rules(regions: Whole, stars: Sequence[Cell], each: int, whole: bool) -> bool:
    """Whether no stars touch and no line or region has more than it may, or fewer if whole."""
    if any(one in touching(other) for one in stars for other in stars):
        return False
    groups = [[row for row, _ in stars], [column for _, column in stars]]
    groups.append([regions[row][column] for row, column in stars])
    counts = [group.count(number) for group in groups for number in range(len(regions))]
    return all(count == each if whole else count <= each for count in counts)


def is_near(regions: Whole, one: Cell, other: Cell) -> bool:
    """Whether two cells share a row, a column, a region or a corner."""
    (a, b), (c, d) = one, other
    is_beside = a == c or b == d or one in touching(other)
    return is_beside or regions[a][b] == regions[c][d]


def region_around(regions: Whole, cell: Cell) -> set[Cell]:
    """The cells that hang together with a cell."""
    every = set(cells(len(regions), len(regions)))
    found, waiting = {cell}, [cell]
    while waiting:
        row, column = waiting.pop()
        ahead = [each for each in neighbours((row, column)) if each in every - found]
        same = [each for each in ahead if regions[each[0]][each[1]] == regions[row][column]]
        found.update(same)
        waiting += same
    return found


def star_rules(size: int, each: int, regions: Whole = ()) -> Rules:
    """The same for the search; without regions, for the other rules."""
    rules = Rules(size**2, (0, 1))
    for _, line in lines(size, size):
        rules.apart([row * size + column for row, column in line], each)
    for row, column in cells(size - 1, size - 1):
        first = row * size + column
        rules.total([first, first + 1, first + size, first + size + 1], 0, 1)
    flat = [number for row in regions for number in row]
    for number in sorted(set(flat)):
        rules.total([at for at, region in enumerate(flat) if region == number], each)
    return rules


def starred(flat: Sequence[int], size: int) -> list[Cell]:
    """The cells with a one."""
    return [divmod(at, size) for at, is_star in enumerate(flat) if is_star]


def random_sky(size: int, each: int, rng: Random) -> tuple[Whole, list[Cell]] | None:
    """Regions around random stars, one or two each, and the stars, of which the first may be
    anywhere and the others are in random order; None for a bad draw."""
    first = rng.randrange(size), rng.randrange(size)  # or some cells would be better guesses
    found = star_rules(size, each).solutions(numbered_stars([first], size), most=1, rng=rng)
    if not found:
        return None
    stars = starred(found[0], size)
    stars.remove(first)
    rng.shuffle(stars)
    stars.insert(0, first)
    owner = grown(size, stars, rng)
    paired = in_pairs(owner, rng) if each == 2 else owner
    return None if paired is None else (filled(size, size, lambda cell: paired[cell]), stars)


def numbered_stars(stars: Collection[Cell], size: int) -> dict[int, int]:
    """Stars as givens of the search."""
    return {row * size + column: 1 for row, column in stars}
