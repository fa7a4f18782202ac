"""`visgym list`, `show` and `play`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import visgym
from visgym import catalog
from visgym.commands import human
from visgym.commands.common import Knobs, Seed, TypedId, console, table, task_of
from visgym.core.calls import brief
from visgym.core.messages import present
from visgym.core.parts import observations
from visgym.core.solving import strategy_names
from visgym.core.task import Task
from visgym.kit.framing import sight
from visgym.kit.png import encode
from visgym.task_ids import Id

FEW = 11  # characters that the names of presets may take in a list


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
    presets: dict[str, list[str]] = {}
    for id in found:
        parsed = Id.parse(id)
        presets.setdefault(parsed.task, []).append(parsed.preset)
    _print_tasks(presets)
    console.print(
        f"Tasks: {len(presets)}, presets: {len(found)}; see one with `visgym show TASK/PRESET`.",
        highlight=False,
    )


def _print_tasks(presets: Mapping[str, Sequence[str]]) -> None:
    """A line for each task, category by category, cut where the terminal ends."""
    rows = sorted((catalog.category(name), name, _few(those)) for name, those in presets.items())
    widths = [max((len(row[place]) for row in rows), default=0) for place in (1, 0, 2)]
    for category, name, few in rows:
        cells = zip((name, category, few), widths, strict=True)
        line = "  ".join([*(cell.ljust(width) for cell, width in cells), catalog.summary(name)])
        console.print(brief(line, console.width), markup=False, highlight=False)


def _few(presets: Sequence[str]) -> str:
    """The names of presets, or the first one and how many more there are."""
    names = " ".join(presets)
    return names if len(names) <= FEW else f"{presets[0]} +{len(presets) - 1}"


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
) -> None:
    """Play an episode in the terminal. Example: visgym play sliding_block/easy"""
    human.play(task_of(id, knob), seed, view, console)
