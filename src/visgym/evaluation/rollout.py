"""Many episodes in lock step, for trainers: one batch of replies after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym import catalog
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.messages import Rewrite, present
from visgym.core.parts import Message
from visgym.core.task import Task
from visgym.tools.build import ToolSpec, tools_of
from visgym.wrappers.build import Spec, arrange

AnswerBatch = Callable[[list[Episode[Any]], list[list[Message]]], Sequence[object]]
"""Replies to some episodes, given what their agents have been told."""


@dataclass(frozen=True)
class Rollout:
    """Episodes that are over, and what trainers need of them as arrays, an episode a row."""

    episodes: tuple[Episode[Any], ...]

    @property
    def rewards(self) -> NDArray[np.float64]:
        """What each episode earned: its rewards on the way and its score at the end."""
        return np.array([self._earned(each).sum() for each in self.episodes], np.float64)

    @property
    def successes(self) -> NDArray[np.bool_]:
        return np.array([each.success for each in self.episodes], np.bool_)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Turns of each episode."""
        return np.array([len(each.turns) for each in self.episodes], np.int64)

    @property
    def step_rewards(self) -> NDArray[np.float64]:
        """Rewards turn by turn, with zeros after the end of the shorter episodes."""
        table = np.zeros((len(self.episodes), max(self.lengths, default=0)), np.float64)
        for row, each in zip(table, self.episodes, strict=True):
            row[: len(each.turns)] = self._earned(each)
        return table

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which places of `step_rewards` are turns."""
        return np.arange(max(self.lengths, default=0)) < self.lengths[:, None]

    @staticmethod
    def _earned(episode: Episode[Any]) -> NDArray[np.float64]:
        earned = np.array([turn.reward for turn in episode.turns], np.float64)
        earned[-1:] += episode.reward
        return earned


def rollout(
    tasks: Iterable[Task[Any] | str],
    seeds: Iterable[int],
    answer_batch: AnswerBatch,
    wrappers: Iterable[Spec] = (),
    tools: Iterable[ToolSpec] = (),
) -> Rollout:
    """Play task after task with seed after seed, all at once, until every episode is over.

    >>> def march(episodes, told):
    ...     return ["('move', 1)"] * len(episodes)
    >>> played = rollout(["maze_2d/easy"] * 3, [1, 2, 3], march)
    >>> played.lengths.tolist(), played.successes.tolist(), played.step_rewards.shape
    ([20, 20, 20], [False, False, False], (3, 20))
    """
    loaded = [catalog.load(task) if isinstance(task, str) else task for task in tasks]
    specs, numbers = list(wrappers), list(seeds)
    if len(numbers) != len(loaded):
        raise Mistake(f"{len(loaded)} tasks need as many seeds, not {len(numbers)}.")
    arranged: list[tuple[Rewrite, ...]] = [arrange(specs, task) for task in loaded]
    offered = tools_of(tools)
    episodes: list[Episode[Any]] = [
        begin(task, seed, tools=offered) for task, seed in zip(loaded, numbers, strict=True)
    ]
    live = [at for at, episode in enumerate(episodes) if not episode.over]
    while live:
        told = [present(episodes[at], arranged[at]) for at in live]
        replies = answer_batch([episodes[at] for at in live], told)
        if len(replies) != len(live):
            raise Mistake(f"{len(live)} episodes need as many replies, not {len(replies)}.")
        for at, reply in zip(live, replies, strict=True):
            episodes[at] = advance(episodes[at], reply)
        live = [at for at in live if not episodes[at].over]
    return Rollout(tuple(episodes))
