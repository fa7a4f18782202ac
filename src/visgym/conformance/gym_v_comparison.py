"""Starts and first pictures of Gym-V's environments beside the published ones, as a page.

`python -m visgym.conformance.gym_v_comparison benchmarks` reads `published_gym_v.csv` there and
writes `gym_v.md`.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, median
from time import process_time

from visgym import catalog
from visgym.suites.gym_v import LEVELS, PUBLISHED, at_level

SEEDS, WARM = 20, 3  # starts that are timed, and others before them

INTRODUCTION = """\
# Beside the published Gym-V

CPU milliseconds on one core, medians of {seeds} starts, by `make bench`: a start and its first
picture here, and a reset there, which draws as well (`published_gym_v.csv`, measured once at the
registered sizes, on another day). The ratio says how many times as long the published one takes.
"""


@dataclass(frozen=True)
class Timed:
    """One environment at one level."""

    name: str
    id: str
    published: float
    generate: float
    draw: float

    @property
    def ratio(self) -> float:
        return self.published / (self.generate + self.draw)


def timed(name: str, id: str, published: float) -> Timed:
    """How long starts and first pictures of an id take."""
    task = catalog.load(id)
    generating, drawing = list[float](), list[float]()
    for seed in range(SEEDS + WARM):
        begin = process_time()
        start = task.start(seed)
        middle = process_time()
        task.draw(task.visible(start, 0))
        generating.append(middle - begin)
        drawing.append(process_time() - middle)
    medians = [1000 * median(each[WARM:]) for each in (generating, drawing)]
    return Timed(name, id, published, *medians)


def page(found: Sequence[Timed]) -> Iterator[str]:
    """The lines of the page."""
    yield INTRODUCTION.format(seeds=SEEDS)
    yield "| level | environments | ratio, geometric mean | least |"
    yield "|---|---|---|---|"
    for level in LEVELS:
        ratios = [each.ratio for each in found if level in each.id]
        yield f"| {level} | {len(ratios)} | {geometric_mean(ratios):.1f} | {min(ratios):.1f} |"
    yield ""
    yield "| environment | id | published | start | picture | ratio |"
    yield "|---|---|---|---|---|---|"
    for each in found:
        times = f"{each.published:.3g} | {each.generate:.3g} | {each.draw:.3g} | {each.ratio:.1f}"
        yield f"| {each.name} | {each.id} | {times} |"


def write(folder: Path) -> None:
    """Measure all environments and write the page."""
    with (folder / "published_gym_v.csv").open(encoding="utf-8", newline="") as file:
        published = {row["name"]: float(row["reset_ms"]) for row in csv.DictReader(file)}
    found = [
        timed(name, at_level(id, level), published[name])
        for name, id in PUBLISHED.items()
        if name in published
        for level in LEVELS
    ]
    (folder / "gym_v.md").write_text("\n".join(page(found)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
