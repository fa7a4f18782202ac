"""What a step costs by kind of task, for docs/scale.md: python benchmarks/serve_costs.py

CPU time and bytes of a step as a worker does it (play, draw, encode, write), and the memory that
an open session takes. CPU time is counted, so that other programs on the machine matter little.
"""

from __future__ import annotations

import gc
import time
from pathlib import Path
from random import Random
from statistics import median

import visgym
from visgym.serve.player import EpisodePlayer
from visgym.serve.specs import EpisodeSpec, chained

KINDS = {
    "question": "vsp_maze_hole/easy",
    "flat": "maze_2d/easy",
    "photo": "jigsaw/easy",
    "room": "maze_3d/easy",
    "game": "connect_four/level_1",
    "arcade": "arcade_platformer/level_0",
}
"""One task of each kind, by how its pictures and moves come about."""
EPISODES, MOST_STEPS = 40, 12
PAGE = 4096


def resident() -> int:
    """Bytes that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def measure(id: str) -> tuple[float, float, float, float]:
    """Milliseconds for a start and for a step, kilobytes of an answer and of an open session."""
    player, task = EpisodePlayer(), visgym.load(id)
    own = [each for name, each in task.actions.items() if name != "stop"]
    begins, steps, sizes = [], [], []
    for seed in range(EPISODES + 1):
        if seed == 1:  # what is loaded once is nobody's
            gc.collect()
            before, begins, steps, sizes = resident(), [], [], []
        spec = EpisodeSpec(id, seed)
        job = {"session": f"session {seed}", "pictures": "data_url", "digest": spec.digest}
        begun = time.process_time()
        player.perform({**job, "do": "begin", "spec": spec.as_json(), "replies": []})
        begins.append(time.process_time() - begun)
        rng = Random(seed)
        for _ in range(MOST_STEPS):
            reply = task.spell(rng.choice(own).sample(rng))
            begun = time.process_time()
            outcome = player.perform({**job, "do": "step", "reply": reply})
            steps.append(time.process_time() - begun)
            sizes.append(len(outcome.body))
            job["digest"] = chained(job["digest"], reply)
            if outcome.over or not outcome.done:
                break
    held = max(0, resident() - before) / EPISODES
    return median(begins) * 1e3, median(steps) * 1e3, median(sizes) / 1e3, held / 1e3


def main() -> None:
    print(f"{'kind':10} {'task':24} {'start ms':>9} {'step ms':>8} {'kB':>6} {'session kB':>11}")
    for kind, id in KINDS.items():
        start, step, size, held = measure(id)
        print(f"{kind:10} {id:24} {start:9.2f} {step:8.2f} {size:6.1f} {held:11.1f}")


if __name__ == "__main__":
    main()
