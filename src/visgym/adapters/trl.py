"""Episodes as environments of TRL: `GRPOTrainer(environment_factory=TrlEnvironment, ...)`.

TRL keeps the conversation and asks the environment through tools, so there is one tool: to act.
Rows of the data set name the episodes; what is shown comes with `reset` and with each act.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from visgym.adapters.blocks import Block, image_blocks
from visgym.adapters.training import EpisodeRow, TrainingEpisode
from visgym.core.errors import Mistake

LEAD = "Play the task below. Make each of its calls with the tool `act`, one in a turn."


def trl_rows(rows: Iterable[EpisodeRow]) -> list[dict[str, Any]]:
    """Rows as a data set of TRL has them; the task itself is told by the environment."""
    return [{"prompt": [{"role": "user", "content": LEAD}], **row.columns()} for row in rows]


class TrlEnvironment:
    """One episode after the other; every public method but `reset` and `get_reward` is a tool."""

    _playing: TrainingEpisode | None = None

    def reset(self, **row: Any) -> list[Block]:
        """Begin the episode of a row and show it."""
        self._playing = TrainingEpisode(EpisodeRow.of(row))
        return image_blocks(self._playing.told())

    def act(self, call: str) -> list[Block]:
        """Make one call of the task and see what comes of it.

        Args:
            call: The call in the format that the task gives, such as ('move', 1).
        """
        playing = self._begun
        if playing.over:
            return [{"type": "text", "text": "The episode is over."}]
        playing.reply(call)
        return image_blocks(playing.told())

    def get_reward(self) -> float | None:
        """What the episode earned; None, which TRL leaves out, where the machinery failed."""
        return self._begun.reward

    @property
    def _begun(self) -> TrainingEpisode:
        if self._playing is None:
            raise Mistake("No episode has begun; call reset with the columns of a row first.")
        return self._playing
