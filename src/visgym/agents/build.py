"""Agents from what users write, and from the specs that runs keep."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import Any, get_args

from visgym.agents.agent import Agent
from visgym.agents.anthropic import ANTHROPIC, AnthropicOptions
from visgym.agents.local import LocalAgent
from visgym.agents.model import Dialect, ModelAgent
from visgym.agents.openai import OPENAI, OpenAIOptions
from visgym.agents.prices import price_from, price_in
from visgym.agents.scripted import (
    GamePlayerAgent,
    NoisySolverAgent,
    RandomAgent,
    RandomValidAgent,
    SolverAgent,
    StopAgent,
)
from visgym.core.errors import Mistake, not_found
from visgym.core.identity import field_types, from_json


@dataclass(frozen=True)
class _AgentKind:
    """How agents of one kind are made."""

    options: type
    """The dataclass of the options; scripted agents are their own."""
    first: str | None
    """The option that follows the colon."""
    dialect: Dialect[Any] | None = None

    def make(self, options: Any) -> Agent:
        made: Agent = ModelAgent(self.dialect, options) if self.dialect else options
        return made


KINDS = {
    "solver": _AgentKind(SolverAgent, "strategy"),
    "noisy": _AgentKind(NoisySolverAgent, "slip"),
    "random": _AgentKind(RandomAgent, "seed"),
    "random_valid": _AgentKind(RandomValidAgent, "seed"),
    "player": _AgentKind(GamePlayerAgent, "player"),
    "stop": _AgentKind(StopAgent, None),
    "local": _AgentKind(LocalAgent, "function"),
    "openai": _AgentKind(OpenAIOptions, "model", OPENAI),
    "anthropic": _AgentKind(AnthropicOptions, "model", ANTHROPIC),
}


def parse_agent(text: str, options: Mapping[str, Any] | None = None) -> Agent:
    """An agent from `solver:dfs`, `random:7`, `player:mcts:50`, `local:MODULE:FUNCTION`,
    `openai:MODEL` or `anthropic:MODEL`.

    Options are given by name, as values or as text; `prices` is a file of prices by model.
    """
    name, colon, value = text.partition(":")
    kind = _kind(name)
    chosen = dict(options or {})
    if colon:
        if kind.first is None:
            raise Mistake(f"The agent '{name}' takes nothing after a colon.")
        if not value:
            raise Mistake(f"Which {kind.first}? Write it after the colon of '{text}'.")
        chosen[kind.first] = value
    elif kind.first == "model" and "model" not in chosen:
        raise Mistake(f"Which model? Write {name}:MODEL.")
    if kind.dialect is not None:
        _look_up_price(chosen)
    return kind.make(_filled(kind.options, chosen, name))


def is_model(text: str) -> bool:
    """Whether an agent, as it is written, has a model behind it."""
    return _kind(text.partition(":")[0]).dialect is not None


def from_spec(spec: Mapping[str, Any]) -> Agent:
    """The agent that a spec was taken from; keys come from the environment."""
    fields = dict(spec)
    kind = _kind(str(fields.pop("kind", "")))
    try:
        return kind.make(from_json(kind.options, fields))
    except (KeyError, ValueError) as error:
        if isinstance(error, Mistake):
            raise
        raise Mistake(f"The spec of an agent cannot be read: {error}.") from None


def option_types(kind: str) -> dict[str, Any]:
    """The options of a kind of agent and their types, by the names that users write."""
    return {name: hint for _, name, hint in _leaves(_kind(kind).options)}


def _kind(name: str) -> _AgentKind:
    if name not in KINDS:
        raise not_found("agent", name, KINDS)
    return KINDS[name]


def _leaves(kind: type) -> list[tuple[str | None, str, Any]]:
    """Options as (the group that holds it, its name, its type)."""
    found: list[tuple[str | None, str, Any]] = []
    for name, hint in field_types(kind).items():
        if is_dataclass(hint):
            found += [(name, inner, type_) for inner, type_ in field_types(hint).items()]  # type: ignore[arg-type]
        else:
            found.append((None, name, hint))
    return found


def _filled(kind: type, chosen: Mapping[str, Any], name: str) -> Any:
    leaves = {leaf: (group, hint) for group, leaf, hint in _leaves(kind)}
    plain: dict[str, Any] = {}
    groups: dict[str, dict[str, Any]] = {}
    for option, value in chosen.items():
        if option not in leaves:
            raise not_found(f"option of the agent {name}", option, [*leaves])
        group, hint = leaves[option]
        place = plain if group is None else groups.setdefault(group, {})
        place[option] = _value(option, hint, value)
    hints = field_types(kind)
    return kind(**plain, **{group: hints[group](**inner) for group, inner in groups.items()})


def _value(option: str, hint: Any, value: Any) -> Any:
    """A value of the option's type, also from text."""
    if option == "price":
        return None if value is None else price_from(_plain(value))
    candidates = [_plain(value), value]
    if str in (hint, *get_args(hint)) and value is not None:  # text stays, even where it is JSON
        candidates = [value if isinstance(value, str) else json.dumps(value)]
    for candidate in candidates:
        try:
            return from_json(hint, candidate)
        except ValueError as error:
            complaint = error
    raise Mistake(f"The option {option} cannot be read: {complaint}.")


def _plain(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _look_up_price(chosen: dict[str, Any]) -> None:
    path = chosen.pop("prices", None)
    if path is not None and chosen.get("price") is None:
        found = price_in(Path(path), str(chosen["model"]))
        chosen["price"] = None if found is None else vars(found)
