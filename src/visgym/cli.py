"""The `visgym` command."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import visgym
from visgym import catalog
from visgym.commands.diagnose import diagnose
from visgym.commands.failures import failures
from visgym.core.errors import Mistake, not_found
from visgym.core.messages import Observation, present
from visgym.core.solving import strategy_names
from visgym.core.task import Task
from visgym.kit.png import encode
from visgym.run import bench as benchmark
from visgym.run import demo as demonstration
from visgym.run import docs as documentation
from visgym.run import human, laws, prints

app = typer.Typer(help="The gym for agents that see.", no_args_is_help=True, add_completion=False)
console = Console()

Id = Annotated[str, typer.Argument(help="A task and preset, such as maze_2d/easy.")]
Ids = Annotated[list[str] | None, typer.Argument(help="Tasks or ids; all by default.")]
Seed = Annotated[int, typer.Option(help="Which episode.")]
Knobs = Annotated[
    list[str] | None, typer.Option("--knob", "-k", help="A changed knob: name=value.")
]


@app.command("list")
def list_tasks(
    tag: Annotated[str | None, typer.Option(help="Only tasks with this tag.")] = None,
    suite: Annotated[str | None, typer.Option(help="Only tasks of this suite.")] = None,
) -> None:
    """List the tasks and their presets. Example: visgym list --tag planning"""
    table = Table(box=None, pad_edge=False)
    table.add_column("id", no_wrap=True)
    for heading in ("category", "tags", "steps", "solvers"):
        table.add_column(heading)
    found = visgym.ids(suite=suite, tag=tag)
    if tag and not found:
        known = {each for id in visgym.ids() for each in catalog.load(id).tags}
        raise not_found("tag", tag, sorted(known))
    for id in found:
        task = catalog.load(id)
        solvers = ", ".join(strategy_names(task))
        tags = ", ".join(sorted(task.tags))
        table.add_row(id, catalog.category(task.name), tags, str(task.step_limit), solvers)
    console.print(table)


@app.command()
def show(
    id: Id,
    seed: Seed = 0,
    knob: Knobs = None,
    picture: Annotated[Path | None, typer.Option(help="Where to write the picture.")] = None,
) -> None:
    """Show one episode as an agent meets it. Example: visgym show maze_2d/easy --seed 3"""
    task = _task(id, knob)
    episode = visgym.begin(task, seed)
    console.rule(f"{id}, seed {seed}")
    console.print(present(episode)[0].text, markup=False, highlight=False)
    _show_knobs(task)
    seen = Observation("state", task, episode.start)
    if seen.text is not None:
        console.rule("text view")
        console.print(seen.text, markup=False, highlight=False)
    path = picture or Path(f"{id.replace('/', '_')}_{seed}.png")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode(seen.image))
    console.rule()
    console.print(f"Solver strategies: {', '.join(strategy_names(task))}")
    console.print(f"Picture: {path}", soft_wrap=True)


def _show_knobs(task: Task[Any]) -> None:
    console.rule("knobs")
    table = Table("knob", "value", box=None)
    for name, value in task.knobs().items():
        table.add_row(name, str(value))
    console.print(table)


@app.command()
def play(
    id: Id,
    seed: Seed = 0,
    knob: Knobs = None,
    view: Annotated[str, typer.Option(help="text, picture or auto.")] = "auto",
) -> None:
    """Play an episode in the terminal. Example: visgym play sliding_block/easy"""
    human.play(_task(id, knob), seed, view, console)


@app.command()
def check(
    ids: Ids = None,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds of each.")] = 10,
) -> None:
    """Hold tasks, also modules of yours, to the laws. Example: visgym check my_package.my_task"""
    chosen = _expand(ids)
    broken = 0
    for id in track(chosen, "Checking", console=console, transient=True):
        for violation in laws.check(catalog.load(id), range(seeds), id):
            broken += 1
            console.print(f"[red]✗[/] {violation.where}: {violation.law}", highlight=False)
            console.print(f"   {violation.sentence}", markup=False, highlight=False)
    elsewhere = prints.prints_elsewhere(chosen, range(3))
    for id in chosen:
        if elsewhere[id] != prints.prints(id, range(3)):
            broken += 1
            console.print(f"[red]✗[/] {id}: another process gives other starts or pictures")
    if broken:
        raise typer.Exit(1)
    console.print(f"[green]✓[/] {len(chosen)} presets obey the laws on {seeds} seeds each.")


@app.command()
def bench(
    ids: Ids = None,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds of each.")] = 30,
    out: Annotated[Path | None, typer.Option(help="A Markdown file for the figures.")] = None,
) -> None:
    """Measure CPU time against the budgets. Example: visgym bench maze_2d"""
    importing = benchmark.import_time()
    table = Table(box=None, pad_edge=False)
    table.add_column("id", no_wrap=True)
    for heading in ("generate", "solve", "advance", "draw", "PNG", "steps", ""):
        table.add_column(heading, justify="right")
    measured = []
    for id in track(_expand(ids), "Measuring", console=console, transient=True):
        result = benchmark.measure(id, catalog.load(id), range(seeds))
        measured.append(result)
        times = [f"{t:.3f}" for t in result.milliseconds.values()]
        late = result.over_budget()
        verdict = f"[red]over: {', '.join(late)}[/]" if late else "[green]✓[/]"
        table.add_row(id, *times, f"{median(result.lengths):g}", verdict)
    console.print("Median CPU milliseconds on one core:")
    console.print(table)
    verdict = "[red]over budget[/]" if importing > benchmark.IMPORT_BUDGET else "[green]✓[/]"
    console.print(f"import visgym adds {importing:.0f} ms {verdict}")
    if out:
        lines = benchmark.as_markdown(measured, importing)
        out.write_text("\n".join(lines) + "\n", encoding="utf-8")


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="The folder for the pictures.")] = Path("demo"),
    episodes: Annotated[int, typer.Option(min=1, help="Episodes of each task and agent.")] = 10,
) -> None:
    """Run the solver and a random agent on every task. Example: visgym demo --episodes 5"""
    ids = visgym.ids()
    table = Table(box=None, pad_edge=False)
    for heading in ("id", "agent"):
        table.add_column(heading, no_wrap=True)
    for heading in ("success", "steps", "CPU ms/step"):
        table.add_column(heading, justify="right")
    total = len(ids) * len(demonstration.AGENTS)
    summaries = demonstration.demonstrate(ids, episodes)
    for each in track(summaries, "Playing", total=total, console=console, transient=True):
        color = "green" if each.success == 1 else "default"
        success = f"[{color}]{each.success:.0%}[/]"
        table.add_row(each.id, each.agent, success, f"{each.steps:.1f}", f"{each.milliseconds:.2f}")
    console.print(table)
    for id in ids:
        demonstration.save_pictures(id, out)
    console.print(f"{2 * len(ids)} pictures to look at: {out.resolve()}", soft_wrap=True)


@app.command(hidden=True)
def docs(out: Path = Path("docs")) -> None:
    """Write the catalogue page and its pictures."""
    documentation.write_catalogue(out)


app.command()(diagnose)
app.command()(failures)


def _task(id: str, knobs: Sequence[str] | None) -> Task[Any]:
    return catalog.load(id, **dict(_knob(text) for text in knobs or ()))


def _knob(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Mistake(f"A knob is written name=value, not '{text}'.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _expand(names: Sequence[str] | None) -> list[str]:
    """Ids as they are, and task names or modules as all of their presets."""
    if not names:
        return visgym.ids()
    found: list[str] = []
    for name in names:
        if "/" in name:
            catalog.load(name)
            found.append(name)
        else:
            found += [f"{name}/{preset}" for preset in catalog.presets(name)]
    return found


def main() -> None:
    """Run the command; a user's mistake is one sentence, never a traceback."""
    try:
        app()
    except (Mistake, OSError) as error:
        print(f"visgym: {error}", file=sys.stderr)
        sys.exit(2)
