"""What scores answers: rules, a model that judges, or models of this machine, all behind one face.

They are configured in one JSON file, from names to kinds and options; no task knows of them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from visgym.core.errors import Mistake, not_found
from visgym.core.task import Frame
from visgym.serve.limits import Refusal
from visgym.serve.service import EpisodeService

BATCH, WAIT = 32, 0.01  # samples and seconds after which a batch is scored


@dataclass(frozen=True)
class ScoredSample:
    """What is to be scored: what was asked, what was answered, in words or in pictures."""

    prompt: str = ""
    response: str = ""
    inputs: tuple[Frame, ...] = ()
    """Pictures that belong to the question."""
    outputs: tuple[Frame, ...] = ()
    """Pictures that are the answer."""
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ScoreResult:
    """A score, mostly from 0 to 1, and what else there is to say."""

    score: float
    details: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"score": self.score, **self.details}


class Scorer(Protocol):
    """Something that scores; it may raise `Mistake` for what it cannot score."""

    async def score(self, samples: Sequence[ScoredSample]) -> list[ScoreResult]:
        """The score of each sample."""

    async def close(self) -> None:
        """Let go of everything."""


class RuleScorer:
    """The verifiers of all tasks: `metadata` names the episode, the response is the reply."""

    def __init__(self, service: EpisodeService) -> None:
        self.service = service

    async def score(self, samples: Sequence[ScoredSample]) -> list[ScoreResult]:
        items = [_item(sample) for sample in samples]
        return [_result(json.loads(each)) for each in await self.service.rewards(items)]

    async def close(self) -> None:
        """Nothing to let go of."""


def _item(sample: ScoredSample) -> dict[str, Any]:
    known = {"reply": sample.response, **sample.metadata}
    if "replies" in known:
        del known["reply"]
    return known


def _result(found: dict[str, Any]) -> ScoreResult:
    if "error" in found:
        raise Refusal(found["error"], found["status"])
    return ScoreResult(found.pop("score"), found)


class BatchedScorer:
    """Collects what comes within a moment, since models are quickest with many at once."""

    def __init__(
        self, score: Callable[[Sequence[ScoredSample]], list[ScoreResult]], batch: int = BATCH
    ) -> None:
        self._score = score
        self._batch = batch
        self._waiting: list[tuple[ScoredSample, asyncio.Future[ScoreResult]]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._busy = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def score(self, samples: Sequence[ScoredSample]) -> list[ScoreResult]:
        loop = asyncio.get_running_loop()
        futures = [loop.create_future() for _ in samples]
        self._waiting += zip(samples, futures, strict=True)
        if len(self._waiting) >= self._batch:
            self._flush()
        elif self._timer is None:
            self._timer = loop.call_later(WAIT, self._flush)
        return list(await asyncio.gather(*futures))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting, self._waiting = self._waiting, []
        for at in range(0, len(waiting), self._batch):
            task = asyncio.get_running_loop().create_task(self._run(waiting[at : at + self._batch]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, waiting: list[tuple[ScoredSample, asyncio.Future[ScoreResult]]]) -> None:
        samples = [sample for sample, _ in waiting]
        try:
            async with self._busy:
                results = await asyncio.to_thread(self._score, samples)
        except Exception as error:  # whatever it is, those who wait must hear of it
            for _, future in waiting:
                if not future.done():
                    future.set_exception(error)
            return
        for (_, future), result in zip(waiting, results, strict=True):
            if not future.done():
                future.set_result(result)


# Configuration

KINDS = {
    "judge": "visgym.serve.judge_scorer:JudgeScorer",
    "clip": "visgym.serve.clip_scorer:clip_scorer",
}
"""Where kinds of scorers are; any other is named package.module:name."""


def read_scorers(path: Path | None, service: EpisodeService) -> dict[str, Scorer]:
    """The scorers of a file by name, and `rules` in any case."""
    found: dict[str, Scorer] = {"rules": RuleScorer(service)}
    if path is None:
        return found
    try:
        known = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise Mistake(f"The scorers in {path} cannot be read ({error}).") from None
    if not isinstance(known, dict) or not all(isinstance(each, dict) for each in known.values()):
        raise Mistake(f"{path} should be an object from names to scorers, each with a kind.")
    for name, options in known.items():
        found[name] = _made(name, dict(options), service)
    return found


def _made(name: str, options: dict[str, Any], service: EpisodeService) -> Scorer:
    kind = str(options.pop("kind", ""))
    if kind == "rules":
        return RuleScorer(service)
    home, colon, maker = KINDS.get(kind, kind).partition(":")
    if not colon:
        raise not_found("kind of scorer", kind, ["rules", *KINDS])
    try:
        made: Scorer = getattr(import_module(home), maker)(**options)
    except (ImportError, AttributeError, TypeError) as error:
        raise Mistake(f"The scorer {name} cannot be made: {error}.") from None
    return made
