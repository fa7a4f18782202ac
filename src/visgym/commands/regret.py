"""`visgym regret`."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from visgym.commands.common import console, table
from visgym.run.regret import Counts, regrets, summary
from visgym.run.store import Store


def regret(
    run: Annotated[Path, typer.Argument(help="The folder of a run of sliding puzzles.")],
) -> None:
    """How far agents stray from the shortest way. Example: visgym regret runs/ivispar"""
    kinds = [kind.name for kind in fields(Counts)]
    rows = table(["agent"], ["episodes", "completed", "deviation", *kinds])
    for agent, episodes in regrets(Store(run).records()).items():
        total = summary(episodes)
        counts = [f"{total.counts[kind]:.2f}" for kind in kinds]
        mean = f"{total.mean_deviation:.2f}"
        rows.add_row(agent, str(total.episodes), f"{total.completed:.1%}", mean, *counts)
    console.print(rows)
