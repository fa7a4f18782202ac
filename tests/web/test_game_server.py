"""What the server says and refuses about games for two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from visgym.evaluation.store import Store
from visgym.web.context import Settings


@pytest.fixture
def visitor(shared_site: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shared_site, timeout=60) as client:
        yield client


def test_opponents_are_offered_by_name_on_games_only(visitor: httpx.Client) -> None:
    page = visitor.get("/play?id=nim/level_0").text
    assert '<option value="perfect">' in page and "another person, here" in page
    assert 'name="knob:opponent"' not in visitor.get("/play?id=maze_2d/easy").text


@pytest.mark.parametrize("opponent", ["search:9", "mcts:5000", "tal"])
def test_opponents_that_think_for_too_long_or_do_not_exist_are_refused(
    visitor: httpx.Client, opponent: str
) -> None:
    wanted = {"id": "connect_four/level_0", "knobs": {"opponent": opponent}}
    answer = visitor.post("/api/games", json=wanted)
    assert answer.status_code == 400
    assert "opponent" in answer.json()["error"]


def test_two_people_at_one_board_store_nothing(visitor: httpx.Client) -> None:
    wanted = {"id": "connect_four/outside", "seed": 3, "player": "ada"}
    assert "nothing is stored" in visitor.post("/api/games", json=wanted).json()["error"]


def test_a_square_is_found_where_its_side_sees_it(visitor: httpx.Client) -> None:
    boxes = {}
    for side in ("first", "second"):
        wanted = {"id": "breakthrough/level_1", "knobs": {"side": side}}
        places = visitor.post("/api/games", json=wanted).json()["view"]["places"]
        boxes[side] = {place["words"][0]: place["box"] for place in places}
    assert boxes["first"]["a1"] == boxes["second"]["f6"]
    assert boxes["first"]["b3"] == boxes["second"]["e4"]


def test_games_between_agents_are_rated_on_a_table_of_their_own(
    serve: Callable[[Settings], str], runs: Path
) -> None:
    (kept, *_) = Store(runs / "first").records()
    store = Store(runs / "league")
    with store.writing({"suite": "own"}):
        for seed in range(4):
            entry = replace(kept.entry, id="nim/outside", seed=seed, agent="a", versus="b")
            store.append(replace(kept, entry=entry, payoffs=(1.0, 0.0)))
    with httpx.Client(base_url=serve(Settings(runs)), timeout=60) as client:
        page = client.get("/results").text
        assert "Games between agents" in page and "n = 4" in page
        assert "a against b</bdi>" not in page  # it has no place in the rankings
        assert "Games between agents" not in client.get("/results?run=first").text
        assert "a against b" in client.get("/episodes").text
