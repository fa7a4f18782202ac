"""Controls from action signatures: what a browser needs to build buttons, fields and clicks."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, runtime_checkable

from visgym.core.actions import Action
from visgym.core.calls import Call, literal
from visgym.core.choices import Choice, Flag
from visgym.core.compound_domains import Group, Ordering, Series
from visgym.core.domains import Domain, Real, Whole
from visgym.core.shaped_domains import Spelled
from visgym.core.task import Task
from visgym.kit.games.places import Places, SecondClick

SHORT = 8  # letters of a word that is sooner typed than pressed


@runtime_checkable
class Pictured(Protocol):
    """A task whose rows and columns fill a part of its picture only."""

    def picture_board(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of that part, as shares of the picture."""


@runtime_checkable
class Clickable(Protocol):
    """A task whose picture has places that stand for arguments of its first action, or calls."""

    picture_clicks: ClassVar[int]
    """Clicks that make a call; 0 where a call is sent by its button."""

    def picture_places(self, state: Any) -> Places:
        """Left, top, width and height by what they stand for, as shares of the picture."""


def places(task: Task[Any], state: Any) -> list[dict[str, Any]] | None:
    """What a click on a part of the picture says, to whoever sees the state."""
    if not isinstance(task, Clickable):
        return None
    found = task.picture_places(state)
    return [{"box": box, **_said(task, meant)} for meant, box in found.items()]


def _said(task: Task[Any], meant: tuple[str | int, ...] | SecondClick | Call) -> dict[str, Any]:
    if isinstance(meant, Call):
        return {"call": task.spell(meant)}
    if isinstance(meant, SecondClick):
        return {"words": [meant.word], "after": meant.first}
    return {"words": [str(word) for word in meant]}


def controls(task: Task[Any]) -> list[dict[str, Any]]:
    """One plain description for each action, in the order of the task."""
    board = task.picture_board() if isinstance(task, Pictured) else None
    clicks = task.picture_clicks if isinstance(task, Clickable) else None
    made = [_action(each, board) for each in task.actions.values()]
    return [{**each, "clicks": None if at else clicks} for at, each in enumerate(made)]


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
    if isinstance(domain, Spelled) and domain.joined and domain.longest <= SHORT:
        return {**known, "kind": "words"}
    if isinstance(domain, Series):
        return {**known, "kind": "series", "item": _domain(domain.item)}
    return {**known, "kind": "words"}
