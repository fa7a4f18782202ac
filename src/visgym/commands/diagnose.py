"""`visgym diagnose`: the same episodes under controlled conditions."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from visgym.agents.agent import AgentBroken
from visgym.analysis.study_pages import save
from visgym.analysis.study_plans import NAMES, StudyRequest, planned_study, play_study
from visgym.commands.common import build_agents, console, data_folders, located
from visgym.commands.study_output import print_study
from visgym.commands.watching import progress_bar
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import Limits
from visgym.evaluation.store import Store

RULES_HELP = "For scaffold: the rules that are compared with none: full, terse, FILE.json."


def diagnose(
    study: Annotated[str, typer.Argument(help=f"{', '.join(NAMES)}.")],
    agent: Annotated[list[str], typer.Option(help="Such as openai:MODEL; may be repeated.")],
    out: Annotated[Path, typer.Option(help="The folder of the study; run again to go on.")],
    episodes: Annotated[int | None, typer.Option(min=1, help="Episodes of each task.")] = None,
    preset: Annotated[str | None, typer.Option(help="easy, hard, level_0, …")] = None,
    tasks: Annotated[str | None, typer.Option(help="Other tasks, with commas.")] = None,
    samples: Annotated[int | None, typer.Option(min=1, help="Plays of each episode.")] = None,
    rules: Annotated[str, typer.Option(help=RULES_HELP)] = "full",
    option: Annotated[list[str] | None, typer.Option(help="Of the agents: name=value.")] = None,
    in_flight: Annotated[int, typer.Option(min=1, help="Episodes played at once.")] = 32,
    budget: Annotated[float | None, typer.Option(min=0, help="Dollars to spend at most.")] = None,
) -> None:
    """Compare conditions on equal episodes. Example: visgym diagnose text --agent stop --out x"""
    agents = build_agents(agent, option)
    asked = StudyRequest(_names(tasks), preset, episodes, samples, rules)
    planned = planned_study(study, agents.values(), asked, located)
    store, notes = Store(out), list(planned.notes)
    console.print(f"[bold]{planned.question}[/]", highlight=False)
    for note in notes:
        console.print(f"Note: {note}", highlight=False, markup=False)
    data = data_folders({entry.id: None for entry in planned.entries})
    with progress_bar(len(planned.entries)) as watch:
        limits = Limits(in_flight, budget)
        try:
            progress = asyncio.run(play_study(planned, agents, store, limits, watch, data))
        except KeyboardInterrupt:
            raise Mistake(f"Interrupted; run the same command again to go on in {out}.") from None
        except AgentBroken as error:
            raise Mistake(str(error)) from None
    if progress.done < len(planned.entries):
        left = len(planned.entries) - progress.done
        notes.append(f"{left} episodes are not played; run again to go on.")
    if progress.errors:
        notes.append(f"{progress.errors} episodes spoiled by machinery count nowhere; run again.")
    for note in notes[len(planned.notes) :]:
        console.print(f"Note: {note}", highlight=False)
    found = planned.conclude(store.records(), notes)
    print_study(found, console)
    for path in save(found, out):
        console.print(f"Written: {path}", soft_wrap=True, highlight=False)


def _names(tasks: str | None) -> tuple[str, ...] | None:
    return tuple(dict.fromkeys(name.strip() for name in tasks.split(","))) if tasks else None
