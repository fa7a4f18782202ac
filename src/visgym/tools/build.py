"""Tools from what users write: `look`, `python=10`, `my_module:ruler`."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from visgym.core.actions import Action
from visgym.core.errors import Mistake, not_found
from visgym.core.parts import Part
from visgym.core.tools import Tool
from visgym.tools.look import Look
from visgym.tools.own import tool
from visgym.tools.python import Python

ToolSpec = str | Tool
TOOLS: dict[str, type[Look] | type[Python]] = {Look.name: Look, Python.name: Python}
"""Tools of the library by name; what follows `=` is their first setting, a number."""


@dataclass(frozen=True)
class RecordedTool(Tool):
    """Stands for a tool where a record is looked at: it says what it is, and is never used."""

    name: str  # type: ignore[misc]
    written: str
    told: Action
    most_uses: int = Tool.most_uses  # type: ignore[misc]

    def spec(self) -> str:
        return self.written

    @property
    def action(self) -> Action:
        return self.told

    def use(self, *args: Any) -> tuple[Part, ...]:
        raise Mistake(f"The record does not say what the tool {self.name} showed.")


def tool_of(spec: ToolSpec) -> Tool:
    """The tool that a spec names; a module of yours is imported."""
    if isinstance(spec, Tool):
        return spec
    if ":" in spec:
        return _own(spec)
    name, equals, value = spec.partition("=")
    if name not in TOOLS:
        raise not_found("tool", name, [*TOOLS, "my_module:my_function"])
    if not equals:
        return TOOLS[name]()
    try:
        number = float(value)
    except ValueError:
        raise Mistake(f"The tool {name} takes a number after '=', not '{value}'.") from None
    if not 0 < number <= 4096:
        raise Mistake(f"The tool {name} takes a number up to 4096, not {value}.")
    return Python(number) if name == Python.name else Look(int(number))


def tools_of(specs: Iterable[ToolSpec]) -> tuple[Tool, ...]:
    """Some tools, or `Mistake` if they cannot stand beside one another."""
    found = tuple(map(tool_of, specs))
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise Mistake(f"The tool '{name}' is given twice; give it once.")
    return found


def recorded_tools(specs: Iterable[str]) -> tuple[Tool, ...]:
    """The tools of a record, to look at it; modules of others are not imported."""
    return tuple(map(_recorded, specs))


def _recorded(spec: str) -> Tool:
    if ":" in spec:
        module, _, name = spec.rpartition(":")
        return RecordedTool(name, spec, Action(name, f"A tool of the module {module}.", ()))
    known = tool_of(spec)
    return RecordedTool(known.name, spec, known.action, known.most_uses)


def _own(spec: str) -> Tool:
    module, _, name = spec.rpartition(":")
    try:
        found: Any = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise Mistake(
            f"The module {module} cannot be imported: {error}; install its package, or start "
            "Python where it is found."
        ) from None
    except AttributeError:
        raise Mistake(f"The module {module} has no tool '{name}'.") from None
    if isinstance(found, Tool):
        return found
    if not inspect.isfunction(found):
        raise Mistake(f"{spec} is no tool; make one of a function with visgym.tool.")
    return tool(found)
