"""Rewards over the network are what the library gives, for seeds, given starts and rows."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import visgym
from serve.serving import MAZE, Site, plan
from visgym.core.identity import to_json

HOLE = "vsp_maze_hole/easy"
KINDS = [MAZE, HOLE, "jigsaw/easy", "tic_tac_toe/level_0", "sliding_block/easy"]


def test_rewards_are_those_of_the_library(site: Site) -> None:
    known = [id for id in KINDS if id in visgym.ids()]
    items: list[dict[str, Any]] = []
    for id in known:
        items += [{"id": id, "seed": 4, "replies": plan(id, 4)}]
        items += [{"id": id, "seed": 4, "reply": "nothing to read"}]
    with visgym.connect(site.url) as server:
        found = server.rewards(items)
    for item, result in zip(items, found, strict=True):
        replies = item.get("replies", [item.get("reply")])
        here = visgym.play(visgym.begin(item["id"], 4), replies)
        last = here.turns[-1]
        assert result["score"] == here.reward
        assert (result["verdict"], result["feedback"]) == (last.verdict, last.feedback)
        assert result["metrics"] == here.measures
        assert result["rewards"] == [turn.reward for turn in here.turns]


def test_one_reply_is_graded_as_by_the_verifier(site: Site) -> None:
    with visgym.connect(site.url) as server:
        for reply in ("<Output> No", "<Output> Yes", "who knows"):
            assert server.grade(HOLE, 1, reply) == visgym.grade(HOLE, 1, reply)


def test_a_start_that_is_given_is_graded_without_its_seed(site: Site) -> None:
    start = to_json(visgym.begin(MAZE, 9).start)
    with visgym.connect(site.url) as server:
        right, wrong = server.rewards(
            {"id": MAZE, "start": start, "replies": plan(MAZE, seed)} for seed in (9, 10)
        )
    assert (right["score"], wrong["score"]) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("row", "reply", "score"),
    [
        ({"answer": "4"}, "Let me see.\nAnswer: 4", 1.0),
        ({"answer": "4"}, "Answer: 5", 0.0),
        ({"answer": "3.14", "grader": "number"}, "Answer: 3.141", 1.0),
        ({"answer": "B", "options": ["cat", "dog"], "grader": "choice"}, "(B) dog", 1.0),
        ({"answers": ["red", "blue"], "grader": "set"}, "Answer: blue, red", 1.0),
    ],
)
def test_rows_of_datasets_are_graded(site: Site, row: dict, reply: str, score: float) -> None:
    with visgym.connect(site.url) as server:
        assert server.rewards([{"row": row, "reply": reply}])[0]["score"] == score


def test_one_bad_item_spoils_no_other(site: Site) -> None:
    items: list[Any] = [
        {"id": MAZE, "seed": 1, "replies": plan(MAZE, 1)},
        {"id": MAZE, "seed": 1},
        {"id": MAZE, "start": {"walls": 1}, "reply": "x"},
        {"id": "maze_2d/easy?starts=/etc/passwd", "seed": 1, "reply": "x"},
        "no item",
        {"row": {"answer": "4", "grader": "kind"}, "reply": "4"},
    ]
    with httpx.Client(base_url=site.url) as line:
        answer = line.post("/v1/rewards", content=json.dumps({"items": items}))
        assert answer.status_code == 200
        first, *others = answer.json()["results"]
        assert first["score"] == 1.0
        assert [each["status"] for each in others] == [400, 422, 400, 400, 400]
        assert line.post("/v1/rewards", json=items[1]).status_code == 400
        half = line.post("/v1/rewards", content=json.dumps({**items[0], "replies": ["\ud800"]}))
        assert half.status_code == 400 and "half a character" in half.json()["error"]
