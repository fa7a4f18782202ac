"""How the replies of a record came about, in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from visgym.core.turns import Turn
from visgym.evaluation.records import Record


class ReplyNote(NamedTuple):
    """What is known of one reply beside its text."""

    how: str = ""
    """How it ended, how long it took, and what went wrong before."""
    reasoning: str = ""


def reply_notes(kept: Record) -> Iterator[ReplyNote]:
    """A note on each reply, empty for those of players that were not evaluated."""
    facts = zip_longest(kept.finish, kept.waited, kept.tries, kept.trouble, kept.reasoning)
    notes = [ReplyNote(_how(*each[:4]), each[4] or "") for each in facts]
    for at in range(len(kept.replies)):
        hidden = at < len(kept.players) and kept.players[at] != kept.seat
        yield ReplyNote() if hidden or at >= len(notes) else notes[at]


def asked_code(turn: Turn[Any]) -> str:
    """The code or other long text that a tool was given, as it was meant and not as written."""
    args = turn.call.args if turn.tool and turn.call else ()
    return "\n\n".join(arg for arg in args if isinstance(arg, str))


def _how(finish: str | None, waited: float | None, tries: int | None, trouble: str | None) -> str:
    parts = [
        f"ended with {finish}" if finish else "",
        f"{waited:.1f} s" if waited else "",
        f"{tries} tries" if tries and tries > 1 else "",
        f"before: {trouble}" if trouble else "",
    ]
    return ", ".join(filter(None, parts))
