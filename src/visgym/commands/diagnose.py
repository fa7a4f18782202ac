"""`visgym diagnose`: the same episodes under controlled conditions."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from visgym.agents.agent import AgentBroken
from visgym.analysis import diagnose as diagnosis
from visgym.analysis.diagnose import POOLED, Diagnosis, DiagnosisRow
from visgym.analysis.paired_tests import COVERAGE, PairedComparison, Rate
from visgym.analysis.statistics import Share
from visgym.analysis.studies import STUDIES, find_ids, find_study
from visgym.commands.common import build_agents, console, data_folders, located
from visgym.commands.watching import progress_bar
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import Limits
from visgym.evaluation.store import Store
from visgym.suites.suite import OWN, Suite, all_suites

NOTABLE = 0.05  # p values below are shown in bold


def diagnose(
    study: Annotated[str, typer.Argument(help=f"{', '.join(STUDIES)}.")],
    agent: Annotated[list[str], typer.Option(help="Such as openai:MODEL; may be repeated.")],
    out: Annotated[Path, typer.Option(help="The folder of the study; run again to go on.")],
    episodes: Annotated[int | None, typer.Option(min=1, help="Episodes of each task.")] = None,
    preset: Annotated[str, typer.Option(help="easy, hard, level_3, …")] = "easy",
    tasks: Annotated[str | None, typer.Option(help="Other tasks, with commas.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Of the agents: name=value.")] = None,
    in_flight: Annotated[int, typer.Option(min=1, help="Episodes played at once.")] = 32,
    budget: Annotated[float | None, typer.Option(min=0, help="Dollars to spend at most.")] = None,
) -> None:
    """Compare conditions on equal episodes. Example: visgym diagnose text --agent stop --out x"""
    chosen, agents = find_study(study), build_agents(agent, option)
    ids, notes = find_ids(chosen, preset, _names(tasks))
    suite = _suite(preset, ids)
    seeds = {id: own[:episodes] for id, own in suite.seeds(ids).items()}
    entries = diagnosis.entries(chosen, seeds, agents.values())
    planned = [replace(entry, id=located(entry.id)) for entry in entries]
    data = data_folders(ids)
    store = Store(out)
    console.print(f"[bold]{chosen.question}[/]", highlight=False)
    for note in notes:
        console.print(f"Note: {note}", highlight=False, markup=False)
    with progress_bar(len(planned)) as watch:
        limits = Limits(in_flight, budget)
        try:
            progress = asyncio.run(
                diagnosis.diagnose(chosen, suite, planned, agents, store, limits, watch, data)
            )
        except KeyboardInterrupt:
            raise Mistake(f"Interrupted; run the same command again to go on in {out}.") from None
        except AgentBroken as error:
            raise Mistake(str(error)) from None
    if progress.done < len(planned):
        notes.append(f"{len(planned) - progress.done} episodes are not played; run again to go on.")
        console.print(f"Note: {notes[-1]}", highlight=False)
    found = diagnosis.summary(chosen, planned, store.records(), notes)
    show(found, console)
    for path in diagnosis.save(found, suite, out):
        console.print(f"Written: {path}", soft_wrap=True, highlight=False)


def _suite(preset: str, ids: list[str]) -> Suite:
    """The suite whose published starts are played, or one of seeds from 0 on where none has ids."""
    published = all_suites().get(f"visgym/{preset}")
    return published if published and set(ids) & set(published.ids) else Suite(OWN, tuple(ids))


def _names(tasks: str | None) -> list[str] | None:
    return list(dict.fromkeys(name.strip() for name in tasks.split(","))) if tasks else None


def show(found: Diagnosis, console: Console) -> None:
    """One table for each agent."""
    for agent, rows in groupby(found.rows, key=lambda row: row.agent):
        console.print()
        console.print(_table(agent, list(rows)))
    errors = sum(row.errors for row in found.rows if row.task != POOLED)
    if errors:
        console.print(f"Note: {errors} episodes spoiled by machinery count nowhere; run again.")
    console.print(
        "Success with its Wilson interval, in %. "
        f"Difference to '{found.study.baseline.name}' on the same episodes with its {COVERAGE:.0%} "
        "interval (paired bootstrap); gain/loss: episodes solved under one of the two only; "
        "p: exact McNemar test, not corrected for several comparisons.",
        style="dim",
        highlight=False,
    )


def _table(agent: str, rows: list[DiagnosisRow]) -> Table:
    table = Table(title=Text(agent), title_justify="left", box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in ("success, %", "n", "difference", "gain/loss", "p"):
        table.add_column(heading, justify="right", no_wrap=True)
    for task, group in groupby(rows, key=lambda row: row.task):
        table.add_row(Text(task, style="bold"))
        for row in group:
            table.add_row(f"  {row.condition}", *_rate(row.rate), *_comparison(row.against))
    return table


def _rate(rate: Rate | None) -> tuple[str, str]:
    if rate is None:
        return "–", "0"
    around = Share(rate.solved, rate.episodes).estimate
    shown = f"{100 * rate.success:.1f} ({100 * around.low:.1f}–{100 * around.high:.1f})"
    return shown, str(rate.episodes)


def _comparison(against: PairedComparison | None) -> list[str]:
    if against is None:
        return []
    low, high = 100 * against.low, 100 * against.high
    interval = rf"{100 * against.difference:+.1f} \[{low:+.1f}, {high:+.1f}]"
    p = "<0.001" if against.p_value < 0.001 else f"{against.p_value:.3f}"
    bold = f"[bold]{p}[/]" if against.p_value < NOTABLE else p
    return [interval, f"{against.gained}/{against.lost}", bold]
