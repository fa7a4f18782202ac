"""`visgym evaluate`."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from visgym.agents.agent import Agent
from visgym.analysis.cut_replies import cut_warnings
from visgym.analysis.statistics import Share, group_of, pooled, successes
from visgym.commands.adaptive import chosen_ladders, evaluate_adaptively
from visgym.commands.common import (
    CacheMb,
    Tools,
    TrustSuite,
    build_agents,
    console,
    data_folders,
    expand,
    keep_layers,
    listed_tools,
    located,
    print_wide,
)
from visgym.commands.games import print_games
from visgym.commands.watching import progress_bar
from visgym.core.errors import Mistake, not_found
from visgym.evaluation.adaptive import AdaptiveOptions
from visgym.evaluation.attempts import Overflow, Starts
from visgym.evaluation.evaluate import Limits, Watch, evaluate, plan
from visgym.evaluation.pools import Backend
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.seats import EACH, matched
from visgym.evaluation.store import Store
from visgym.evaluation.workers import spread
from visgym.suites.suite import OWN, Suite, find_suite
from visgym.task_ids import Id
from visgym.wrappers.build import arrange, written

PlannedRun = tuple[Sequence[Entry], Mapping[str, Agent], Store, Starts, Limits, Watch]

INCOMPLETE = 3  # the exit status where episodes are void or left
OVERFLOW_HELP = "Conversations too long for the model: void, failure, or shorten the history."
ADAPTIVE_HELP = "Find the level of each task at which agents succeed half of the time."
LADDER_HELP = "Adaptive: such as maze_2d/easy?width=5..15:2, or FILE.json of ladders."
PRECISION_HELP = "Adaptive: rungs that the 95 % interval may be wide at the end."
VERSUS_HELP = "Games: the agent to play against in both seats, or each for every other one."


def evaluate_agents(
    out: Annotated[Path, typer.Option(help="The folder of the run; an unfinished one goes on.")],
    agent: Annotated[list[str], typer.Option(help="solver, random, stop, openai:MODEL, …")],
    suite: Annotated[str, typer.Option(help="Which suite, or a suite file.")] = "visgym/easy",
    tasks: Annotated[str | None, typer.Option(help="Only these: a,b,my_package.c.")] = None,
    episodes: Annotated[int | None, typer.Option(min=1, help="Episodes of each task.")] = None,
    wrapper: Annotated[list[str] | None, typer.Option(help="text, history=2, goal, …")] = None,
    tools: Tools = None,
    option: Annotated[list[str] | None, typer.Option(help="For model agents: name=value.")] = None,
    in_flight: Annotated[int, typer.Option(min=1, help="Episodes at a time, in all workers.")] = 32,
    budget: Annotated[float | None, typer.Option(min=0, help="Dollars to spend at most.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes to spread over.")] = 1,
    backend: Annotated[Backend, typer.Option(help="Where processes run: local or ray.")] = "local",
    overflow: Annotated[Overflow, typer.Option(help=OVERFLOW_HELP)] = "void",
    versus: Annotated[list[str] | None, typer.Option(help=VERSUS_HELP)] = None,
    adaptive: Annotated[bool, typer.Option("--adaptive", help=ADAPTIVE_HELP)] = False,
    ladder: Annotated[list[str] | None, typer.Option(help=LADDER_HELP)] = None,
    precision: Annotated[float, typer.Option(help=PRECISION_HELP)] = AdaptiveOptions.width,
    cache_mb: CacheMb = None,
    trust_suite: TrustSuite = False,
) -> None:
    """Evaluate agents on a suite. Example: visgym evaluate --agent solver --out runs/first"""
    keep_layers(cache_mb, in_flight)
    if adaptive or ladder:
        if workers > 1 or backend != "local" or versus:
            raise Mistake("--adaptive takes no --workers, --backend or --versus; leave them out.")
        limits, ladders = Limits(in_flight, budget, overflow), chosen_ladders(tasks, ladder)
        options = AdaptiveOptions(precision, episodes or AdaptiveOptions.most)
        evaluate_adaptively(out, build_agents(agent, option), ladders, options, limits, wrapper)
        return
    rivals = [each for each in versus or () if each != EACH]
    texts = [*agent, *(each for each in rivals if each not in agent)]
    agents, chosen = build_agents(texts, option), find_suite(suite, trust_suite)
    names = dict(zip(texts, agents, strict=True))
    wrappers, tool_specs = _wrappers(chosen, wrapper), listed_tools(tools)
    ids = _ids(chosen, tasks)
    own = [agents[names[each]] for each in agent]
    planned = plan(chosen, own, ids, episodes, wrappers, tool_specs)
    _say_fewer(chosen, planned, episodes)
    if versus:
        planned = matched(planned, agents, [names.get(each, each) for each in versus])
    entries = [replace(entry, id=located(entry.id)) for entry in planned]
    name = OWN if ids and not set(ids) & set(chosen.ids) else chosen.name
    config = {
        **{"suite": name, "wrappers": list(wrappers), "data": data_folders(chosen.ids)},
        **{"tasks": tasks.split(",") if tasks else None, "episodes": episodes},
        **({"overflow": overflow} if overflow != "void" else {}),
        **({"tools": list(tool_specs)} if tool_specs else {}),
        "agents": [each.spec() for each in agents.values()],
    }
    with (store := Store(out)).writing(config), progress_bar(len(entries)) as watch:
        limits = Limits(in_flight, budget, overflow)
        _play((entries, agents, store, chosen.starts, limits, watch), workers, backend)
    records = store.contents().records
    _conclude([records[e.key] for e in entries if e.key in records], len(entries))


def _play(run: PlannedRun, workers: int, backend: Backend) -> None:
    """Play a run here or in other processes, until it is done or somebody interrupts it."""
    try:
        if workers == 1 and backend == "local":
            asyncio.run(evaluate(*run))
        else:
            spread(*run, workers, backend)
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")


def _wrappers(suite: Suite, more: Sequence[str] | None) -> tuple[str, ...]:
    """The wrappers of a suite and those that come on top, as records name them."""
    return tuple(map(written, arrange(dict.fromkeys((*suite.wrappers, *(more or ()))))))


def _say_fewer(suite: Suite, planned: Sequence[Entry], episodes: int | None) -> None:
    """Say where a suite has fewer episodes than were asked for."""
    if episodes is None:
        return
    counts = Counter(id for id, _ in {(entry.id, entry.seed) for entry in planned})
    fewer = sorted(id for id, count in counts.items() if count < episodes)
    if fewer:
        which = fewer[0] if len(fewer) == 1 else f"{fewer[0]} and {len(fewer) - 1} more"
        console.print(
            f"Note: {suite.name} has {counts[fewer[0]]} episodes of {which}, and not {episodes}.",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )


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


def _conclude(records: list[Record], total: int) -> None:
    """Say what came of a run, and end with another status where something is missing."""
    if any(kept.entry.versus for kept in records):
        print_games(records)
    else:
        _print_results(records)
    for warning in cut_warnings(records):
        console.print(f"Warning: {warning}", markup=False, highlight=False, soft_wrap=True)
    errors = [kept for kept in records if kept.outcome == "error"]
    long = [kept for kept in records if kept.outcome == "overflow"]
    if long:
        counted = "count as not solved" if long[-1].counted else "are left out"
        console.print(f"{len(long)} episodes grew too long for the model and {counted}.")
    if errors:
        reason = escape(errors[-1].error or "none given")
        console.print(
            f"[red]{len(errors)} episodes failed for reasons that are not the agent's[/] and are "
            f"left out; the same command plays them again. The last reason: {reason}"
        )
    if len(records) < total:
        console.print(f"{total - len(records)} episodes are left; the same command plays them.")
    if errors or len(records) < total:
        raise typer.Exit(INCOMPLETE)


def _print_results(records: list[Record]) -> None:
    """Success by task and agent."""
    agents = sorted({kept.entry.agent for kept in records})
    found = successes(records)
    rows = [
        (group, [_percent([found[a, group]] if (a, group) in found else []) for a in agents])
        for group in sorted({group_of(kept.entry.id) for kept in records})
    ]
    every = [_percent([share for (a, _), share in found.items() if a == each]) for each in agents]
    print_wide("task", agents, [*rows, ("all", every)])


def _percent(shares: list[Share]) -> str:
    return f"{pooled(shares).rate:.1%}" if shares else "–"
