"""Games as RLlib's multi-agent environments: dictionaries by agent, with `__all__` for the end.

Only the agent to move is given an observation, and so only it is asked for a reply.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.adapters.seats import SeatTable
from visgym.core.optional import require
from visgym.wrappers.build import Spec

_base: Any = require("ray.rllib.env.multi_agent_env", "rllib", "Playing through RLlib")

Pictures = dict[str, NDArray[np.uint8]]
Infos = dict[str, dict[str, Any]]
EVERYBODY = "__all__"


class VisMultiAgentEnv(_base.MultiAgentEnv):  # type: ignore[misc]
    """A game for RLlib; actions are replies in text."""

    def __init__(self, id: str, wrappers: Iterable[Spec] = (), **knobs: object) -> None:
        super().__init__()
        self.table = SeatTable(id, wrappers, **knobs)
        self.possible_agents = list(self.table.names)
        self.agents = list(self.table.names)
        self.observation_spaces = dict(self.table.observation_spaces)
        self.action_spaces = dict(self.table.action_spaces)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Pictures, Infos]:
        """Begin the episode that `seed` names, or another one."""
        self.table.deal(seed)
        return self._seen([self.table.mover])

    def step(
        self, action_dict: Mapping[str, str]
    ) -> tuple[Pictures, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Let the agent to move reply."""
        table = self.table
        mover = table.mover
        earned = table.reply(str(action_dict.get(mover, "")))
        episode = table.episode
        watching = table.names if episode.over else [table.mover]
        pictures, infos = self._seen(watching)
        rewards = earned if episode.over else {name: earned[name] for name in {mover, table.mover}}
        ended = {**dict.fromkeys(watching, episode.terminated), EVERYBODY: episode.terminated}
        stopped = {**dict.fromkeys(watching, episode.truncated), EVERYBODY: episode.truncated}
        return pictures, rewards, ended, stopped, infos

    def _seen(self, agents: Iterable[str]) -> tuple[Pictures, Infos]:
        names = list(agents)
        table = self.table
        return {n: table.seen(n) for n in names}, {n: table.info(n) for n in names}
