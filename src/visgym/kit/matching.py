"""The cheapest way to pair the rows of a table with its columns."""

from __future__ import annotations

from collections.abc import Sequence


def cheapest_pairs(costs: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Pairs of row and column, each used once, with the least sum: the Hungarian method.

    The smaller side is paired completely.
    """
    if not costs or not costs[0]:
        return []
    if len(costs) > len(costs[0]):
        turned = cheapest_pairs(list(zip(*costs, strict=True)))
        return sorted((row, column) for column, row in turned)
    rows, columns = len(costs), len(costs[0])
    up, down = [0] * (rows + 1), [0] * (columns + 1)  # prices that never exceed the costs
    owner = [rows] * (columns + 1)  # the row of each column; the last column is a helper
    for row in range(rows):
        owner[columns] = row
        _make_room(costs, up, down, owner)
    return sorted((row, column) for column, row in enumerate(owner[:columns]) if row < rows)


def _make_room(
    costs: Sequence[Sequence[int]], up: list[int], down: list[int], owner: list[int]
) -> None:
    """Give the row in the helper column a column of its own by the cheapest chain of moves."""
    columns = len(costs[0])
    slack: list[float] = [float("inf")] * columns
    before = [columns] * columns
    visited: set[int] = set()
    at = columns
    while owner[at] < len(costs):
        visited.add(at)
        row = owner[at]
        open_columns = [column for column in range(columns) if column not in visited]
        for column in open_columns:
            price = costs[row][column] - up[row] - down[column]
            if price < slack[column]:
                slack[column], before[column] = price, at
        nearest = min(open_columns, key=slack.__getitem__)
        step = int(slack[nearest])
        for column in visited:
            up[owner[column]] += step
            down[column] -= step
        for column in open_columns:
            slack[column] -= step
        at = nearest
    while at != columns:
        owner[at] = owner[before[at]]
        at = before[at]
    owner[columns] = len(costs)
