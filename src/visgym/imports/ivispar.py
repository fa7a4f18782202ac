"""The public release of iVISPAR, in its own layout, as problems of the sliding geom puzzle.

A file holds one board as JSON: `grid_size`, and `landmarks` with `body`, `color`,
`start_coordinate` and `goal_coordinate`, each a column from the left and a row from the bottom,
both from 0; `shortest_move_sequence` and `complexity_c1` say how many moves it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from visgym.core.errors import Mistake
from visgym.core.identity import canonical
from visgym.imports.files import BrokenProblem, brief, entries, json_of, printable
from visgym.imports.problems import MOST_PROBLEMS, Problem, Report, Skipped, collect, write
from visgym.kit.boards.geoms import COLORS, SHAPES, Geom
from visgym.kit.boards.slides import Layout, Unsettled, apart, heading, put, shortest, slides
from visgym.suites.ivispar import PROTOCOL
from visgym.task_ids import Id

Words = tuple[list[str], list[str]]
"""Colours and shapes."""

LONGEST = 40  # moves of a board that is still solved to check it
MOST_LAYOUTS, MOST_WAITING = 20_000, 200_000  # looked at, and held, to find a shortest solution
MOST_HARD = 20  # boards of an import that take longer
SIDES = range(2, 9)


class UnsolvedBoard(BrokenProblem):
    """A board whose shortest solution takes too long to find."""


@dataclass(frozen=True)
class ReleasedBoard:
    """A published board: its geoms, their cells at the start, and those of the goal."""

    side: int
    geoms: tuple[Geom, ...]
    cells: Layout
    goal: Layout
    length: int
    """Moves of the shortest solution, by our search."""


def import_ivispar(
    files: Iterable[Path], suite: Path, view: str = "3d", inference: bool = False
) -> Report:
    """Turn configuration files, or all those in folders, into a suite file and files of starts.

    The suite is the game under the protocol of the paper, or inference of its boards.
    """
    if inference and view == "text":
        raise Mistake("Boards are inferred from pictures; import with --view 3d or --view 2d.")
    skipped: list[Skipped] = []
    try:
        boards = _boards(_expanded(files))
    except (BrokenProblem, OSError) as error:
        raise Mistake(f"The boards cannot be imported: {brief(error)}.") from None
    words = _words(board for _, board in boards if isinstance(board, ReleasedBoard))
    make = _question if inference else _puzzle
    sources = (
        (path, partial(_problem, board, partial(make, view=view, words=words, seed=number)))
        for number, (path, board) in enumerate(boards)
    )
    found = list(collect(sources, skipped, distinct=True))
    protocol = () if inference else (*PROTOCOL, *(["text"] if view == "text" else []))
    return replace(write(found, skipped, suite, protocol), checked=len(found))


def _problem(board: ReleasedBoard | str, make: Callable[[ReleasedBoard], Problem]) -> Problem:
    if isinstance(board, str):
        raise BrokenProblem(board)
    return make(board)


def _puzzle(board: ReleasedBoard, view: str, words: Words, seed: int) -> Problem:
    """A board as a puzzle; boards of one level share an id."""
    knobs = {
        "view": view,
        "board": board.side,
        "geoms": len(board.geoms),
        "length": board.length,
        "interference": board.length - apart(board.cells, board.goal, board.side),
    }
    start = {"geoms": board.geoms, "goal": board.goal, "cells": board.cells, "is_past": False}
    return Problem(_id("sliding_geom_puzzle", knobs, words), seed, start)


def _question(board: ReleasedBoard, view: str, words: Words, seed: int) -> Problem:
    """The start of a board as a question; boards with as many geoms share an id."""
    knobs = {"view": view, "board": board.side, "geoms": len(board.geoms)}
    start = {"geoms": board.geoms, "cells": board.cells}
    return Problem(_id("board_state_inference", knobs, words), seed, start)


def _id(task: str, knobs: Mapping[str, object], words: Words) -> str:
    named = {**knobs, "colors": canonical(words[0]), "shapes": canonical(words[1])}
    return str(Id(task, "easy", tuple((name, str(each)) for name, each in named.items())))


def _boards(paths: Iterable[Path]) -> list[tuple[Path, ReleasedBoard | str]]:
    """The board of each file, or the sentence that says why there is none."""
    found: list[tuple[Path, ReleasedBoard | str]] = []
    hard = 0
    for path in paths:
        try:
            found.append((path, read_board(path)))
        except UnsolvedBoard as error:
            hard += 1
            found.append((path, str(error)))
        except BrokenProblem as error:
            found.append((path, str(error)))
        except OSError as error:
            found.append((path, f"It cannot be read: {brief(error)}."))
        if hard > MOST_HARD:
            raise BrokenProblem(f"more than {MOST_HARD} boards take too long to solve")
    return found


def read_board(path: Path) -> ReleasedBoard:
    """The board of a file, checked against what its publisher says of it."""
    data = json_of(path)
    if not isinstance(data, dict) or data.get("experiment_type") != "SlidingGeomPuzzle":
        raise BrokenProblem("It is no configuration of a SlidingGeomPuzzle.")
    side, landmarks = data.get("grid_size"), data.get("landmarks")
    if type(side) is not int or side not in SIDES:
        raise BrokenProblem(f"Its grid_size is no number from {SIDES[0]} to {SIDES[-1]}.")
    if not isinstance(landmarks, list) or not 1 <= len(landmarks) <= side**2 - 2:
        raise BrokenProblem("It has no geoms, or leaves less than two tiles free.")
    geoms = tuple(map(_geom, landmarks))
    cells = tuple(_cell(each, "start_coordinate", side) for each in landmarks)
    goal = tuple(_cell(each, "goal_coordinate", side) for each in landmarks)
    if any(len(set(each)) < len(geoms) for each in (geoms, cells, goal)):
        raise BrokenProblem("It has two geoms that are alike or share a tile.")
    said = data.get("complexity_c1")
    length = _shortest(cells, goal, side, said if type(said) is int else LONGEST)
    board = ReleasedBoard(side, geoms, cells, goal, length)
    _check(board, data)
    return board


def _geom(landmark: object) -> Geom:
    if not isinstance(landmark, dict):
        raise BrokenProblem("It is not in the layout of the release: a landmark is no object.")
    color, shape = landmark.get("color"), landmark.get("body")
    if not isinstance(color, str) or not isinstance(shape, str):
        raise BrokenProblem("It is not in the layout of the release: a landmark is no geom.")
    if color not in COLORS or shape not in SHAPES:
        raise BrokenProblem(f"A {printable(color):.20} {printable(shape):.20} is not among ours.")
    return Geom(color, shape)


def follow(board: ReleasedBoard, sentences: Sequence[str]) -> tuple[Layout, list[str]]:
    """The cells after `move green cube down` and so on, and the sentences that move nothing."""
    cells, refused = board.cells, []
    for sentence in sentences:
        legal = {
            f"move {board.geoms[piece]} {heading(cells[piece], cell)}": (piece, cell)
            for piece, cell in slides(cells, board.side)
        }
        if sentence in legal:
            cells = put(cells, *legal[sentence])
        else:
            refused.append(sentence)
    return cells, refused


def _check(board: ReleasedBoard, data: dict[str, Any]) -> None:
    """Refuse a board whose file claims another solution."""
    said = data.get("complexity_c1", board.length)
    if said != board.length:
        raise BrokenProblem(f"{said!r:.20} moves are published, but {board.length} are enough.")
    sequence = data.get("shortest_move_sequence")
    sentences = sequence[: LONGEST + 2] if isinstance(sequence, list) else []
    moves = [each for each in sentences if isinstance(each, str) and each.startswith("move ")]
    if moves:
        cells, refused = follow(board, moves)
        if refused or cells != board.goal or len(moves) != board.length:
            raise BrokenProblem(
                "The published move sequence does not lead to the goal by the rules."
            )


def _shortest(cells: Layout, goal: Layout, side: int, longest: int) -> int:
    most = max(0, min(longest, LONGEST))
    try:
        way = shortest(cells, goal, side, most, MOST_LAYOUTS, MOST_WAITING)
    except Unsettled:
        raise UnsolvedBoard("Its shortest solution takes too long to find.") from None
    if way is None or len(way) == 1:
        raise BrokenProblem(f"It takes more than {most} moves." if way is None else "It is solved.")
    return len(way) - 1


def _cell(landmark: Mapping[str, object], name: str, side: int) -> int:
    """The cell of a column from the left and a row from the bottom."""
    place = landmark.get(name)
    numbers = place if isinstance(place, list) and len(place) == 2 else ()
    found = [int(each) for each in numbers if type(each) in (int, float) and each in range(side)]
    if len(found) != 2:
        raise BrokenProblem(f"Its {name} is no pair of whole numbers on the board.")
    return (side - 1 - found[1]) * side + found[0]


def _expanded(files: Iterable[Path]) -> list[Path]:
    """The files, and those in folders and folders within them."""
    found: list[Path] = []
    waiting = [(path, False) for path in files]
    while waiting:
        path, is_inner = waiting.pop(0)
        if path.is_dir() and not (is_inner and path.is_symlink()):
            inner = list(entries(path))
            waiting = [(each, True) for each in inner] + waiting
        elif not is_inner or path.suffix == ".json":
            found.append(path)
        if len(found) > MOST_PROBLEMS:
            raise BrokenProblem(f"there are more than {MOST_PROBLEMS} files")
    return found


def _words(boards: Iterable[ReleasedBoard]) -> Words:
    """The colours and shapes of all boards, so that boards of one level can share an id."""
    geoms = {geom for board in boards for geom in board.geoms}
    colors, shapes = {geom.color for geom in geoms}, {geom.shape for geom in geoms}
    return [each for each in COLORS if each in colors], [s for s in SHAPES if s in shapes]
