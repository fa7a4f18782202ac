"""`visgym images`: prompts in, pictures out, and scores as GenEval, GenExam and WISE have them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.progress import Progress as Bar

from visgym.agents.agent import AgentBroken
from visgym.agents.build import KINDS
from visgym.commands.common import build_agents, console, table
from visgym.core.errors import Mistake
from visgym.image_generation.painters import Painter, ServerPainter, ShapePainter, paint_all
from visgym.image_generation.prompts import ImagePrompt, Shape, read_prompts
from visgym.image_generation.scoring import (
    SHAPES,
    PictureScore,
    score_by_file,
    score_by_judge,
    score_by_shapes,
    summary,
    write_scores,
)

MOST_NAMED = 3  # pictures without a score that are named
Found = TypeVar("Found")

images = typer.Typer(no_args_is_help=True, add_completion=False)

Prompts = Annotated[
    Path | None, typer.Option(help="A file of prompts; the embedded ten by default.")
]
Layout = Annotated[Shape, typer.Option(help="The layout of the prompts, and the scores.")]
Pictures = Annotated[Path, typer.Argument(help="The folder of pictures.")]


@images.command("prompts")
def prompts(out: Annotated[Path, typer.Option(help="The file.")] = Path("prompts.jsonl")) -> None:
    """Write the embedded prompts. Example: visgym images prompts --out prompts.jsonl"""
    source = files("visgym.data") / "image_prompts.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    console.print(f"Written: {out}", soft_wrap=True, highlight=False)


@images.command("make")
def make(
    folder: Pictures,
    painter: Annotated[str, typer.Option(help="shapes, or openai:MODEL.")] = SHAPES,
    prompts: Prompts = None,
    shape: Layout = "geneval",
    size: Annotated[str, typer.Option(help="Of pictures from a server.")] = "1024x1024",
) -> None:
    """Have pictures made. Example: visgym images make pictures --painter openai:gpt-image-1"""
    known = read_prompts(prompts, shape)
    kind, _, model = painter.partition(":")
    if painter != SHAPES and (kind != "openai" or not model):
        raise Mistake(f"A painter is {SHAPES} or openai:MODEL, not '{painter}'.")
    maker: Painter = ServerPainter(model, size) if model else ShapePainter()
    wrong = _run(len(known), "Painting", lambda watch: paint_all(maker, known, folder, watch))
    for each in wrong[:MOST_NAMED]:
        console.print(f"[red]✗[/] {each}", highlight=False, soft_wrap=True)
    console.print(f"{len(known) - len(wrong)} of {len(known)} prompts have pictures in {folder}.")


@images.command("score")
def score(
    folder: Pictures,
    by: Annotated[str, typer.Option(help="shapes, openai:MODEL, or results in a file.")] = SHAPES,
    prompts: Prompts = None,
    shape: Layout = "geneval",
    option: Annotated[list[str] | None, typer.Option(help="Of the judge: name=value.")] = None,
    out: Annotated[Path | None, typer.Option("--json", help="A file for everything.")] = None,
) -> None:
    """Score pictures. Example: visgym images score pictures --by openai:MODEL --shape wise"""
    known = read_prompts(prompts, shape)
    found = _scores(known, folder, by, shape, option)
    figures = summary(found, shape)
    rows = table(["figure"], ["value"])
    for name, value in figures.items():
        rows.add_row(name, f"{value:.4f}")
    console.print(rows)
    _notes(found)
    if out:
        write_scores(found, figures, out)
        console.print(f"Written: {out}", soft_wrap=True, highlight=False)


def _scores(
    known: Sequence[ImagePrompt], folder: Path, by: str, shape: Shape, option: list[str] | None
) -> list[PictureScore]:
    if by == SHAPES:
        if shape != "geneval":
            raise Mistake(f"Shapes are counted for geneval only; {shape} needs a judge or a file.")
        return score_by_shapes(known, folder)
    if by.partition(":")[0] not in KINDS:
        return score_by_file(known, Path(by), shape)
    (agent,) = build_agents([by], option).values()
    return _run(
        len(known), "Judging", lambda watch: score_by_judge(agent, known, folder, shape, watch)
    )


def _run(
    count: int, what: str, work: Callable[[Callable[[], None]], Coroutine[Any, Any, Found]]
) -> Found:
    with Bar(console=console, transient=True) as bar:
        shown = bar.add_task(what, total=count)
        try:
            return asyncio.run(work(lambda: bar.advance(shown)))
        except AgentBroken as error:
            raise Mistake(str(error)) from None


def _notes(found: Sequence[PictureScore]) -> None:
    missing = [each for each in found if each.problem]
    console.print(f"{len(found) - len(missing)} pictures are scored.")
    if missing:
        console.print(f"{len(missing)} are not, and count nowhere:")
    for each in missing[:MOST_NAMED]:
        told = f"  {each.prompt} {each.picture}: {each.problem}"
        console.print(told, markup=False, highlight=False, soft_wrap=True)
