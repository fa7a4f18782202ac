"""An episode of several players as multi-agent protocols see it: agents by name, one moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym import catalog
from visgym.adapters.gymnasium import FrameBox, Reply
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.messages import Rewrite, present
from visgym.core.parts import Message
from visgym.core.task import Task
from visgym.kit.framing import sight
from visgym.wrappers.build import Spec, arrange

LARGEST_SEED = 2**31


class SeatTable:
    """The agents of one task, and the episode that they play."""

    def __init__(self, id: str, wrappers: Iterable[Spec] = (), **knobs: object) -> None:
        self.task = _for_several(id, knobs)
        self.wrappers: tuple[Rewrite, ...] = arrange(wrappers, self.task)
        self.names = [f"player_{seat}" for seat in range(self.task.players)]
        self.episode: Episode[Any] = begin(self.task, 0)
        shape = sight(self.task, self.episode.start, 0).shape
        self.observation_spaces = {name: FrameBox(0, 255, shape, np.uint8) for name in self.names}
        self.action_spaces = {name: Reply(self.task) for name in self.names}
        self._chance = Random(0)

    def deal(self, seed: int | None) -> None:
        """Begin the episode that a seed names, or another one."""
        if seed is not None:
            self._chance = Random(seed)
        self.episode = begin(
            self.task, self._chance.randrange(LARGEST_SEED) if seed is None else seed
        )

    def reply(self, reply: str) -> dict[str, float]:
        """Let whoever is to move reply; what each player earns by it."""
        mover = self.mover
        self.episode = advance(self.episode, reply)
        earned = dict.fromkeys(self.names, 0.0)
        earned[mover] += self.episode.turns[-1].reward
        if self.episode.over:
            for name, payoff in zip(self.names, self._payoffs(), strict=True):
                earned[name] += payoff
        return earned

    @property
    def mover(self) -> str:
        """The agent whose reply is due."""
        return self.names[self.episode.to_move]

    def seen(self, name: str) -> NDArray[np.uint8]:
        """The picture that an agent sees."""
        return sight(self.task, self.episode.state, self.names.index(name)).copy()

    def told(self, name: str) -> list[Message]:
        """All that an agent has been told and has said."""
        return present(self.episode, self.wrappers, self.names.index(name))

    def info(self, name: str) -> dict[str, Any]:
        """What comes with the picture: the last message in text, and whose turn it is."""
        return {"text": self.told(name)[-1].text, "to_move": self.mover}

    def _payoffs(self) -> tuple[float, ...]:
        episode = self.episode
        paid = episode.terminated or episode.forfeited is not None or self.task.pays_out_of_steps
        return episode.payoffs if paid else (0.0,) * len(self.names)


def _for_several(id: str, knobs: Mapping[str, object]) -> Task[Any]:
    task = catalog.load(id, **knobs)
    if task.players == 1 and "opponent" in {each.name for each in fields(task)}:
        task = catalog.load(id, **{**knobs, "opponent": "outside"})
    if task.players == 1:
        raise Mistake(f"{id} is for one player; multi-agent protocols need a game for several.")
    return task
