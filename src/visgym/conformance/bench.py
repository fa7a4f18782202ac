"""How fast tasks are, in CPU time on one core, against the budgets we keep."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import Any, TypeVar

from visgym.conformance.flights import FLIGHTS, draw_in_flight
from visgym.conformance.throughput import demonstrations_per_second
from visgym.core.budgets import Budget
from visgym.core.episode import advance, begin
from visgym.core.reading import read_call
from visgym.core.solving import solve
from visgym.core.task import Task
from visgym.kit.framing import sight
from visgym.kit.png import encode
from visgym.task_ids import Id

Result = TypeVar("Result")

MEASURED = ("generate", "first", "solve", "advance", "draw")
"""What is held to the budget that each task declares; so are frames with many in flight."""
IMPORT_BUDGET = 60.0  # milliseconds on top of numpy and Pillow
READING_BUDGET = 50.0  # milliseconds for the worst reply of a megabyte


@dataclass(frozen=True)
class Measurement:
    """Median CPU times of one task in milliseconds, and the length of its solutions."""

    id: str
    milliseconds: dict[str, float]
    lengths: tuple[int, ...]
    in_flight: dict[int, float]
    """Milliseconds of a frame after the first, by the number of episodes that are interleaved."""
    demonstrations: float
    """Demonstrations a second."""
    budget: Budget

    def shown(self) -> list[float]:
        """The milliseconds that have a budget."""
        return [*(self.milliseconds[what] for what in MEASURED), *self.in_flight.values()]

    def over_budget(self) -> list[str]:
        """What takes longer than it may."""
        most = asdict(self.budget)
        late = [what for what in MEASURED if self.milliseconds[what] > most[what]]
        late += [f"draw {n} in flight" for n, t in self.in_flight.items() if t > most["draw"]]
        return [*late, "demonstrate"] if self.demonstrations < self.goal else late

    @property
    def goal(self) -> float:
        """Demonstrations a second that we aim at; only easy presets have an aim."""
        return self.budget.demonstrations if Id.parse(self.id).preset == "easy" else 0.0


class _Clock:
    """Collects CPU times under names."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}

    def time(self, name: str, work: Callable[[], Result]) -> Result:
        before = process_time()
        result = work()
        self.times.setdefault(name, []).append(1000 * (process_time() - before))
        return result


def measure(id: str, task: Task[Any], seeds: Iterable[int]) -> Measurement:
    """The CPU times of a task over the default solutions of some seeds."""
    seeds, clock = list(seeds), _Clock()
    in_flight = draw_in_flight(task)  # so that photos and meshes are in memory in what follows
    lengths = [_episode(task, seed, clock) for seed in seeds]
    medians = {name: median(times) for name, times in clock.times.items()}
    rate = demonstrations_per_second(id, max(1, len(lengths)))
    return Measurement(id, medians, tuple(lengths), in_flight, rate, task.budget)


def _episode(task: Task[Any], seed: int, clock: _Clock) -> int:
    episode = clock.time("generate", lambda: begin(task, seed))
    clock.time("first", lambda: sight(task, episode.start))
    calls = clock.time("solve", lambda: solve(task, episode.start))
    for call in calls:
        episode = clock.time("advance", partial(advance, episode, task.spell(call)))
    for turn in episode.turns:
        frame = clock.time("draw", partial(sight, task, turn.state))
        clock.time("encode", partial(encode, frame))
    return len(calls)


def import_time() -> float:
    """Milliseconds of CPU time until `visgym` can play, the best of three processes."""
    script = (
        "import sys, time, numpy, PIL.Image; sys.dont_write_bytecode = False; "
        "before = time.process_time(); import visgym; "
        "visgym.begin, visgym.advance, visgym.present, visgym.solve, visgym.load; "
        "print(1000 * (time.process_time() - before))"
    )
    runs = (
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        for _ in range(3)
    )
    return min(float(run.stdout) for run in runs)


def reading_time() -> float:
    """Milliseconds of CPU time that the worst reply of a megabyte takes to read."""
    clock = _Clock()
    for piece in ("(", "{", "('a',", "('a','", "f(1,", "( ", "1", '{"a":'):
        reply = piece * (1_000_000 // len(piece))
        clock.time("read", partial(read_call, reply, {"a"}))
    return max(clock.times["read"])


def as_markdown(
    measurements: Iterable[Measurement], importing: float, reading: float
) -> Iterator[str]:
    """The measurements as lines of a Markdown page."""
    yield "# Speed"
    yield ""
    yield "Median CPU milliseconds and demonstrations a second on one core, by `visgym bench`."
    yield f"`import visgym` adds {importing:.0f} ms (budget {IMPORT_BUDGET:.0f}); the worst reply"
    yield f"of 1 MB takes {reading:.0f} ms to read (budget {READING_BUDGET:.0f})."
    yield "`draw` is a frame after the first; `64` and `512` are such frames with so many episodes"
    yield "interleaved, which is what a run gets. Photos and meshes were in memory."
    yield ""
    flights = " | ".join(map(str, FLIGHTS))
    yield (
        f"| task | generate | first frame | solve | advance | draw | {flights} | PNG "
        "| steps, most | rows/s |"
    )
    yield "|---" * (9 + len(FLIGHTS)) + "|"
    for each in measurements:
        shown = (*each.shown(), each.milliseconds["encode"])
        times = " | ".join(f"{time:.3g}" for time in shown)
        steps = f"{median(each.lengths):g}, {max(each.lengths)}"
        yield f"| {Id.parse(each.id).brief} | {times} | {steps} | {each.demonstrations:.3g} |"
