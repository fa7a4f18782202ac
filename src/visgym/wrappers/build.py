"""Wrappers from plain data, in canonical order, with impossible sets refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from visgym.core.errors import Mistake, not_found
from visgym.core.identity import field_types, from_json
from visgym.core.task import Task
from visgym.wrappers.context import (
    History,
    MarkPast,
    NoFeedback,
    NoRules,
    RepeatRules,
    TerseFeedback,
)
from visgym.wrappers.examples import Examples
from visgym.wrappers.rules import RulesVariant
from visgym.wrappers.views import Caption, GoalView, TextView
from visgym.wrappers.wrapper import Wrapper

Spec = str | Mapping[str, Any] | Wrapper

_CONTEXT = (NoRules, RulesVariant, NoFeedback, TerseFeedback, History, MarkPast, RepeatRules)
_VIEWS = (TextView, Caption, GoalView, Examples)
WRAPPERS: dict[str, type[Wrapper]] = {kind.name: kind for kind in (*_CONTEXT, *_VIEWS)}


def parse(spec: Spec) -> Wrapper:
    """A wrapper from `"text"`, `"history=2"`, `{"name": "history", "turns": 2}` or itself."""
    if isinstance(spec, Wrapper):
        return spec
    if isinstance(spec, str):
        name, _, value = spec.partition("=")
        kind = _kind(name)
        knobs = dict.fromkeys([each.name for each in fields(kind)][:1], _plain(value))
        if value and not knobs:
            raise Mistake(f"The wrapper '{name}' takes no value.")
        return _make(kind, knobs if value else {})
    knobs = dict(spec)
    return _make(_kind(str(knobs.pop("name", ""))), knobs)


def written(wrapper: Wrapper) -> str:
    """The short form that `parse` reads, such as `history=2`."""
    values = [value for name, value in wrapper.spec().items() if name != "name"]
    return f"{wrapper.name}={values[0]}" if values and values[0] is not None else wrapper.name


def arrange(specs: Iterable[Spec], task: Task[Any] | None = None) -> tuple[Wrapper, ...]:
    """The wrappers in the order in which they apply, or `Mistake` if they cannot stand together."""
    wrappers = sorted((parse(spec) for spec in specs), key=lambda wrapper: wrapper.stage)
    names = [wrapper.name for wrapper in wrappers]
    for wrapper in wrappers:
        if names.count(wrapper.name) > 1:
            raise Mistake(f"The wrapper '{wrapper.name}' is given twice; give it once.")
        for other in wrapper.excludes & set(names):
            raise Mistake(f"The wrappers '{wrapper.name}' and '{other}' exclude each other.")
        if task is not None:
            wrapper.check(task)
    return tuple(wrappers)


def _kind(name: str) -> type[Wrapper]:
    if name not in WRAPPERS:
        raise not_found("wrapper", name, WRAPPERS)
    return WRAPPERS[name]


def _make(kind: type[Wrapper], knobs: Mapping[str, Any]) -> Wrapper:
    kinds = field_types(kind)
    for knob in knobs:
        if knob not in kinds:
            raise not_found(f"parameter of the wrapper {kind.name}", knob, kinds)
    try:
        return kind(**{knob: from_json(kinds[knob], value) for knob, value in knobs.items()})
    except Mistake:
        raise
    except ValueError as error:
        raise Mistake(f"The wrapper '{kind.name}' cannot be built: {error}.") from None


def _plain(value: str) -> int | str | None:
    if value == "all":
        return None
    return int(value) if value.isdecimal() else value
