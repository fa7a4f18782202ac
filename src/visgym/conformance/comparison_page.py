"""The page that shows our figures beside those of the published gym."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import geometric_mean

MEASURES = {
    "reset": "reset",
    "step": "step with frame",
    "solve": "solve",
    "PNG": "PNG",
    "sent": "as sent",
    "demonstration": "demonstration",
    "memory": "memory",
}
DRAWN = ("reset", "step", "PNG", "sent")  # what grows with the number of pixels
MEANS = "geometric mean"

INTRODUCTION = """\
# Beside the published gym

How many times as long, or as much memory, the published VisGym takes, by `make bench`: more than 1
is better here, and what is below 1 is marked ▼. Times are medians of CPU time on one core.

- Reset, step, solve and memory of the published gym were measured once, on two busy cores and on
  stand-ins for its datasets (`published_gym.csv`); they vary by about 30 %. Ours are measured anew.
- It encodes pictures with Pillow, so its PNG and JPEG are what Pillow takes here and now, for our
  picture in its size. To models it sends JPEG, and we send PNG.
- Its demonstration is the sum of reset, solve, and a step and a PNG for each action; ours is what
  `visgym demonstrate` takes.
- Memory is the most that a fresh process took in 50 episodes, some frames of each; of the
  published gym, with three environments alive.
"""


@dataclass(frozen=True)
class Compared:
    """Both gyms' figures of a task, in milliseconds and megabytes; sizes are width and height."""

    id: str
    their_size: tuple[int, int]
    our_size: tuple[int, int]
    theirs: Mapping[str, float]
    ours: Mapping[str, float]

    def ratio(self, what: str) -> float:
        """How many times as much the published gym takes."""
        return self.theirs[what] / max(self.ours[what], 1e-6)

    @property
    def pixels(self) -> float:
        """How many pixels we draw for one of theirs."""
        (width, height), (w, h) = self.our_size, self.their_size
        return width * height / (w * h)

    def per_pixel(self, what: str) -> float:
        """The ratio as if frames had one size."""
        return self.ratio(what) * self.pixels


def page(compared: Sequence[Compared], then: Mapping[tuple[str, str], float]) -> Iterator[str]:
    """The lines of the page; `then` has the ratios of an earlier measurement of both gyms."""
    yield INTRODUCTION
    yield from _ratios(compared, tuple(MEASURES), Compared.ratio)
    yield ""
    yield "## Per pixel, where frames differ in size"
    yield ""
    differing = [each for each in compared if each.pixels != 1]
    yield from _ratios(differing, DRAWN, Compared.per_pixel, sizes=True)
    yield ""
    yield "## What was below 1 at first"
    yield ""
    yield "Both gyms ran in alternation then; the means are over all tasks."
    yield ""
    yield from _then_and_now(compared, then)
    yield ""
    yield "## Figures"
    yield ""
    yield "Milliseconds, and megabytes of memory: published, ours."
    yield ""
    yield from _table(["task", *MEASURES.values()])
    for each in compared:
        cells = (f"{_short(each.theirs[what])}, {_short(each.ours[what])}" for what in MEASURES)
        yield _row([each.id, *cells])


def _ratios(
    compared: Sequence[Compared],
    measures: Sequence[str],
    ratio: Callable[[Compared, str], float],
    sizes: bool = False,
) -> Iterator[str]:
    """A table of ratios, a line for each task, their geometric means first."""
    headings = [MEASURES[what] for what in measures]
    yield from _table(["task", *(["published", "ours"] if sizes else []), *headings])
    if not compared:
        return
    means = [geometric_mean(ratio(each, what) for each in compared) for what in measures]
    yield _row([f"**{MEANS}**", *(["", ""] if sizes else []), *map(_marked, means)])
    for each in compared:
        drawn = [f"{w} x {h}" for w, h in (each.their_size, each.our_size)] if sizes else []
        yield _row([each.id, *drawn, *(_marked(ratio(each, what)) for what in measures)])


def _then_and_now(
    compared: Sequence[Compared], then: Mapping[tuple[str, str], float]
) -> Iterator[str]:
    """A line for each ratio of before, beside the least that presets of the task have now."""
    yield from _table(["measure", "task", "then", "now"])
    for (what, task), before in then.items():
        of_task = [each.ratio(what) for each in compared if each.id.partition("/")[0] == task]
        if task == MEANS:
            now = geometric_mean(each.ratio(what) for each in compared)
        elif of_task:
            now = min(of_task)
        else:
            continue
        yield _row([MEASURES[what], task, _marked(before), _marked(now)])


def _marked(ratio: float) -> str:
    return _short(ratio) if ratio >= 1 else f"**{ratio:.2g}** ▼"


def _short(number: float) -> str:
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


def _table(headings: Sequence[str]) -> Iterator[str]:
    yield _row(headings)
    yield "|" + "---|" * len(headings)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
