"""How far a run is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from visgym.commands.common import console
from visgym.evaluation.evaluate import Progress, Watch

HEARTBEAT = 30.0  # seconds between lines


@contextmanager
def progress_bar(total: int) -> Iterator[Watch]:
    """Shows episodes, success so far, tokens, cost and time to go, as far as there is room."""
    with _bar(total) if console.is_terminal else _lines() as watch:
        yield watch


@contextmanager
def _bar(total: int) -> Iterator[Watch]:
    facts = TextColumn("{task.description}", markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), facts, TimeRemainingColumn())
    with Bar(*columns, console=console) as bar:
        line = bar.add_task("", total=total)

        def watch(progress: Progress) -> None:
            bar.update(line, completed=progress.done, description=told(progress))

        yield watch


@contextmanager
def _lines() -> Iterator[Watch]:
    """A line every half a minute and one at the end, for logs."""
    seen: list[Progress] = []
    over = Event()

    def watch(progress: Progress) -> None:
        seen[:] = [progress]

    def beat() -> None:
        while not over.wait(HEARTBEAT):
            say()

    def say() -> None:
        for progress in seen:
            line = f"{progress.done} of {progress.total} episodes, {told(progress)}"
            console.print(line, markup=False, highlight=False, soft_wrap=True)

    thread = Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        over.set()
        thread.join()
        say()


def told(progress: Progress) -> str:
    """Success, what went wrong, and what it cost."""
    spent = progress.spent
    facts = [f"{progress.success:.0%} solved"]
    if progress.errors:
        facts.append(f"{progress.errors} void")
    if spent.input or spent.output:
        facts.append(f"{spent.input + spent.output:,} tokens")
    if spent.dollars:
        facts.append(f"${spent.dollars:.2f}")
    return ", ".join(facts)
