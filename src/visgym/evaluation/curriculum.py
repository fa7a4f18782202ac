"""Which tasks and levels to train on next: those that teach, as far as outcomes tell.

A curriculum is a fold over its events, the episodes it gave and what became of them, so that the
same events and the same seed lead to the same episodes, also after a kill.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Literal

from visgym import catalog
from visgym.core.errors import Mistake, not_found
from visgym.core.identity import fingerprint, from_json
from visgym.evaluation.ladders import Ladder
from visgym.suites.suite import all_suites
from visgym.task_ids import Id

FIRST_SEED = 10**12  # far from the seeds of evaluation and of demonstrations
TRIES = 1000  # seeds after which a task is taken to have no start that is not evaluated on
NEAR = 0.15  # from the target: success rates that teach well
NEW = 8  # outcomes before progress can be told


@dataclass(frozen=True)
class CurriculumOptions:
    """What is sought, and how quickly the past is forgotten."""

    by: Literal["target", "progress"] = "target"
    """Levels whose success is near `target`, or those whose success changes."""
    target: float = 0.5
    explore: float = 0.1
    """The share of episodes that is spread evenly."""
    memory: int = 32
    """Outcomes of an id that success is judged by."""
    seed: int = 0

    def __post_init__(self) -> None:
        if not (0 <= self.target <= 1 and 0 <= self.explore <= 1):
            raise Mistake("target and explore are shares, from 0 to 1.")
        if self.memory < 4 or self.seed < 0:
            raise Mistake("A curriculum needs a memory of 4 outcomes at least, and a seed from 0.")


@dataclass
class LevelProgress:
    """What is known of an id."""

    drawn: int = 0
    outcomes: int = 0
    solved: float = 0.0
    failed: float = 0.0
    """Outcomes, the older ones forgotten bit by bit."""
    fast: float = 0.0
    slow: float = 0.0
    """Success in the last few outcomes, and in those of the whole memory."""

    @property
    def success(self) -> float:
        """The success rate, with a success and a failure added."""
        return (self.solved + 1) / (self.solved + self.failed + 2)

    def learn(self, success: float, memory: int) -> None:
        """Take in an outcome."""
        self.solved = self.solved * (1 - 1 / memory) + success
        self.failed = self.failed * (1 - 1 / memory) + 1 - success
        self.outcomes += 1
        self.fast += (success - self.fast) * max(4 / memory, 1 / self.outcomes)
        self.slow += (success - self.slow) * max(1 / memory, 1 / self.outcomes)

    def nearness(self, target: float) -> float:
        """How near success is to a target; what is uncertain may well be near."""
        rate = self.success
        spread = rate * (1 - rate) / (self.solved + self.failed + 3)
        return math.exp(-((rate - target) ** 2) / 2 / (NEAR**2 + spread))


@dataclass
class Curriculum:
    """Gives episodes to train on, and learns from what became of them.

    >>> curriculum = Curriculum([Ladder.parse("frozen_lake"), "maze_2d/easy"])
    >>> for id, seed in curriculum.sample(4):
    ...     curriculum.learn(id, success=id.endswith("level_0"))
    >>> Curriculum.restored(curriculum.state()).sample(2) == curriculum.sample(2)
    True
    """

    members: Iterable[str | Ladder]
    """Ids, and ladders for all of their rungs."""
    options: CurriculumOptions = field(default_factory=CurriculumOptions)
    log: Path | None = None
    """A file that every event is added to, and from which a curriculum goes on."""
    hold_out: bool = True
    """Whether starts that suites evaluate on are left out, beside their seeds."""

    def __post_init__(self) -> None:
        ids = [
            id
            for each in self.members
            for id in (each.rungs if isinstance(each, Ladder) else (each,))
        ]
        self.levels = {id: LevelProgress() for id in ids}
        self.events, self.draws = 0, 0
        if not ids:
            raise Mistake("A curriculum needs one id at least.")
        for id in ids:
            catalog.load(id)
        for event in _read(self.log):
            self._take(event)

    def sample(self, count: int) -> list[tuple[str, int]]:
        """Ids and seeds of the next episodes, each drawn by what has been learnt so far."""
        found = []
        for _ in range(count):
            rng = Random(f"curriculum {self.options.seed} {self.draws}")
            weights = self.weights()
            id = rng.choices(list(weights), list(weights.values()))[0]
            seed = self._fresh_seed(id)
            self._happen({"id": id, "seed": seed})
            found.append((id, seed))
        return found

    def learn(self, id: str, success: float) -> None:
        """Take in what became of an episode: a success or not, or a score from 0 to 1."""
        if id not in self.levels:
            raise not_found("id in this curriculum", id, self.levels)
        if not 0 <= success <= 1:
            raise Mistake(f"The success of an episode is from 0 to 1, not {success}.")
        self._happen({"id": id, "success": float(success)})

    def weights(self) -> dict[str, float]:
        """The chance of each id to be drawn next."""
        raw = {id: self._interest(level) for id, level in self.levels.items()}
        total, even = sum(raw.values()), self.options.explore / len(raw)
        if not total:
            return dict.fromkeys(raw, 1 / len(raw))
        return {id: even + (1 - self.options.explore) * each / total for id, each in raw.items()}

    def state(self) -> dict[str, Any]:
        """All that is needed to go on from here, as JSON data."""
        return {
            "options": asdict(self.options),
            "hold_out": self.hold_out,
            "events": self.events,
            "draws": self.draws,
            "levels": {id: asdict(level) for id, level in self.levels.items()},
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any], log: Path | None = None) -> Curriculum:
        """The curriculum at the time of a state; what its log holds of later is dropped."""
        if log is not None:
            _cut(log, state["events"])
        options = from_json(CurriculumOptions, state["options"])
        found = cls(list(state["levels"]), options, None, state["hold_out"])
        found.log = log
        found.levels = {id: LevelProgress(**each) for id, each in state["levels"].items()}
        found.events, found.draws = state["events"], state["draws"]
        return found

    def _interest(self, level: LevelProgress) -> float:
        if self.options.by == "target":
            return level.nearness(self.options.target)
        return 1.0 if level.outcomes < NEW else abs(level.fast - level.slow)

    def _fresh_seed(self, id: str) -> int:
        """The next seed of an id whose start nobody evaluates on."""
        first = FIRST_SEED * (1 + self.options.seed) + self.levels[id].drawn
        if not self.hold_out:
            return first
        task, known = catalog.load(id), _evaluated(Id.parse(id).task)
        for seed in range(first, first + TRIES):
            if not known or fingerprint(task.start(seed)) not in known:
                return seed
        raise Mistake(f"Suites evaluate on nearly every start of {id}; leave it out of training.")

    def _happen(self, event: dict[str, Any]) -> None:
        self._take(event)
        if self.log is not None:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(event) + "\n")

    def _take(self, event: Mapping[str, Any]) -> None:
        level = self.levels.get(event["id"])
        if level is None:
            raise Mistake(f"{self.log} is the log of another curriculum: it has {event['id']}.")
        self.events += 1
        if "seed" in event:
            self.draws += 1
            level.drawn = event["seed"] - FIRST_SEED * (1 + self.options.seed) + 1
        else:
            level.learn(event["success"], self.options.memory)


@lru_cache(maxsize=256)
def _evaluated(task: str) -> frozenset[str]:
    """The fingerprints of all starts of a task that suites evaluate on."""
    return frozenset(
        start
        for suite in all_suites().values()
        for id in suite.ids
        if Id.parse(id).task == task
        for start in suite.starts.get(id, {}).values()
    )


def _read(log: Path | None) -> Iterator[dict[str, Any]]:
    """The whole lines of a log; the end of one that a kill cut short is dropped."""
    if log is None or not log.exists():
        return
    data = log.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        log.write_bytes(whole)
    for line in whole.splitlines():
        yield json.loads(line)


def _cut(log: Path, events: int) -> None:
    lines = log.read_bytes().splitlines(keepends=True) if log.exists() else []
    if len(lines) < events:
        raise Mistake(f"{log} holds {len(lines)} events, and the state comes after {events}.")
    log.write_bytes(b"".join(lines[:events]))
