"""The rules in other words: variants are data, chosen by name or from a file of yours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, ClassVar

from visgym.core.errors import Mistake, not_found
from visgym.core.parts import Message, Part, Text
from visgym.core.task import Task
from visgym.wrappers.wrapper import Wrapper, rewritten

FULL, TERSE, NONE = "full", "terse", "none"
MOST_BYTES = 5_000_000  # of a file of variants
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")

Variant = Mapping[str, str]
"""What is told instead of the rules, by task; `$width` stands for the knob width."""


@dataclass(frozen=True)
class RulesVariant(Wrapper):
    """The rules in full, in the fewest words, not at all, or as a file has them.

    Tasks that a file does not name keep their own rules; where nobody wrote a terse variant, the
    first sentence of the rules stands for it.
    """

    variant: str = FULL
    """`full`, `terse`, `none`, or the path of a JSON file of texts by task."""

    name: ClassVar[str] = "rules"
    stage: ClassVar[int] = 0  # where the pictures that name the task are still there
    excludes: ClassVar[frozenset[str]] = frozenset({"no_rules"})

    def __post_init__(self) -> None:
        if self.variant.endswith(".json"):
            _from_file(self.variant)
        elif self.variant not in (FULL, TERSE, NONE):
            raise not_found("variant of the rules", self.variant, (FULL, TERSE, NONE, "FILE.json"))

    def __call__(self, messages: list[Message]) -> list[Message]:
        if self.variant == FULL:
            return messages
        first, *rest = messages
        return [rewritten(first, self, self._retold), *rest]

    def _retold(self, message: Message) -> Iterable[Part]:
        if self.variant == NONE:
            return (part for part in message.parts if part.kind not in ("rules", "legend"))
        own = self.text(message.observations[-1].task)
        return (
            replace(part, text=own) if isinstance(part, Text) and part.kind == "rules" else part
            for part in message.parts
        )

    def text(self, task: Task[Any]) -> str:
        """What a task's rules are in this variant."""
        known = _terse() if self.variant == TERSE else _from_file(self.variant)
        if task.name in known:
            return Template(known[task.name]).safe_substitute(task.knobs())
        return _SENTENCE.split(task.rules())[0] if self.variant == TERSE else task.rules()


@lru_cache(maxsize=1)
def _terse() -> Variant:
    found: Variant = json.loads(
        (files("visgym.data") / "rules" / "terse.json").read_text(encoding="utf-8")
    )
    return found


@lru_cache(maxsize=16)
def _from_file(name: str) -> Variant:
    """The texts in a file; it is read once in a process."""
    way_out = 'write a JSON object such as {"maze_2d": "Walk to the target."}'
    try:
        with Path(name).open("rb") as file:
            known = json.loads(file.read(MOST_BYTES))
    except OSError:
        raise Mistake(f"There is no file {name} of rules; {way_out}.") from None
    except (ValueError, RecursionError):
        known = None
    if not isinstance(known, dict) or not all(isinstance(each, str) for each in known.values()):
        raise Mistake(f"{name} holds no rules; {way_out}.")
    return known
