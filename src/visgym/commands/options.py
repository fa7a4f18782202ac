"""What users write about agents, as the agents take it."""

from __future__ import annotations

from collections.abc import Sequence

from visgym.agents.agent import Agent
from visgym.agents.build import parse_agent
from visgym.core.errors import Mistake


def build_agents(texts: Sequence[str], options: Sequence[str] | None) -> dict[str, Agent]:
    """The agents by name, each with the options."""
    chosen = dict(_option(text) for text in options or ())
    agents = [parse_agent(text, chosen) for text in texts]
    named = {agent.name: agent for agent in agents}
    if len(named) < len(agents):
        raise Mistake("The same agent is given twice; give it once.")
    return named


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Mistake(f"An option is written name=value, not '{text}'.")
    return name, value
