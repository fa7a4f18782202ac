"""The public release of VSP, in its own layout, as problems of our tasks.

Maps and stacks are read from the texts of the release and drawn by us; its pictures are not used.
The map of a street problem and the corner of a collision are ours too: the release keeps their
pictures only, and publishes the distances that the problems are made of. Every published answer is
scored at import, every published length compared; what disagrees is named and skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from visgym.core.errors import Mistake
from visgym.imports.problems import Maker, Problem, Report, Skipped, collect, write
from visgym.imports.vsp_blocks import BLOCKS
from visgym.imports.vsp_mazes import MAZES
from visgym.imports.vsp_roads import collisions, routes

LAYOUT = "maze/task-main/maps/level3/…, blocks/task1/maps/level4/… and so on"
PARTS = ("maze", "blocks", "google_map", "collision")
Reader = Callable[[Path, int, str], Problem]


def import_vsp(folder: Path, suite: Path) -> Report:
    """Turn a release into a suite file and files of starts."""
    root = next((each for each in (folder, folder / "VSP-main") if _has_parts(each)), None)
    if root is None:
        raise Mistake(f"The folder {folder} is no VSP release; the expected layout is {LAYOUT}.")
    skipped: list[Skipped] = []
    return write(collect(_sources(root), skipped), skipped, suite)


def _has_parts(folder: Path) -> bool:
    return any((folder / part).is_dir() for part in PARTS)


def _sources(root: Path) -> Iterator[tuple[Path, Maker]]:
    """Every problem of a release: where it lies, and how to make it."""
    for part, readers in (("maze", MAZES), ("blocks", BLOCKS)):
        for name, (task, listed, read) in readers.items():
            for level in _levels(root / part / name):
                number = level.name.removeprefix("level").removeprefix("_step")
                for seed in listed(level):
                    path = level / str(seed)
                    yield path, partial(read, level, seed, f"{task}/level_{number}")
    for path in sorted((root / "google_map").glob("task-main/maps/level1/answer-*.pkl")):
        yield from routes(path)
    for level in _levels(root / "collision" / "task-main"):
        yield from collisions(level)


def _levels(task: Path) -> list[Path]:
    return sorted(path for path in task.glob("maps/level*") if path.is_dir())
