"""`visgym list`, `show` and `play`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import visgym
from visgym import catalog
from visgym.commands import human
from visgym.commands.common import (
    Knobs,
    Seed,
    Tools,
    TypedId,
    console,
    listed_tools,
    table,
    task_of,
)
from visgym.core.calls import brief
from visgym.core.messages import present
from visgym.core.parts import observations
from visgym.core.solving import strategy_names
from visgym.core.task import Task
from visgym.kit.framing import sight
from visgym.kit.png import encode
from visgym.suites.suite import family
from visgym.task_ids import Id
from visgym.tools.build import tools_of

FEW, NAME = 11, 24  # characters that presets and published names may take in a list


def list_tasks(
    category: Annotated[str | None, typer.Option(help="Only tasks of this category.")] = None,
    tag: Annotated[str | None, typer.Option(help="Only tasks with this tag.")] = None,
    suite: Annotated[str | None, typer.Option(help="Only tasks of this suite.")] = None,
    ids: Annotated[bool, typer.Option("--ids", help="Plain ids for scripts, one a line.")] = False,
) -> None:
    """List the tasks and their presets. Example: visgym list --tag planning"""
    found = visgym.ids(suite=suite, tag=tag, category=category)
    if ids:
        for id in found:
            typer.echo(id)
        return
    presets, names = dict[str, list[str]](), dict[str, list[str]]()
    published = (
        {id: name for each in family(suite) for id, name in each.names.items()} if suite else {}
    )
    for id in found:
        parsed = Id.parse(id)
        presets.setdefault(parsed.task, []).append(parsed.preset)
        if id in published and published[id] not in names.setdefault(parsed.task, []):
            names[parsed.task].append(published[id])
    _print_tasks(presets, {task: _few(those, NAME) for task, those in names.items()})
    console.print(
        f"Tasks: {len(presets)}, presets: {len(found)}; see one with `visgym show TASK/PRESET`.",
        highlight=False,
    )


def _print_tasks(presets: Mapping[str, Sequence[str]], published: Mapping[str, str]) -> None:
    """A line for each task, category by category, cut where the terminal ends."""
    rows = [
        (name, published.get(name, ""), catalog.category(name), _few(those, FEW))
        for name, those in presets.items()
    ]
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(4)]
    for row in sorted(rows, key=lambda row: (row[2], row[0])):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True) if width]
        line = "  ".join([*cells, catalog.summary(row[0])])
        console.print(brief(line, console.width), markup=False, highlight=False)


def _few(names: Sequence[str], most: int) -> str:
    """Names, or the first one and how many more there are."""
    joined = " ".join(names)
    return joined if len(joined) <= most or len(names) == 1 else f"{names[0]} +{len(names) - 1}"


def show(
    id: TypedId,
    seed: Seed = 0,
    knob: Knobs = None,
    picture: Annotated[Path | None, typer.Option(help="Where to write the picture.")] = None,
) -> None:
    """Show one episode as an agent meets it. Example: visgym show maze_2d/easy --seed 3"""
    task = task_of(id, knob)
    episode = visgym.begin(task, seed)
    console.rule(f"{id}, seed {seed}")
    console.print(present(episode)[0].text, markup=False, highlight=False)
    _show_knobs(task)
    text = observations(task, episode.start)[-1].text
    if text is not None:
        console.rule("text view")
        console.print(text, markup=False, highlight=False)
    path = picture or Path(f"{id.replace('/', '_')}_{seed}.png")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode(sight(task, episode.start)))
    console.rule()
    console.print(f"Solver strategies: {', '.join(strategy_names(task))}")
    console.print(f"Picture: {path}", soft_wrap=True)


def _show_knobs(task: Task[Any]) -> None:
    console.rule("knobs")
    rows = table(["knob"])
    rows.add_column("value", overflow="fold")
    for name, value in task.knobs().items():
        rows.add_row(name, str(value))
    console.print(rows)


def play(
    id: TypedId,
    seed: Seed = 0,
    knob: Knobs = None,
    view: Annotated[str, typer.Option(help="text, picture or auto.")] = "auto",
    tools: Tools = None,
) -> None:
    """Play an episode in the terminal. Example: visgym play sliding_block/easy"""
    chosen = tools_of(listed_tools(tools))
    for each in chosen:
        each.ready()
    human.play(task_of(id, knob), seed, view, console, chosen)
