"""What the commands share: the console, arguments, and ids and knobs as they are typed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

import visgym
from visgym import catalog
from visgym.agents.agent import Agent
from visgym.agents.build import is_model, parse_agent
from visgym.core.errors import Mistake
from visgym.core.task import Task
from visgym.evaluation.records import Record
from visgym.kit import caches
from visgym.task_ids import Id, read_value
from visgym.tools.build import tools_of

console = Console()

DATA_VARIABLE = "VISGYM_DATA"

LONGEST_NAME, LONGEST_HEADING, GAP = 40, 24, 2  # characters in tables

TypedId = Annotated[str, typer.Argument(help="A task and preset, such as maze_2d/easy.")]
Ids = Annotated[list[str] | None, typer.Argument(help="Tasks or ids; all by default.")]
Seed = Annotated[int, typer.Option(help="Which episode.")]
Seeds = Annotated[int, typer.Option(min=1, help="How many seeds of each.")]
CacheMb = Annotated[
    int | None, typer.Option(min=0, help="Megabytes of drawn layers to keep; enough by default.")
]
TrustSuite = Annotated[
    bool, typer.Option("--trust-suite", help="A suite file may name modules and any files.")
]
Tools = Annotated[
    str | None, typer.Option("--tools", help="Tools beside the actions: look,python,my_module:f.")
]
TrustRecords = Annotated[
    bool, typer.Option("--trust-records", help="Import the modules that the records name.")
]
Knobs = Annotated[list[str] | None, typer.Option("--knob", "-k", help="A knob: name=value.")]


def import_recorded(records: Iterable[Record], trusted: bool) -> None:
    """Import the modules of tasks that are not ours, where somebody asked for it."""
    names = {Id.parse(kept.entry.id).task for kept in records if trusted}
    for name in sorted(name for name in names if not catalog.is_at_hand(name)):
        catalog.presets(name)


def data_root() -> Path | None:
    """The folder of public datasets, which the variable `VISGYM_DATA` names."""
    root = os.environ.get(DATA_VARIABLE)
    return Path(root) if root else None


def located(id: str) -> str:
    """An id that says where its dataset lies, so that records of it mean the same everywhere."""
    root = data_root()
    return str(catalog.with_data(Id.parse(id), root)) if root else id


def data_folders(ids: Iterable[str]) -> dict[str, str]:
    """The data of each task that reads some, for the description of a run."""
    parts = [Id.parse(located(id)) for id in ids]
    folders = {each.task: dict(each.knobs).get("data") for each in parts}
    return {task: folder for task, folder in folders.items() if folder}


def keep_layers(megabytes: int | None, episodes: int = 1) -> None:
    """Keep as much of what is drawn as was typed, or enough for so many episodes at a time."""
    enough = caches.megabytes_for(episodes)
    caches.keep_megabytes(enough if megabytes is None else megabytes)


def task_of(id: str, knobs: Sequence[str] | None) -> Task[Any]:
    """The task that an id names, with knobs as they were typed."""
    return catalog.load(located(id), **dict(assignment(text, "knob") for text in knobs or ()))


def assignment(text: str, what: str) -> tuple[str, object]:
    """A name and a value from `name=value`; the value is JSON where it can be."""
    name, value = _halves(text, what)
    return name, read_value(value)


def _halves(text: str, what: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Mistake(f"A {what} is written name=value, not '{text}'.")
    return name, value


def listed_tools(typed: str | None) -> tuple[str, ...]:
    """The tools of `look,python=10,my_module:ruler`, as records name them."""
    return tuple(each.spec() for each in tools_of(typed.split(",") if typed else ()))


def build_agents(texts: Sequence[str], options: Sequence[str] | None) -> dict[str, Agent]:
    """The agents by name; options are for those with a model behind them."""
    chosen = dict(_halves(text, "option") for text in options or ())
    agents = [parse_agent(text, chosen if is_model(text) else {}) for text in texts]
    named = {agent.name: agent for agent in agents}
    if len(named) < len(agents):
        raise Mistake("The same agent is given twice; give it once.")
    if chosen and not any(map(is_model, texts)):
        raise Mistake("Options are for agents with a model behind them, and there is none.")
    return named


def expand(names: Sequence[str] | None) -> list[str]:
    """Ids as they are, and task names or modules as all of their presets."""
    if not names:
        return [located(id) for id in visgym.ids()]
    found: list[str] = []
    for name in names:
        typed = Id.parse(name)
        if typed.preset:
            catalog.load(name)
            found.append(name)
        else:
            found += [str(replace(typed, preset=each)) for each in catalog.presets(typed.task)]
    return [located(id) for id in found]


def print_wide(
    first: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]
) -> None:
    """A table of names and numbers; columns that do not fit follow in further tables."""
    headings = [min(cell_len(column), LONGEST_HEADING) for column in columns]
    widths = [
        max([heading, *(cell_len(cells[place]) for _, cells in rows)])
        for place, heading in enumerate(headings)
    ]
    names = max(map(cell_len, (first, *(name for name, _ in rows))))
    if names + sum(widths) + GAP * len(widths) > console.width:
        names = min(names, LONGEST_NAME)
    for part in _parts(widths, console.width - names):
        made = Table(box=None, pad_edge=False)
        made.add_column(Text(first), width=names, overflow="fold")
        for place in part:
            made.add_column(
                Text(columns[place]), justify="right", width=widths[place], overflow="fold"
            )
        for name, cells in rows:
            made.add_row(Text(name), *(Text(cells[place]) for place in part))
        console.print(made)


def _parts(widths: Sequence[int], room: int) -> Iterator[range]:
    """Places of neighbouring columns that fit into some room, one at least."""
    begin, left = 0, room
    for place, width in enumerate(widths):
        left -= width + GAP
        if left < 0 and place > begin:
            yield range(begin, place)
            begin, left = place, room - width - GAP
    if begin < len(widths):
        yield range(begin, len(widths))


def table(words: Iterable[str], numbers: Iterable[str] = ()) -> Table:
    """A plain table with columns of words, never cut, and then columns of numbers."""
    made = Table(box=None, pad_edge=False)
    for heading in words:
        made.add_column(heading, no_wrap=True)
    for heading in numbers:
        made.add_column(heading, justify="right", no_wrap=True)
    return made
