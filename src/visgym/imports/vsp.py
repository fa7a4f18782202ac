"""The public release of VSP, in its own layout, as problems of our tasks.

Maps and stacks are read from the texts of the release and drawn by us; its pictures are not used.
The map of a street problem and the corner of a collision are ours too: the release keeps their
pictures only, and publishes the distances that the problems are made of. Every published answer is
scored at import, every published length compared; what disagrees is named and skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from visgym import catalog
from visgym.core.errors import Mistake
from visgym.imports.files import BrokenProblem, brief, entries
from visgym.imports.problems import Maker, Problem, Report, Skipped, broken, collect, write
from visgym.imports.vsp_blocks import BLOCKS
from visgym.imports.vsp_mazes import MAZES, Lister
from visgym.imports.vsp_roads import collisions, routes

LAYOUT = "maze/task-main/maps/level3/…, blocks/task1/maps/level4/… and so on"
PARTS = ("maze", "blocks", "google_map", "collision")
Reader = Callable[[Path, int, str], Problem]
_LEVEL = re.compile(r"level(?:_step)?([1-9])")


def import_vsp(folder: Path, suite: Path) -> Report:
    """Turn a release into a suite file and files of starts."""
    root = next((each for each in (folder, folder / "VSP-main") if _has_parts(each)), None)
    if root is None:
        raise Mistake(f"The folder {folder} is no VSP release; the expected layout is {LAYOUT}.")
    skipped: list[Skipped] = []
    try:
        return write(collect(_sources(root), skipped), skipped, suite)
    except (BrokenProblem, OSError) as error:
        raise Mistake(f"The folder {folder} cannot be imported: {brief(error)}.") from None


def _has_parts(folder: Path) -> bool:
    return any((folder / part).is_dir() for part in PARTS)


def _sources(root: Path) -> Iterator[tuple[Path, Maker]]:
    """Every problem of a release: where it lies, and how to make it."""
    for part, readers in (("maze", MAZES), ("blocks", BLOCKS)):
        for name, (task, listed, read) in readers.items():
            for level in _levels(root / part / name):
                yield from _level(level, task, listed, read)
    for path in sorted((root / "google_map").glob("task-main/maps/level1/answer-*.pkl")):
        yield from routes(path)
    for level in _levels(root / "collision" / "task-main"):
        yield from collisions(level)


def _level(level: Path, task: str, listed: Lister, read: Reader) -> Iterator[tuple[Path, Maker]]:
    """The problems of one level, and the names that are none of a problem."""
    number = _LEVEL.fullmatch(level.name)
    id = f"{task}/level_{number[1]}" if number else ""
    if not number or f"level_{number[1]}" not in catalog.presets(task):
        yield level, partial(broken, f"There is no such level of {task}.")
        return
    try:
        names = listed(level)
    except (BrokenProblem, OSError) as error:
        yield level, partial(broken, str(error))
        return
    for name in sorted(names, key=_order):
        if name.isascii() and name.isdecimal() and str(int(name)) == name and len(name) < 7:
            yield level / name, partial(read, level, int(name), id)
        else:
            yield level / name, partial(broken, "Its name is no number of a problem.")


def _order(name: str) -> tuple[int, str]:
    return len(name), name


def _levels(task: Path) -> list[Path]:
    found = entries(task / "maps")
    return [path for path in found if path.name.startswith("level") and path.is_dir()]
