"""What can be known to go wrong before an evaluation costs anything."""

from __future__ import annotations

from collections.abc import Sequence

from visgym import catalog
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.evaluation.records import Entry, state_hash
from visgym.tools.build import tools_of
from visgym.wrappers.build import arrange

UNPLAYABLE = (ValueError, LookupError, TypeError, ArithmeticError, AssertionError)
"""What a task raises in a state that its own rules never lead to."""


def check_entries(entries: Sequence[Entry]) -> None:
    """Stop a run before it costs anything where a wrapper does not fit or a package is missing."""
    for id, wrappers in dict.fromkeys((entry.id, entry.wrappers) for entry in entries):
        arrange(wrappers, catalog.load(id))
    for tools, wrappers in dict.fromkeys((entry.tools, entry.wrappers) for entry in entries):
        check_tools(tools, wrappers)
    for id, seed in {entry.id: entry.seed for entry in reversed(entries)}.items():
        task = catalog.load(id)
        start = begin(task, seed).start
        try:
            state_hash(task, start)
        except UNPLAYABLE as error:
            if not task.starts or isinstance(error, Mistake):
                raise
            why = f"{error!s:.200}"
            raise Mistake(f"Seed {seed} of {task.starts} cannot be shown: {why}.") from None


def check_tools(specs: Sequence[str], wrappers: Sequence[str]) -> None:
    """Stop a run whose tools cannot be used here, or would show what a wrapper hides."""
    tools = tools_of(specs)
    if tools and "text" in wrappers:
        raise Mistake("The wrapper text hides the picture, and tools would show it; leave one out.")
    for each in tools:
        each.ready()
