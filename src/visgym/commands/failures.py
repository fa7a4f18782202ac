"""`visgym failures`: how often episodes failed in which way, with examples."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from visgym.agents.agent import AgentBroken, Usage
from visgym.agents.annotator import Annotation
from visgym.agents.findings import FAILURES
from visgym.analysis.annotations import annotate_all, save_annotations
from visgym.analysis.failures import (
    Analysis,
    Shares,
    analyse,
    examine,
    shares,
    shares_by_task,
)
from visgym.analysis.statistics import group_of
from visgym.commands.common import TrustRecords, build_agents, console, import_recorded
from visgym.core.errors import Mistake
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.store import Store
from visgym.task_ids import Id

HEADINGS = ("action\nlooping", "state mis-\nmanagement", "early\nend", "unused\ninfo", "none")


def failures(
    folder: Annotated[Path, typer.Argument(help="The folder of a run.")],
    annotator: Annotated[str | None, typer.Option(help="A model, such as openai:MODEL.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Of the model: name=value.")] = None,
    most: Annotated[int | None, typer.Option(min=1, help="Episodes to annotate at most.")] = None,
    out: Annotated[Path | None, typer.Option("--json", help="A file for everything.")] = None,
    trust_records: TrustRecords = False,
) -> None:
    """Count how episodes failed. Example: visgym failures runs/first --json failures.json"""
    store = Store(folder)
    store.config()
    records = store.records()
    import_recorded(records, trust_records)
    found = analyse(records)
    label = labels(records)
    if not found:
        console.print("No episode failed.")
    else:
        console.print("[bold]Shares of the failed episodes[/]; one may show several classes.")
        console.print(_table(records, found, label))
        _notes(records, found)
        _examples(found, label)
    read: list[Analysis] = []
    if annotator:
        traces = examine(record for record in records if record.scored)[:most]
        read = _read(traces, _annotate(annotator, option, traces))
        save_annotations(folder, read)
        _show_annotated(read, label)
    if out:
        data = as_data(found, read, label)
        out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        console.print(f"Written: {out}", soft_wrap=True, highlight=False)


def labels(records: Sequence[Record]) -> Callable[[Entry], str]:
    """How to call who played: the agent, with its wrappers where they differ within the run."""
    if len({record.entry.wrappers for record in records}) <= 1:
        return lambda entry: entry.agent
    return lambda entry: f"{entry.agent} ({', '.join(entry.wrappers) or 'no wrapper'})"


def as_data(
    found: Sequence[Analysis], read: Sequence[Analysis], label: Callable[[Entry], str]
) -> dict[str, Any]:
    """Frequencies and findings as plain data: of detectors, and of an annotator on all it read."""
    data: dict[str, Any] = {
        "classes": FAILURES,
        "by_agent": shares(found, label),
        "by_task": shares_by_task(found, label),
        "episodes": [_as_data(each) for each in found],
    }
    if read:
        data["annotator"] = {
            "by_agent": shares(read, label),
            "by_task": shares_by_task(read, label),
            "episodes": [_as_data(each) for each in read],
        }
    return data


def _as_data(each: Analysis) -> dict[str, Any]:
    return {
        "key": each.record.entry.key,
        **asdict(each.record.entry),
        "outcome": each.record.outcome,
        "problem": each.problem,
        "findings": [finding.as_property() for finding in each.findings],
    }


def _table(
    records: Sequence[Record], found: Sequence[Analysis], label: Callable[[Entry], str]
) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("agent and task")
    table.add_column("failed", justify="right", no_wrap=True)
    for heading in HEADINGS:
        table.add_column(heading, justify="right", no_wrap=True)
    by_task = shares_by_task(found, label)
    for name, by_class in shares(found, label).items():
        mine = [a for a in found if label(a.record.entry) == name]
        played = [r for r in records if label(r.entry) == name and r.scored]
        table.add_row(Text(name, style="bold"), *_cells(played, mine, by_class))
        for id, of_task in by_task[name].items():
            of_id = [a for a in mine if group_of(a.record.entry.id) == id]
            among = [r for r in played if group_of(r.entry.id) == id]
            table.add_row(f"  {id}", *_cells(among, of_id, of_task))
    return table


def _cells(played: Sequence[Record], found: Sequence[Analysis], by_class: Shares) -> list[str]:
    none = sum(not each.findings and each.problem is None for each in found)
    known = sum(each.problem is None for each in found)
    counts = [f"{by_class[failure]:.0%}" if by_class[failure] else "·" for failure in FAILURES]
    return [f"{len(found)} of {len(played)}", *counts, f"{none / known:.0%}" if none else "·"]


def _notes(records: Sequence[Record], found: Sequence[Analysis]) -> None:
    errors = sum(not record.scored for record in records)
    changed = [each.problem for each in found if each.problem is not None]
    if errors:
        _print(f"Note: {errors} episodes spoiled by machinery are left out.")
    if changed:
        _print(f"Note: {len(changed)} failed episodes cannot be replayed: {changed[0]}")


def _examples(found: Sequence[Analysis], label: Callable[[Entry], str]) -> None:
    for failure, title in FAILURES.items():
        pairs = [(a.record.entry, f) for a in found for f in a.findings if f.failure == failure]
        if pairs:
            entry, finding = pairs[0]
            console.print(f"\n[bold]{title}[/], for example:", highlight=False)
            where = f"{Id.recorded(entry.id).brief}, seed {entry.seed}"
            _print(f"  {label(entry)} on {where}: {finding.reason}")
            _print(f"  {finding.shown}")


def _annotate(
    annotator: str, option: list[str] | None, found: Sequence[Analysis]
) -> list[Annotation]:
    (agent,) = build_agents([annotator], option).values()
    with Bar(console=console, transient=True) as bar:
        shown = bar.add_task("Annotating", total=len(found))
        try:
            return asyncio.run(annotate_all(agent, found, lambda: bar.advance(shown)))
        except AgentBroken as error:
            raise Mistake(str(error)) from None


def _read(traces: Sequence[Analysis], annotations: Sequence[Annotation]) -> list[Analysis]:
    """The traces with what the annotator found in them, and what that cost, told."""
    spent = sum((annotation.usage for annotation in annotations), Usage())
    done = sum(annotation.annotated for annotation in annotations)
    console.print(
        f"\n[bold]The annotator[/] on {done} of {len(traces)} episodes, solved ones too, "
        f"{spent.input} tokens read, {spent.output} written, ${spent.dollars:.2f}:",
        highlight=False,
    )
    return [
        replace(analysis, findings=annotation.findings, problem=annotation.problem)
        for analysis, annotation in zip(traces, annotations, strict=True)
    ]


def _show_annotated(read: Sequence[Analysis], label: Callable[[Entry], str]) -> None:
    done = [analysis for analysis in read if analysis.problem is None]
    for problem in sorted({a.problem for a in read if a.problem is not None})[:3]:
        _print(f"  Not annotated: {problem}")
    if done:
        console.print(_table([each.record for each in done], done, label))
        _examples(done, label)


def _print(text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
