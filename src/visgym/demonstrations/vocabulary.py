"""Replies as a few small numbers, for policies that are trained from nothing.

Where an action has few calls, each is one token that ends the reply. Calls with several arguments
are written one argument after the other, so that what is learned of one serves all its calls; other
replies are spelled in pieces, the beginnings of calls and single characters. An end follows both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.core.errors import Mistake
from visgym.core.task import Action, Task

PAD, ACT, END = 0, 1, 2
SPECIAL = 3
MOST_CALLS = 512  # of an action whose calls are tokens, or rows of arguments
MOST_WHOLE = 16  # of an action with several arguments whose calls are tokens
CHARACTERS = tuple(chr(code) for code in (10, *range(32, 127)))
_ARGUMENT = re.compile(r"\('\w+', [^,]*(?:, )?|[^,]+(?:, )?")


@dataclass(frozen=True)
class ReplyVocabulary:
    """Texts by number, from 3; 0 fills up, 1 asks for a reply and 2 ends one."""

    calls: tuple[str, ...]
    """Whole replies."""
    pieces: tuple[str, ...]
    """What other replies are spelled of."""

    @staticmethod
    def of(tasks: Iterable[Task[Any]], most: int = MOST_CALLS) -> ReplyVocabulary:
        """What the replies to some tasks are made of."""
        calls: dict[str, None] = {}
        pieces: dict[str, None] = {}
        for task in tasks:
            calls.update(dict.fromkeys(_calls(task, most)))
            pieces.update(dict.fromkeys([*_arguments(task, most), *_beginnings(task, most)]))
        rest = [each for each in CHARACTERS if each not in pieces]
        return ReplyVocabulary(tuple(calls), (*pieces, *rest))

    @property
    def size(self) -> int:
        return SPECIAL + len(self.calls) + len(self.pieces)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {text: SPECIAL + at for at, text in enumerate((*self.calls, *self.pieces))}

    @cached_property
    def _split(self) -> re.Pattern[str]:
        longest_first = sorted(self.pieces, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest_first)), re.DOTALL)

    def encode(self, call: str, thought: str = "") -> list[int]:
        """The tokens of a reply: a thought, if any, and a call."""
        numbers = self._numbers
        before = self.spell(thought)
        if call in numbers and len(call) > 1:
            return [*before, numbers[call]]
        return [*before, *self.spell(call), END]

    def spell(self, text: str) -> list[int]:
        """The tokens of any text, character by character but for beginnings of calls."""
        return [self._numbers[piece] for piece in self._split.findall(text)]

    def decode(self, tokens: Sequence[int]) -> str:
        """The reply that tokens make, as far as its end."""
        texts = (*self.calls, *self.pieces)
        said: list[str] = []
        for token in tokens:
            if token < SPECIAL:
                break
            said.append(texts[token - SPECIAL])
            if self.ends(token):
                break
        return "".join(said)

    def ends(self, token: int) -> bool:
        """Whether a reply is whole with this token."""
        return token == END or 0 <= token - SPECIAL < len(self.calls)

    def allowed(self, task: Task[Any], spelled: bool = False) -> NDArray[np.bool_]:
        """Which tokens the replies to a task may have; `spelled` allows those in pieces too."""
        found = np.zeros(self.size, np.bool_)
        found[[self._numbers[each] for each in _calls(task) if each in self._numbers]] = True
        if spelled:
            found[SPECIAL + len(self.calls) :] = True
            found[END] = True
        return found


def padded(tokens: Sequence[int], length: int) -> list[int]:
    """Tokens filled up to a length, which they must not exceed."""
    if len(tokens) > length:
        raise Mistake(f"A reply has {len(tokens)} tokens; give room for more than {length}.")
    return [*tokens, *[PAD] * (length - len(tokens))]


def learned(said: Sequence[int], right: Sequence[int]) -> list[int]:
    """What is to be learned where one thing was said and another is right.

    Tokens are learned after those that were said, so that they count up to the first that differs.
    """
    for at, (one, other) in enumerate(zip(said, right, strict=True)):
        if one != other:
            return [*right[: at + 1], *[PAD] * (len(right) - at - 1)]
    return list(right)


def _calls(task: Task[Any], most: int = MOST_CALLS) -> list[str]:
    """The calls that are a token each."""
    return [call for calls in _finite(task, most) if not _is_split(calls) for call in calls]


def _arguments(task: Task[Any], most: int = MOST_CALLS) -> list[str]:
    """The parts of the calls that are written one argument after the other."""
    split = (calls for calls in _finite(task, most) if _is_split(calls))
    return [part for calls in split for call in calls for part in _ARGUMENT.findall(call)]


def _finite(task: Task[Any], most: int) -> list[list[str]]:
    """The calls of each action of which there are not too many."""
    finite = [action for action in task.actions.values() if _is_finite(action, most)]
    return [[task.phrase(call) for call in action.calls()] for action in finite]


def _is_split(calls: Sequence[str]) -> bool:
    return len(calls) > MOST_WHOLE and len(_ARGUMENT.findall(calls[0])) > 1


def _is_finite(action: Action, most: int = MOST_CALLS) -> bool:
    count = 1
    for parameter in action.parameters:
        try:
            count *= sum(1 for _ in islice(parameter.domain.values(), most + 1))
        except TypeError:  # too many to list
            return False
        if count > most:
            return False
    return True


def _beginnings(task: Task[Any], most: int = MOST_CALLS) -> list[str]:
    """How calls of a task begin that are spelled in pieces."""
    return [f"('{name}', " for name, action in task.actions.items() if not _is_finite(action, most)]
