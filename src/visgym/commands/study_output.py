"""What a study found, in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from visgym.analysis.study_pages import StudyPage, StudyTable


def print_study(page: StudyPage, console: Console) -> None:
    """All tables of a study, and how its figures come about."""
    for table in page.tables:
        made = _table(table)
        needed = Measurement.get(console, console.options.update(max_width=1000), made).maximum
        wide = Console(
            file=console.file,
            width=max(console.width, needed),  # so that no figure is cut
            force_terminal=console.is_terminal,
            no_color=console.no_color,
        )
        wide.print()
        wide.print(made)
    console.print(page.method, style="dim", highlight=False, markup=False)


def _table(found: StudyTable) -> Table:
    table = Table(title=Text(found.title), title_justify="left", box=None, pad_edge=False)
    first, *others = found.columns
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    grouped = any(len(row) == 1 for row in found.rows)
    for number, row in enumerate(found.rows):
        if len(row) == 1:
            table.add_row(Text(row[0], style="bold"))
            continue
        indent = "  " if grouped else ""
        cells = [Text(cell, style=_style(found, number, at)) for at, cell in enumerate(row)]
        cells[0] = Text(indent + row[0])
        table.add_row(*cells)
    return table


def _style(found: StudyTable, row: int, column: int) -> str:
    return "bold" if (row, column) in found.bold else ""
