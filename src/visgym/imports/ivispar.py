"""The public release of iVISPAR, in its own layout, as problems of the sliding geom puzzle.

A file holds one board as JSON: `grid_size`, and `landmarks` with `body`, `color`,
`start_coordinate` and `goal_coordinate`, each a column from the left and a row from the bottom,
both from 0; `shortest_move_sequence` and `complexity_c1` say how many moves it takes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from visgym.core.errors import Mistake
from visgym.core.identity import canonical
from visgym.imports.problems import BrokenProblem, Problem, Report, Skipped, collect, write
from visgym.kit.boards.geoms import COLORS, SHAPES, Geom
from visgym.kit.boards.slides import Layout, apart, heading, put, shortest, slides
from visgym.task_ids import Id

Words = tuple[list[str], list[str]]
"""Colours and shapes."""

LONGEST = 40  # moves of a board that is still solved to check it
SIDES = range(2, 9)


@dataclass(frozen=True)
class ReleasedBoard:
    """A published board: its geoms, their cells at the start, and those of the goal."""

    side: int
    geoms: tuple[Geom, ...]
    cells: Layout
    goal: Layout
    length: int
    """Moves of the shortest solution, by our search."""


def import_ivispar(files: Iterable[Path], suite: Path, view: str = "3d") -> Report:
    """Turn configuration files, or all those in folders, into a suite file and files of starts."""
    skipped: list[Skipped] = []
    paths = _expanded(files)
    words = _words(paths)
    sources = ((path, partial(_problem, path, n, view, words)) for n, path in enumerate(paths))
    found = list(collect(sources, skipped))
    if not found:
        raise Mistake(f"No board could be read; {len(skipped)} files were skipped.")
    return replace(write(found, skipped, suite), checked=len(found))


def _problem(path: Path, number: int, view: str, words: Words) -> Problem:
    """The board of a file as a problem; boards of one level share an id."""
    board = read_board(path)
    knobs = {
        "view": view,
        "board": board.side,
        "geoms": len(board.geoms),
        "length": board.length,
        "interference": board.length - apart(board.cells, board.goal, board.side),
        "colors": canonical(words[0]),
        "shapes": canonical(words[1]),
    }
    id = Id("sliding_geom_puzzle", "easy", tuple((name, str(each)) for name, each in knobs.items()))
    start = {"geoms": board.geoms, "goal": board.goal, "cells": board.cells, "is_past": False}
    return Problem(str(id), number, start)


def read_board(path: Path) -> ReleasedBoard:
    """The board of a file, checked against what its publisher says of it."""
    data = _read(path)
    try:
        side = data["grid_size"]
        if side not in SIDES:
            raise ValueError(f"grid_size {side!r:.20}")
        landmarks = data["landmarks"]
        geoms = tuple(Geom(str(each["color"]), str(each["body"])) for each in landmarks)
        cells = tuple(_cell(each["start_coordinate"], side) for each in landmarks)
        goal = tuple(_cell(each["goal_coordinate"], side) for each in landmarks)
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenProblem(f"It is not in the layout of the release: {error!r:.60}.") from None
    for geom in geoms:
        if geom.color not in COLORS or geom.shape not in SHAPES:
            raise BrokenProblem(f"A {geom} is not among our geoms.")
    if not geoms or any(len(set(each)) < len(geoms) for each in (geoms, cells, goal)):
        raise BrokenProblem("It has no geoms, or two that are alike or share a tile.")
    if len(geoms) > side**2 - 2:
        raise BrokenProblem("It leaves less than two tiles free.")
    said = data.get("complexity_c1")
    length = _shortest(cells, goal, side, said if isinstance(said, int) else LONGEST)
    board = ReleasedBoard(side, geoms, cells, goal, length)
    _check(board, data)
    return board


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


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise BrokenProblem("It is nested too deeply.") from None
    if not isinstance(data, dict) or data.get("experiment_type") != "SlidingGeomPuzzle":
        raise BrokenProblem("It is no configuration of a SlidingGeomPuzzle.")
    return data


def _check(board: ReleasedBoard, data: dict[str, Any]) -> None:
    """Refuse a board whose file claims another solution."""
    said = data.get("complexity_c1", board.length)
    if said != board.length:
        raise BrokenProblem(f"{said} moves are published, but {board.length} are enough.")
    sequence = data.get("shortest_move_sequence")
    sentences = sequence if isinstance(sequence, list) else []
    moves = [each for each in map(str, sentences) if each.startswith("move ")]
    if moves:
        cells, refused = follow(board, moves)
        if refused or cells != board.goal or len(moves) != board.length:
            raise BrokenProblem(
                "The published move sequence does not lead to the goal by the rules."
            )


def _shortest(cells: Layout, goal: Layout, side: int, longest: int) -> int:
    way = shortest(cells, goal, side, min(longest, LONGEST))
    if way is None or len(way) == 1:
        raise BrokenProblem(
            f"It takes more than {longest} moves." if way is None else "It is solved."
        )
    return len(way) - 1


def _cell(coordinate: Sequence[int], side: int) -> int:
    column, row = coordinate
    if column not in range(side) or row not in range(side):
        raise ValueError(f"coordinate {coordinate}")
    return (side - 1 - row) * side + column


def _expanded(files: Iterable[Path]) -> list[Path]:
    return [
        inner
        for path in files
        for inner in (sorted(path.rglob("*.json")) if path.is_dir() else [path])
    ]


def _words(paths: Iterable[Path]) -> Words:
    """The colours and shapes of all boards, so that boards of one level can share an id."""
    geoms: set[Geom] = set()
    for path in paths:
        with suppress(BrokenProblem, OSError, ValueError):
            geoms.update(read_board(path).geoms)
    colors, shapes = {geom.color for geom in geoms}, {geom.shape for geom in geoms}
    return [each for each in COLORS if each in colors], [s for s in SHAPES if s in shapes]
