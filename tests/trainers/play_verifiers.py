"""The environment of verifiers, with an interaction that answers from the solutions.

Its null harness needs a network to start its program; the interaction stands in for that alone.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import verifiers.v1 as vf
from played_episodes import IDS, pixels_of, report, rows, solution
from verifiers.v1.utils.loaders import load_taskset

from visgym.adapters.training import EpisodeRow
from visgym_verifiers import VisTaskset, VisVerifiersEnv


class Player:
    """A player who knows the solution."""

    def __init__(self) -> None:
        self.pictures: list[str] = []
        self.trace: Any = None

    @asynccontextmanager
    async def interaction(self, task: Any) -> Any:
        self.task, self.trace = task, vf.Trace.model_construct(rewards={}, metrics={})
        self.replies = iter(solution(EpisodeRow.of(task.data.row)))
        yield self

    async def turn(self, messages: Any = None) -> Any:
        message = (messages or self.task.data.prompt)[-1]
        urls = [part.image_url.url for part in message.content if part.type == "image_url"]
        self.pictures += [pixels_of(url) for url in urls]
        return SimpleNamespace(terminated=False, last_reply=next(self.replies))


async def played(task: Any) -> dict[str, Any]:
    """What came of an episode."""
    player = Player()
    await VisVerifiersEnv.run(None, task, SimpleNamespace(player=player))
    reward = player.trace.rewards["episode"].score
    return {"id": task.data.name, "reward": reward, "pictures": player.pictures}


if __name__ == "__main__":
    config = VisTaskset.__orig_bases__[0].__args__[1](
        id="visgym-verifiers", ids=IDS, episodes=len(IDS)
    )
    taskset = load_taskset(config)
    assert isinstance(taskset, VisTaskset)
    tasks = list(taskset)
    assert [task.data.row["seed"] for task in tasks] == [row.seed for row in rows()]
    report([asyncio.run(played(task)) for task in tasks])
