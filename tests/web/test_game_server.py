"""What the server says and refuses about games for two."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest


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
