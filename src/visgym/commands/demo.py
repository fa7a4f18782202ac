"""`visgym demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from visgym.commands.common import console
from visgym.commands.evaluate import evaluate_agents
from visgym.commands.report import report
from visgym.conformance.catalogue_pages import contact_sheet
from visgym.suites.visgym import TASKS

SETTINGS = ("easy", "hard")


def demo(
    out: Annotated[Path, typer.Option(help="The folder for runs, pictures and report.")],
    episodes: Annotated[int, typer.Option(min=1, help="Episodes of each task.")] = 2,
    workers: Annotated[int, typer.Option(min=1, help="Processes to spread over.")] = 2,
) -> None:
    """Evaluate a solver and chance, and write the report. Example: visgym demo --out demo"""
    pictures = out / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for name in track(TASKS, "Drawing", console=console, transient=True):
        contact_sheet(name).save(pictures / f"{name}.jpg", quality=88)
    console.print(f"{len(TASKS)} pictures of tasks: {pictures.resolve()}", soft_wrap=True)
    for setting in SETTINGS:
        console.rule(f"visgym/{setting}")
        evaluate_agents(
            out=out / setting,
            agent=["solver", "random"],
            suite=f"visgym/{setting}",
            episodes=episodes,
            workers=workers,
        )
    console.rule("report")
    report([out / setting for setting in SETTINGS], html=out / "report.html")
