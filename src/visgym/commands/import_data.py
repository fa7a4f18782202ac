"""`visgym import`: published releases as suites that evaluate like any other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.markup import escape

from visgym.commands.common import console, table
from visgym.core.calls import brief
from visgym.imports.benchmark_rows import Kit, TableColumns, import_rows
from visgym.imports.files import printable
from visgym.imports.ivispar import import_ivispar
from visgym.imports.problems import Report
from visgym.imports.row_cells import Scoring
from visgym.imports.vsp import import_vsp

MOST_NAMED = 20  # skipped files that are named

importing = typer.Typer(no_args_is_help=True, add_completion=False)

Out = Annotated[Path, typer.Option(help="The folder for the suite and its starts.")]


@importing.command("vsp")
def vsp(
    folder: Annotated[Path, typer.Argument(help="The folder of the release.")],
    out: Out = Path("imported"),
) -> None:
    """Import the VSP release. Example: visgym import vsp Visual-Spatial-Planning"""
    report(import_vsp(folder, out / "vsp_release.json"))


@importing.command("ivispar")
def ivispar(
    files: Annotated[list[Path], typer.Argument(help="Configuration files, or folders of them.")],
    out: Out = Path("imported"),
    view: Annotated[Literal["3d", "2d", "text"], typer.Option(help="How boards look.")] = "3d",
    inference: Annotated[bool, typer.Option("--inference", help="Ask for the objects.")] = False,
) -> None:
    """Import boards of the iVISPAR release. Example: visgym import ivispar configs/*.json"""
    kind = "inference" if inference else "release"
    report(import_ivispar(files, out / f"ivispar_{kind}_{view}.json", view, inference))


Table = Annotated[Path, typer.Argument(help="A .tsv, .jsonl or .json file of questions.")]
Rule = Annotated[Scoring, typer.Option(help="How answers are scored; auto suits each row.")]
Size = Annotated[int, typer.Option(help="Pixels on a side of the pictures that are shown.")]
Image = Annotated[str, typer.Option(help="The column of pictures; the usual ones by default.")]
Asked = Annotated[str, typer.Option(help="The column of questions.")]
Right = Annotated[str, typer.Option(help="The column of right answers.")]
Choices = Annotated[str, typer.Option(help="The column of options; A, B, C… by default.")]
Category = Annotated[str, typer.Option(help="The column that groups results.")]


@importing.command("vlmeval")
def vlmeval(
    table: Table,
    out: Out = Path("imported"),
    scoring: Rule = "auto",
    size: Size = 1024,
    category: Category = "",
) -> None:
    """Import a VLMEvalKit table. Example: visgym import vlmeval MMStar.tsv"""
    columns = TableColumns(category=category)
    _import(table, out, "vlmeval", columns, scoring, size)


@importing.command("lmms")
def lmms(
    table: Table,
    out: Out = Path("imported"),
    scoring: Rule = "auto",
    size: Size = 1024,
    image: Image = "",
    question: Asked = "",
    answer: Right = "",
    options: Choices = "",
    category: Category = "",
) -> None:
    """Import rows as lmms-eval has them. Example: visgym import lmms ai2d.jsonl --answer answer"""
    columns = TableColumns(image, question, answer, options, category)
    _import(table, out, "lmms", columns, scoring, size)


def _import(
    table: Path, out: Path, kit: Kit, columns: TableColumns, scoring: Scoring, size: int
) -> None:
    report(import_rows(table, out / f"{table.stem}.json", kit, columns, scoring, size))


def report(done: Report) -> None:
    """Say what was imported, what was not and why, and what to do next."""
    rows = table(["id"], ["problems"])
    for id, count in done.counts.items():
        rows.add_row(brief(id, 64), str(count))
    console.print(rows)
    console.print(f"{done.checked} published answers score as their publishers say.")
    for each in done.skipped[:MOST_NAMED]:
        why = escape(printable(f"{each.path}: {each.reason}"))
        console.print(f"[red]✗[/] {why}", highlight=False, soft_wrap=True)
    if done.skipped:
        left_out = f"{len(done.skipped)} problems were skipped"
        console.print(f"{left_out}; {done.reasons} has every reason.", soft_wrap=True)
    console.print(
        f"Next: visgym evaluate --suite {done.suite} --agent solver --out runs/{done.suite.stem}",
        soft_wrap=True,
    )
