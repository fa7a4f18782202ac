"""What a frame costs while many episodes are played at a time, each of which waits for its turn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

from visgym.core.calls import STOP
from visgym.core.episode import Episode, advance, begin
from visgym.core.task import Task
from visgym.kit.framing import sight

FLIGHTS = (64, 512)
"""Episodes that are in flight together."""
FIRST_SEED = 100_000  # none that is measured otherwise, for its layers would be known
TRIES = 5  # calls, until one changes something


def draw_in_flight(task: Task[Any], flights: Sequence[int] = FLIGHTS) -> dict[int, float]:
    """Median CPU milliseconds of a frame after the first, by how many episodes are in flight."""
    rng = Random(0)
    episodes = [begin(task, FIRST_SEED + number) for number in range(max(flights))]
    found = {}
    for count in flights:
        for episode in episodes[:count]:
            sight(task, episode.start)
        moved = [_moved(episode, rng) for episode in episodes[:count]]
        found[count] = median(_drawing(task, state) for state in moved)
    return found


def _moved(episode: Episode[Any], rng: Random) -> Any:
    """The state after a random call, another one if possible."""
    task = episode.task
    choices = [each for name, each in task.actions.items() if name != STOP.name]
    for _ in range(TRIES):
        state = advance(episode, task.spell(rng.choice(choices).sample(rng))).state
        if state != episode.start:
            return state
    return episode.start


def _drawing(task: Task[Any], state: Any) -> float:
    before = process_time()
    sight(task, state)
    return 1000 * (process_time() - before)
