"""Rankings in words, as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from visgym.analysis.rankings import Ranking
from visgym.analysis.report import charts, wording
from visgym.analysis.report.matrices import interval


def ranking_rows(ranking: Ranking, setups: Mapping[str, str]) -> dict[str, Any]:
    """The ranking of a setting, its figures in words."""
    return {
        "setting": wording.setting(ranking.setting),
        "common": wording.count(len(ranking.common)),
        "tasks": wording.plural(ranking.tasks, "task"),
        "known": wording.count(ranking.known),
        "known_tasks": wording.plural(ranking.known_tasks, "task"),
        "rows": [
            {
                "place": each.place,
                "name": each.agent,
                "setup": setups[each.agent],
                "bar": charts.bar("", each.success),
                "interval": interval(each.success),
                "solved": wording.count(each.solved),
                "finished": wording.count(each.finished),
            }
            for each in ranking.standings
        ],
        "apart": [
            {
                "name": each.agent,
                "setup": setups[each.agent],
                "finished": wording.count(each.finished),
                "solved": wording.count(each.solved),
                "common": wording.count(each.common),
            }
            for each in ranking.apart
        ],
    }
