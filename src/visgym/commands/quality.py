"""`visgym check`, `bench` and `docs`: what keeps the catalog honest."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track
from rich.table import Table

from visgym import catalog
from visgym.commands.common import CacheMb, Ids, Seeds, console, expand, keep_layers, table
from visgym.conformance import (
    authoring_page,
    catalogue_pages,
    fingerprints,
    laws,
    laws_of_levels,
)
from visgym.conformance import bench as benchmark
from visgym.conformance.flights import FLIGHTS
from visgym.task_ids import Id


def check(
    ids: Ids = None,
    seeds: Seeds = 10,
    verbose: Annotated[bool, typer.Option(help="Print how hard the presets are.")] = False,
) -> None:
    """Hold tasks, also modules of yours, to the laws. Example: visgym check my_package.my_task"""
    chosen, broken = expand(ids), set[str]()
    for id in track(chosen, "Checking", console=console, transient=True):
        broken |= _reported(laws.check(catalog.load(id), range(seeds), id))
    names = list(dict.fromkeys(id.partition("/")[0] for id in chosen))
    for name in track(names, "Comparing presets", console=console, transient=True):
        broken |= _reported(laws.check_presets(catalog.presets(name), range(seeds), name))
    sound = [id for id in chosen if id not in broken]  # what is broken may not even start
    elsewhere = fingerprints.fingerprints_elsewhere(sound, range(3))
    for id in sound:
        if elsewhere[id] != fingerprints.fingerprints_of(id, range(3)):
            broken.add(id)
            console.print(f"[red]✗[/] {id}: another process gives other starts or pictures")
    if verbose:
        console.print(_efforts(sound, seeds))
    if broken:
        raise typer.Exit(1)
    console.print(f"[green]✓[/] {len(chosen)} presets obey the laws on {seeds} seeds each.")


def _reported(violations: Iterable[laws.Violation]) -> set[str]:
    """Print violations, and tell where they are."""
    broken = set()
    for violation in violations:
        broken.add(violation.where)
        console.print(f"[red]✗[/] {violation.where}: {violation.law}", highlight=False)
        console.print(f"   {violation.sentence}", markup=False, highlight=False)
    return broken


def _efforts(ids: Iterable[str], seeds: int) -> Table:
    """How hard presets are, by the measure that each task has of it."""
    rows = table(["id"], ["mean effort"])
    for id in ids:
        rows.add_row(id, f"{laws_of_levels.effort(catalog.load(id), range(seeds)):.3g}")
    return rows


def bench(
    ids: Ids = None,
    seeds: Seeds = 30,
    out: Annotated[Path | None, typer.Option(help="A Markdown file for the figures.")] = None,
    cache_mb: CacheMb = None,
) -> None:
    """Measure CPU time against the budgets. Example: visgym bench maze_2d"""
    keep_layers(cache_mb, max(FLIGHTS))
    importing, reading = benchmark.import_time(), benchmark.reading_time()
    flights = [str(count) for count in FLIGHTS]
    rows = table(["id"], ["begin", "first", "solve", "step", "draw", *flights, "rows/s", ""])
    measured, complaints = [], []
    for id in track(expand(ids), "Measuring", console=console, transient=True):
        result = benchmark.measure(id, catalog.load(id), range(seeds))
        measured.append(result)
        times = [f"{t:.2f}" if t < 10 else f"{t:.1f}" for t in result.shown()]
        late = result.over_budget()
        complaints += [f"[red]{id} is over its budget to {what}.[/]" for what in late]
        mark = "[red]✗[/]" if late else "[green]✓[/]"
        made = f"{result.demonstrations:.3g}"
        rows.add_row(str(Id.parse(id).brief), *times, made, mark)
    console.print("Median CPU milliseconds and demonstrations a second on one core; draw is a")
    console.print(f"later frame, also with {' or '.join(flights)} episodes interleaved:")
    console.print(rows)
    console.print("\n".join(complaints) or "[green]Everything is within its budget.[/]")
    console.print(f"import visgym adds {importing:.0f} ms of {benchmark.IMPORT_BUDGET:.0f}.")
    console.print(
        f"The worst reply of 1 MB takes {reading:.0f} ms of {benchmark.READING_BUDGET:.0f}."
    )
    if out:
        lines = benchmark.as_markdown(measured, importing, reading)
        out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def docs(out: Path = Path("docs")) -> None:
    """Write the catalogue and its pictures, and the tables of the page for authors."""
    catalogue_pages.write_catalogue(out)
    authoring_page.write_tables(out / "authoring.md")
