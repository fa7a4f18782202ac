"""Actions as their signatures declare them: the one source of prompt, checks and schemas."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from random import Random
from typing import Any, TypeVar

from visgym.core.calls import STOP, Call, Value, brief, literal
from visgym.core.domains import Domain, Misfit
from visgym.core.literals import RawValue
from visgym.core.reading import RawCall
from visgym.core.signatures import domain_of

Method = TypeVar("Method", bound=Callable[..., Any])


@typing.overload
def action(method: Method) -> Method: ...
@typing.overload
def action(*, listed: bool) -> Callable[[Method], Method]: ...
def action(method: Method | None = None, *, listed: bool = False) -> Any:
    """Mark a method `(self, state, ...) -> state` as an action; `listed` payloads print in `[]`."""

    def mark(method: Method) -> Method:
        method.__visgym_action__ = {"listed": listed}  # type: ignore[attr-defined]
        return method

    return mark(method) if method else mark


class BadPayload(Exception):
    """Arguments that an action cannot take; the text says why."""


@dataclass(frozen=True)
class Parameter:
    """A named argument and the values it may take."""

    name: str
    domain: Domain


@dataclass(frozen=True)
class Action:
    """One thing an agent can do, as its signature says."""

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    listed: bool = False

    @cached_property
    def usage(self) -> str:
        """The form of a call with the names of its parameters, such as `('move', direction)`."""
        names = ", ".join(parameter.name for parameter in self.parameters)
        if not names:
            return self.write(Call(self.name))
        if len(self.parameters) > 1:
            names = f"[{names}]" if self.listed else f"({names})"
        return f"('{self.name}', {names})"

    @cached_property
    def hint(self) -> str:
        """What the parameters must be, in one phrase; parameters that are alike share it."""
        names: dict[str, list[str]] = {}
        for parameter in self.parameters:
            names.setdefault(parameter.domain.hint, []).append(parameter.name)
        return "; ".join(
            f"{_listed(group)} {'is' if len(group) == 1 else 'are each'} {hint}"
            for hint, group in names.items()
        )

    def write(self, call: Call) -> str:
        """The canonical text of a call to this action."""
        if not self.parameters:
            return f"('{self.name}', '{self.name}')"
        written = [p.domain.write(arg) for p, arg in zip(self.parameters, call.args, strict=True)]
        if len(written) == 1:
            return f"('{self.name}', {written[0]})"
        payload = ", ".join(written)
        return f"('{self.name}', {f'[{payload}]' if self.listed else f'({payload})'})"

    def bind(self, raw: RawCall) -> Call:
        """The call that was meant, or `BadPayload`."""
        if not self.parameters:
            return self._bind_nothing(raw)
        args = self._by_name(raw) if raw.named else self._by_place(raw.args)
        values = []
        for parameter, said in zip(self.parameters, args, strict=True):
            try:
                values.append(parameter.domain.read(said))
            except Misfit:
                wish = f"{parameter.name} must be {parameter.domain.hint}"
                raise BadPayload(self._complaint(said, wish)) from None
        return Call(self.name, tuple(values))

    def sample(self, rng: Random) -> Call:
        """A random well-formed call."""
        return Call(self.name, tuple(p.domain.sample(rng) for p in self.parameters))

    def calls(self) -> Iterator[Call]:
        """Every well-formed call, where there are finitely many."""
        for args in product(*(p.domain.values() for p in self.parameters)):
            yield Call(self.name, args)

    def schema(self) -> dict[str, Any]:
        """The action as an OpenAI-style function tool."""
        properties = {
            p.name: {**p.domain.schema(), "description": p.domain.hint} for p in self.parameters
        }
        function = {
            "name": self.name,
            "description": self.help,
            "parameters": {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            },
        }
        return {"type": "function", "function": function}

    def _bind_nothing(self, raw: RawCall) -> Call:
        said = raw.args[0] if len(raw.args) == 1 else raw.args
        empty = said in ((), None, "") or (isinstance(said, str) and said.lower() == self.name)
        if raw.named or not empty:
            raise BadPayload(self._complaint(said, "it takes no arguments"))
        return Call(self.name)

    def _by_name(self, raw: RawCall) -> tuple[RawValue, ...]:
        wanted = [parameter.name for parameter in self.parameters]
        if raw.args or set(raw.named) != set(wanted):
            shown = ", ".join([*map(str, raw.args), *raw.named])
            raise BadPayload(self._complaint(shown, f"it takes {_listed(wanted)}"))
        return tuple(raw.named[name] for name in wanted)

    def _by_place(self, args: tuple[RawValue, ...]) -> tuple[RawValue, ...]:
        count = len(self.parameters)
        inner = args[0] if len(args) == 1 and isinstance(args[0], tuple) else None
        if count == 1:
            return self._single(args, inner)
        if inner is not None and len(inner) == count:
            return inner
        if len(args) == count:
            return args
        number = len(inner) if inner is not None else len(args)
        raise BadPayload(self._complaint(args, f"it takes {count} values and got {number}"))

    def _single(
        self, args: tuple[RawValue, ...], inner: tuple[Value, ...] | None
    ) -> tuple[RawValue, ...]:
        """`move(0)`, `('move', (0,))` and `reorder(2, 0, 1)` all have one argument."""
        if len(args) != 1:
            return (args,)  # type: ignore[return-value]
        takes_lists = self.parameters[0].domain.takes_lists
        return inner if inner is not None and len(inner) == 1 and not takes_lists else args

    def _complaint(self, said: object, wish: str) -> str:
        return f"The payload {brief(literal(said))} does not fit '{self.name}': {wish}."


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


_STOP_ACTION = Action("stop", "End the episode and submit the current state as final.", ())


def declared_actions(task: object) -> dict[str, Action]:
    """The actions of a task, in the order in which its class declares them."""
    found: dict[str, Action] = {}
    for kind in reversed(type(task).__mro__):
        for name, member in vars(kind).items():
            if hasattr(member, "__visgym_action__"):
                found[name] = action_of(name, member, task, **member.__visgym_action__)
    return found


@lru_cache(maxsize=1024)
def offered_actions(task: Any) -> dict[str, Action]:
    """The actions of a task, `stop` last where the agent decides when to end."""
    declared = declared_actions(task)
    if task.single_turn or not task.can_stop:
        return declared
    return {**declared, STOP.name: _STOP_ACTION}


def action_of(
    name: str, method: Callable[..., Any], owner: object, listed: bool = False, first: int = 2
) -> Action:
    """The action that a method `(self, state, ...)` declares; bounds are looked up on its owner.

    What is said begins with the parameter `first`.
    """
    hints = typing.get_type_hints(method, include_extras=True)
    names = list(inspect.signature(method).parameters)[first:]
    parameters = tuple(Parameter(each, domain_of(hints[each], owner)) for each in names)
    text = " ".join((inspect.getdoc(method) or "").split())
    return Action(name, text, parameters, listed)
