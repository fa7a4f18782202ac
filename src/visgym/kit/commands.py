"""Commands in words, such as `action: move green cube down`, found in a reply."""

from __future__ import annotations

import re
from functools import cache

from visgym.kit.answers import LONGEST


def last_move(piece: str, reply: str) -> tuple[str, ...] | None:
    """What the last `action: move <piece> <direction>` says; `piece` is a pattern with groups.

    A line that is nothing but a move counts where no line says `action`.
    """
    found = list(_moves(piece).finditer(reply[-LONGEST:]))
    chosen = [match for match in found if match[1]] or found  # a plan may list other moves
    return chosen[-1].groups()[1:] if chosen else None


@cache
def _moves(piece: str) -> re.Pattern[str]:
    start = r"(^|action)[^\w\n]{0,9}move[ ]{1,3}(?:the[ ]{1,3})?"
    return re.compile(
        rf"{start}{piece}[ ]{{1,3}}(up|down|left|right)\b", re.IGNORECASE | re.MULTILINE
    )
