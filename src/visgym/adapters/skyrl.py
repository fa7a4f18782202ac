"""Episodes behind the interface of SkyRL-Gym: chat messages, with pictures as data URLs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from visgym.adapters.blocks import url_blocks
from visgym.adapters.training import EpisodeRow, TrainingEpisode
from visgym.core.optional import require

_envs: Any = require("skyrl_gym.envs.base_text_env", "skyrl", "Playing through SkyRL-Gym")

Messages = list[dict[str, Any]]


class SkyRlEnv(_envs.BaseTextEnv):  # type: ignore[misc]
    """The episode of a row; `extras` are the columns of the row."""

    def __init__(self, env_config: Any = None, extras: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.playing = TrainingEpisode(EpisodeRow.of(extras or {}))

    def init(self, prompt: Messages) -> tuple[Messages, dict[str, Any]]:
        """What is said at first, after what the row itself says."""
        return [*prompt, self._message()], {}

    def step(self, action: str) -> Any:
        """Reply; what follows, the reward, and whether the episode is over."""
        earned = self.playing.reply(action)
        return _envs.BaseTextEnvStepOutput(
            observations=[self._message()],
            reward=earned,
            done=self.playing.over,
            metadata=self.playing.facts,
        )

    def get_metrics(self) -> dict[str, Any]:
        """Figures of the episode."""
        return dict(self.playing.facts)

    def _message(self) -> dict[str, Any]:
        return {"role": "user", "content": url_blocks(self.playing.told())}
