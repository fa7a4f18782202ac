"""`visgym export`: suites as the tables of other kits, with pictures and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from visgym.commands.common import TrustSuite, console
from visgym.core.errors import Mistake
from visgym.imports.benchmark_rows import Kit
from visgym.imports.exported_rows import export_rows
from visgym.imports.exporting import export_table
from visgym.suites.suite import find_suite

MOST_NAMED = 5  # ids that are named as left out

exporting = typer.Typer(no_args_is_help=True, add_completion=False)

Named = Annotated[str, typer.Option("--suite", help="A suite, or a suite file.")]
Out = Annotated[Path, typer.Option(help="The folder for the table.")]
Episodes = Annotated[int | None, typer.Option(min=1, help="Of each id at most.")]
Tasks = Annotated[list[str] | None, typer.Option("--tasks", help="Ids of the suite; all else.")]


@exporting.command("vlmeval")
def vlmeval(
    suite: Named,
    out: Out = Path("exported"),
    episodes: Episodes = None,
    tasks: Tasks = None,
    trust_suite: TrustSuite = False,
) -> None:
    """Write a VLMEvalKit table. Example: visgym export vlmeval --suite vsp --episodes 5"""
    _export("vlmeval", suite, out, episodes, tasks, trust_suite)


@exporting.command("lmms")
def lmms(
    suite: Named,
    out: Out = Path("exported"),
    episodes: Episodes = None,
    tasks: Tasks = None,
    trust_suite: TrustSuite = False,
) -> None:
    """Write a task of lmms-eval. Example: visgym export lmms --suite gym_v/level_0 --episodes 1"""
    _export("lmms", suite, out, episodes, tasks, trust_suite)


def _export(
    kit: Kit,
    name: str,
    out: Path,
    episodes: int | None,
    tasks: list[str] | None,
    trusted: bool,
) -> None:
    suite = find_suite(name, trusted)
    if missing := set(tasks or ()) - set(suite.ids):
        raise Mistake(f"The suite {suite.name} has no id {min(missing)}.")
    left_out: list[str] = []
    path = out / f"{suite.name.replace('/', '_')}{'.tsv' if kit == 'vlmeval' else '.jsonl'}"
    count = export_table(export_rows(suite, episodes, left_out, tasks or ()), path, kit)
    console.print(f"{count} questions: {path}", soft_wrap=True, highlight=False)
    if left_out:
        named = ", ".join(left_out[:MOST_NAMED]) + (", …" if len(left_out) > MOST_NAMED else "")
        console.print(
            f"{len(left_out)} ids are left out, for they take more than one answer: {named}.",
            soft_wrap=True,
            highlight=False,
        )
    console.print(f"Next: {_next(kit, path)}", soft_wrap=True, highlight=False)


def _next(kit: Kit, path: Path) -> str:
    if kit == "vlmeval":
        return f"put it into $LMUData; python run.py --data {path.stem} --model MODEL"
    return f"python -m lmms_eval --include_path {path.parent} --tasks {path.stem} --model MODEL"
