"""What tests ask of replies."""

from __future__ import annotations

from typing import Any

from visgym.core.episode import advance, begin


def said(task: Any, reply: str, seed: int = 0) -> Any:
    """The arguments of the answer that a reply gives, the verdict if it gives none."""
    turn = advance(begin(task, seed), reply).turns[-1]
    return turn.call.args if turn.verdict == "done" and turn.call else turn.verdict
