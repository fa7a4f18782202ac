"""Games of agents against agents: who sits where, on which episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from visgym import catalog
from visgym.agents.agent import Agent
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import setup
from visgym.evaluation.records import Entry
from visgym.task_ids import Id

EACH = "each"
"""What stands for all agents that are evaluated, as opponents of one another."""
SEATS = 2


def seated(id: str, seat: int) -> str:
    """An id whose game leaves all seats to agents, and evaluates the one in `seat`.

    >>> seated("connect_four/level_1", 1)
    'connect_four/level_1?opponent=outside&side=second'
    """
    named, task = Id.parse(id), catalog.load(id)
    knobs = {each.name for each in fields(task)}
    if {"opponent", "side"} <= knobs:
        word = "second" if seat else "first"
        return str(named.with_knob("opponent", "outside").with_knob("side", word))
    if task.players == SEATS and "seat" in knobs:
        return str(named.with_knob("seat", str(seat)))
    raise Mistake(
        f"{id} has no seat for a second agent; --versus needs games such as connect_four."
    )


def matched(
    entries: Sequence[Entry], agents: Mapping[str, Agent], versus: Sequence[str]
) -> list[Entry]:
    """The entries as games against each of some agents.

    Against a named agent both seats of every episode are played. Where `each` agent plays all
    others, every two of them meet twice in an episode, once in either seat, and every agent is
    evaluated in the first seat of one episode and the second of the next.
    """
    turns, own = _turns(entries), dict.fromkeys(entry.agent for entry in entries)
    if EACH in versus and len(own) < SEATS:
        raise Mistake("--versus each needs two agents at least; give another --agent.")
    return [
        replace(entry, id=seated(entry.id, seat), versus=other, versus_setup=setup(agents[other]))
        for entry in entries
        for name in versus
        for other in (own if name == EACH else [name])
        for seat in ([turns[entry] % SEATS] if name == EACH else range(SEATS))
        if name != EACH or other != entry.agent
    ]


def _turns(entries: Sequence[Entry]) -> dict[Entry, int]:
    """Which episode of its id an entry is, from 0, for each agent."""
    seen: dict[tuple[str, str], int] = {}
    found = {}
    for entry in entries:
        key = entry.id, entry.agent
        found[entry] = seen.get(key, 0)
        seen[key] = found[entry] + 1
    return found
