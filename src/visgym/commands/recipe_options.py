"""The options of `visgym demonstrate` that are more than a word or a number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from visgym.commands.common import assignment
from visgym.core.errors import Mistake
from visgym.demonstrations.recipes import EVERY


def parsed_strategies(texts: Sequence[str]) -> dict[str, dict[str, float]]:
    """Weights of solver strategies, by task."""
    found: dict[str, dict[str, float]] = {}
    for text in texts:
        name, weight = assignment(text if "=" in text else f"{text}=1", "strategy")
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise Mistake(f"A weight is a number, as in bfs=2, not '{text}'.")
        task, _, strategy = name.rpartition(".")
        found.setdefault(task or EVERY, {})[strategy] = float(weight)
    return found


def parsed_knobs(texts: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Values, lists and ranges of knobs, by task."""
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        name, value = assignment(text, "knob")
        task, _, knob = name.rpartition(".")
        found.setdefault(task or EVERY, {})[knob] = _range(value) or value
    return found


def _range(value: object) -> dict[str, Any] | None:
    """`1..5` as a range."""
    low, dots, high = value.partition("..") if isinstance(value, str) else ("", "", "")
    try:
        return {"from": json.loads(low), "to": json.loads(high)} if dots else None
    except ValueError:
        return None


def parsed_steps(text: str | None) -> tuple[int, int] | None:
    """The fewest and the most steps to aim at."""
    if text is None:
        return None
    low, _, high = text.partition("..")
    if not low.isdecimal() or not (high or low).isdecimal():
        raise Mistake(f"Steps are written 12 or 10..30, not '{text}'.")
    return int(low), int(high or low)
