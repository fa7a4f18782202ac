"""What came of games between agents, as tables in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from visgym.analysis.game_results import GameResults, game_results
from visgym.commands.common import console, print_wide
from visgym.evaluation.records import Record


def print_games(records: Sequence[Record]) -> None:
    """Ratings of all agents of some records, and what each took from each."""
    games = game_results(records, {})
    if games is None:
        console.print("No game has been played to its end yet, so there is little to show.")
    else:
        show_games(games)


def show_games(games: GameResults) -> None:
    """Ratings, then points by pair."""
    rows = []
    for each in games.ratings:
        lost = each.games - each.won - each.drawn
        figures = [f"{each.elo.value:.0f}", f"{each.elo.low:.0f} to {each.elo.high:.0f}"]
        rows.append((each.agent, [*figures, *map(str, (each.won, each.drawn, lost))]))
    print_wide("agent", ["rating", "95 % interval", "won", "drawn", "lost"], rows)
    console.print("\nPoints taken, of a hundred, from the agent in each column:")
    names = [each.agent for each in games.ratings]
    cells = [(one, [_points(games, one, two) for two in names]) for one in names]
    print_wide("agent", names, cells)


def _points(games: GameResults, one: str, two: str) -> str:
    share = games.points.get((one, two))
    return "–" if share is None else f"{100 * share.value:.0f}"
