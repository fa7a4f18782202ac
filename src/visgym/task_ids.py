"""What an id says: a task, a preset and knobs, as in `maze_2d/easy?width=7&height=9`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import lru_cache

from visgym.core.errors import Mistake

FILE_KNOBS = ("data", "starts")
"""Knobs that name files: they say where something lies, not what it is like."""

_ESCAPED = re.compile("%((?:25)*)26")  # %26 for an ampersand, %2526 for the text %26, and so on


@dataclass(frozen=True, slots=True)
class Id:
    """The parts of an id; `str` writes it and `Id.parse` reads it."""

    task: str
    preset: str = ""
    """Empty for the first preset of the task."""
    knobs: tuple[tuple[str, str], ...] = ()
    """Names and values in the order and the words in which they are written."""

    @staticmethod
    def parse(text: str) -> Id:
        """The id that a text is, or `Mistake`."""
        return _parsed(text)

    @staticmethod
    def recorded(text: str) -> Id:
        """The id in a record, which may be anybody's: what is no id is a task of that name."""
        try:
            return _parsed(text)
        except Mistake:
            return Id(text)

    def __str__(self) -> str:
        setting = f"{self.task}/{self.preset}" if self.preset else self.task
        written = "&".join(f"{name}={_escaped(value)}" for name, value in self.knobs)
        return f"{setting}?{written}" if written else setting

    @property
    def setting(self) -> Id:
        """The task and the preset alone."""
        return replace(self, knobs=())

    @property
    def brief(self) -> Id:
        """The id without knobs that name files, as tables show it."""
        return replace(self, knobs=tuple(each for each in self.knobs if each[0] not in FILE_KNOBS))

    def values(self) -> dict[str, object]:
        """The knobs by name; a value is JSON where it can be."""
        return {name: read_value(text) for name, text in self.knobs}

    def with_knob(self, name: str, value: str) -> Id:
        """The id with one knob set: in its place, or else as the last one."""
        others = dict(self.knobs)
        return replace(self, knobs=tuple({**others, name: value}.items()))


def read_value(text: str) -> object:
    """A knob's value as it is typed: JSON where it can be, and otherwise the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Id:
    setting, _, written = text.partition("?")
    task, _, preset = setting.partition("/")
    if not task:
        raise Mistake(f"An id is written task/preset, such as maze_2d/easy, not '{text}'.")
    return Id(task, preset, tuple(_knob(part) for part in written.split("&") if part))


def _knob(part: str) -> tuple[str, str]:
    name, equals, value = part.partition("=")
    if not name or not equals:
        raise Mistake(f"A knob in an id is written name=value, not '{part}'.")
    return name, _ESCAPED.sub(_shorter, value)


def _escaped(value: str) -> str:
    """A value in which no ampersand is left, which would begin another knob."""
    return _ESCAPED.sub(_longer, value).replace("&", "%26")


def _shorter(found: re.Match[str]) -> str:
    return f"%{found[1][2:]}26" if found[1] else "&"


def _longer(found: re.Match[str]) -> str:
    return f"%25{found[1]}26"
