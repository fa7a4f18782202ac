"""`visgym list`, `show` and `play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import visgym
from visgym import catalog
from visgym.commands import human
from visgym.commands.common import Knobs, Seed, TypedId, console, table, task_of
from visgym.core.errors import not_found
from visgym.core.messages import present
from visgym.core.parts import observations
from visgym.core.solving import strategy_names
from visgym.core.task import Task
from visgym.kit.framing import sight
from visgym.kit.png import encode


def list_tasks(
    tag: Annotated[str | None, typer.Option(help="Only tasks with this tag.")] = None,
    suite: Annotated[str | None, typer.Option(help="Only tasks of this suite.")] = None,
) -> None:
    """List the tasks and their presets. Example: visgym list --tag planning"""
    found = visgym.ids(suite=suite, tag=tag)
    if tag and not found:
        known = {each for id in visgym.ids() for each in catalog.load(id).tags}
        raise not_found("tag", tag, sorted(known))
    rows = table(["id", "category"])
    for heading in ("tags", "steps", "solvers"):
        rows.add_column(heading)
    for id in found:
        task = catalog.load(id)
        tags, solvers = ", ".join(sorted(task.tags)), ", ".join(strategy_names(task))
        rows.add_row(id, catalog.category(task.name), tags, str(task.step_limit), solvers)
    console.print(rows)


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
