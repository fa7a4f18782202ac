"""What an agent is told: all of it, or the last message alone.

A transcript is a fold over the turns of an episode as one player lives through them. Its closed
part is shared by an episode and all that grow from it, so that one more turn costs one more turn.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import Any

from visgym.core.episode import Episode
from visgym.core.growing import Growing
from visgym.core.guides import action_guide, asked, step_line
from visgym.core.memory import TurnMemory, WeakMemory
from visgym.core.parts import Message, Part, Text, interleaved, observations
from visgym.core.turns import SUCCESS, Turn, Verdict

TERSE: dict[Verdict, str] = {
    "done": SUCCESS,
    "unreadable": "Invalid format.",
    "unknown": "Invalid action.",
    "misfit": "Invalid arguments.",
    "refused": "Illegal move.",
}
"""Feedback without reasons."""
Rewrite = Callable[[list[Message]], list[Message]]
"""A wrapper. One that needs no more than the last few messages says so as its `needs`."""


def present(
    episode: Episode[Any], wrappers: Sequence[Rewrite] = (), player: int | None = None
) -> list[Message]:
    """All that a player has been told and has said, up to the reply that is due.

    Without a player, it is the one to move; after the end, the one who is evaluated.
    """
    return _wrapped(episode, wrappers, player, _needed(wrappers))


def latest(
    episode: Episode[Any], wrappers: Sequence[Rewrite] = (), player: int | None = None
) -> Message:
    """The last message of `present`, which does not take longer the longer an episode is."""
    return _wrapped(episode, wrappers, player, 2)[-1]


def _wrapped(
    episode: Episode[Any], wrappers: Sequence[Rewrite], player: int | None, needed: int | None
) -> list[Message]:
    if player is None:
        player = episode.task.seat if episode.over else episode.to_move
    messages = _transcript(episode, player, needed)
    for wrapper in wrappers:
        messages = wrapper(messages)
    return messages


def _needed(wrappers: Sequence[Rewrite]) -> int | None:
    """How many messages before the last one the wrappers keep, None for all of them."""
    needs = (getattr(wrapper, "needs", None) for wrapper in wrappers)
    return min((each for each in needs if each is not None), default=None)


@dataclass(frozen=True, slots=True)
class _Closed:
    """The first `length` messages of a list that others may have grown, and what comes next."""

    episode: tuple[Any, ...]
    """What all turns of a transcript share: task, start, tools."""
    before: weakref.ref[Turn[Any]] | None
    messages: list[Message]
    length: int
    head: tuple[Part, ...]
    """What the next message begins with: what the last reply brought, what others did since."""
    taken: int
    """Steps of the player so far."""
    tip: list[Message] = field(default_factory=list)
    """The message that came next when somebody asked, so that it stays the same one when closed."""


_memory: TurnMemory[_Closed] = TurnMemory()
_openings: WeakMemory[object, _Closed] = WeakMemory()
"""What comes before the first turn, by the origin of all turns."""
_lock = threading.Lock()


def _transcript(episode: Episode[Any], player: int, needed: int | None) -> list[Message]:
    """The messages to a player; only the first and the last `needed` ones before the tip."""
    with _lock:
        closed = _folded(episode, player)
        first = closed.length - needed if needed is not None else 0
        told = closed.messages[max(first, 0) : closed.length]
        if first > 0:
            told.insert(0, closed.messages[0])
    told.append(_tip(episode, closed, player))
    return told


def _tip(episode: Episode[Any], closed: _Closed, player: int) -> Message:
    """The message that asks for the reply that is due, or tells how all ended."""
    if episode.over:
        return _told(episode, closed, player, episode.state, True)
    if not closed.tip:
        closed.tip.append(_told(episode, closed, player, episode.state, False))
    return closed.tip[0]


def _folded(episode: Episode[Any], player: int) -> _Closed:
    """The closed part of a transcript, from the longest part that is known."""
    turns, shared = episode.turns, (episode.task, episode.start, episode.tools)
    known, at = None, len(turns)
    while at and known is None:
        known = _remembered(turns, at, player, shared)
        at -= known is None
    if known is None:
        known = _opened(episode, player, shared)
    for place in range(at, len(turns)):
        before = turns[place - 1].state if place else episode.start
        known = _grown(episode, known, turns, place, before, player)
        _memory.put(turns[place], player, known)
    return known


def _opened(episode: Episode[Any], player: int, shared: tuple[Any, ...]) -> _Closed:
    """What an episode begins with."""
    origin = episode.turns.origin if isinstance(episode.turns, Growing) else None
    known = _openings.get(origin, player)
    if known is None or not _are_same(known.episode, shared):
        opening = (
            Text("rules", episode.task.rules()),
            Text("legend", episode.task.legend("picture")),
            Text("actions", action_guide(episode.task, episode.tools)),
        )
        known = _Closed(shared, None, [], 0, opening, 0)
        if origin is not None:
            _openings.put(origin, player, known)
    return known


def _grown(
    episode: Episode[Any],
    known: _Closed,
    turns: Sequence[Turn[Any]],
    place: int,
    before: Any,
    player: int,
) -> _Closed:
    """One turn more: a reply of the player closes a message, one of somebody else is news."""
    turn, previous = turns[place], weakref.ref(turns[place - 1]) if place else None
    if turn.player != player:
        heard = ""
        if turn.verdict == "done" and turn.call is not None and not turn.shown:
            heard = episode.task.heard(turn.call, turn.player, player)
        head = (*known.head, Text("news", heard)) if heard else known.head
        return _Closed(known.episode, previous, known.messages, known.length, head, known.taken)
    messages = known.messages
    if len(messages) != known.length:  # a fork has grown it already
        messages = messages[: known.length]
    messages.append(known.tip[0] if known.tip else _told(episode, known, player, before, False))
    messages.append(Message("assistant", (Text("reply", turn.reply),)))
    heading = "Environment feedback:"
    feedback = Text("feedback", f"{heading} {turn.feedback}", f"{heading} {TERSE[turn.verdict]}")
    head = (*turn.shown, feedback) if turn.shown else (feedback,)
    return _Closed(known.episode, previous, messages, len(messages), head, turn.step)


def _told(episode: Episode[Any], closed: _Closed, player: int, state: Any, ended: bool) -> Message:
    """What a player is told and shown when it is to reply, or when all is over."""
    task = episode.task
    parts = list(closed.head)
    line = "" if ended else step_line(task, closed.taken + 1)
    if line:
        parts.append(Text("step", line))
    question = asked(task, episode.start, player) if not closed.length else ()
    seen = observations(task, state, player)
    shown = interleaved(question, seen) if task.names_pictures else (*question, *seen)
    return Message("user", (*parts, *shown))


def _remembered(
    turns: Sequence[Turn[Any]], at: int, player: int, shared: tuple[Any, ...]
) -> _Closed | None:
    """What is known up to the turn of a number, if it belongs to this episode."""
    known = _memory.get(turns[at - 1], player)
    if known is None:
        return None
    before = known.before() if known.before is not None else None
    same = _are_same(known.episode, shared) and before is (turns[at - 2] if at > 1 else None)
    return known if same else None


def _are_same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return all(map(is_, one, other))
