"""What demonstrations are asked for, and which episode each number stands for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any, Literal, get_args

from visgym import catalog
from visgym.core.errors import Mistake, not_found
from visgym.core.solving import strategy_names
from visgym.core.task import Task
from visgym.task_ids import Id
from visgym.wrappers.build import arrange, written

Style = Literal["call", "tool", "think"]
"""Assistant turns as bare calls, as native tool calls, or as a thought and an answer in tags."""

ImageFormat = Literal["png", "jpeg", "webp", "auto"]
"""As in evaluation; auto is JPEG for photos and scenes, PNG for lines and letters."""

FIRST_SEED = 1_000_000_000  # far from the seeds of evaluation
EVERY = "*"  # stands for the tasks that are not named
LONGEST = 10_000  # steps that may be asked for


@dataclass(frozen=True)
class Recipe:
    """Which demonstrations to make; plain data, so that it stands in the manifest as it is."""

    name: str = "default"
    ids: tuple[str, ...] = ()
    strategies: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Weights of solver strategies for each task or `*`; `default` and `all` name them too."""
    steps: tuple[int, int] | None = None
    """Fewest and most steps to aim at; None leaves them to the solver."""
    knobs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """For each task or `*`: a value, a list to choose from, or {"from": low, "to": high}."""
    wrappers: tuple[str, ...] = ()
    step_limit: int | None = None
    """Steps that a demonstration may take and is told of; None for those of the preset."""
    style: Style = "call"
    recovery: float = 0.0
    """The share of demonstrations with mistakes in them, which are repaired and not learned."""
    split: bool = False
    """Whether every reply ends a row of its own, the replies before it not to be learned."""
    image_format: ImageFormat = "png"
    image_quality: int = 90
    max_images: int | None = None
    """Pictures in a row; it ends with the last reply that fits."""
    max_tokens: int | None = None
    """Tokens in a row, by an estimate; it ends with the last reply that fits."""
    reasoner: str | None = None
    """The agent that writes thoughts, such as `openai:some-model`, for the style `think`."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the reasoner, as in evaluation."""
    seed: int = 0

    def spec(self) -> dict[str, Any]:
        """The recipe as JSON data."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    def checked(self) -> Recipe:
        """The recipe with wrappers in canonical order, or `Mistake` if it cannot be followed."""
        if not self.ids:
            raise Mistake("No task is chosen; name some with --tasks or choose another suite.")
        if self.style not in get_args(Style):
            raise not_found("style", self.style, get_args(Style))
        if self.image_format not in get_args(ImageFormat):
            raise not_found("image format", self.image_format, get_args(ImageFormat))
        if not 0 <= self.recovery <= 1:
            raise Mistake(f"The recovery is {self.recovery:g}; give a share from 0 to 1.")
        if self.recovery and self.reasoner:
            raise Mistake("A reasoner thinks of right replies only; leave out --recovery.")
        if self.reasoner and self.style != "think":
            raise Mistake("A reasoner writes thoughts; give it with --style think.")
        if self.steps and not 0 <= self.steps[0] <= self.steps[1] <= LONGEST:
            raise Mistake(f"The steps must rise from 0 or more to {LONGEST} or less.")
        self._check_names()
        for id in self.ids:
            task = task_of(candidate(self, self.ids.index(id)))
            arrange(self.wrappers, task)
            self._check_steps(id, task)
            weights(self, task, Id.parse(id).task)
        wrappers = tuple(written(each) for each in arrange(self.wrappers))
        return replace(self, wrappers=wrappers)

    def _check_steps(self, id: str, task: Task[Any]) -> None:
        """Refuse to aim at more steps than an episode has, its stop included."""
        most = self.steps[1] + 1 if self.steps and not task.single_turn else 0
        if most > task.step_limit:
            raise Mistake(
                f"{id} ends after {task.step_limit} steps; give --step-limit {most} or aim at less."
            )

    def _check_names(self) -> None:
        known = [Id.parse(id).task for id in self.ids]
        for name in (*self.strategies, *self.knobs):
            if name != EVERY and name not in known and name not in catalog.task_names():
                raise not_found("task", name, known)
        owned = {knob for id in self.ids for knob in catalog.load(id).knobs()}
        for knob in self.knobs.get(EVERY, {}):
            if knob not in owned:
                raise not_found("knob of these tasks", knob, sorted(owned))


@dataclass(frozen=True, slots=True)
class Candidate:
    """One episode that may become a demonstration."""

    number: int
    id: str
    seed: int
    strategy: str | None
    steps: int | None
    knobs: str
    """What is set beside the preset, as canonical JSON."""
    errs: bool = False
    """Whether mistakes are made on the way, where they can be repaired."""


def candidate(recipe: Recipe, number: int) -> Candidate:
    """What a number stands for, decided by the recipe and the number alone, in any process."""
    rng = Random(f"demonstration {recipe.seed} {number}")
    id = recipe.ids[number % len(recipe.ids)]
    task, name = catalog.load(id), Id.parse(id).task
    options = weights(recipe, task, name)
    strategy = rng.choices(list(options), list(options.values()))[0]
    steps = rng.randint(*recipe.steps) if recipe.steps else None
    knobs = {knob: _drawn(value, rng) for knob, value in _ranges(recipe, task, name).items()}
    knobs = {**_usual(recipe, task), **knobs}
    text = json.dumps(knobs, sort_keys=True)
    errs = rng.random() < recipe.recovery
    return Candidate(number, id, first_seed(recipe) + number, strategy, steps, text, errs)


def first_seed(recipe: Recipe) -> int:
    """The seed of the first candidate; recipes that differ in strategies alone share seeds."""
    return FIRST_SEED * (1 + recipe.seed)


def weights(recipe: Recipe, task: Task[Any], called: str | None = None) -> dict[str, float]:
    """The solver strategies for a task, by the name in its id, and how often each is to be used."""
    names = strategy_names(task)
    usual = recipe.strategies.get(EVERY, {"default": 1.0})
    asked = recipe.strategies.get(called or task.name, usual)
    found: dict[str, float] = {}
    for name, weight in asked.items():
        meant = {"default": names[:1], "all": names}.get(name, [name])
        for each in meant:
            if each not in names:
                raise not_found(f"solver strategy of {task.name}", each, names)
            found[each] = found.get(each, 0.0) + weight / len(meant)
    if not found or min(found.values()) < 0 or not sum(found.values()):
        raise Mistake(f"The strategies of {task.name} need weights of which one is above 0.")
    return found


def task_of(chosen: Candidate) -> Task[Any]:
    """The task that a candidate is played on."""
    return _loaded(chosen.id, chosen.knobs)


@lru_cache(maxsize=512)
def _loaded(id: str, knobs: str) -> Task[Any]:
    return catalog.load(id, **json.loads(knobs))


def usual_knobs(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """What is set for each id beside its preset where the recipe says nothing."""
    found = {id: _usual(recipe, catalog.load(id)) for id in recipe.ids}
    return {id: knobs for id, knobs in found.items() if knobs}


def _usual(recipe: Recipe, task: Task[Any]) -> dict[str, Any]:
    """Own starts, never published ones; photos and objects for training."""
    knobs: dict[str, Any] = {"starts": ""} if task.starts else {}
    if recipe.step_limit is not None and not task.single_turn:
        knobs["step_limit"] = recipe.step_limit
    knobs |= dict.fromkeys({"photos", "meshes"}.intersection(task.knobs()), "training")
    if "crops" in task.knobs() and not _gives_data(recipe, task):
        knobs["crops"] = True  # the embedded photos for training are few
    return knobs


def _gives_data(recipe: Recipe, task: Task[Any]) -> bool:
    given = (recipe.knobs.get(name, {}) for name in (EVERY, task.name))
    return any("data" in knobs for knobs in given)


def _ranges(recipe: Recipe, task: Task[Any], called: str) -> dict[str, Any]:
    """The knobs to set; those for every task only where the task has them."""
    shared = {n: v for n, v in recipe.knobs.get(EVERY, {}).items() if n in task.knobs()}
    return dict(sorted({**shared, **recipe.knobs.get(called, {})}.items()))


def _drawn(value: Any, rng: Random) -> Any:
    if isinstance(value, list | tuple):
        return rng.choice(value)
    if not isinstance(value, dict):
        return value
    low, high = value["from"], value["to"]
    if isinstance(low, int) and isinstance(high, int):
        return rng.randint(low, high)
    return round(rng.uniform(low, high), 6)


_ROTATIONS = ("mental_rotation_3d_cube", "mental_rotation_3d_objaverse")

RECIPES: dict[str, dict[str, Mapping[str, float]]] = {
    "default": {},
    "llamafactory": {},
    "varied": {EVERY: {"all": 1.0}},
    "information_revealing": {
        "matchstick_rotation": {"unit_moves_first": 1.0},
        **{task: {"look_around": 1.0} for task in _ROTATIONS},
    },
    "solve_only": {
        "matchstick_rotation": {"stochastic": 1.0},
        **{task: {"solve_only": 1.0} for task in _ROTATIONS},
    },
}
"""The strategies of the named recipes; the last two are the arms of the data-curation study.

`llamafactory` is the published one: the first solver of each task, in the default format.
"""


def usual_tasks(name: str) -> tuple[str, ...]:
    """The tasks that a named recipe is meant for; none means any."""
    if name not in RECIPES:
        raise not_found("recipe", name, RECIPES)
    known = catalog.task_names()
    return tuple(task for task in RECIPES[name] if task in known)
