"""`visgym behaviours`: what agents do in free words, in groups of like traces."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from visgym.agents.agent import AgentBroken
from visgym.analysis.behaviours import (
    BehaviourCluster,
    DescribedTrace,
    behaviour_clusters,
    behaviours_as_data,
    describe_traces,
    described_by,
    save_behaviours,
)
from visgym.commands.common import build_agents, console
from visgym.commands.failures import labels
from visgym.core.errors import Mistake
from visgym.evaluation.store import Store
from visgym.task_ids import Id

MOST_NAMED = 3  # tasks and problems


def behaviours(
    folder: Annotated[Path, typer.Argument(help="The folder of a run.")],
    agent: Annotated[list[str] | None, typer.Option(help="Only of these agents.")] = None,
    failed: Annotated[bool, typer.Option("--failed", help="Only episodes that failed.")] = False,
    clusters: Annotated[int | None, typer.Option(min=1, help="Groups; chosen if left out.")] = None,
    describer: Annotated[str | None, typer.Option(help="A model, such as openai:MODEL.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Of the model: name=value.")] = None,
    embedder: Annotated[str, typer.Option(help="openai:MODEL or module:function.")] = "",
    most: Annotated[int | None, typer.Option(min=1, help="Episodes at most.")] = None,
    out: Annotated[Path | None, typer.Option("--json", help="A file for everything.")] = None,
) -> None:
    """Group traces by what agents do. Example: visgym behaviours runs/first --clusters 6"""
    store = Store(folder)
    store.config()
    records = [
        record
        for record in store.records()
        if record.scored
        and not (agent and record.entry.agent not in agent)
        and not (failed and record.success)
    ]
    traces = describe_traces(records)[:most]
    if not traces:
        raise Mistake(f"{folder} has no episode to describe; evaluate some first.")
    if describer:
        traces = _described(describer, option, traces)
    found = behaviour_clusters(traces, labels(records), clusters, embedder)
    _show(found)
    save_behaviours(folder, found)
    if out:
        data = json.dumps(behaviours_as_data(found), indent=1, ensure_ascii=False)
        out.write_text(data + "\n", encoding="utf-8")
    console.print(
        f"{len(traces)} traces in {len(found)} groups; `visgym report {folder}` shows them.",
        soft_wrap=True,
        highlight=False,
    )


def _described(
    describer: str, option: list[str] | None, traces: Sequence[DescribedTrace]
) -> list[DescribedTrace]:
    (model,) = build_agents([describer], option).values()
    with Bar(console=console, transient=True) as bar:
        shown = bar.add_task("Describing", total=len(traces))
        try:
            told, wrong = asyncio.run(described_by(model, traces, lambda: bar.advance(shown)))
        except AgentBroken as error:
            raise Mistake(str(error)) from None
    for problem in sorted(set(wrong))[:MOST_NAMED]:
        console.print(f"  Not described: {problem}", markup=False, soft_wrap=True)
    return told


def _show(found: Sequence[BehaviourCluster]) -> None:
    agents = list(found[0].by_agent)
    table = Table(box=None, pad_edge=False)
    table.add_column("behaviour", overflow="fold")
    for heading in ("traces", "solved", *agents):
        table.add_column(Text(heading), justify="right")
    for each in found:
        shares = [f"{each.by_agent[name]:.0%}" for name in agents]
        table.add_row(Text(each.title), str(len(each.traces)), f"{each.solved:.0%}", *shares)
    console.print(table)
    for number, each in enumerate(found, start=1):
        tasks = sorted(each.by_task.items(), key=lambda item: (-item[1], item[0]))[:MOST_NAMED]
        entry = each.traces[0].record.entry
        lines = (
            f"\n{number}. {', '.join(each.terms)}",
            f"   tasks: {', '.join(f'{task} {share:.0%}' for task, share in tasks if share)}",
            f"   such as {entry.agent} on {Id.recorded(entry.id).brief}, seed {entry.seed}: "
            f"{each.traces[0].text}",
        )
        for line in lines:
            console.print(line, markup=False, highlight=False, soft_wrap=True)
