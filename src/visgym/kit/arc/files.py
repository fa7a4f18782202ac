"""Problems from files in the official layout of ARC.

A task is an object with `train` and `test`, lists of objects with `input` and `output`, which are
lists of rows of digits. A file holds one task, or an object from names to tasks; a folder holds
files of tasks.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from visgym.core.errors import Mistake
from visgym.kit.arc.grids import ColourGrid
from visgym.kit.arc.problems import ArcProblem
from visgym.kit.arc.sheets import LONGEST, SMALLEST, arranged

LAYOUT = "give a .json file of tasks in the layout of ARC, or a folder of such files"
LARGEST = 30  # rows and columns of a grid
MOST_NAMED = 3  # faults that a warning names


class Fault(Exception):
    """A task that cannot be asked; the text says why."""


@lru_cache(maxsize=8)
def arc_problems(path: str) -> tuple[ArcProblem, ...]:
    """The problems of a file or folder, one for each test; faulty ones are named in a warning."""
    found: list[ArcProblem] = []
    faults: list[str] = []
    for name, task in _tasks(path):
        try:
            found += _problems(task)
        except Fault as error:
            faults.append(f"{name} {error}")
    if not found:
        reason = faults[0] if faults else "there are no tasks"
        raise Mistake(f"{path} has no problem that can be asked: {reason}; {LAYOUT}.")
    if faults:
        named = "; ".join(faults[:MOST_NAMED]) + ("; …" if len(faults) > MOST_NAMED else "")
        warnings.warn(f"{len(faults)} tasks of {path} are left out: {named}.", stacklevel=2)
    return tuple(found)


def _tasks(path: str) -> Iterator[tuple[str, Any]]:
    """Tasks by name, from whichever layout."""
    root = Path(path).expanduser()
    files = sorted(root.rglob("*.json")) if root.is_dir() else [root]
    if not files:
        raise Mistake(f"{path} holds no .json file; {LAYOUT}.")
    for file in files:
        held = _json(file)
        if isinstance(held, dict) and "train" not in held and held:
            yield from ((f"{name} of {file.name}", task) for name, task in held.items())
        else:
            yield file.name, held


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_bytes())
    except OSError:
        raise Mistake(f"{file} cannot be read; {LAYOUT}.") from None
    except ValueError:  # bytes that are no text are one, too
        raise Mistake(f"{file} is no JSON; {LAYOUT}.") from None


def _problems(task: Any) -> Iterator[ArcProblem]:
    if not isinstance(task, dict):
        raise Fault("is no object with train and test")
    pairs = tuple(_pair("train", each) for each in _listed(task, "train"))
    for each in _listed(task, "test"):
        problem = ArcProblem(pairs, *_pair("test", each))
        if arranged(problem, LONGEST, LONGEST) is None:
            raise Fault(f"has too many cells to be drawn with {SMALLEST} pixels each")
        yield problem


def _listed(task: dict[str, Any], part: str) -> list[Any]:
    held = task.get(part)
    if not isinstance(held, list) or not held:
        raise Fault(f"has no list {part}")
    return held


def _pair(part: str, held: Any) -> tuple[ColourGrid, ColourGrid]:
    if not isinstance(held, dict):
        raise Fault(f"has something in {part} that is no object with input and output")
    return _grid(part, "input", held), _grid(part, "output", held)


def _grid(part: str, side: str, held: dict[str, Any]) -> ColourGrid:
    rows = held.get(side)
    if rows is None:
        raise Fault(f"has an example without {side} in {part}")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise Fault(f"has an {side} in {part} that is no list of rows")
    cells = [cell for row in rows for cell in row]
    if any(type(cell) is not int or not 0 <= cell <= 9 for cell in cells):
        raise Fault(f"has an {side} in {part} with a cell that is no digit")
    if not cells or len({len(row) for row in rows}) != 1:
        raise Fault(f"has an {side} in {part} whose rows are not equally long")
    if len(rows) > LARGEST or len(rows[0]) > LARGEST:
        raise Fault(f"has an {side} in {part} with more than {LARGEST} rows or columns")
    return tuple(map(tuple, rows))
