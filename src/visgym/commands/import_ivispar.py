"""`visgym import ivispar`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from visgym.commands.common import console
from visgym.run.imports.ivispar import import_ivispar


def ivispar(
    files: Annotated[list[Path], typer.Argument(help="Configuration files, or folders of them.")],
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("ivispar"),
    view: Annotated[Literal["3d", "2d", "text"], typer.Option(help="How to show it.")] = "3d",
) -> None:
    """Turn published iVISPAR boards into a suite. Example: visgym import ivispar configs/"""
    done = import_ivispar(files, out, view)
    for line in done.skipped:
        console.print(f"[yellow]Skipped[/] {line}", highlight=False)
    console.print(
        f"{done.boards} boards, {len(done.skipped)} skipped. Next: "
        f"visgym evaluate --suite {done.suite} --agent solver --out runs/ivispar"
    )
