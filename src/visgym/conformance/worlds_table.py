"""How reference players and explorers do in worlds in motion, level by level.

`python -m visgym.conformance.worlds_table docs/roam_worlds.md` measures the first-person places,
and `docs/arcade.md` instead the arcades. Rows that the page has for as many seeds stay as they are,
so that a measurement goes on where it was stopped; further arguments are tasks to measure anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any, get_args

from visgym import catalog
from visgym.conformance.measured_rows import rows_of, with_rows
from visgym.core.episode import begin, play
from visgym.core.identity import field_types
from visgym.core.solving import solve, strategy_names
from visgym.kit.arcade.playing import ArcadeTask
from visgym.kit.worlds.roam.walking import RoamTask

SEEDS, EXPLORED = 200, 50
EXPLORER = "explore"
KINDS: dict[str, type[Any]] = {"roam_worlds.md": RoamTask, "arcade.md": ArcadeTask}
"""What each page is about."""
HEAD = ["task", "limit", "seeds", "solved", "median", "longest", "generate", "solve"]
EXPLORERS = ["explorer", "its median", "its longest"]


@dataclass(frozen=True, slots=True)
class Crossing:
    """One player on seeds of one preset."""

    solved: int
    lengths: tuple[int, ...]
    """Calls on each of the seeds."""
    generate: float
    """Milliseconds, the median."""
    solve: float
    """Milliseconds, the median."""


def worlds_of(kind: type[Any]) -> Iterator[str]:
    """The ids of all tasks of a kind, in every style that they have."""
    for name in catalog.task_names():
        for preset, task in catalog.presets(name).items():
            if isinstance(task, kind):
                yield f"{name}/{preset}"
                styles = get_args(field_types(type(task)).get("style"))
                yield from (f"{name}/{preset}?style={each}" for each in styles[1:])


def cross(id: str, seeds: Sequence[int], strategy: str | None = None) -> Crossing:
    """Play some seeds of a preset as one of its strategies does."""
    task, solved, lengths = catalog.load(id), 0, list[int]()
    starting, solving = list[float](), list[float]()
    for seed in seeds:
        began = thread_time()
        episode = begin(task, seed)
        started = thread_time()
        calls = solve(task, episode.start, strategy)
        solving.append(1000 * (thread_time() - started))
        starting.append(1000 * (started - began))
        lengths.append(len(calls))
        solved += play(episode, calls).success
    return Crossing(solved, tuple(lengths), median(starting), median(solving))


def row(id: str, seeds: int = SEEDS, explored: int = EXPLORED) -> str:
    """A line of the table, measured."""
    task, found = catalog.load(id), cross(id, range(seeds))
    cells = [f"`{id}`", str(task.step_limit), str(seeds), str(found.solved), *_spread(found)]
    cells += [f"{found.generate:.2f}", f"{found.solve:.1f}"]
    if isinstance(task, RoamTask):
        own = ["–"] * len(EXPLORERS)
        if EXPLORER in strategy_names(task):
            other = cross(id, range(explored), EXPLORER)
            own = [f"{other.solved} of {explored}", *_spread(other)]
        cells += own
    return f"| {' | '.join(cells)} |"


def _spread(found: Crossing) -> list[str]:
    return [f"{median(found.lengths):g}", str(max(found.lengths))]


def is_whole(row: str) -> bool:
    """Whether a row is about as many seeds as rows should be.

    >>> is_whole("| `a/x` | 25 | 200 | 200 | 3 | 7 | 0.1 | 0.6 | 12 of 12 | 5 | 12 |")
    False
    """
    cells = row.split(" | ")
    explored = [cell for cell in cells if " of " in cell]
    return cells[2:3] == [str(SEEDS)] and all(each.endswith(f" {EXPLORED}") for each in explored)


def write(path: Path, wanted: Sequence[str] = ()) -> None:
    """Add the rows that a page lacks, and measure those of some tasks anew."""
    head = HEAD + (EXPLORERS if KINDS[path.name] is RoamTask else [])
    for id in worlds_of(KINDS[path.name]):
        known = rows_of(path.read_text(encoding="utf-8")).get(id, "")
        if is_whole(known) and id.partition("/")[0] not in wanted:
            continue
        rows = [row(id)]
        page = path.read_text(encoding="utf-8")  # which somebody may have edited meanwhile
        path.write_text(with_rows(page, head, 1, rows), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2:])
