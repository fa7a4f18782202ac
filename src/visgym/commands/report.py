"""`visgym report`: what runs came to, as a page and as tables."""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from visgym.analysis import statistics
from visgym.analysis.report import loading, tables
from visgym.analysis.report import page as pages
from visgym.analysis.report.matrices import ResultMatrix
from visgym.commands.common import console, table

Folders = Annotated[list[Path], typer.Argument(help="Folders of runs, as evaluate wrote them.")]
Html = Annotated[Path | None, typer.Option(help="The page; report.html in the first folder.")]
Csv = Annotated[Path | None, typer.Option(help="A table with a row for each agent and id.")]
Json = Annotated[Path | None, typer.Option(help="All figures of the page.")]


def report(folders: Folders, html: Html = None, csv: Csv = None, json: Json = None) -> None:
    """Write what runs came to as one HTML file. Example: visgym report runs/first --csv all.csv"""
    loaded = loading.load(folders)
    for notice in pages.notices(loaded):
        console.print(f"Note: {notice}", markup=False, highlight=False, soft_wrap=True)
    _show(loaded)
    if csv:
        _write(csv, tables.as_csv(tables.rows(loaded.records)))
    if json:
        _write(json, dumps(tables.as_json(loaded), indent=1) + "\n")
    if html or not (csv or json):
        html = html or folders[0] / "report.html"
        _write(html, pages.page(loaded))
    for path in filter(None, (csv, json, html)):
        console.print(str(path.resolve()), markup=False, highlight=False, soft_wrap=True)


def _show(loaded: loading.Loaded) -> None:
    """The averages, best agent first."""
    board = ResultMatrix.of(statistics.successes(loaded.records))
    if not board.found:
        console.print("No episode has been played to its end yet, so there is little to show.")
        return
    means = statistics.averages(board.found)
    rows = table(["agent"], [f"{setting} %" for setting in board.settings])
    for agent in board.agents:
        found = [means.get((agent, setting)) for setting in board.settings]
        cells = [
            f"{100 * e.value:.1f} ({100 * e.low:.1f}–{100 * e.high:.1f})" if e else "–"
            for e in found
        ]
        rows.add_row(escape(agent), *cells)
    console.print(rows)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="replace")
