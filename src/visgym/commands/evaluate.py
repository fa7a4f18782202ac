"""`visgym evaluate`."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from visgym.analysis.statistics import Share, group_of, pooled, successes
from visgym.commands.common import (
    build_agents,
    console,
    data_folders,
    expand,
    located,
    print_wide,
)
from visgym.commands.watching import progress_bar
from visgym.core.errors import not_found
from visgym.evaluation.evaluate import Limits, evaluate, plan
from visgym.evaluation.pools import Backend
from visgym.evaluation.records import Record
from visgym.evaluation.store import Store
from visgym.evaluation.workers import spread
from visgym.suites.suite import Suite, find_suite
from visgym.task_ids import Id
from visgym.wrappers.build import arrange, written

OWN = "own"  # what a run is called that has tasks outside the catalog only


def evaluate_agents(
    out: Annotated[Path, typer.Option(help="The folder of the run; an unfinished one goes on.")],
    agent: Annotated[list[str], typer.Option(help="solver, random, stop, openai:MODEL, …")],
    suite: Annotated[str, typer.Option(help="Which suite, or a suite file.")] = "visgym/easy",
    tasks: Annotated[str | None, typer.Option(help="Only these: a,b,my_package.c.")] = None,
    episodes: Annotated[int | None, typer.Option(min=1, help="Episodes of each task.")] = None,
    wrapper: Annotated[list[str] | None, typer.Option(help="text, history=2, goal, …")] = None,
    option: Annotated[list[str] | None, typer.Option(help="For model agents: name=value.")] = None,
    in_flight: Annotated[int, typer.Option(min=1, help="Episodes at a time.")] = 32,
    budget: Annotated[float | None, typer.Option(min=0, help="Dollars to spend at most.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes to spread over.")] = 1,
    backend: Annotated[Backend, typer.Option(help="Where processes run: local or ray.")] = "local",
) -> None:
    """Evaluate agents on a suite. Example: visgym evaluate --agent solver --out runs/first"""
    agents = build_agents(agent, option)
    chosen = find_suite(suite)
    wrappers = tuple(
        written(each) for each in arrange(dict.fromkeys((*chosen.wrappers, *(wrapper or ()))))
    )
    ids = _ids(chosen, tasks)
    planned = plan(chosen, agents.values(), ids, episodes, wrappers)
    entries = [replace(entry, id=located(entry.id)) for entry in planned]
    store = Store(out)
    config = {
        "suite": OWN if ids and not set(ids) & set(chosen.ids) else chosen.name,
        "wrappers": list(wrappers),
        "agents": [each.spec() for each in agents.values()],
        "tasks": tasks.split(",") if tasks else None,
        "episodes": episodes,
        "data": data_folders(chosen.ids),
    }
    limits = Limits(in_flight, budget)
    with store.writing(config), progress_bar(len(entries)) as watch:
        try:
            if workers == 1 and backend == "local":
                asyncio.run(evaluate(entries, agents, store, chosen.starts, limits, watch))
            else:
                starts = chosen.starts
                spread(entries, agents, store, starts, limits, watch, workers, backend)
        except KeyboardInterrupt:
            console.print("Stopped; the same command goes on from here.")
    keys = {entry.key for entry in entries}
    _print_results([kept for kept in store.records() if kept.entry.key in keys], len(entries))


def _ids(suite: Suite, tasks: str | None) -> list[str] | None:
    """The ids of some tasks of a suite, and of modules of yours, which are in no suite."""
    if tasks is None:
        return None
    known: dict[str, list[str]] = {}
    for id in suite.ids:
        known.setdefault(Id.parse(id).task, []).append(id)
    for name in tasks.split(","):
        if "." in Id.parse(name).task:
            known.setdefault(name, expand([name]))
        if name not in known:
            raise not_found(f"task in {suite.name}", name, known)
    return [id for name in tasks.split(",") for id in known[name]]


def _print_results(records: list[Record], total: int) -> None:
    """Success by task and agent, and what is missing."""
    agents = sorted({kept.entry.agent for kept in records})
    found = successes(records)
    rows = [
        (group, [_percent([found[a, group]] if (a, group) in found else []) for a in agents])
        for group in sorted({group_of(kept.entry.id) for kept in records})
    ]
    every = [_percent([share for (a, _), share in found.items() if a == each]) for each in agents]
    print_wide("task", agents, [*rows, ("all", every)])
    errors = [kept for kept in records if kept.outcome == "error"]
    if errors:
        reason = escape(errors[-1].error or "none given")
        console.print(
            f"[red]{len(errors)} episodes failed for reasons that are not the agent's[/] and are "
            f"left out; the same command plays them again. The last reason: {reason}"
        )
    elif len(records) < total:
        console.print(f"{total - len(records)} episodes are left; the same command plays them.")


def _percent(shares: list[Share]) -> str:
    return f"{pooled(shares).rate:.1%}" if shares else "–"
