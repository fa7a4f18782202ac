"""`visgym metrics`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from visgym.analysis.metrics import measured
from visgym.commands.common import console, table
from visgym.evaluation.store import Store


def metrics(run: Annotated[Path, typer.Argument(help="The folder of a run.")]) -> None:
    """What a run measured beside success, on average. Example: visgym metrics runs/first"""
    store = Store(run)
    store.config()
    found = measured(store.records())
    if not any(values for agents in found.values() for values in agents.values()):
        console.print("Nothing was measured beside success.")
    for task, agents in sorted(found.items()):
        rows = table([task], sorted(agents))
        for name in dict.fromkeys(name for values in agents.values() for name in values):
            shown = (f"{agents[a][name]:.2f}" if name in agents[a] else "–" for a in sorted(agents))
            rows.add_row(name, *shown)
        if rows.row_count:
            console.print(rows)
