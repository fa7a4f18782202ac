"""What replies are worth: to a start that a seed names, to one that is given, or to a row."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from math import isfinite
from typing import Any

from visgym import catalog
from visgym.core.episode import Episode, EpisodeOver, play
from visgym.core.errors import Mistake
from visgym.core.identity import from_json
from visgym.kit.asking import Asked
from visgym.kit.graders import Grader
from visgym.kit.questions import DatasetRow
from visgym.serve.episode_cache import EpisodeCache
from visgym.serve.limits import Refusal
from visgym.serve.specs import built_tools
from visgym.serve.views import encode

Item = Mapping[str, Any]
ROWS = "dataset_rows/hard"
UNPLAYABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a start that somebody made up may lead to."""


class Grading:
    """Grades items, each on its own: one that is wrong spoils no other."""

    def __init__(self, cache: EpisodeCache) -> None:
        self.cache = cache

    def result(self, item: Item) -> bytes:
        """What one item is worth, or why it has no worth, as JSON."""
        try:
            return encode(worth(self.played(item), bool(item.get("metrics", True)))).encode()
        except Refusal as error:
            return _error(error.status, str(error))
        except Mistake as error:
            return _error(400, str(error))
        except EpisodeOver as error:
            return _error(409, str(error))
        except (MemoryError, *UNPLAYABLE) as error:
            if item.get("start") is None and item.get("row") is None:
                traceback.print_exc()
                return _error(500, f"The task failed ({type(error).__name__}); a bug of ours.")
            return _error(422, f"This start cannot be played ({type(error).__name__}).")

    def played(self, item: Item) -> Episode[Any]:
        """The episode that an item is about."""
        if item.get("row") is not None:
            return play(self._row(item["row"]), item["replies"])
        spec_tools = tuple(item.get("tools", ()))
        if item.get("start") is None:
            key = item["id"], item["seed"], item.get("strict", False), spec_tools
            return play(self.cache.begun(*key), item["replies"])
        task = self.cache.tasks.load(item["id"])
        start = from_json(task.state_type(), item["start"])
        tools = built_tools(spec_tools, self.cache.tools)
        given = Episode(task, item["seed"], start, strict=item.get("strict", False), tools=tools)
        return play(given, item["replies"])

    def _row(self, row: Item) -> Episode[Any]:
        """A question of somebody's dataset, which is never drawn."""
        grader: Grader = row["grader"]
        asked = DatasetRow("", row["question"], tuple(row["answers"]), tuple(row["options"]))
        knobs = {"grader": grader, "tolerance": row["tolerance"], "options": "options"}
        return Episode(catalog.load(ROWS, **knobs), 0, Asked(asked))


def worth(episode: Episode[Any], metrics: bool) -> dict[str, Any]:
    """What an episode earned, and how its last reply was understood."""
    last = episode.turns[-1] if episode.turns else None
    found: dict[str, Any] = {
        "score": episode.reward,
        "success": episode.success,
        "over": episode.over,
        "terminated": episode.terminated,
        "truncated": episode.truncated,
        "verdict": last.verdict if last else None,
        "feedback": last.feedback if last else "",
        "verdicts": [turn.verdict for turn in episode.turns],
        "rewards": [turn.reward for turn in episode.turns],
    }
    if metrics:
        measured = episode.measures.items()
        found["metrics"] = {name: value if isfinite(value) else None for name, value in measured}
    return found


def _error(status: int, sentence: str) -> bytes:
    return encode({"error": sentence, "status": status}).encode()
