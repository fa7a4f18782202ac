"""Tools that are one function: its signature is what may be asked for, its docstring is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from visgym.core.actions import Action, action_of
from visgym.core.calls import Illegal
from visgym.core.errors import Mistake
from visgym.core.parts import Observation, Part, Raster, Text
from visgym.core.tools import Tool

Function = Callable[..., Any]
_FAILURES = (
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)
_FIRST = 1  # parameter that the agent gives: before it comes what is seen


@dataclass(frozen=True)
class FunctionTool(Tool):
    """A function of what is seen and of what the agent asks for."""

    function: Function
    most_uses: int = Tool.most_uses  # type: ignore[misc] # a setting here, a constant elsewhere

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.function.__name__

    def spec(self) -> str:
        return f"{self.function.__module__}:{self.name}"

    @property
    def action(self) -> Action:
        return action_of(self.name, self.function, self, first=_FIRST)

    def __call__(self, *args: Any) -> Any:
        """What the function gives, for whoever calls it by hand."""
        return self.function(*args)

    def use(self, seen: Observation, *args: Any) -> tuple[Part, ...]:
        try:
            return _parts(self.function(seen, *args))
        except _FAILURES as error:
            reason = f"{type(error).__name__}: {error}"
            raise Illegal(f"The tool {self.name} failed: {reason}") from error


@overload
def tool(function: Function) -> FunctionTool: ...
@overload
def tool(*, most_uses: int) -> Callable[[Function], FunctionTool]: ...
def tool(function: Function | None = None, *, most_uses: int = Tool.most_uses) -> Any:
    """Make a tool of a function `(seen, ...)` that returns text, pictures, or several of them.

    >>> @tool
    ... def size(seen):
    ...     "How large the picture is."
    ...     return "{1} x {0}".format(*seen.image.shape)
    >>> size.name, size.action.help
    ('size', 'How large the picture is.')
    """

    def made(function: Function) -> FunctionTool:
        found = FunctionTool(function, most_uses)
        try:
            told = found.action.help
        except (TypeError, KeyError) as error:
            why = f"its parameters need types that say what they may be: {error}"
            raise Mistake(f"{found.name} is no tool yet, since {why}.") from None
        if not told:
            raise Mistake(f"The tool {found.name} needs a docstring, which agents are told.")
        return found

    return made(function) if function is not None else made


def _parts(result: Any) -> tuple[Part, ...]:
    """What a function gave, as parts of a message."""
    many = result if isinstance(result, tuple | list) else (result,)
    return tuple(map(_part, many))


def _part(given: Any) -> Part:
    from PIL import Image  # only who gives pictures needs it

    match given:
        case Text() | Observation() | Raster():
            return given
        case str() | int() | float() | bool():
            return Text("tool", str(given))
        case Image.Image():
            return Raster.of(np.asarray(given.convert("RGB")))
        case np.ndarray() if given.dtype == np.uint8 and given.shape[2:] == (3,):
            return Raster.of(given)
    raise TypeError(f"a {type(given).__name__} is neither text nor a picture")
