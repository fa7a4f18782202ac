"""Controls from action signatures: what a browser needs to build buttons, fields and clicks."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from visgym.core.actions import Action
from visgym.core.calls import literal
from visgym.core.choices import Choice, Flag
from visgym.core.compound_domains import Group, Ordering, Series
from visgym.core.domains import Domain, Real, Whole
from visgym.core.task import Task


@runtime_checkable
class Pictured(Protocol):
    """A task whose rows and columns fill a part of its picture only."""

    def picture_board(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of that part, as shares of the picture."""


def controls(task: Task[Any]) -> list[dict[str, Any]]:
    """One plain description for each action, in the order of the task."""
    board = task.picture_board() if isinstance(task, Pictured) else None
    return [_action(each, board) for each in task.actions.values()]


def _action(each: Action, board: tuple[float, ...] | None) -> dict[str, Any]:
    parameters = [{"name": p.name, **_domain(p.domain)} for p in each.parameters]
    return {
        "name": each.name,
        "help": each.help,
        "usage": each.usage,
        "listed": each.listed,
        "parameters": parameters,
        "board": board,
    }


def _domain(domain: Domain) -> dict[str, Any]:
    known = {"hint": domain.hint}
    if isinstance(domain, Choice):
        texts = [literal(option) for option in domain.options]
        words = domain.words or tuple(str(option) for option in domain.options)
        options = [{"text": t, "word": w} for t, w in zip(texts, words, strict=True)]
        return {**known, "kind": "choice", "options": options}
    if isinstance(domain, Flag):
        options = [{"text": literal(each), "word": domain.say(each)} for each in (True, False)]
        return {**known, "kind": "choice", "options": options}
    if isinstance(domain, Whole | Real):
        kind = "whole" if isinstance(domain, Whole) else "real"
        return {**known, "kind": kind, "low": domain.low, "high": domain.high}
    if isinstance(domain, Group):
        members = [_domain(member) for member in domain.members]
        return {**known, "kind": "group", "members": members}
    if isinstance(domain, Ordering):
        return {**known, "kind": "order", "first": domain.first, "size": domain.size}
    if isinstance(domain, Series):
        return {**known, "kind": "series", "item": _domain(domain.item)}
    return {**known, "kind": "words"}
