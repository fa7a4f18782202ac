"""Games between agents as pages show them: ratings, and what each took from each."""

from __future__ import annotations

from typing import Any

from visgym.analysis.game_results import GameResults
from visgym.analysis.report import charts, wording
from visgym.analysis.report.matrices import EMPTY, Matrix, MatrixCell, MatrixColumn


def games_section(games: GameResults | None) -> dict[str, Any] | None:
    """The section in words; None where no two agents have met."""
    if games is None:
        return None
    void = f" {wording.plural(games.void, 'game')} lost to machinery did not count."
    low, high = games.span
    across = 100 / max(1.0, high - low)
    return {
        "lead": (
            f"Ratings over {wording.plural(games.played, 'game')}, on the scale of Elo around "
            "1500: 100 points more are 64 % of the points to be expected, 200 are 76 %. A win "
            "counts one point, a draw a half for both. These games have no part in the rankings."
            + (void if games.void else "")
        ),
        "rows": [
            {
                "name": each.agent,
                "rating": f"{each.elo.value:.0f}",
                "interval": f"{each.elo.low:.0f}–{each.elo.high:.0f}",
                "at": round(across * (each.elo.value - low), 2),
                "low": round(across * (each.elo.low - low), 2),
                "high": round(across * (each.elo.high - low), 2),
                "won": wording.count(each.won),
                "drawn": wording.count(each.drawn),
                "lost": wording.count(each.games - each.won - each.drawn),
            }
            for each in games.ratings
        ],
        "table": _matrix(games),
    }


def _matrix(games: GameResults) -> Matrix:
    names = [each.agent for each in games.ratings]
    rows = [(one, [_cell(games, one, other) for other in names]) for one in names]
    return Matrix([MatrixColumn(name) for name in names], rows)


def _cell(games: GameResults, one: str, other: str) -> MatrixCell:
    if one == other or (one, other) not in games.points:
        return EMPTY
    share, count = games.points[one, other].value, games.counts[one, other]
    label = f"{one} against {other}: {100 * share:.0f} % of {wording.plural(count, 'point')}"
    text = f"{100 * share:.0f}"
    return MatrixCell(text, charts.level(share), f"n = {wording.count(count)}", label)
