"""Laws of pictures and texts: what agents are shown has one form and tells what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from visgym.conformance.playthroughs import some_states, wandered
from visgym.core.calls import Call
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.parts import Message, Observation, Part, Raster, Text, observations
from visgym.core.task import Frame, Task
from visgym.core.tools import Tool
from visgym.kit.framing import sight
from visgym.wrappers.build import WRAPPERS, arrange

DRAWN = 4  # states in play of the first seeds whose pictures are looked at


def pictures_are_of_one_shape(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    shapes: dict[tuple[int, ...], int] = {}
    for seed in seeds:
        played = some_states(task, seed) if seed in seeds[:2] else (begin(task, seed).start,)
        for state in _spread(played):
            for player in range(task.players):
                clip = task.clip(task.visible(state, player))
                if len(clip) != (count := task.clip_count(state)):
                    yield f"A clip on seed {seed} has {len(clip)} frames, not {count}."
                shapes |= {frame.shape: seed for frame in clip}
                yield from (fault for frame in clip for fault in _faults(frame, seed))
    if len(shapes) > 1:
        told = ", ".join(f"{shape} on seed {seed}" for shape, seed in sorted(shapes.items()))
        yield f"Pictures have different shapes: {told}."


def _spread(states: Sequence[Any]) -> list[Any]:
    """The first state, the last one, and some between."""
    stride = -(-len(states) // DRAWN)
    return list(dict.fromkeys([*states[::stride], states[-1]]))


def _faults(frame: Frame, seed: int) -> Iterator[str]:
    if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
        yield f"A picture of seed {seed} is not RGB bytes."
    if frame.flags.writeable:
        yield f"A picture of seed {seed} can be written to."
    if int(frame.max()) - int(frame.min()) < 32:
        yield f"A picture of seed {seed} is almost blank."


def pictures_and_texts_change_together(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    if not task.has_text:
        return
    for seed in seeds[:3]:
        texts: dict[bytes, str | None] = {}
        pictures: dict[str | None, bytes] = {}
        for state in some_states(task, seed):
            picture = sight(task, state).tobytes()
            text = observations(task, state)[-1].text
            if texts.setdefault(picture, text) != text:
                yield f"One picture has two texts on seed {seed}."
            if pictures.setdefault(text, picture) != picture:
                yield f"One text has two pictures on seed {seed}."


def solving_shows(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    if task.single_turn or task.adversarial:
        return  # nobody looks at what an answer changed, and a game has no one goal
    for seed in seeds[:3]:
        start = begin(task, seed).start
        if np.array_equal(sight(task, start), sight(task, task.goal(start))):
            yield f"The goal looks like the start on seed {seed}."


@dataclass(frozen=True)
class _Glance(Tool):
    """A tool that shows what is seen anyway, so that wrappers meet the parts of a tool."""

    name: ClassVar[str] = "glance_again"

    def use(self, seen: Observation) -> tuple[Part, ...]:
        """Look at the last picture again."""
        return Text("tool", "What you saw:"), Raster.of(seen.image)

    def spec(self) -> str:
        return self.name


def wrappers_compose(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    episode = advance(begin(task, seeds[0], tools=(_Glance(),)), Call(_Glance.name))
    episode = wandered(episode, 3)
    for number, first in enumerate(WRAPPERS):
        for second in list(WRAPPERS)[number:]:
            for fault in _misfits(episode, {first, second}):
                yield f"{first} with {second} {fault}."


def _misfits(episode: Episode[Any], names: set[str]) -> Iterator[str]:
    """What is wrong with what the players are told under some wrappers, if these go together."""
    try:
        chosen = arrange(names, episode.task)
    except Mistake:
        return
    for player in range(episode.task.players):
        messages: list[Message] = present(episode, chosen, player)
        roles = [message.role for message in messages]
        if roles != ["user", "assistant"] * (len(roles) // 2) + ["user"]:
            yield "breaks the order of roles"
        if not all(message.parts for message in messages):
            yield "leaves an empty message"
