"""The main job on a small scale: two agents on every task, and pictures to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from visgym import catalog
from visgym.agents.scripted import RandomAgent, Scripted, SolverAgent
from visgym.core.episode import begin
from visgym.core.messages import Observation
from visgym.core.task import Task
from visgym.kit.png import encode
from visgym.run.walks import played_by

AGENTS: dict[str, Scripted] = {"solver": SolverAgent(), "random": RandomAgent()}


@dataclass(frozen=True)
class Summary:
    """What one agent did on one task."""

    id: str
    agent: str
    success: float
    steps: float
    milliseconds: float
    """CPU time of one step, its picture included."""


def demonstrate(ids: list[str], episodes: int) -> Iterator[Summary]:
    """Each agent's result on each task."""
    for id in ids:
        task = catalog.load(id)
        for name, agent in AGENTS.items():
            yield _summary(id, task, name, agent, episodes)


def _summary(id: str, task: Task[Any], name: str, agent: Scripted, episodes: int) -> Summary:
    before = process_time()
    played = [played_by(agent, begin(task, seed)) for seed in range(episodes)]
    for episode in played:
        for turn in episode.turns:
            task.draw(turn.state)
    spent = 1000 * (process_time() - before)
    steps = sum(len(episode.turns) for episode in played)
    success = sum(episode.success for episode in played) / episodes
    return Summary(id, name, success, steps / episodes, spent / steps)


def save_pictures(id: str, folder: Path, seed: int = 0) -> list[Path]:
    """The start and the goal of a task as PNG files."""
    task = catalog.load(id)
    start = begin(task, seed).start
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, state in (("start", start), ("solved", task.goal(start))):
        path = folder / f"{id.replace('/', '_')}_{name}.png"
        path.write_bytes(encode(Observation("state", task, state).image))
        files.append(path)
    return files
