"""Thoughts that lead to the actions of a solver, written by an agent."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from visgym.agents.agent import Agent, AgentBroken, AgentFailure
from visgym.agents.build import parse_agent
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.parts import Message, Text
from visgym.wrappers.wrapper import Wrapper

IN_FLIGHT = 16
_TAGS = re.compile(r"</?(?:think|answer)>", re.IGNORECASE)


def thoughts_for(
    episode: Episode[Any],
    wrappers: Sequence[Wrapper],
    reasoner: str,
    options: Mapping[str, Any],
    kept: Path | None = None,
) -> tuple[str, ...]:
    """A thought before each reply of an episode; those in the file are not asked for again."""
    agent = parse_agent(reasoner, options)
    try:
        return asyncio.run(write_thoughts(agent, episode, wrappers, kept))
    except (AgentFailure, AgentBroken) as error:
        raise Mistake(
            f"The reasoner {reasoner} failed: {error} The same command goes on from here."
        ) from None


async def write_thoughts(
    agent: Agent, episode: Episode[Any], wrappers: Sequence[Wrapper], kept: Path | None = None
) -> tuple[str, ...]:
    """A thought before each reply of the evaluated player, each kept as soon as it is there."""
    few, known, seat = asyncio.Semaphore(IN_FLIGHT), _read(kept), episode.task.seat
    own = [number for number, turn in enumerate(episode.turns) if turn.player == seat]

    async def thought(number: int) -> str:
        if number in known:
            return known[number]
        before = replace(episode, turns=episode.turns[:number])
        messages = _asking(present(before, wrappers, seat), episode.turns[number].reply)
        async with few:
            answer = await agent.answer(before, messages)
        text = _TAGS.sub("", answer.text).strip()
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps([number, text]) + "\n")
        return text

    try:
        return tuple(await asyncio.gather(*map(thought, own)))
    finally:
        await agent.close()


def _read(kept: Path | None) -> dict[int, str]:
    """Thoughts by the number of the turn; a line that a kill cut short is passed over."""
    if kept is None or not kept.exists():
        return {}
    text = kept.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        kept.write_text(whole, encoding="utf-8")
    return dict(json.loads(line) for line in whole.splitlines())


def _asking(messages: list[Message], reply: str) -> list[Message]:
    """The messages with the right reply and the wish for a thought that leads to it."""
    wish = Text(
        "actions",
        f"The right action now is {reply}. Do not give an action. Write the short thought, in the "
        "first person and as if you had not been told, that leads from what you see to it.",
    )
    last = messages[-1]
    return [*messages[:-1], replace(last, parts=(*last.parts, wish))]
