"""`visgym demonstrate`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar
from rich.progress import Task as Line
from rich.text import Text

from visgym import catalog
from visgym.commands.common import (
    CacheMb,
    TrustSuite,
    assignment,
    console,
    keep_layers,
    located,
    table,
)
from visgym.commands.recipe_options import parsed_knobs, parsed_steps, parsed_strategies
from visgym.core.errors import not_found
from visgym.demonstrations.demonstrate import Watch, demonstrate
from visgym.demonstrations.exports.files import MANIFEST
from visgym.demonstrations.recipes import (
    RECIPES,
    ImageFormat,
    Recipe,
    Style,
    candidate,
    task_of,
    usual_tasks,
)
from visgym.demonstrations.start_counts import count_starts
from visgym.evaluation.pools import Backend
from visgym.suites.suite import Suite, find_suite
from visgym.task_ids import Id

ENOUGH = 0.5  # of the starts; whoever wants more will find many of them twice


def demonstrate_tasks(
    out: Annotated[Path, typer.Option(help="The folder; unfinished work in it goes on.")],
    episodes: Annotated[int, typer.Option(min=1, help="Demonstrations in all.")] = 1000,
    suite: Annotated[str, typer.Option(help="Its tasks and presets.")] = "visgym/easy",
    tasks: Annotated[str | None, typer.Option(help="Only these: a,b or a/easy,b/hard.")] = None,
    without: Annotated[
        str | None, typer.Option("--except", help="All but these: a,b, to leave one out.")
    ] = None,
    exclude: Annotated[
        list[Path] | None, typer.Option(help="A folder of earlier demonstrations to leave out.")
    ] = None,
    recipe: Annotated[str, typer.Option(help=", ".join(RECIPES))] = "default",
    format: Annotated[
        str, typer.Option(help="llamafactory, messages, verl, webdataset or jsonl.")
    ] = "llamafactory",
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    strategy: Annotated[
        list[str] | None, typer.Option(help="[TASK.]STRATEGY=WEIGHT; default, all, bfs, …")
    ] = None,
    steps: Annotated[str | None, typer.Option(help="Steps to aim at: 12 or 10..30.")] = None,
    knob: Annotated[
        list[str] | None,
        typer.Option("--knob", "-k", help="[TASK.]KNOB=9, =[9,11] for either, =1..5 for a range."),
    ] = None,
    wrapper: Annotated[list[str] | None, typer.Option(help="text, history=2, goal, …")] = None,
    step_limit: Annotated[
        int | None, typer.Option(min=1, help="Steps it may take; as evaluation has it by default.")
    ] = None,
    style: Annotated[str, typer.Option(help="Assistant turns: call, tool or think.")] = "call",
    recovery: Annotated[
        float, typer.Option(min=0, max=1, help="Share with mistakes and their repair.")
    ] = 0.0,
    split: Annotated[bool, typer.Option("--split", help="Every reply ends a row.")] = False,
    image_format: Annotated[str, typer.Option(help="png, jpeg, webp or auto.")] = "png",
    image_quality: Annotated[int, typer.Option(min=1, max=100, help="Of JPEG and WebP.")] = 90,
    max_images: Annotated[int | None, typer.Option(min=1, help="Pictures a row.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Tokens a row, about.")] = None,
    reasoner: Annotated[
        str | None, typer.Option(help="An agent that writes the thoughts, for --style think.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="For the reasoner: name=value.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives other episodes.")] = 0,
    shard: Annotated[int, typer.Option(min=1, help="Candidates in one shard.")] = 100,
    backend: Annotated[str, typer.Option(help="local or ray.")] = "local",
    cache_mb: CacheMb = None,
    trust_suite: TrustSuite = False,
) -> None:
    """Make training data from solvers. Example: visgym demonstrate --episodes 500 --out data"""
    if backend not in get_args(Backend):
        raise not_found("backend", backend, get_args(Backend))
    keep_layers(cache_mb)
    usual, chosen = usual_tasks(recipe), find_suite(suite, trust_suite)
    made = Recipe(
        name=recipe,
        ids=tuple(map(located, _but(_ids(chosen, _split(tasks) or usual), without))),
        strategies={**RECIPES[recipe], **parsed_strategies(strategy or ())},
        steps=parsed_steps(steps),
        knobs=parsed_knobs(knob or ()),
        wrappers=tuple(wrapper or ()),
        step_limit=step_limit,
        style=cast(Style, style),
        recovery=recovery,
        split=split,
        image_format=cast(ImageFormat, image_format),
        image_quality=image_quality,
        max_images=max_images,
        max_tokens=max_tokens,
        reasoner=reasoner,
        options=dict(assignment(text, "option") for text in option or ()),
        seed=seed,
    )
    if not (out / MANIFEST).exists():
        _tell_starts(made.checked(), episodes)
    try:
        with _progress_bar() as watch:
            where = cast(Backend, backend)
            manifest = demonstrate(
                made, episodes, format, out, workers, where, shard, watch, exclude or ()
            )
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        raise typer.Exit(130) from None
    _print_summary(manifest, out)


def _tell_starts(recipe: Recipe, episodes: int) -> None:
    """Say how many distinct starts each id has, where they are few, before any work is done."""
    wanted = episodes / len(recipe.ids)
    tasks = {id: task_of(candidate(recipe, at)) for at, id in enumerate(recipe.ids)}
    found = {id: count_starts(task, wanted) for id, task in tasks.items()}
    told = {id: each for id, each in found.items() if each.estimate is not None or len(found) == 1}
    for id, each in told.items():
        few = each.estimate is not None and wanted > ENOUGH * each.estimate
        way = "-k crops=true gives more" if "crops" in tasks[id].knobs() else "widen its knobs"
        hint = f", and {wanted:,.0f} are asked for; {way}" if few else ""
        _say(f"{Id.parse(id).brief} has {each.words}{hint}.")
    if len(found) > max(1, len(told)):
        _say(f"{len(found) - len(told)} ids repeated no start while some were drawn.")


def _say(text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def _ids(suite: Suite, names: Sequence[str]) -> tuple[str, ...]:
    """Ids as they are, task names as the suite has them, as its preset, or as their first one."""
    if not names:
        return suite.ids
    known = {Id.parse(id).task: id for id in suite.ids}
    preset = Id.parse(suite.ids[0]).preset
    ids = []
    for name in names:
        typed = Id.parse(name)
        id = name if typed.preset else known.get(name) or _in_preset(name, preset)
        catalog.load(id)
        ids.append(id)
    return tuple(dict.fromkeys(ids))


def _split(names: str | None) -> list[str]:
    return names.split(",") if names else []


def _but(ids: Sequence[str], without: str | None) -> list[str]:
    """The ids of all tasks but some, each of which must be among them."""
    known = {Id.parse(id).task for id in ids}
    for name in _split(without):
        if name not in known:
            raise not_found("task to leave out", name, sorted(known))
    return [id for id in ids if Id.parse(id).task not in _split(without)]


def _in_preset(name: str, preset: str) -> str:
    options = catalog.presets(name)
    return f"{name}/{preset if preset in options else next(iter(options))}"


class _Rate(ProgressColumn):
    """Episodes a second."""

    def render(self, task: Line) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f}/s" if speed else "")


@contextmanager
def _progress_bar() -> Iterator[Watch]:
    """A bar with what is being done, how fast, and how long it will take."""
    what = TextColumn("{task.description}")
    columns = (what, BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
    with Bar(*columns, console=console) as bar:
        lines: dict[str, Any] = {}

        def watch(what: str, done: int, total: int) -> None:
            if what not in lines:
                lines[what] = bar.add_task(what, total=total)
            bar.update(lines[what], completed=done, total=total)

        yield watch


def _print_summary(manifest: dict[str, Any], out: Path) -> None:
    counts, statistics = manifest["counts"], manifest["statistics"]
    rows = table(["task and strategy"], ["rows"])
    for name, count in statistics["strategies"].items():
        rows.add_row(name, f"{count:,}")
    console.print(rows)
    console.print(
        f"{counts['accepted']:,} demonstrations, {statistics['turns']:,} turns, "
        f"{statistics['images']:,} pictures in {out / MANIFEST}",
        soft_wrap=True,
    )
    console.print(
        f"Left out: {counts['failed']} that failed, {counts['duplicate']} that occurred before, "
        f"{counts['overlapping']} that evaluation uses, {counts['looking_alike']} that look like "
        f"one of evaluation, {counts['excluded']} of earlier sets."
    )
    if counts["accepted"] < counts["asked"]:
        console.print(
            f"[yellow]Only {counts['accepted']:,} of {counts['asked']:,}:[/] these settings have "
            "hardly any other starts or solutions; widen the knobs or choose more tasks."
        )
