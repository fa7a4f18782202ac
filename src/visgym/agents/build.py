"""Agents from the way they are written, such as `solver:dfs`."""

from __future__ import annotations

from collections.abc import Mapping

from visgym.agents.agent import Agent
from visgym.agents.scripted import RandomAgent, RandomValidAgent, SolverAgent, StopAgent
from visgym.core.errors import Mistake, not_found


def parse_agent(text: str, options: Mapping[str, object]) -> Agent:
    """The agent that `text` names; options are for agents that have any."""
    kind, _, detail = text.partition(":")
    if options:
        raise Mistake(f"The agent '{text}' takes no options.")
    if kind == "solver":
        return SolverAgent(strategy=detail or None)
    if kind == "random":
        return RandomAgent(seed=int(detail) if detail.isdecimal() else 0)
    if kind == "random_valid":
        return RandomValidAgent(seed=int(detail) if detail.isdecimal() else 0)
    if kind == "stop":
        return StopAgent()
    raise not_found("agent", text, ["solver", "random", "random_valid", "stop"])
