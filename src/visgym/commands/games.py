"""What came of games between agents, as tables in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from visgym.analysis.ratings import encounters, ratings, scores
from visgym.commands.common import console, print_wide
from visgym.evaluation.records import Record


def print_games(records: Sequence[Record]) -> None:
    """Ratings of all agents, and what each took from each."""
    games = encounters(records)
    table = ratings(games)
    rows = []
    for each in table:
        lost = each.games - each.won - each.drawn
        figures = [f"{each.elo.value:.0f}", f"{each.elo.low:.0f} to {each.elo.high:.0f}"]
        rows.append((each.agent, [*figures, *map(str, (each.won, each.drawn, lost))]))
    print_wide("agent", ["rating", "95 % interval", "won", "drawn", "lost"], rows)
    console.print("\nPoints taken, of a hundred, from the agent in each column:")
    pairs, names = scores(games), [each.agent for each in table]
    cells = [
        (
            one,
            [f"{100 * pairs[one, two].value:.0f}" if (one, two) in pairs else "–" for two in names],
        )
        for one in names
    ]
    print_wide("agent", names, cells)
