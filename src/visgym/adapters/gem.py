"""Episodes behind GEM's interface: texts with tags for pictures, which come in `info["images"]`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from visgym.adapters.blocks import pillow, tagged
from visgym.adapters.training import EpisodeRow, TrainingEpisode
from visgym.core.optional import require

_gem: Any = require("gem.core", "gem", "Playing through GEM")

Told = tuple[str, dict[str, Any]]


class GemEnv(_gem.Env):  # type: ignore[misc]
    """A task as an environment of GEM; seeds name episodes."""

    def __init__(
        self, id: str, wrappers: Iterable[str] = (), reward: str = "final", **_: object
    ) -> None:
        super().__init__()
        columns = {"id": id, "seed": 0, "wrappers": tuple(wrappers), "reward": reward}
        self.playing = TrainingEpisode(EpisodeRow.of(columns))
        self._chance = Random(0)

    def reset(self, seed: int | None = None) -> Told:
        """Begin the episode that a seed names, or a random one."""
        if seed is None:
            seed = self._chance.randrange(2**31)
        self.playing = TrainingEpisode(replace(self.playing.row, seed=seed))
        return self._told()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Reply; the text that follows, the reward, and whether the end or a limit is reached."""
        earned = self.playing.reply(action)
        text, info = self._told()
        episode = self.playing.episode
        return text, earned, episode.terminated, episode.truncated, info

    def sample_random_action(self) -> str:
        """A well-formed call."""
        task = self.playing.episode.task
        chosen = self._chance.choice(list(task.actions.values()))
        return task.spell(chosen.sample(self._chance))

    def spawn(self, same_state: bool = False, **settings: Any) -> GemEnv:
        """Another environment of the task, at the same place of its episode if wanted."""
        row = self.playing.row
        other = GemEnv(**{"id": row.id, "wrappers": row.wrappers, "reward": row.reward, **settings})
        if same_state:
            other.playing = self.playing.fork()
        return other

    def _told(self) -> Told:
        told = self.playing.told()
        images = [pillow(each) for each in told if not isinstance(each, str)]
        return tagged(told), {"images": images, **self.playing.facts}
