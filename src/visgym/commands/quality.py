"""`visgym check`, `bench` and `docs`: what keeps the catalog honest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from visgym import catalog
from visgym.commands.common import Ids, Seeds, console, expand, table
from visgym.conformance import authoring_page, catalogue_pages, fingerprints, laws
from visgym.conformance import bench as benchmark
from visgym.task_ids import Id


def check(ids: Ids = None, seeds: Seeds = 10) -> None:
    """Hold tasks, also modules of yours, to the laws. Example: visgym check my_package.my_task"""
    chosen = expand(ids)
    broken = 0
    for id in track(chosen, "Checking", console=console, transient=True):
        for violation in laws.check(catalog.load(id), range(seeds), id):
            broken += 1
            console.print(f"[red]✗[/] {violation.where}: {violation.law}", highlight=False)
            console.print(f"   {violation.sentence}", markup=False, highlight=False)
    elsewhere = fingerprints.fingerprints_elsewhere(chosen, range(3))
    for id in chosen:
        if elsewhere[id] != fingerprints.fingerprints_of(id, range(3)):
            broken += 1
            console.print(f"[red]✗[/] {id}: another process gives other starts or pictures")
    if broken:
        raise typer.Exit(1)
    console.print(f"[green]✓[/] {len(chosen)} presets obey the laws on {seeds} seeds each.")


def bench(
    ids: Ids = None,
    seeds: Seeds = 30,
    out: Annotated[Path | None, typer.Option(help="A Markdown file for the figures.")] = None,
) -> None:
    """Measure CPU time against the budgets. Example: visgym bench maze_2d"""
    importing, reading = benchmark.import_time(), benchmark.reading_time()
    rows = table(["id"], ["begin", "first", "solve", "step", "draw", "rows/s", ""])
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
    console.print("Median CPU milliseconds and demonstrations a second on one core:")
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
