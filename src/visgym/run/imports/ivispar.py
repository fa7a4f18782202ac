"""Boards in the layout of the iVISPAR release, turned into a suite.

A file holds one board as JSON: `grid_size`, and `landmarks` with `body`, `color`,
`start_coordinate` and `goal_coordinate`, each a column from the left and a row from the bottom,
both from 0; `shortest_move_sequence` and `complexity_c1` say how many moves it takes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.core.errors import Mistake
from visgym.core.identity import canonical, fingerprint
from visgym.kit.geoms import COLORS, SHAPES
from visgym.kit.slides import apart, heading, shortest, slides

Words = tuple[tuple[str, ...], tuple[str, ...]]
"""Colours and shapes."""

LONGEST = 40  # moves of a board that is still solved to check it


class Broken(Exception):
    """A file that holds no board; the text says why."""


@dataclass(frozen=True)
class Board:
    """A published board: each geom's colour and shape, its cell and the cell of its goal."""

    side: int
    geoms: tuple[tuple[str, str], ...]
    cells: tuple[int, ...]
    goal: tuple[int, ...]
    length: int

    @property
    def state(self) -> dict[str, object]:
        """The start as a file of starts holds it."""
        geoms = [{"color": color, "shape": shape} for color, shape in self.geoms]
        return {"geoms": geoms, "goal": self.goal, "cells": self.cells, "is_past": False}

    def id(self, view: str, words: Words, starts: Path) -> str:
        """The task of the board, which boards of the same level share."""
        knobs = {
            "view": view,
            "board": self.side,
            "geoms": len(self.geoms),
            "length": self.length,
            "interference": self.length - apart(self.cells, self.goal, self.side),
            "colors": words[0],
            "shapes": words[1],
            "starts": str(starts),
        }
        written = (f"{name}={_plain(value)}" for name, value in knobs.items())
        return f"sliding_geom_puzzle/easy?{'&'.join(written)}"


@dataclass(frozen=True)
class Imported:
    """The suite file that was written, how many boards it has, and what was skipped and why."""

    suite: Path
    boards: int
    skipped: tuple[str, ...]


def import_ivispar(files: Iterable[Path], out: Path, view: str = "3d") -> Imported:
    """Write the boards of some files, or of all JSON files in folders, as a suite to `out`."""
    boards: list[Board] = []
    skipped: list[str] = []
    for path in _expanded(files):
        try:
            boards.append(read_board(path))
        except Broken as error:
            skipped.append(f"{path}: {error}")
    if not boards:
        raise Mistake(f"No board could be read; {len(skipped)} files were skipped.")
    out.mkdir(parents=True, exist_ok=True)
    starts = (out / "starts.json").resolve()
    states = {seed: board.state for seed, board in enumerate(boards)}
    starts.write_text(json.dumps(states, indent=1) + "\n", encoding="utf-8")
    suite = out / f"ivispar_{view}.json"
    suite.write_text(json.dumps(_suite(boards, view, starts), indent=1) + "\n", encoding="utf-8")
    return Imported(suite, len(boards), tuple(skipped))


def read_board(path: Path) -> Board:
    """The board of a file, checked against what its publisher says of it."""
    data = _read(path)
    try:
        side = int(data["grid_size"])
        landmarks = data["landmarks"]
        geoms = tuple((str(each["color"]), str(each["body"])) for each in landmarks)
        cells = tuple(_cell(each["start_coordinate"], side) for each in landmarks)
        goal = tuple(_cell(each["goal_coordinate"], side) for each in landmarks)
    except (KeyError, TypeError, ValueError) as error:
        raise Broken(f"no board in the layout of the release ({error!r:.60})") from None
    for color, shape in geoms:
        if color not in COLORS or shape not in SHAPES:
            raise Broken(f"a {color} {shape} is not known")
    if any(len(set(each)) < max(1, len(geoms)) for each in (geoms, cells, goal)):
        raise Broken("two geoms are alike or share a tile")
    board = Board(side, geoms, cells, goal, _shortest(cells, goal, side))
    _check(board, data)
    return board


def follow(board: Board, sentences: Sequence[str]) -> tuple[tuple[int, ...], list[str]]:
    """The cells after `move green cube down` and so on, and the sentences that move nothing."""
    cells, refused = board.cells, []
    for sentence in sentences:
        before = cells
        for piece, cell in slides(cells, board.side):
            color, shape = board.geoms[piece]
            if sentence == f"move {color} {shape} {heading(cells[piece], cell)}":
                cells = (*cells[:piece], cell, *cells[piece + 1 :])
                break
        if cells == before:
            refused.append(sentence)
    return cells, refused


def _check(board: Board, data: dict[str, Any]) -> None:
    """Refuse a board whose file claims another solution."""
    said = data.get("complexity_c1", board.length)
    if said != board.length:
        raise Broken(f"the file says {said} moves, but {board.length} suffice or are needed")
    moves = [each for each in data.get("shortest_move_sequence", ()) if each.startswith("move ")]
    if moves:
        cells, refused = follow(board, moves)
        if refused or cells != board.goal or len(moves) != board.length:
            raise Broken("its shortest move sequence does not lead to the goal")


def _shortest(cells: tuple[int, ...], goal: tuple[int, ...], side: int) -> int:
    way = shortest(cells, goal, side, LONGEST)
    if way is None or len(way) == 1:
        raise Broken("the board is solved already" if way else f"no way of {LONGEST} moves")
    return len(way) - 1


def _cell(coordinate: Sequence[int], side: int) -> int:
    column, row = coordinate
    if not (0 <= column < side and 0 <= row < side and isinstance(column + row, int)):
        raise ValueError(f"coordinate {coordinate}")
    return (side - 1 - row) * side + column


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Broken(error.strerror or "cannot be read") from None
    except ValueError:
        raise Broken("no JSON") from None
    if not isinstance(data, dict) or data.get("experiment_type") != "SlidingGeomPuzzle":
        raise Broken("no SlidingGeomPuzzle")
    return data


def _suite(boards: Sequence[Board], view: str, starts: Path) -> dict[str, dict[str, str]]:
    """Seeds and fingerprints by id, as suite files hold them."""
    used = {word for board in boards for geom in board.geoms for word in geom}
    words = tuple(c for c in COLORS if c in used), tuple(s for s in SHAPES if s in used)
    found: dict[str, dict[str, str]] = {}
    for seed, board in enumerate(boards):
        id = board.id(view, words, starts)
        found.setdefault(id, {})[str(seed)] = fingerprint(catalog.load(id).start(seed))
    return found


def _expanded(files: Iterable[Path]) -> list[Path]:
    return [
        inner
        for path in files
        for inner in (sorted(path.rglob("*.json")) if path.is_dir() else [path])
    ]


def _plain(value: object) -> str:
    return value if isinstance(value, str) else canonical(value)
