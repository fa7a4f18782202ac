"""People at games for two in a real Chromium: clicks on the picture, opponents, and one board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import visgym
from visgym.core.calls import Call
from visgym.core.episode import Episode
from visgym.core.solving import react
from visgym.kit.chance import Dice
from visgym.kit.games.chess import ChessGame
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Box, Places, SecondClick
from visgym.tasks.games.chess import Chess
from visgym.web.controls import Clickable, Pictured


def begin(page: Any, id: str, seed: int) -> Episode[Any]:
    page.goto(f"/play?id={id}&seed={seed}")
    page.locator("#frame[style*=ratio]").wait_for()
    return visgym.begin(id, seed)


def click(page: Any, across: float, down: float) -> None:
    box = page.locator("#picture").bounding_box()
    page.mouse.click(box["x"] + box["width"] * across, box["y"] + box["height"] * down)


def boxes(places: Places, call: Call, clicks: int) -> list[Box]:
    """What is to be clicked for a call; squares of chess are two names in one word."""
    if call in places:
        return [places[call]]
    if clicks == 1:
        return [places[call.args]]  # type: ignore[index]
    said = [str(each) for each in call.args]
    first, second = said if len(said) == clicks else (said[0][:2], said[0][2:])
    return [places[first,], places.get(SecondClick(first, second)) or places[second,]]


def play(page: Any, episode: Episode[Any], call: Call) -> Episode[Any]:
    """Make a call by clicks on the picture, and wait for what comes of it."""
    task = episode.task
    if isinstance(task, Clickable):
        places = task.picture_places(task.visible(episode.state, episode.to_move))
        for left, top, width, height in boxes(places, call, task.picture_clicks):
            click(page, left + width / 2, top + height / 2)
    elif isinstance(task, Pictured):
        left, top, width, height = task.picture_board()
        row, column = (int(str(each)) for each in call.args[-2:])
        size = task.knobs()["size"]
        click(page, left + width * (column + 0.5) / size, top + height * (row + 0.5) / size)
    episode = visgym.advance(episode, task.spell(call))
    page.locator("#moves li").nth(len(episode.turns) - 1).wait_for()
    return episode


CLICKED = [
    "breakthrough/level_0",
    "chess/level_0",
    "connect_four/level_0",
    "gin_rummy/level_0",
    "go/level_0",
    "nim/level_1",
    "othello/level_0",
    "simple_tak/level_0",
    "ultimate_tic_tac_toe/level_0",
]


@pytest.mark.parametrize("id", CLICKED)
def test_moves_are_made_by_clicks_on_the_picture(page: Any, id: str) -> None:
    episode = begin(page, id, 2)
    while not episode.over and len(episode.turns) < 3:
        episode = play(page, episode, react(episode.task, episode.state, Random(1)))
        said = page.locator("#moves li").last.inner_text()
        assert said.startswith(episode.turns[-1].reply)


def test_a_pawn_that_is_clicked_to_the_last_row_becomes_a_queen(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = ChessGame("r5k1/1P6/8/8/8/8/8/6K1 w - - 0 1")
    monkeypatch.setattr(Chess, "generate", lambda self, rng: Match(start, 0, Dice.new(rng)))
    for said in ("b7a8q", "g1g2"):  # a king that goes up a row becomes nothing
        play(page, begin(page, "chess/outside", 5), Call("move", (said,)))
        shown = page.locator("#moves li").last.inner_text()
        assert shown.startswith(f"('move', '{said}')")


def test_a_game_that_is_won_says_so(page: Any) -> None:
    episode = begin(page, "simple_tak/level_0", 3)
    while not episode.over:
        episode = play(page, episode, react(episode.task, episode.state, Random(1)))
    page.locator("#ending").get_by_text("You won").wait_for()


def test_two_people_take_turns_at_one_board_that_turns_with_them(page: Any) -> None:
    episode = begin(page, "breakthrough/outside", 4)
    for _ in range(4):
        mover = episode.task.sides[episode.to_move]  # type: ignore[attr-defined]
        assert page.locator("#line").inner_text().startswith(f"{mover} is to move.")
        assert page.locator("#question").inner_text().startswith(f"You play {mover}.")
        call = Call("move", _first_move(episode))
        episode = play(page, episode, call)
        assert episode.turns[-1].verdict == "done"


def _first_move(episode: Episode[Any]) -> tuple[str, ...]:
    task = episode.task
    assert isinstance(task, GameTask)
    position = episode.state.position
    return tuple(map(str, task.call(position, task.game.legal(position)[0]).args))


def test_the_side_that_won_is_named_where_two_people_play(page: Any) -> None:
    episode = begin(page, "nim/outside", 4)
    while not episode.over:
        left = episode.state.position.left
        heap = next(at for at, each in enumerate(left) if each)
        episode = play(page, episode, Call("take", (heap, left[heap])))
    winner = ("First", "Second")[episode.payoffs[1] > episode.payoffs[0]]
    page.locator("#ending").get_by_text(f"{winner} won").wait_for()


def test_the_opponent_is_chosen_on_the_page(page: Any) -> None:
    begin(page, "connect_four/level_0", 1)
    page.get_by_label("Opponent").select_option("greedy")
    with page.expect_response("**/api/games"):
        page.get_by_role("button", name="Begin").click()
    page.locator("#table:not([inert])").wait_for()
    task = visgym.load("connect_four/level_0", opponent="greedy")
    episode = visgym.begin(task, 1)
    assert isinstance(task, GameTask)
    for _ in range(2):
        episode = play(page, episode, react(task, episode.state, Random(1)))
        assert page.locator("#feedback").inner_text() == episode.feedback


def test_a_second_click_on_a_square_takes_the_first_one_back(page: Any) -> None:
    episode = begin(page, "breakthrough/level_0", 2)
    call = react(episode.task, episode.state, Random(1))
    assert isinstance(episode.task, Clickable)
    places = episode.task.picture_places(episode.state)
    left, top, width, height = places[(str(call.args[0]),)]
    for pressed in (str(call.args[0]), "", str(call.args[0])):
        click(page, left + width / 2, top + height / 2)
        chosen = page.get_by_label("source").evaluate("field => field.value")
        assert chosen.strip("'") == pressed
    assert page.locator("#moves li").count() == 0
