"""Games as PettingZoo environments: agents in turn (AEC), or all at once (parallel).

Observations are pictures, actions are replies in text, and `infos` have what is said to an agent.
In the parallel form only the reply of the agent to move is heard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.adapters.seats import SeatTable
from visgym.core.optional import require
from visgym.wrappers.build import Spec

pettingzoo: Any = require("pettingzoo", "pettingzoo", "Playing through PettingZoo")

Pictures = dict[str, NDArray[np.uint8]]
Infos = dict[str, dict[str, Any]]


class VisAEC(pettingzoo.AECEnv):  # type: ignore[misc]
    """A game whose agents reply one after the other.

    >>> env = VisAEC("connect_four/level_0")
    >>> env.reset(seed=3)
    >>> env.step("('drop', 2)")
    >>> env.rewards
    {'player_0': 0.0, 'player_1': 0.0}
    """

    metadata = {"name": "visgym", "render_modes": ["rgb_array"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        id: str,
        wrappers: Iterable[Spec] = (),
        render_mode: str | None = None,
        **knobs: object,
    ) -> None:
        super().__init__()
        self.table, self.render_mode = SeatTable(id, wrappers, **knobs), render_mode
        self.possible_agents = list(self.table.names)

    def observation_space(self, agent: str) -> Any:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.table.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the episode that `seed` names, or another one."""
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def observe(self, agent: str) -> NDArray[np.uint8]:
        return self.table.seen(agent)

    def step(self, action: str | None) -> None:
        """Let the selected agent reply."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.table.reply(str(action))
        episode = self.table.episode
        self.terminations = dict.fromkeys(self.agents, episode.terminated)
        self.truncations = dict.fromkeys(self.agents, episode.truncated)
        self._accumulate_rewards()
        self._look()

    def render(self) -> NDArray[np.uint8] | None:
        return self.table.seen(self.agent_selection) if self.render_mode else None

    def close(self) -> None:
        """Nothing to let go of."""

    def _look(self) -> None:
        self.agent_selection = self.table.mover
        self.infos = {agent: self.table.info(agent) for agent in self.agents}


class VisParallel(pettingzoo.ParallelEnv):  # type: ignore[misc]
    """A game whose agents all say something at every step; only who is to move is heard."""

    metadata = {"name": "visgym", "render_modes": ["rgb_array"]}  # noqa: RUF012

    def __init__(
        self,
        id: str,
        wrappers: Iterable[Spec] = (),
        render_mode: str | None = None,
        **knobs: object,
    ) -> None:
        self.table, self.render_mode = SeatTable(id, wrappers, **knobs), render_mode
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Pictures, Infos]:
        """Begin the episode that `seed` names, or another one."""
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        return self._seen()

    def step(
        self, actions: Mapping[str, str]
    ) -> tuple[Pictures, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Let the agent to move reply."""
        earned = self.table.reply(str(actions.get(self.table.mover, "")))
        episode, (pictures, infos) = self.table.episode, self._seen()
        ended = dict.fromkeys(self.agents, episode.terminated)
        stopped = dict.fromkeys(self.agents, episode.truncated)
        if episode.over:
            self.agents = []
        return pictures, earned, ended, stopped, infos

    def render(self) -> NDArray[np.uint8] | None:
        return self.table.seen(self.table.mover) if self.render_mode else None

    def close(self) -> None:
        """Nothing to let go of."""

    def _seen(self) -> tuple[Pictures, Infos]:
        table = self.table
        return (
            {agent: table.seen(agent) for agent in self.agents},
            {agent: table.info(agent) for agent in self.agents},
        )
