"""Episodes for verifiers (v1), and so for prime-rl: `vf-eval visgym-verifiers --taskset.ids ...`.

The environment plays the user: it shows each state, and the model's replies are calls. Without ids
the episodes are those of a suite.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from visgym.adapters.blocks import data_url
from visgym.adapters.training import EpisodeRow, TrainingEpisode, evaluation_rows, training_rows
from visgym.core.optional import require
from visgym.core.parts import Picture

_vf: Any = require("verifiers.v1", "verifiers", "Playing through verifiers")

REWARD = "episode"


class VisTaskData(_vf.TaskData):  # type: ignore[misc]
    """The row of an episode; nothing in it tells the answer."""

    row: dict[str, Any]


class VisTask(_vf.Task[VisTaskData, _vf.State, _vf.TaskConfig]):  # type: ignore[misc]
    """An episode to be played; its reward is recorded by the environment."""


class VisTasksetConfig(_vf.TasksetConfig):  # type: ignore[misc]
    ids: tuple[str, ...] = ()
    """Ids to train on, such as maze_2d/easy, with starts that no suite has."""
    suite: str = "visgym/easy"
    """The suite that is played where no ids are given."""
    episodes: int = 100
    """Episodes in all for ids, of each id for a suite."""
    seed: int = 0
    wrappers: tuple[str, ...] = ()
    reward: str = "final"


class VisTaskset(_vf.Taskset[VisTask, VisTasksetConfig]):  # type: ignore[misc]
    """Episodes to train on, or those of a suite."""

    def load(self) -> Iterator[VisTask]:
        """The episodes, one task each."""
        for row in self._rows():
            data = VisTaskData(
                id=f"{row.id} {row.seed}",
                name=row.id,
                prompt=[_message(TrainingEpisode(row).told())],
                row=row.columns(),
            )
            yield VisTask(data, self.config.task)

    def _rows(self) -> list[EpisodeRow]:
        wanted = self.config
        if not wanted.ids:
            return evaluation_rows(wanted.suite, wanted.episodes)
        return training_rows(
            wanted.ids, wanted.episodes, wanted.seed, wanted.wrappers, wanted.reward
        )


class VisVerifiersConfig(_vf.EnvConfig):  # type: ignore[misc]
    player: _vf.AgentConfig = _vf.AgentConfig(harness={"id": "null"})


class VisVerifiersEnv(_vf.Env[VisVerifiersConfig]):  # type: ignore[misc]
    """Plays the other side of the conversation."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play the episode of a task with the model as its player."""
        playing = TrainingEpisode(EpisodeRow.of(task.data.row))
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                playing.reply(segment.last_reply)
                if playing.over:
                    break
                segment = await interaction.turn([_message(playing.told())])
        if playing.failure:
            raise RuntimeError(playing.failure)  # an error of the rollout, and not a reward of 0
        interaction.trace.record_reward(REWARD, playing.reward, 1.0)
        interaction.trace.record_metrics(playing.facts)


def _message(told: list[str | Picture]) -> Any:
    content = [
        _vf.TextContentPart(text=each)
        if isinstance(each, str)
        else _vf.ImageUrlContentPart(image_url=_vf.ImageUrlSource(url=data_url(each)))
        for each in told
    ]
    return _vf.UserMessage(content=content)
