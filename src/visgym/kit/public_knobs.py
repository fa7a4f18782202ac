"""Knobs that strangers may turn: none that names files, and numbers within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from visgym.core.errors import Mistake
from visgym.core.identity import field_types
from visgym.core.task import Task
from visgym.kit.games.match import GameTask

LARGEST_KNOB = 1000
MOST_THOUGHT = {"search": 5, "mcts": 1000}
"""Numbers that opponents may have, so that a move takes about a second."""


def open_knobs(task: Task[Any]) -> dict[str, Any]:
    """The knobs that strangers may turn: those that name no folder of the server."""
    kinds = field_types(type(task))
    return {
        name: value
        for name, value in task.knobs().items()
        if not _is_text(kinds[name]) or _is_opponent(task, name)
    }


def check_knobs(task: Task[Any], knobs: Mapping[str, object]) -> None:
    """Raise `Mistake` if a stranger may not turn these knobs so."""
    for name, value in knobs.items():
        if name in task.knobs() and name not in open_knobs(task):
            raise Mistake(f"{name} of {task.name} names files of the server; it stays as it is.")
        check_size(task.name, name, value)
        if _is_opponent(task, name):
            _check_patience(str(value))


def check_size(task: str, knob: str, value: object) -> None:
    """Raise `Mistake` if a number is larger than strangers may ask for."""
    numbers = [n for n in _items(value) if isinstance(n, int | float)]
    if not all(abs(number) <= LARGEST_KNOB for number in numbers):  # also if one is no number
        raise Mistake(f"{knob} of {task} may be at most {LARGEST_KNOB} here.")


def _is_opponent(task: Task[Any], knob: str) -> bool:
    return isinstance(task, GameTask) and knob == "opponent"


def _is_text(kind: Any) -> bool:
    return str in (kind, *get_args(kind))


def _check_patience(opponent: str) -> None:
    """Refuse opponents who think for longer than others can wait."""
    name, _, number = opponent.partition(":")
    most = MOST_THOUGHT.get(name)
    if most is not None and number.isdecimal() and int(number) > most:
        raise Mistake(f"An opponent {name} may have at most {most} here, as in {name}:{most}.")


def _items(value: object) -> Iterator[object]:
    """A value, or what lies in its lists."""
    if isinstance(value, list):
        for item in value:
            yield from _items(item)
    else:
        yield value
