"""Demonstrations with mistakes: shown, repaired, and never learned."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from visgym import catalog
from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.exports.formats import FORMATS
from visgym.demonstrations.exports.validate import validate
from visgym.demonstrations.recipes import Recipe, candidate
from visgym.demonstrations.shards import demonstration

IDS = ("maze_2d/easy", "matchstick_equation/easy", "jigsaw/easy")
RECIPE = Recipe(ids=IDS, recovery=1.0)


def test_mistakes_are_refused_or_lead_astray_and_are_repaired() -> None:
    shown = [demonstration(candidate(RECIPE, number)) for number in range(40)]
    solved = [each for each in shown if each.episode.success]
    assert len(solved) >= 36
    wrong = [each.episode.turns[at - 1] for each in solved for at in each.corrections]
    verdicts = {turn.verdict for turn in wrong}
    assert {"done", "refused"} <= verdicts
    assert all(turn.feedback for turn in wrong)


def test_corrections_are_what_the_solver_does_in_that_state() -> None:
    for number in range(0, 30, 3):  # the maze, whose shortest ways may differ and are as long
        chosen = candidate(RECIPE, number)
        shown = demonstration(chosen)
        task, again = shown.episode.task, begin(shown.episode.task, chosen.seed)
        for at, turn in enumerate(shown.episode.turns, 1):
            if at in shown.corrections:
                after = advance(again, shown.corrections[at])
                planned = len(solve(task, again.state, chosen.strategy, None, chosen.seed))
                left = len(solve(task, after.state, chosen.strategy, None, chosen.seed))
                assert after.success or left < planned
                assert shown.corrections[at] != turn.reply
            again = advance(again, turn.reply)


def test_the_share_is_followed_and_none_leaves_everything_as_it_was() -> None:
    some = [candidate(Recipe(ids=IDS, recovery=0.3), number) for number in range(600)]
    assert 0.24 < sum(each.errs for each in some) / len(some) < 0.36
    assert not any(candidate(Recipe(ids=IDS), number).errs for number in range(50))


@pytest.mark.parametrize("style", ["call", "tool", "think"])
@pytest.mark.parametrize("format", ["jsonl", "messages", "llamafactory"])
def test_no_mistake_is_learned(format: str, style: Any, tmp_path: Path) -> None:
    manifest = demonstrate(
        Recipe(ids=IDS[:2], recovery=1.0, style=style), 6, format, tmp_path, shard=4
    )
    assert list(validate(tmp_path)) == []
    rows = list(FORMATS[format].samples(tmp_path))
    assert sum(row.facts["mistakes"] for row in rows) > 0
    if format == "llamafactory":  # which learns all replies of a row or the last one alone
        assert all(row.facts["learn"][-1] and row.facts["learn"].count(True) == 1 for row in rows)
        assert "mask_history: true" in (tmp_path / "training" / "full.yaml").read_text()
    else:
        assert manifest["statistics"]["mistakes"] == sum(row.facts["mistakes"] for row in rows)
        assert all(row.facts["learn"].count(False) == row.facts["mistakes"] for row in rows)


def test_split_rows_end_with_the_right_reply_instead_of_the_mistake(tmp_path: Path) -> None:
    recipe = Recipe(ids=("maze_2d/easy",), recovery=1.0, split=True)
    demonstrate(recipe, 3, "jsonl", tmp_path)
    for row in FORMATS["jsonl"].samples(tmp_path):
        task = catalog.load(row.facts["id"], **json.loads(row.facts["knobs"]))
        episode = begin(task, row.facts["seed"])
        replies = [each["content"][0]["text"] for each in row.messages if each["role"] != "user"]
        for reply in replies[:-1]:
            episode = advance(episode, reply)
        left = len(solve(task, episode.state))
        episode = advance(episode, replies[-1])
        assert episode.success or len(solve(task, episode.state)) == left - 1
