"""Rules of clue grids on grids made by hand: which of them are broken, by name."""

from __future__ import annotations

from typing import Any

import pytest

from visgym.kit.grids.filling import Filling
from visgym.kit.grids.sudokus import Digits
from visgym.tasks.logic.binairo import Binairo, Discs
from visgym.tasks.logic.campsite import Camp, Campsite
from visgym.tasks.logic.futoshiki import Futoshiki, Signs
from visgym.tasks.logic.grid_parity import GridParity, Target
from visgym.tasks.logic.half_grid import HalfGrid, Halves
from visgym.tasks.logic.kakurasu import Kakurasu, Sums
from visgym.tasks.logic.magic_square import MagicSquare, Square
from visgym.tasks.logic.mini_sudoku import MiniSudoku
from visgym.tasks.logic.n_queens import Board, NQueens
from visgym.tasks.logic.numbrix import Numbrix, Trail
from visgym.tasks.logic.renzoku import Dots, Renzoku
from visgym.tasks.logic.skyscrapers import Skyline, Skyscrapers
from visgym.tasks.logic.survo import Summed, Survo
from visgym.tasks.logic.thermometers import Rack, Thermometers


def grid(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, row)) for row in text.split("/"))


def empty(size: int) -> tuple[tuple[int, ...], ...]:
    return ((-1,) * size,) * size


CYCLIC = "123/231/312"
LESS = Signs(empty(3), (((0, 0), (0, 1)),))
SUMS = Sums((4, 2, 3), (1, 2, 4))
CAMP = Camp(empty(3), (2, 0, 1), (1, 1, 1))
SIDES = [((r, c), (r, c + 1)) for r in range(3) for c in range(2)]
SIDES += [((r, c), (r + 1, c)) for r in range(2) for c in range(3)]
IN_SEQUENCE = (0, 1, 2, 5, 6, 7, 9, 11)  # of the sides, in the cyclic square
DOTS = tuple(SIDES[n] for n in IN_SEQUENCE)
VIEWS = ((3, 2, 1), (1, 2, 2), (1, 2, 2), (3, 2, 1))
NINE = Summed(empty(3), (6, 15, 24), (12, 15, 18))
TOP_TUBE, TUBE = tuple((0, c) for c in range(4)), tuple((1, c) for c in range(4))
BARE = ((-1,) * 4, (-1,) * 4, (0,) * 4, (0,) * 4)
COUNTS = ((2, 1, 0, 0), (2, 1, 0, 0))

CASES: list[tuple[Any, Any, str, list[str]]] = [
    (Futoshiki(size=3), LESS, CYCLIC, []),
    (Futoshiki(size=3), LESS, "213/321/132", ["(1, 1) < (1, 2)"]),
    (Futoshiki(size=3), LESS, "122/231/313", ["row 1", "row 3"]),
    (MiniSudoku(), Digits(empty(4)), "1234/3412/2143/4321", []),
    (MiniSudoku(), Digits(empty(4)), "1234/2341/3412/4123", [f"box {n}" for n in (1, 2, 3, 4)]),
    (MiniSudoku(), Digits(empty(4)), "1234/3412/2143/4322", ["row 4", "column 4", "box 4"]),
    (Binairo(), Discs(empty(4)), "0101/1010/0110/1001", []),
    (
        Binairo(),
        Discs(empty(4)),
        "0100/1010/0110/1001",
        ["half of row 1", "half of column 4", "no three in column 4"],
    ),
    (
        Binairo(size=6),
        Discs(empty(6)),
        "000111/111000/000111/111000/000111/111000",
        [f"no three in row {n}" for n in range(1, 7)],
    ),
    (HalfGrid(), Halves(empty(4)), "0011/0011/1100/1100", []),
    (
        HalfGrid(),
        Halves(empty(4)),
        "0111/0001/1100/1100",
        ["row 1", "row 2", "column 2", "column 3"],
    ),
    (Kakurasu(), SUMS, "101/010/001", []),
    (Kakurasu(), SUMS, "001/010/001", ["row 1", "column 1"]),
    (Campsite(size=3), CAMP, "101/000/010", []),
    (Campsite(size=3), CAMP, "110/000/001", ["(0, 0) (0, 1) apart"]),
    (Campsite(size=3), CAMP, "101/000/000", ["row 3", "column 2"]),
    (MagicSquare(), Square(empty(3)), "276/951/438", []),
    (MagicSquare(), Square(empty(3)), "951/276/438", ["falling", "rising"]),
    (MagicSquare(), Square(empty(3)), "555/555/555", ["each number once"]),
    (NQueens(size=4), Board(empty(4)), "0100/0001/1000/0010", []),
    (NQueens(size=4), Board(empty(4)), "1000/0100/0010/0001", ["\\ 0"]),
    (NQueens(size=4), Board(empty(4)), "0100/0001/1000/0000", ["column 2", "row 3"]),
    (Numbrix(), Trail(empty(3)), "012/543/678", []),
    (Numbrix(), Trail(empty(3)), "012/543/687", ["6 beside 7"]),
    (Numbrix(), Trail(empty(3)), "012/543/677", ["each number once", "7 beside 8"]),
    (Renzoku(size=3), Dots(empty(3), DOTS), CYCLIC, []),
    (Renzoku(size=3), Dots(empty(3), DOTS), "321/213/132", []),
    (
        Renzoku(size=3),  # the published task forgets what no dot means
        Dots(empty(3), DOTS[1:]),
        CYCLIC,
        ["no dot between (1, 1) and (1, 2)"],
    ),
    (
        Renzoku(size=3),
        Dots(empty(3), (*DOTS, SIDES[3])),
        CYCLIC,
        ["dot between (2, 2) and (2, 3)"],
    ),
    (Skyscrapers(size=3), Skyline(empty(3), VIEWS), CYCLIC, []),
    (Skyscrapers(size=3), Skyline(empty(3), ((1, 2, 1), *VIEWS[1:])), CYCLIC, ["top 1"]),
    (Skyscrapers(size=3), Skyline(empty(3), (*VIEWS[:3], (3, 0, 2))), CYCLIC, ["left 3"]),
    (Survo(), NINE, "123/456/789", []),
    (Survo(), NINE, "213/456/789", ["column 1", "column 2"]),
    (Survo(), NINE, "222/555/888", ["each number once", "column 1", "column 3"]),
    (Thermometers(), Rack(BARE, (TOP_TUBE, TUBE), *COUNTS), "1100/1000/0000/0000", []),
    (
        Thermometers(),
        Rack(BARE, (TOP_TUBE, TUBE[::-1]), *COUNTS),
        "1100/1000/0000/0000",
        ["(1, 1) before (1, 0)"],
    ),
    (
        Thermometers(),
        Rack(BARE, (TOP_TUBE, TUBE), *COUNTS),
        "1100/0000/0000/0000",
        ["row 2", "column 1"],
    ),
    (GridParity(), Target(grid("010/111/010")), "000/010/000", []),
    (
        GridParity(),
        Target(grid("010/111/010")),
        "000/000/000",
        [f"around {at}" for at in ("1, 2", "2, 1", "2, 2", "2, 3", "3, 2")],
    ),
]


@pytest.mark.parametrize(("task", "puzzle", "text", "broken"), CASES)
def test_a_grid_breaks_just_the_rules_that_it_breaks(
    task: Any, puzzle: Any, text: str, broken: list[str]
) -> None:
    filled = grid(text)
    found = [check.name for check in task.checks_of(puzzle) if not check.holds(filled)]
    assert sorted(found) == sorted(broken)
    assert task.score(Filling(puzzle, filled, answered=True)) == float(not broken)


@pytest.mark.parametrize(
    ("task", "puzzle", "text"),
    [(task, puzzle, text) for task, puzzle, text, broken in CASES if not broken],
)
def test_a_kept_grid_with_a_blank_or_against_a_given_is_not_right(
    task: Any, puzzle: Any, text: str
) -> None:
    filled = grid(text)
    with_blank = ((-1, *filled[0][1:]), *filled[1:])
    assert task.score(Filling(puzzle, with_blank)) == 0
    if "givens" in puzzle.__dataclass_fields__:
        other = next(each for each in task.values if each != filled[0][0])
        against = ((other, *puzzle.givens[0][1:]), *puzzle.givens[1:])
        values = {name: getattr(puzzle, name) for name in puzzle.__dataclass_fields__}
        given = type(puzzle)(**{**values, "givens": against})
        assert task.score(Filling(given, filled)) == 0


def test_cells_without_a_thermometer_stay_empty() -> None:
    rack = Rack(BARE, (TOP_TUBE, TUBE), (2, 1, 1, 0), (3, 1, 0, 0))
    assert Thermometers().score(Filling(rack, grid("1100/1000/1000/0000"))) == 0
