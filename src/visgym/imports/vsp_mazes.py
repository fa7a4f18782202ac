"""Mazes of the VSP release: maps as tables of `@ # _ *` or rows of `S F H G`, one file each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from visgym.core.calls import Call
from visgym.imports.problems import BrokenProblem, Problem
from visgym.kit.boards.lakes import Lake

Lister = Callable[[Path], list[int]]
Reader = Callable[[Path, int, str], Problem]
_PLACE = re.compile(r"row (\d+), column (\d+)", re.IGNORECASE)
_LETTERS = {"S": "@", "F": "_", "H": "#", "G": "*"}


def numbered(folder: str) -> Lister:
    """A function that lists the numbers of the files in a folder of a level."""

    def listed(level: Path) -> list[int]:
        names = (path.stem for path in (level / folder).glob("*") if path.is_file())
        return sorted(int(name) for name in names if name.isdecimal())

    return listed


def text_of(path: Path) -> str:
    """The text of a file, or `Broken` with its name."""
    for each in (path, path.with_suffix("")):
        if each.is_file():
            return each.read_text(encoding="utf-8").strip()
    raise BrokenProblem(f"There is no file {path}.")


def lake_from_table(text: str) -> Lake:
    """The map of a table with a line for each row."""
    lines = [line for line in text.splitlines() if line.strip().startswith("| Row")]
    return lake_from_rows([[mark.strip() for mark in line.split("|")[2:-1]] for line in lines])


def lake_from_rows(rows: Sequence[Sequence[str]]) -> Lake:
    """The map of marks, `@ # _ *` or `S F H G`."""
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
        raise BrokenProblem(f"There is no file {table}.")
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
    cell = int(asked[1]) - 1, int(asked[2]) - 1
    start = {"lake": _lake(level, seed), "cell": cell}
    return Problem(id, seed, start, (_yes_or_no(level, seed),))


def _text(level: Path, seed: int, id: str) -> Problem:
    """The last line of an answer is the number of the right candidate."""
    parts = re.split(r"^\([A-D]\)$", text_of(level / "question" / f"{seed}.txt"), flags=re.M)
    candidates = tuple(lake_from_table(part) for part in parts[1:])
    right = int(text_of(level / "answer" / f"{seed}.txt").splitlines()[-1])
    if len(candidates) != 4 or not 0 <= right < 4:
        raise BrokenProblem("There are not four candidates with one right among them.")
    start = {"lake": candidates[right], "candidates": candidates}
    return Problem(id, seed, start, (Call("answer", ("ABCD"[right],)),))


def _safe(level: Path, seed: int, id: str) -> Problem:
    plan = tuple(text_of(level / "question" / f"{seed}.txt"))
    start = {"lake": _lake(level, seed), "plan": plan}
    return Problem(id, seed, start, (_yes_or_no(level, seed),))


MAZES: dict[str, tuple[str, Lister, Reader]] = {
    "task-main": ("vsp_maze", numbered("table"), _way),
    "task1": ("vsp_maze_hole", numbered("question"), _hole),
    "task2": ("vsp_maze_relation", numbered("table"), _way),
    "task3": ("vsp_maze_text", numbered("question"), _text),
    "task4": ("vsp_maze_safe", numbered("question"), _safe),
}
