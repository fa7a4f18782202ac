"""How often the reference player of every game wins, level by level, and how long moves take.

`python -m visgym.conformance.games_table docs/games.md` writes the table; it takes some minutes.
Further arguments are the games to measure; the rows of others stay as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time

from visgym import catalog
from visgym.conformance.measured_rows import with_rows
from visgym.core.episode import advance, begin
from visgym.core.solving import react
from visgym.kit.games.match import GameTask

GAMES = 100
FIRST = 2000  # seeds that no level was made by
HEAD = ["game", "opponent", "reference", "won", "drawn", "lost", "opponent, ms", "reference, ms"]


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


def presets_against_somebody() -> Iterator[str]:
    """The ids of all games against an opponent."""
    for name in catalog.task_names():
        for preset, task in catalog.presets(name).items():
            if isinstance(task, GameTask) and task.players == 1:
                yield f"{name}/{preset}"


def measure(id: str, games: int = GAMES) -> Measured:
    """Play so many games of a preset."""
    task = catalog.load(id)
    if not isinstance(task, GameTask):
        raise TypeError(f"{id} is no game for two.")
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


def as_row(each: Measured) -> str:
    """A line of the table.

    >>> as_row(Measured("nim/level_0", "random", "perfect", 100, 0, 0, 0.04, 0.1))
    '| `nim/level_0` | `random` | `perfect` | 100 | 0 | 0 | 0.0 | 0.1 |'
    """
    names = [f"`{each.id}`", f"`{each.opponent}`", f"`{each.reference}`"]
    figures = [str(each.won), str(each.drawn), str(each.lost)]
    times = [f"{each.answer:.1f}", f"{each.move:.1f}"]
    return f"| {' | '.join([*names, *figures, *times])} |"


def updated(page: str, rows: Iterable[str]) -> str:
    """A page whose table has some rows anew."""
    return with_rows(page, HEAD, 3, rows)


if __name__ == "__main__":
    path, wanted = Path(sys.argv[1]), sys.argv[2:]
    for id in presets_against_somebody():
        if not wanted or id.partition("/")[0] in wanted:
            row = as_row(measure(id))
            path.write_text(updated(path.read_text(encoding="utf-8"), [row]), encoding="utf-8")
