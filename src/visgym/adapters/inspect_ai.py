"""Suites as tasks of Inspect AI: `inspect eval visgym/easy --model ...`, with its logs and viewer.

Whatever goes wrong in an episode is raised, so that Inspect counts an error and tries again; it is
never a score.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from visgym.adapters.blocks import data_url
from visgym.adapters.training import EpisodeRow, TrainingEpisode, evaluation_rows
from visgym.core.optional import require
from visgym.core.parts import Picture, Role
from visgym.suites.suite import all_suites

_purpose = "Evaluating through Inspect AI"
_inspect: Any = require("inspect_ai", "inspect", _purpose)
_data: Any = require("inspect_ai.dataset", "inspect", _purpose)
_model: Any = require("inspect_ai.model", "inspect", _purpose)
_scorer: Any = require("inspect_ai.scorer", "inspect", _purpose)
_solver: Any = require("inspect_ai.solver", "inspect", _purpose)

OUTCOME = "outcome"


def inspect_task(rows: Iterable[EpisodeRow], **settings: Any) -> Any:
    """A task of Inspect that plays the episodes of rows; settings are those of its `Task`."""
    samples = [
        _data.Sample(id=f"{row.id} {row.seed}", input=row.id, metadata=row.columns())
        for row in rows
    ]
    settings = {"solver": play_episode(), "scorer": episode_score(), **settings}
    return _inspect.Task(dataset=_data.MemoryDataset(samples), **settings)


@_solver.solver  # type: ignore[untyped-decorator]
def play_episode() -> Any:
    """Ask the model turn after turn until the episode is over."""

    async def solve(state: Any, generate: Any) -> Any:
        playing = TrainingEpisode(EpisodeRow.of(state.metadata))
        while not playing.over:
            state.messages = [_message(role, said) for role, said in playing.conversation()]
            state = await generate(state, tool_calls="none")
            playing.reply(state.output.completion)
            if playing.failure:
                raise RuntimeError(playing.failure)
        state.store.set(OUTCOME, {**playing.facts, "reward": playing.reward})
        state.completed = True
        return state

    return solve


@_scorer.scorer(  # type: ignore[untyped-decorator]
    metrics={
        "success": [_scorer.mean(), _scorer.stderr()],
        "reward": [_scorer.mean(), _scorer.stderr()],
        "turns": [_scorer.mean()],
    }
)
def episode_score() -> Any:
    """Whether the episode succeeded, what it earned, and how many turns it took."""

    async def score(state: Any, target: Any) -> Any:
        found = state.store.get(OUTCOME)
        value = {name: found[name] for name in ("success", "reward", "turns")}
        return _scorer.Score(value=value, answer=state.output.completion, metadata=found)

    return score


def _message(role: Role, said: Iterable[str | Picture]) -> Any:
    content = [
        _model.ContentText(text=each)
        if isinstance(each, str)
        else _model.ContentImage(image=data_url(each))
        for each in said
    ]
    kind = _model.ChatMessageUser if role == "user" else _model.ChatMessageAssistant
    return kind(content=content)


def _registered(suite: str) -> Any:
    """A suite under its name in Inspect, where a slash stands after the package alone."""

    def build(episodes: int | None = None) -> Any:
        return inspect_task(evaluation_rows(suite, episodes))

    build.__name__ = suite.removeprefix("visgym/").replace("/", "_")
    return _inspect.task(build)


TASKS = {name: _registered(name) for name in all_suites()}
