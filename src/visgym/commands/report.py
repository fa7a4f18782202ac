"""`visgym report`: what runs came to, as a page and as tables."""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import Annotated

import typer

from visgym.analysis.rankings import agents_in_order
from visgym.analysis.report import loading, tables
from visgym.analysis.report import page as pages
from visgym.analysis.report.wording import plural
from visgym.analysis.statistics import Estimate
from visgym.commands.common import TrustRecords, console, import_recorded, print_wide
from visgym.commands.games import show_games

Folders = Annotated[list[Path], typer.Argument(help="Folders of runs, as evaluate wrote them.")]
Html = Annotated[Path | None, typer.Option(help="The page; report.html in the first folder.")]
Csv = Annotated[Path | None, typer.Option(help="A table: a row for each agent and setting.")]
Json = Annotated[Path | None, typer.Option(help="All figures of the page.")]


def report(
    folders: Folders,
    html: Html = None,
    csv: Csv = None,
    json: Json = None,
    trust_records: TrustRecords = False,
) -> None:
    """Write what runs came to as one HTML file. Example: visgym report runs/first --csv all.csv"""
    loaded = loading.load(folders)
    import_recorded((*loaded.records, *loaded.game_records), trust_records)
    for notice in pages.notices(loaded):
        console.print(f"Note: {notice}", markup=False, highlight=False, soft_wrap=True)
    _show(loaded)
    if csv:
        _write(csv, tables.as_csv(tables.rows(loaded)))
    if json:
        _write(json, dumps(tables.as_json(loaded), indent=1) + "\n")
    if html or not (csv or json):
        html = html or folders[0] / "report.html"
        _write(html, pages.page(loaded))
    for path in filter(None, (csv, json, html)):
        console.print(str(path.resolve()), markup=False, highlight=False, soft_wrap=True)


def _show(loaded: loading.Loaded) -> None:
    """The rankings side by side, and what they are over."""
    agents = agents_in_order(loaded.rankings)
    if loaded.games:
        show_games(loaded.games)
    if not agents and not loaded.games:
        console.print("No episode has been played to its end yet, so there is little to show.")
        return
    means = {(r.setting, s.agent): s.success for r in loaded.rankings for s in r.standings}
    known = [ranking for ranking in loaded.rankings if ranking.standings]
    names = [ranking.setting for ranking in known]
    rows = [(agent, [_rate(means.get((name, agent))) for name in names]) for agent in agents]
    print_wide("agent", [f"{name} %" for name in names], rows)
    for ranking in known:
        _say(
            f"{ranking.setting}: mean over {plural(ranking.tasks, 'task')}, on the "
            f"{plural(len(ranking.common), 'episode')} of {ranking.known} that every agent with a "
            "figure has finished."
        )


def _say(sentence: str) -> None:
    console.print(sentence, markup=False, highlight=False)


def _rate(mean: Estimate | None) -> str:
    if mean is None:
        return "–"
    return f"{100 * mean.value:.1f} ({100 * mean.low:.1f}–{100 * mean.high:.1f})"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="replace")
