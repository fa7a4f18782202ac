"""Mazes of the VSP release: maps as tables of `@ # _ *` or rows of `S F H G`, one file each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from visgym.core.calls import Call
from visgym.imports.files import BrokenProblem, entries, text_of
from visgym.imports.problems import Problem
from visgym.kit.boards.lakes import Lake

Lister = Callable[[Path], set[str]]
Reader = Callable[[Path, int, str], Problem]
_PLACE = re.compile(r"row (\d{1,3}), column (\d{1,3})", re.IGNORECASE)
LARGEST, MOST_MOVES = 12, 50  # rows of a map, and moves of a plan
_LETTERS = {"S": "@", "F": "_", "H": "#", "G": "*"}


def names_in(*folders: str) -> Lister:
    """A function that lists the names of all files in some folders of a level, without endings."""

    def listed(level: Path) -> set[str]:
        return {path.stem for name in folders for path in entries(level / name) if path.is_file()}

    return listed


def lake_from_table(text: str) -> Lake:
    """The map of a table with a line for each row."""
    lines = [line for line in text.splitlines() if line.strip().startswith("| Row")]
    return lake_from_rows([[mark.strip() for mark in line.split("|")[2:-1]] for line in lines])


def lake_from_rows(rows: Sequence[Sequence[str]]) -> Lake:
    """The map of marks, `@ # _ *` or `S F H G`."""
    if not 2 <= len(rows) <= LARGEST or any(len(row) > LARGEST for row in rows):
        raise BrokenProblem(f"A map has from 2 to {LARGEST} rows and columns.")
    marks = [[_LETTERS.get(mark, mark) for mark in row] for row in rows]
    places = {mark: [] for mark in "@#_*"}  # type: dict[str, list[tuple[int, int]]]
    for r, row in enumerate(marks):
        for c, mark in enumerate(row):
            if mark not in places:
                raise BrokenProblem(f"The mark {mark!r:.20} means nothing on a map.")
            places[mark].append((r, c))
    if any(len(row) != len(marks) for row in marks):
        raise BrokenProblem("The map is no square.")
    if len(places["@"]) != 1 or len(places["*"]) != 1:
        raise BrokenProblem("The map needs one player and one goal.")
    return Lake(len(marks), frozenset(places["#"]), places["@"][0], places["*"][0])


def _lake(level: Path, seed: int) -> Lake:
    """The map that all texts of a problem agree on."""
    found = []
    if (table := level / "table" / f"{seed}.txt").exists():
        found.append(lake_from_table(text_of(table)))
    for kind in ("special_text", "text"):
        if (path := level / kind / f"{seed}.txt").exists():
            found.append(lake_from_rows(text_of(path).split()))
    if not found:
        raise BrokenProblem(f"There is no file {table.parent.name}/{table.name}.")
    if len(set(found)) > 1:
        raise BrokenProblem("Its map differs between the texts.")
    return found[0]


def _yes_or_no(level: Path, seed: int) -> Call:
    said = text_of(level / "answer" / f"{seed}.txt")
    if said not in ("Y", "N"):
        raise BrokenProblem(f"The answer is Y or N, not {said!r:.20}.")
    return Call("answer", ("Yes" if said == "Y" else "No",))


def _way(level: Path, seed: int, id: str) -> Problem:
    return Problem(id, seed, {"lake": _lake(level, seed)})


def _hole(level: Path, seed: int, id: str) -> Problem:
    asked = _PLACE.search(text_of(level / "question" / f"{seed}.txt"))
    if asked is None:
        raise BrokenProblem("The question names no row and column.")
    cell, lake = (int(asked[1]) - 1, int(asked[2]) - 1), _lake(level, seed)
    if not all(0 <= place < lake.size for place in cell):
        raise BrokenProblem("The question asks for a place beyond the map.")
    start = {"lake": lake, "cell": cell}
    return Problem(id, seed, start, (_yes_or_no(level, seed),))


def _text(level: Path, seed: int, id: str) -> Problem:
    """The last line of an answer is the number of the right candidate."""
    parts = re.split(r"^\([A-D]\)$", text_of(level / "question" / f"{seed}.txt"), flags=re.M)
    candidates = tuple(lake_from_table(part) for part in parts[1:])
    said = text_of(level / "answer" / f"{seed}.txt").rpartition("\n")[2].strip()
    right = int(said) if said in ("0", "1", "2", "3") else -1
    if len(candidates) != 4 or right < 0:
        raise BrokenProblem("There are not four candidates with one right among them.")
    start = {"lake": candidates[right], "candidates": candidates}
    return Problem(id, seed, start, (Call("answer", ("ABCD"[right],)),))


def _safe(level: Path, seed: int, id: str) -> Problem:
    plan = tuple(text_of(level / "question" / f"{seed}.txt"))
    if not 1 <= len(plan) <= MOST_MOVES or set(plan) - set("LRUD"):
        raise BrokenProblem(f"A plan has from 1 to {MOST_MOVES} moves, each L, R, U or D.")
    start = {"lake": _lake(level, seed), "plan": plan}
    return Problem(id, seed, start, (_yes_or_no(level, seed),))


_MAPS = ("table", "text", "special_text")
MAZES: dict[str, tuple[str, Lister, Reader]] = {
    "task-main": ("vsp_maze", names_in(*_MAPS), _way),
    "task1": ("vsp_maze_hole", names_in("question", "answer", *_MAPS), _hole),
    "task2": ("vsp_maze_relation", names_in(*_MAPS), _way),
    "task3": ("vsp_maze_text", names_in("question", "answer", *_MAPS), _text),
    "task4": ("vsp_maze_safe", names_in("question", "answer", *_MAPS), _safe),
}
