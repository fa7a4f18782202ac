"""Replies as bare calls, as native tool calls, or as a thought and an answer in tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from visgym.agents.contents import safe
from visgym.agents.requests import written
from visgym.core.actions import Action
from visgym.core.calls import Call
from visgym.core.episode import Episode
from visgym.core.identity import to_json
from visgym.core.turns import Turn
from visgym.demonstrations.recipes import Style


def as_said(episode: Episode[Any], style: Style, thoughts: Sequence[str] = ()) -> Episode[Any]:
    """The episode with the replies that a model would have given in that style."""
    if style == "call":
        return episode
    ways = iter(thoughts)
    turns = [
        replace(turn, reply=styled(turn, episode, style, next(ways, "")))
        if turn.player == episode.task.seat
        else turn
        for turn in episode.turns
    ]
    return replace(episode, turns=tuple(turns))


def styled(turn: Turn[Any], episode: Episode[Any], style: Style, thought: str) -> str:
    """What a model would have said for a turn."""
    if style == "call":
        return turn.reply
    if style == "tool":
        if turn.call is None:
            return turn.reply
        arguments = named_arguments(episode.actions[turn.call.name], turn.call)
        return written("", [(turn.call.name, arguments)])
    led = f"<think>{safe(thought)}</think>" if thought else ""
    tagged = turn.reply.startswith("<answer>")
    return led + (turn.reply if tagged else f"<answer>{turn.reply}</answer>")


def named_arguments(action: Action, call: Call) -> dict[str, Any]:
    """The arguments of a call by the names of their parameters, as JSON data."""
    named = zip(action.parameters, call.args, strict=True)
    return {each.name: to_json(arg) for each, arg in named}
