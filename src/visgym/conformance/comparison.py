"""How fast the tasks are beside the published gym, whose figures are data in `benchmarks/`.

`python -m visgym.conformance.comparison benchmarks` measures ours, each task in a process of its
own, and writes `comparison.md` there; a number after the folder is how many seeds are played.
"""

from __future__ import annotations

import csv
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, TypeVar

from PIL import Image

from visgym import catalog
from visgym.conformance.comparison_page import Compared, page
from visgym.conformance.throughput import demonstrations_per_second
from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.core.task import Frame, Task
from visgym.kit.framing import sight
from visgym.kit.png import encode

Result = TypeVar("Result")
Figures = dict[str, float]

FIGURES, RATIOS, PAGE = "published_gym.csv", "published_ratios.csv", "comparison.md"
SEEDS, EPISODES = 20, 50  # for times, and for memory
LOOKS = 4  # frames of each episode, for memory
ENOUGH = 8.0  # seconds after which fewer seeds will do


def compare(folder: Path, seeds: int = SEEDS) -> None:
    """Measure all tasks of the published gym and write the page."""
    compared = []
    with (folder / FIGURES).open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            size = int(row["width"]), int(row["height"])
            found = _elsewhere(row["id"], *size, seeds)
            compared.append(_compared(row, size, found))
            print(f"{row['id']} is measured.", file=sys.stderr)
    with (folder / RATIOS).open(newline="", encoding="utf-8") as file:
        ratios = {(row["what"], row["task"]): float(row["ratio"]) for row in csv.DictReader(file)}
    text = "\n".join(page(compared, ratios)) + "\n"
    (folder / PAGE).write_text(text, encoding="utf-8")


def _compared(row: dict[str, str], size: tuple[int, int], found: Figures) -> Compared:
    """Both gyms' figures of a task; theirs are also what Pillow takes, and the sum of the parts."""
    theirs = {what: float(row[what]) for what in ("reset", "step", "solve", "memory")}
    theirs |= {"PNG": found["pillow_png"], "sent": found["pillow_jpeg"]}
    shown = float(row["steps"]) * (theirs["step"] + theirs["PNG"])
    theirs["demonstration"] = theirs["reset"] + theirs["solve"] + theirs["PNG"] + shown
    return Compared(row["id"], size, (int(found["width"]), int(found["height"])), theirs, found)


def _elsewhere(id: str, width: int, height: int, seeds: int) -> Figures:
    """What `measure` finds in a fresh process, and how much memory another one took."""
    memory, times = (
        f"print(json.dumps(comparison.{call}))"
        for call in (f"peak({id!r})", f"measure({id!r}, {width}, {height}, {seeds})")
    )
    lead = "import json; from visgym.conformance import comparison; "
    found: Figures = json.loads(_run(lead + times))
    return {**found, "memory": float(_run(lead + memory))}


def _run(script: str) -> str:
    command = [sys.executable, "-c", script]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def peak(id: str, episodes: int = EPISODES) -> float:
    """Megabytes that a process has taken after some episodes whose first frames were looked at."""
    task = catalog.load(id)
    for seed in range(episodes):
        for state in _solved(task, seed)[:LOOKS]:
            sight(task, state)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1 if sys.platform == "linux" else 1024) / 1000  # Linux counts in kilobytes


def measure(id: str, width: int, height: int, seeds: int) -> Figures:
    """Median CPU milliseconds of a task, and of Pillow for a picture of some size."""
    task, times = catalog.load(id), dict[str, list[float]]()

    def clock(name: str, work: Callable[[], Result]) -> Result:
        before = process_time()
        result = work()
        times.setdefault(name, []).append(1000 * (process_time() - before))
        return result

    for seed in range(seeds, 2 * seeds):  # so that photos and meshes are in memory
        sight(task, begin(task, seed).start)
    begun = process_time()
    for seed in range(seeds):
        if seed and process_time() - begun > ENOUGH:
            break
        frame = _episode(task, seed, clock)
        picture = Image.fromarray(frame).resize((width, height))
        for format in ("png", "jpeg"):
            clock(f"pillow_{format}", partial(picture.save, BytesIO(), format))
    found = {name: median(each) for name, each in times.items()}
    found["demonstration"] = 1000 / demonstrations_per_second(id, len(times["reset"]))
    return {**found, "sent": found["PNG"], "width": frame.shape[1], "height": frame.shape[0]}


def _episode(task: Task[Any], seed: int, clock: Callable[..., Any]) -> Frame:
    """Time the solution of an episode; a reset and a step have their frame with them."""
    first: Frame
    episode, first = clock("reset", lambda: _looked_at(task, seed))
    calls = clock("solve", lambda: solve(task, episode.start))
    clock("PNG", lambda: encode(first))
    for call in calls:
        episode, frame = clock("step", partial(_stepped, episode, task.spell(call)))
        clock("PNG", partial(encode, frame))
    return first


def _looked_at(task: Task[Any], seed: int) -> tuple[Any, Frame]:
    episode = begin(task, seed)
    return episode, sight(task, episode.start)


def _stepped(episode: Any, reply: str) -> tuple[Any, Frame]:
    after = advance(episode, reply)
    return after, sight(after.task, after.state)


def _solved(task: Task[Any], seed: int) -> list[Any]:
    """The states of an episode that is solved."""
    episode = begin(task, seed)
    for call in solve(task, episode.start):
        episode = advance(episode, task.spell(call))
    return episode.states


if __name__ == "__main__":
    compare(Path(sys.argv[1]), *map(int, sys.argv[2:]))
