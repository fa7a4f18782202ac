"""`visgym inspect`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from visgym.commands.common import console, table
from visgym.demonstrations import inspection
from visgym.demonstrations.exports.integrity import changes
from visgym.demonstrations.exports.validate import validate

MOST_COMPLAINTS = 5


def inspect_data(
    folder: Annotated[Path, typer.Argument(help="A folder that visgym demonstrate made.")],
    html: Annotated[Path | None, typer.Option(help="Where to write the page.")] = None,
    samples: Annotated[int, typer.Option(min=0, help="Samples of each task on the page.")] = 2,
) -> None:
    """Look at demonstrations and check them. Example: visgym inspect data --html data.html"""
    manifest = inspection.manifest_of(folder)
    facts = table(["", ""])
    for name, figure in inspection.headline(manifest).items():
        facts.add_row(name, figure)
    console.print(facts)
    mix = table(["task and strategy"], ["rows"])
    for name, count in manifest["statistics"]["strategies"].items():
        mix.add_row(name, f"{count:,}")
    console.print(mix)
    if html:
        html.write_text(inspection.page(folder, samples), encoding="utf-8")
        console.print(f"Page: {html}", soft_wrap=True)
    complaints = [*changes(folder), *validate(folder)]
    for complaint in complaints[:MOST_COMPLAINTS]:
        console.print(f"[red]✗[/] {escape(complaint)}", highlight=False)
    if complaints:
        console.print(f"{len(complaints)} faults in all; make the demonstrations anew.")
        raise typer.Exit(1)
    console.print(
        f"[green]✓[/] Every row is as {manifest['format']} wants it, and none was changed."
    )
