"""The bar that shows how far a run is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from visgym.commands.common import console
from visgym.evaluation.evaluate import Progress, Watch


@contextmanager
def progress_bar(total: int) -> Iterator[Watch]:
    """A bar with episodes, success so far, tokens, cost and time to go."""
    facts = TextColumn("{task.description}")
    columns = (BarColumn(), MofNCompleteColumn(), facts, TimeRemainingColumn())
    with Bar(*columns, console=console) as bar:
        line = bar.add_task("", total=total)

        def watch(progress: Progress) -> None:
            spent = progress.spent
            facts = [f"{progress.success:.0%} solved"]
            if progress.errors:
                facts.append(f"[red]{progress.errors} errors[/]")
            if spent.input or spent.output:
                facts.append(f"{spent.input + spent.output:,} tokens")
            if spent.dollars:
                facts.append(f"${spent.dollars:.2f}")
            bar.update(line, completed=progress.done, description=", ".join(facts))

        yield watch
