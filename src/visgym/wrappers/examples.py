"""Solved examples before the question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from visgym.core.errors import Mistake
from visgym.core.guides import asked
from visgym.core.parts import Message, Part, Text, observations
from visgym.core.solving import Explaining, solve
from visgym.core.task import Task
from visgym.wrappers.wrapper import Wrapper, rewritten

_AFTER = ("step", "question", "state")  # what a first message goes on with after its guide
MOST = 100  # examples, which are solved for every prompt
FIRST = 1_000_000_007  # seeds from here on are far from those that anybody evaluates


@dataclass(frozen=True)
class Examples(Wrapper):
    """Other episodes of the same task, each with its picture, question and worked answer."""

    count: int = 1
    """Examples to show."""

    name: ClassVar[str] = "examples"
    stage: ClassVar[int] = -1  # before the goal, so that the goal stands next to the question

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST:
            raise Mistake(f"examples shows one example at least; give from 1 to {MOST}.")

    def check(self, task: Task[Any]) -> None:
        if task.adversarial or task.players > 1:
            raise Mistake(f"The wrapper 'examples' shows solutions, and {task.name} has none.")

    def __call__(self, messages: list[Message]) -> list[Message]:
        return [rewritten(messages[0], self, self._with_examples), *messages[1:]]

    def _with_examples(self, message: Message) -> tuple[Part, ...]:
        first = message.parts
        seen = next(part for part in message.observations if part.kind == "state")
        task = replace(seen.task, starts="")
        spare = (_example(task, FIRST + number) for number in range(self.count + 1))
        chosen = [each for each in spare if each.start != seen.state][: self.count]
        shown = [
            part
            for number, each in enumerate(chosen, 1)
            for part in _shown(task, each, number, seen.player)
        ]
        at = next(i for i, part in enumerate(first) if part.kind in _AFTER)
        return (*first[:at], *shown, *first[at:])


@dataclass(frozen=True)
class _Example:
    start: Any
    solution: str


@lru_cache(maxsize=256)
def _example(task: Task[Any], seed: int) -> _Example:
    """A start and what solves it, written as the rules ask, after what leads to it."""
    start = task.start(seed)
    calls = solve(task, start)
    solution = "\n".join(task.phrase(call) for call in calls)
    if isinstance(task, Explaining):
        solution = f"{task.explanation(task.visible(start, task.seat))}\n\n{solution}"
    return _Example(start, solution)


def _shown(task: Task[Any], example: _Example, number: int, player: int) -> list[Part]:
    return [
        Text("example", f"Example {number}, with its answer:"),
        *asked(task, example.start, player, "example"),
        *observations(task, example.start, player, "example"),
        Text("example", f"The answer:\n{example.solution}"),
    ]
