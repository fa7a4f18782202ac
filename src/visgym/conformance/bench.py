"""How fast tasks are, in CPU time on one core, against the budgets we keep."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any, TypeVar

from visgym.conformance.throughput import demonstrations_per_second, goal_of
from visgym.core.episode import advance, begin
from visgym.core.messages import Observation
from visgym.core.reading import read_call
from visgym.core.solving import solve
from visgym.core.task import Task
from visgym.kit.png import encode

Result = TypeVar("Result")

BUDGETS = {"generate": 15.0, "first": 10.0, "solve": 5.0, "advance": 0.1, "draw": 0.5}
"""Milliseconds that the median may take, unless a task has its own; `first` is the first frame."""
_PICTURE = {"generate": 30.0, "first": 20.0, "draw": 2.0}
_STAGED = {
    "generate": 30.0,
    "first": 30.0,
    "draw": 2.0,
}  # things on a stage, then dots on a picture
_SCENE = {"first": 20.0, "draw": 15.0}
_ROBOT = {"first": 60.0, "draw": 60.0, "solve": 500.0, "advance": 20.0}
_READ = {"advance": 0.2}  # a list or a sentence to read
OWN_BUDGETS = {
    "board_state_inference": {**_SCENE, **_READ},
    "colorization": _PICTURE,
    "counting": _STAGED,
    "dataset_rows": {"first": 15.0, **_READ},  # a photo to scale
    "fetch_pick_and_place": _ROBOT,
    "fetch_reach": _ROBOT,
    "jigsaw": _PICTURE,
    "maze_3d": {"first": 20.0, "draw": 20.0},
    "mental_rotation_2d": _PICTURE,
    "mental_rotation_3d_cube": _SCENE,
    "mental_rotation_3d_objaverse": {**_SCENE, "first": 30.0},  # two scenes
    "patch_reassembly": {"solve": 50.0},
    "referring_dot_pointing": _STAGED,
    "sliding_block": {"solve": 50.0},
    "sliding_tile_puzzle": {"draw": 1.0},
    "sliding_geom_puzzle": {"solve": 50.0, **_SCENE},
    "video_unshuffle": {**_STAGED, "generate": 60.0},
    "vsp_blocks": {"solve": 20.0, "advance": 0.5, **_SCENE},
    "vsp_blocks_color": _SCENE,
    "vsp_blocks_relation": _SCENE,
    "vsp_blocks_text": _SCENE,
    "vsp_blocks_valid": _SCENE,
    "vsp_collision": _READ,
    "vsp_maze": _READ,
    "vsp_street_map": _READ,
    "zoom_in_puzzle": {**_PICTURE, **_READ},
}
IMPORT_BUDGET = 60.0  # milliseconds on top of numpy and Pillow
READING_BUDGET = 50.0  # milliseconds for the worst reply of a megabyte


@dataclass(frozen=True)
class Measurement:
    """Median CPU times of one task in milliseconds, and the length of its solutions."""

    id: str
    milliseconds: dict[str, float]
    lengths: tuple[int, ...]
    demonstrations: float
    """Demonstrations a second."""

    def shown(self) -> list[float]:
        """The milliseconds that have a budget."""
        return [self.milliseconds[what] for what in BUDGETS]

    def over_budget(self) -> list[str]:
        """What takes longer than it may."""
        budgets = {**BUDGETS, **OWN_BUDGETS.get(self.id.partition("/")[0], {})}
        late = [what for what, most in budgets.items() if self.milliseconds[what] > most]
        return [*late, "demonstrate"] if self.demonstrations < goal_of(self.id) else late


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
    for seed in seeds:  # photos, meshes and compiled code are in memory in what follows
        task.draw(begin(task, seed + len(seeds)).start)
    lengths = [_episode(task, seed, clock) for seed in seeds]
    medians = {name: median(times) for name, times in clock.times.items()}
    rate = demonstrations_per_second(id, max(1, len(lengths)))
    return Measurement(id, medians, tuple(lengths), rate)


def _episode(task: Task[Any], seed: int, clock: _Clock) -> int:
    episode = clock.time("generate", lambda: begin(task, seed))
    clock.time("first", lambda: Observation("state", task, episode.start).image)
    calls = clock.time("solve", lambda: solve(task, episode.start))
    for call in calls:
        episode = clock.time("advance", _step(episode, task.write(call)))
    for turn in episode.turns:
        seen = Observation("state", task, turn.state)
        frame = clock.time("draw", lambda seen=seen: seen.image)  # type: ignore[misc]
        clock.time("encode", lambda frame=frame: encode(frame))  # type: ignore[misc]
    return len(calls)


def _step(episode: Any, reply: str) -> Callable[[], Any]:
    return lambda: advance(episode, reply)


def import_time() -> float:
    """Milliseconds of CPU time that all names of `visgym` add, the best of three processes."""
    script = (
        "import sys, time, numpy, PIL.Image; sys.dont_write_bytecode = False; "
        "before = time.process_time(); from visgym import *; "
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
        clock.time("read", lambda reply=reply: read_call(reply, {"a"}))  # type: ignore[misc]
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
    yield "`draw` is a frame after the first."
    yield ""
    yield "| task | generate | first frame | solve | advance | draw | PNG | steps, most | rows/s |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for each in measurements:
        times = " | ".join(
            f"{each.milliseconds[name]:.3g}"
            for name in ("generate", "first", "solve", "advance", "draw", "encode")
        )
        steps = f"{median(each.lengths):g}, {max(each.lengths)}"
        yield f"| {each.id} | {times} | {steps} | {each.demonstrations:.3g} |"
