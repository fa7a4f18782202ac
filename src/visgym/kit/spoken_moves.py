"""Commands in words: the last `action: move <piece> <direction>` of a reply, or a bare direction.

A reply is hostile input: only its end is searched, and patterns are bounded.
"""

from __future__ import annotations

import re
from functools import cache

MOST_ITEMS = 100  # of a description
LONGEST_TALK = 50_000  # characters at the end of a reply that are searched for a command
_OPEN, _CLOSE = r"[<\"'`*\[(]{0,3}", r"[>\"'`*\])]{0,3}"
WORD = rf"{_OPEN}(\w{{1,20}}){_CLOSE}"
"""A word as it is said, in brackets or not."""
_DIRECTION = (
    r"(?:one[ ](?:tile|step|cell|square)[ ])?(?:to[ ](?:the[ ])?)?"
    rf"{_OPEN}(up|down|left|right)(?:wards?)?{_CLOSE}"
)


def last_move(piece: str, reply: str) -> tuple[str, ...] | None:
    """What the last `action: move <piece> <direction>` says; `piece` is a pattern with groups.

    A line that is nothing but a move counts where no line says `action`.
    """
    found = list(_moves(piece).finditer(reply[-LONGEST_TALK:]))
    chosen = [match for match in found if match[1]] or found  # a plan may list other moves
    return chosen[-1].groups()[1:] if chosen else None


@cache
def _moves(piece: str) -> re.Pattern[str]:
    start = r"(^|action)[^\w\n]{0,9}move[ ]{1,3}(?:the[ ]{1,3})?"
    after = r"(?![ ]{0,3}(?:or|/)[ ])(?!\w)"
    return re.compile(rf"{start}{piece}[ ]{{1,3}}{_DIRECTION}{after}", re.IGNORECASE | re.MULTILINE)


def last_description(reply: str) -> tuple[str, ...] | None:
    """The items of the last list that `description:` begins, on its line or on those below."""
    found = list(_DESCRIPTION.finditer(reply[-LONGEST_TALK:]))
    if not found:
        return None
    items = (item.strip(" -*`\t") for item in re.split(r"[,;\n]", found[-1][1]))
    return tuple(item for item in items if item)[:MOST_ITEMS]


_DESCRIPTION = re.compile(
    r"description[*_`]{0,3}:[*_`]{0,3}([^\n]{0,2000}(?:\n(?![^\n]{0,9}(?:action|description))[^\n]{1,80}){0,70})",
    re.IGNORECASE,
)


def last_direction(reply: str) -> str | None:
    """The last direction in brackets, or that is all that a line says."""
    found = list(_BARE.finditer(reply[-LONGEST_TALK:]))
    return found[-1][found[-1].lastindex or 0].lower() if found else None


_BARE = re.compile(
    r"\[[ ]?(up|down|left|right)[ ]?\]|"
    r"^[^\w\n]{0,9}(?:action[^\w\n]{1,9})?(up|down|left|right)[^\w\n]{0,9}$",
    re.IGNORECASE | re.MULTILINE,
)
