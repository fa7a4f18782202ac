"""`visgym evaluate --adaptive`: the level at which agents succeed half of the time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from visgym.agents.agent import Agent
from visgym.analysis.adaptive_tables import adaptive_page
from visgym.analysis.study_pages import save
from visgym.commands.common import console, data_folders, located
from visgym.commands.study_output import print_study
from visgym.commands.watching import progress_bar
from visgym.core.errors import Mistake
from visgym.evaluation.adaptive import AdaptiveOptions, adapt, described
from visgym.evaluation.evaluate import Limits
from visgym.evaluation.ladders import Ladder, read_ladders
from visgym.evaluation.store import Store
from visgym.suites.suite import OWN
from visgym.wrappers.build import arrange, written


def evaluate_adaptively(
    out: Path,
    agents: Mapping[str, Agent],
    ladders: Sequence[Ladder],
    options: AdaptiveOptions,
    limits: Limits,
    wrapper: Sequence[str] | None,
) -> None:
    """Climb ladders with every agent, say where each succeeds half of the time, and keep it."""
    wrappers = tuple(map(written, arrange(wrapper or ())))
    config = {
        **{"suite": OWN, "wrappers": list(wrappers), "adaptive": described(ladders, options)},
        "data": data_folders(rung for each in ladders for rung in each.rungs),
        **({"overflow": limits.overflow} if limits.overflow != "void" else {}),
        "agents": [each.spec() for each in agents.values()],
    }
    total = options.most * len(ladders) * len(agents)
    with (store := Store(out)).writing(config), progress_bar(total) as watch:
        work = adapt(ladders, agents, store, limits, watch, options, wrappers)
        try:
            found = asyncio.run(work)
        except KeyboardInterrupt:
            raise Mistake(f"Interrupted; run the same command again to go on in {out}.") from None
    page = adaptive_page(found)
    print_study(page, console)
    if any(each.waiting for each in found):
        console.print("Some episodes are left or void; the same command goes on from here.")
    for path in save(page, out):
        console.print(f"Written: {path}", soft_wrap=True, highlight=False)


def chosen_ladders(tasks: str | None, typed: Sequence[str] | None) -> list[Ladder]:
    """Ladders of tasks by name, and of knobs as they are typed."""
    texts = [*(tasks.split(",") if tasks else ()), *(typed or ())]
    if not texts:
        raise Mistake("Which ladders? Name tasks with --tasks, or knobs that rise with --ladder.")
    return [Ladder(each.name, tuple(map(located, each.rungs))) for each in read_ladders(texts)]
