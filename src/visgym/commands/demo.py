"""`visgym demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

import visgym
from visgym.commands.common import console, table
from visgym.run import demo as demonstration


def demo(
    out: Annotated[Path, typer.Option(help="The folder for the pictures.")] = Path("demo"),
    episodes: Annotated[int, typer.Option(min=1, help="Episodes of each task and agent.")] = 10,
) -> None:
    """Run the solver and a random agent on every task. Example: visgym demo --episodes 5"""
    ids = visgym.ids()
    rows = table(["id", "agent"], ["success", "steps", "CPU ms/step"])
    total = len(ids) * len(demonstration.AGENTS)
    summaries = demonstration.demonstrate(ids, episodes)
    for each in track(summaries, "Playing", total=total, console=console, transient=True):
        color = "green" if each.success == 1 else "default"
        success = f"[{color}]{each.success:.0%}[/]"
        rows.add_row(each.id, each.agent, success, f"{each.steps:.1f}", f"{each.milliseconds:.2f}")
    console.print(rows)
    for id in ids:
        demonstration.save_pictures(id, out)
    console.print(f"{2 * len(ids)} pictures to look at: {out.resolve()}", soft_wrap=True)
