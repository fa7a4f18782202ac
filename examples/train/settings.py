"""What a configuration file may say, and how its runs come of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from examples.train.model import ModelOptions
from visgym import catalog
from visgym.core.errors import Mistake, not_found
from visgym.core.identity import field_types
from visgym.core.task import Task
from visgym.demonstrations.recipes import Recipe
from visgym.demonstrations.tensors import RowFormat, Thinking
from visgym.task_ids import Id

Options = TypeVar("Options")

FEW_SECONDS = 10.0
FIRST_EVALUATED = 7_000_000  # the seed of the first start that is evaluated


@dataclass(frozen=True)
class Trial:
    """Starts on which a policy is evaluated."""

    id: str
    knobs: dict[str, Any] = field(default_factory=dict)
    name: str = ""


@dataclass(frozen=True)
class SetOptions:
    """Demonstrations of one task, and the shape in which a network is given them."""

    id: str
    episodes: int
    height: int
    width: int
    enlarge: int = 1
    """By this a frame is scaled up before it is looked at; it is a multiple of 16 then."""
    turns: int = 20
    tokens: int = 1
    packed: bool = True
    thinks: Thinking = ""
    caption: int = 0
    strategy: str = ""
    steps: tuple[int, int] | None = None
    recovery: float = 0.0
    learn_corrections: bool = True
    """Whether the solver's reply is learned where a mistake was made; otherwise nothing is."""
    knobs: dict[str, Any] = field(default_factory=dict)
    """As in recipes: a value, a list to choose from, or a range."""
    trials: tuple[Trial, ...] = ()
    weight: float = 1.0

    @property
    def form(self) -> RowFormat:
        return RowFormat(
            self.height,
            self.width,
            self.turns,
            self.tokens,
            self.packed,
            self.thinks,
            self.caption,
        )

    @property
    def task(self) -> Task[Any]:
        return catalog.load(self.id)

    def recipe(self, seed: int) -> Recipe:
        """How the demonstrations are made."""
        name = Id.parse(self.id).task
        return Recipe(
            ids=(self.id,),
            strategies={name: {self.strategy or "default": 1.0}},
            steps=self.steps,
            knobs={name: self.knobs} if self.knobs else {},
            recovery=self.recovery,
            seed=seed,
        ).checked()

    def evaluated(self) -> tuple[Trial, ...]:
        return self.trials or (Trial(self.id),)


@dataclass(frozen=True)
class TrainingOptions:
    """How weights are found."""

    seconds: float = 60.0
    """Of training, evaluations and visits not counted; steps end it too, if given."""
    steps: int = 0
    frames: int = 512
    """Of a step; all tasks share it by their weights."""
    rate: float = 1e-3
    warm_up: int = 300
    decay: float = 0.05
    clip: float = 1.0
    foresight: float = 0.0
    """Weight of what is learned of later replies beside the next one."""
    history: int = 0
    """Turns that the policy remembers, this one included; 0 for all of them."""
    marks: tuple[float, ...] = (0.5,)
    """Shares of the training after which a few starts are evaluated."""
    dagger: tuple[float, ...] = ()
    """Shares of the training after which the policy plays and the solver relabels."""
    dagger_episodes: int = 2000
    dagger_chance: float = 0.5
    """Of an episode being played by chance instead of by the best guess."""
    graph: bool = False
    """Whether steps are recorded and replayed as CUDA graphs."""


@dataclass(frozen=True)
class EvaluationOptions:
    starts: int = 1000
    quick: int = 200
    """Starts of the evaluations on the way."""


@dataclass(frozen=True)
class ReinforcementOptions:
    """How a policy learns from what its own episodes earn, after a training on few of others."""

    seconds: float = 0.0
    groups: int = 64
    """Starts of a round."""
    repeats: int = 16
    """Episodes of each start."""
    baseline: Literal["critic", "group"] = "critic"
    """What rewards are compared with: what the policy expects, or its other episodes there."""
    rate: float = 2e-4
    epochs: int = 2
    parts: int = 4
    """Steps of an epoch."""
    clip: float = 0.2
    entropy: float = 0.01
    discount: float = 0.98
    trace: float = 0.95
    """How far what was earned is told to earlier turns."""
    refusal: float = 0.0
    """What a refused reply costs."""
    evaluate_every: float = 20.0
    """Seconds."""
    curriculum: str = ""
    """`module:function` that makes an object with `sample(count)` and `learn(starts, won)`."""


@dataclass(frozen=True)
class RunOptions:
    """One training run."""

    name: str
    sets: dict[str, SetOptions]
    model: ModelOptions = field(default_factory=ModelOptions)
    training: TrainingOptions = field(default_factory=TrainingOptions)
    evaluation: EvaluationOptions = field(default_factory=EvaluationOptions)
    seed: int = 0
    reinforcement: ReinforcementOptions = field(default_factory=ReinforcementOptions)

    @property
    def seconds(self) -> float:
        """About how long training takes; some steps count as a few seconds."""
        supervised = FEW_SECONDS if self.training.steps else self.training.seconds
        return supervised + self.reinforcement.seconds


def read_runs(path: str | Path) -> list[RunOptions]:
    """The runs of a configuration: what all share, and for each run what it has otherwise."""
    try:
        plain = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Mistake(f"The configuration {path} cannot be read: {error}.") from None
    every = plain.pop("runs", [{}])
    found = []
    for run in every:
        whole = merged(plain, run)
        sets = whole["sets"]
        chosen = whole.pop("uses", list(sets))
        whole["sets"] = {name: sets[name] for name in chosen}
        for seed in whole.pop("seeds", [0]):
            name = f"{whole['name']}_{seed}"
            sets = {key: _filled(SetOptions, value) for key, value in whole["sets"].items()}
            found.append(_filled(RunOptions, {**whole, "name": name, "seed": seed, "sets": sets}))
    return found


def _filled(kind: type[Options], plain: Mapping[str, Any]) -> Options:
    """Options from plain data; what is left out keeps its usual value."""
    hints = field_types(kind)
    values: dict[str, Any] = {}
    for name, value in plain.items():
        if name not in hints:
            raise not_found(f"setting of {kind.__name__}", name, hints)
        hint = hints[name]
        if name == "trials":
            values[name] = tuple(_filled(Trial, each) for each in value)
        elif is_dataclass(hint):
            values[name] = _filled(hint, value)  # type: ignore[arg-type]
        else:
            values[name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)


def merged(plain: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data in which the values of another stand instead of or beside its own."""
    result = dict(plain)
    for key, value in other.items():
        known = result.get(key)
        deeper = isinstance(known, Mapping) and isinstance(value, Mapping)
        result[key] = merged(known, value) if deeper else value  # type: ignore[arg-type]
    return result


def tiny(run: RunOptions) -> RunOptions:
    """A run with a little of everything, to see that it runs at all."""
    sets = {name: replace(each, episodes=12) for name, each in run.sets.items()}
    training = replace(run.training, steps=4, seconds=1e6, frames=48, dagger_episodes=4)
    reinforcement = replace(run.reinforcement, seconds=1.0, groups=2, repeats=2)
    return replace(
        run,
        sets=sets,
        model=ModelOptions(32, 2, 1, 1),
        training=training,
        evaluation=EvaluationOptions(starts=6, quick=3),
        reinforcement=reinforcement,
    )
