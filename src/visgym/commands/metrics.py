"""`visgym metrics`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from visgym.analysis.metric_tables import KnobTable, by_knobs, distances_by_step, in_order
from visgym.analysis.metrics import Averages, measured
from visgym.commands.common import TrustRecords, console, import_recorded, print_wide, table
from visgym.core.errors import Mistake, not_found
from visgym.evaluation.records import Record
from visgym.evaluation.store import Store

MOST_KNOBS = 2

Knobs = Annotated[list[str] | None, typer.Option("--by", help="A knob, or two: geoms, length.")]


def metrics(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    by: Knobs = None,
    metric: Annotated[str | None, typer.Option(help="One metric, as two knobs need.")] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Distances over steps.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write to a file.")] = None,
    trust_records: TrustRecords = False,
) -> None:
    """What a run measured beside success, on average. Example: visgym metrics runs/first"""
    store = Store(run)
    store.config()
    if len(by or ()) > MOST_KNOBS:
        raise Mistake(f"A table has {MOST_KNOBS} knobs at most; give --by once or twice.")
    if len(by or ()) == MOST_KNOBS and metric is None:
        raise Mistake("A table of two knobs shows one metric; add --metric, such as remaining.")
    records = list(store.records())
    import_recorded(records, trust_records)
    if steps:
        found: object = _print_steps(records)
    elif by:
        found = _print_knobs(records, by, metric)
    else:
        found = _print_means(measured(records))
    if json_file:
        json_file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _print_means(found: Averages) -> object:
    if not any(values for agents in found.values() for values in agents.values()):
        console.print("Nothing was measured beside success.")
    for task, agents in sorted(found.items()):
        rows = table([task], sorted(agents))
        for name in dict.fromkeys(name for values in agents.values() for name in values):
            shown = (f"{agents[a][name]:.2f}" if name in agents[a] else "–" for a in sorted(agents))
            rows.add_row(name, *shown)
        if rows.row_count:
            console.print(rows)
    return found


def _print_steps(records: Sequence[Record]) -> object:
    """How far from solved episodes are at each step, the start first."""
    found = distances_by_step(records)
    if not found:
        console.print("No task of this run says how far its states are from solved.")
    for (task, agent), distances in sorted(found.items()):
        heads = [str(step) for step in range(len(distances))]
        print_wide(task, heads, [(agent, [f"{each:.2f}" for each in distances])])
    return {f"{task} {agent}": each for (task, agent), each in found.items()}


def _print_knobs(records: Sequence[Record], by: Sequence[str], metric: str | None) -> object:
    found = by_knobs(records, by)
    known = {name for values in found.values() for each in values.values() for name in each}
    if metric is not None and metric not in known:
        raise not_found("metric", metric, sorted(known), most=len(known))
    for (task, agent), values in sorted(found.items()):
        names = list(dict.fromkeys(name for each in values.values() for name in each))
        if metric is not None and metric not in names:
            continue
        shown = names if metric is None else [metric]
        title = f"{task}, {agent}: {' by '.join([*shown[:1], *by] if metric else by)}"
        console.print(title, markup=False, highlight=False)
        _print_table(values, by, shown)
    return {
        f"{task} {agent}": [
            {**dict(zip(by, map(str, key), strict=True)), **each} for key, each in values.items()
        ]
        for (task, agent), values in found.items()
    }


def _print_table(values: KnobTable, by: Sequence[str], names: Sequence[str]) -> None:
    """Metrics by one knob, or one metric by two."""
    if len(by) == 1:
        heads = list(values)
        rows = [(name, [_shown(values[head], name) for head in heads]) for name in names]
        print_wide(by[0], [str(head[0]) for head in heads], rows)
        return
    firsts, seconds = (sorted({key[place] for key in values}, key=in_order) for place in (0, 1))
    rows = [
        (str(one), [_shown(values.get((one, two), {}), names[0]) for two in seconds])
        for one in firsts
    ]
    print_wide(f"{by[0]} \\ {by[1]}", [str(each) for each in seconds], rows)


def _shown(values: dict[str, float], name: str) -> str:
    return f"{values[name]:.2f}" if name in values else "–"
