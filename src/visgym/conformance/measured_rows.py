"""Tables on pages whose rows are measured one by one, each row named by an id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

BEGIN, END = "<!-- measured -->\n", "<!-- end -->\n"


def rows_of(page: str, begin: str = BEGIN, end: str = END) -> dict[str, str]:
    """The rows that a table of a page has, by id."""
    table = page.partition(begin)[2].partition(end)[0]
    return {_id(line): line for line in table.splitlines() if line.startswith("| `")}


def with_rows(
    page: str,
    head: Sequence[str],
    names: int,
    rows: Iterable[str],
    begin: str = BEGIN,
    end: str = END,
    notes: int = 0,
) -> str:
    """A page whose table has some rows anew, in the order of ids.

    The first columns are names, the last ones notes, and figures stand between them.
    """
    before, _, rest = page.partition(begin)
    known = rows_of(page, begin, end) | {_id(line): line for line in rows}
    figures = len(head) - names - notes
    rule = f"|{'---|' * names}{'---:|' * figures}{'---|' * notes}"
    lines = [f"| {' | '.join(head)} |", rule, *(known[id] for id in sorted(known))]
    return before + begin + "\n".join(lines) + "\n" + end + rest.partition(end)[2]


def _id(row: str) -> str:
    return row.split("`")[1]
