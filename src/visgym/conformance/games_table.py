"""How often the reference player of every game wins, level by level, and who beats whom.

`python -m visgym.conformance.games_table docs/games.md` fills in the rows that the page lacks, one
by one, so that it may be stopped and called again; a row also counts as missing if the opponent or
the reference player is another one now, or if it has fewer games. All of them take an hour or two.
Names of games, as further arguments, have the rows of those games measured anew.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any

from visgym import catalog
from visgym.conformance.measured_rows import rows_of, with_rows
from visgym.conformance.opponent_duels import OpponentDuel, duels
from visgym.core.episode import advance, begin
from visgym.core.solving import react
from visgym.kit.games.match import GameTask

GAMES = 100
FIRST = 2000  # seeds that no level was made by


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table between two comments of a page; a row is known by its first cell, an id."""

    name: str
    head: tuple[str, ...]
    words: int
    """Columns at the left that hold names, not figures."""

    def rows(self, page: str) -> dict[str, str]:
        """The rows of a page by their ids."""
        return rows_of(page, self._begin, self._end)

    def updated(self, page: str, row: str) -> str:
        """A page that has a row anew, in the order of ids."""
        return with_rows(page, self.head, self.words, [row], self._begin, self._end)

    @property
    def _begin(self) -> str:
        return f"<!-- {self.name} -->\n"

    @property
    def _end(self) -> str:
        return f"<!-- end of {self.name} -->\n"


LEVELS = PageTable(
    "levels",
    (
        "game",
        "opponent",
        "reference",
        "games",
        "won",
        "drawn",
        "lost",
        "opponent, ms",
        "reference, ms",
    ),
    3,
)
DUELS = PageTable(
    "duels", ("game", "opponent", "the one before", "games", "won", "drawn", "lost"), 3
)


@dataclass(frozen=True, slots=True)
class Measured:
    """The reference player on one preset."""

    id: str
    opponent: str
    reference: str
    won: int
    drawn: int
    lost: int
    answer: float
    """Milliseconds of the opponent for an answer, the median."""
    move: float
    """Milliseconds of the reference player for a move, the median."""


def games_against_somebody() -> Iterator[tuple[str, GameTask[Any, Any]]]:
    """All games against an opponent, by their ids."""
    for name in catalog.task_names():
        for preset, task in catalog.presets(name).items():
            if isinstance(task, GameTask) and task.players == 1:
                yield f"{name}/{preset}", task


def measure(id: str, task: GameTask[Any, Any], games: int = GAMES) -> Measured:
    """Play so many games of a preset."""
    scores, answers, moves = [], [], []
    for seed in range(FIRST, FIRST + games):
        episode, rng = begin(task, seed), Random(seed)
        while not episode.over:
            began = thread_time()
            reply = task.spell(react(task, episode.state, rng))
            chosen = thread_time()
            episode = advance(episode, reply)
            moves.append(1000 * (chosen - began))
            answers.append(1000 * (thread_time() - chosen))
        scores.append(episode.reward)
    won, drawn = scores.count(1.0), scores.count(0.5)
    lost = games - won - drawn
    times = median(answers), median(moves)
    return Measured(id, task.opponent, str(task.reference), won, drawn, lost, *times)


def level_row(each: Measured) -> str:
    """A line of the first table.

    >>> level_row(Measured("nim/level_0", "random", "perfect", 100, 0, 0, 0.04, 0.1))
    '| `nim/level_0` | `random` | `perfect` | 100 | 100 | 0 | 0 | 0.0 | 0.1 |'
    """
    times = [f"{each.answer:.1f}", f"{each.move:.1f}"]
    return _row((each.id, each.opponent, each.reference), (each.won, each.drawn, each.lost), times)


def duel_row(each: OpponentDuel, points: Sequence[float]) -> str:
    """A line of the second table, from what the later opponent got in each game.

    >>> duel_row(OpponentDuel("nim/level_1", "perfect:50", "random"), [1, 1, 0, 0.5])
    '| `nim/level_1` | `perfect:50` | `random` | 4 | 2 | 1 | 1 |'
    """
    counts = points.count(1), points.count(0.5), points.count(0)
    return _row((each.id, each.later, each.earlier), counts)


def _row(names: Sequence[str], counts: Sequence[int], more: Sequence[str] = ()) -> str:
    cells = [*(f"`{name}`" for name in names), str(sum(counts)), *map(str, counts), *more]
    return f"| {' | '.join(cells)} |"


def is_due(row: str | None, names: tuple[str, ...], games: int) -> bool:
    """Whether a row is missing, about others, or from fewer games.

    >>> row = "| `nim/level_0` | `random` | `perfect` | 100 | 99 | 0 | 1 |"
    >>> is_due(row, ("random", "perfect"), 100), is_due(row, ("greedy", "perfect"), 100)
    (False, True)
    """
    if row is None:
        return True
    cells = [cell.strip(" `") for cell in row.split("|")[2:]]
    return tuple(cells[:2]) != names or int(cells[2]) < games


@dataclass(frozen=True, slots=True)
class _RowToMeasure:
    table: PageTable
    id: str
    names: tuple[str, str]
    measured: Callable[[int], str]


def _all_rows() -> Iterator[_RowToMeasure]:
    for id, task in games_against_somebody():
        names = task.opponent, str(task.reference)
        yield _RowToMeasure(LEVELS, id, names, partial(_level, id, task))
    for each in duels():
        yield _RowToMeasure(DUELS, each.id, (each.later, each.earlier), partial(_duel, each))


def _level(id: str, task: GameTask[Any, Any], games: int) -> str:
    return level_row(measure(id, task, games))


def _duel(each: OpponentDuel, games: int) -> str:
    return duel_row(each, each.points(games))


def fill(path: Path, anew: Sequence[str], games: int) -> None:
    """Measure what the tables of a page lack, and write every row at once."""
    for each in _all_rows():
        known = each.table.rows(path.read_text(encoding="utf-8")).get(each.id)
        is_asked = each.id.partition("/")[0] in anew
        if is_asked or (not anew and is_due(known, each.names, games)):
            row = each.measured(games)
            page = each.table.updated(path.read_text(encoding="utf-8"), row)
            path.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("anew", nargs="*", help="games to measure again")
    parser.add_argument("--games", type=int, default=GAMES, help="games a row, at least")
    given = parser.parse_intermixed_args()
    fill(given.page, given.anew, given.games)
