"""What stays the same through an episode: the actions, the tools, the question, the step line."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from visgym.core.actions import Action
from visgym.core.calls import Call, Value, literal
from visgym.core.choices import Choice
from visgym.core.domains import Domain, FreeText
from visgym.core.parts import PartKind, Text
from visgym.core.task import Task
from visgym.core.tools import Tool


def step_line(task: Task[Any], step: int) -> str:
    """Where the agent stands, in the words of the seed; empty where one answer is all there is."""
    limit = task.step_limit
    if task.single_turn and limit == 1:
        return ""
    return f"This is step {step}. You are allowed to take {limit - step} more steps."


def asked(
    task: Task[Any], start: Any, player: int = 0, kind: PartKind = "question"
) -> tuple[Text, ...]:
    """The question about a start as parts of a message, none if there is none."""
    question = task.question(task.visible(start, player))
    return (Text(kind, question),) if question else ()


@lru_cache(maxsize=256)
def action_guide(task: Task[Any], tools: tuple[Tool, ...] = ()) -> str:
    """The actions, their formats and examples, from the signatures; then the tools."""
    has_own_format = type(task).hear is not Task.hear
    if task.single_turn and has_own_format:
        return "\n\n".join([_answer_guide(task), *_tool_guide(tools)])
    lines = ["Available actions:"]
    examples: list[str] = []
    for number, each in enumerate(task.actions.values(), start=1):
        where = f", where {each.hint}" if each.parameters else ""
        lines.append(f"{number}. '{each.name}': {each.help} Format: {task.usage(each)}{where}.")
        examples += [f"- {_explained(task, each, call)}" for call in _examples(each)]
    told = "End your reply" if has_own_format else "Reply"
    lines += ["", f"{told} with exactly one action in its format, for example:", *examples]
    return "\n\n".join(["\n".join(lines), *_tool_guide(tools)])


def _answer_guide(task: Task[Any]) -> str:
    """What a single answer says and in which form; the rules give a form of the task's own."""
    each = next(iter(task.actions.values()))
    form = task.usage(each)
    if form == each.usage:
        return (
            f"{each.help} End your reply with the answer in the form described above; "
            f"the call {form} is understood too."
        )
    told = f"{each.help} End your reply with {form}, where {each.hint}"
    if any(isinstance(parameter.domain, FreeText) for parameter in each.parameters):
        return f"{told}."
    return f"{told}, such as {task.phrase(each.sample(Random(each.name)))}."


def _tool_guide(tools: tuple[Tool, ...]) -> list[str]:
    """One paragraph on the tools, none without tools."""
    if not tools:
        return []
    lines = ["Before you act you may use tools:"]
    for number, tool in enumerate(tools, start=1):
        each = tool.action
        where = f", where {each.hint}" if each.parameters else ""
        form = f"Format: {each.usage}{where}."
        lines.append(f"{number}. '{each.name}': {each.help} {form} {tool.allowance}")
    return ["\n".join(lines)]


def _explained(task: Task[Any], each: Action, call: Call) -> str:
    """An example and what it says; a format of the task's own says it in words already."""
    if type(task).phrase is not Task.phrase:
        return task.phrase(call)
    pairs = zip(each.parameters, call.args, strict=True)
    told = ", ".join(f"{p.name} is {_named(p.domain, value)}" for p, value in pairs)
    meant = told or each.help[:1].lower() + each.help[1:].rstrip(".")
    return f"{task.phrase(call)}: {meant}"


def _named(domain: Domain, value: Value) -> str:
    """A value, by its word where it is a code that has one."""
    return domain.say(value) if isinstance(domain, Choice) and domain.words else literal(value)


def _examples(each: Action) -> list[Call]:
    """Each choice of a small menu, or one call that no state has any say in."""
    if len(each.parameters) == 1 and isinstance(each.parameters[0].domain, Choice):
        return list(each.calls())[:4]
    return [each.sample(Random(each.name))]
