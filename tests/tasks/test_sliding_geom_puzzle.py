"""Hand-made boards of the sliding geom puzzle."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from visgym import catalog
from visgym.agents.scripted import RandomValidAgent
from visgym.conformance.playthroughs import played_by
from visgym.core.calls import Illegal
from visgym.core.episode import advance, begin
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.kit.boards.geoms import Geom
from visgym.kit.boards.slides import apart
from visgym.tasks.ivispar.sliding_geom_puzzle import GeomState, SlidingGeomPuzzle
from visgym.wrappers.build import arrange

TASK = SlidingGeomPuzzle(view="2d")
RED, BLUE = Geom("red", "cube"), Geom("blue", "sphere")
STATE = GeomState((RED, BLUE), goal=(1, 5), cells=(0, 4))  # a4 and a3, to b4 and b3


def test_geoms_move_as_they_are_told() -> None:
    assert TASK.move(STATE, "red", "cube", "right").cells == (1, 4)
    assert TASK.move(STATE, "blue", "sphere", "down").cells == (0, 8)


@pytest.mark.parametrize(
    ("move", "why", "sentence"),
    [
        (("red", "cube", "up"), "out_of_bounds", "would leave the board"),
        (("red", "cube", "down"), "occupied", "another object is on that tile"),
        (("green", "cube", "down"), "absent", "There is no green cube on the board"),
        (("red", "cube", "right"), None, ""),
    ],
)
def test_blocked_moves_say_what_is_in_the_way(
    move: tuple[str, str, str], why: str | None, sentence: str
) -> None:
    assert TASK.hindrance(STATE, *move) == why  # type: ignore[arg-type]
    if why:
        with pytest.raises(Illegal, match=sentence):
            TASK.move(STATE, *move)  # type: ignore[arg-type]


def test_the_text_lists_tiles_of_both_boards() -> None:
    goal = "goal:\nb3 blue sphere\nb4 red cube"
    assert TASK.describe(STATE) == f"active:\na3 blue sphere\na4 red cube\n\n{goal}"
    assert TASK.describe(TASK.recalled(STATE)).startswith("past:")


@pytest.mark.parametrize(
    ("reply", "heard"),
    [
        ("action: move green cube down", ("green", "cube", "down")),
        ("It is blocked.\n\n**Action:** Move the blue cube right", ("blue", "cube", "right")),
        ("action: move red cube up\nNo.\naction: move red cube left", ("red", "cube", "left")),
        ("action: move red cube up\n- move blue cube left", ("red", "cube", "up")),
        ("move yellow sphere left", ("yellow", "sphere", "left")),
        ("action: move red cube\ndescription: a1 red cube", None),
        ("I would move red cube up some day.", None),
    ],
)
def test_replies_in_the_words_of_the_paper_are_heard(
    reply: str, heard: tuple[str, str, str] | None
) -> None:
    spoken = TASK.hear(reply)
    assert (spoken.args if spoken else None) == heard


def test_prompt_and_refusals_give_the_form_of_the_paper() -> None:
    form = "action: move <color> <shape> <direction>"
    episode = begin(TASK, 0)
    assert f"Format: {form}" in present(episode)[0].text
    assert form in advance(episode, "I do not know.").feedback


def test_the_puzzle_ends_at_the_goal_and_has_no_stop() -> None:
    episode = begin(TASK, 0)
    episode = replace(episode, start=replace(STATE, cells=(0, 5)))
    assert "stop" not in TASK.actions
    episode = advance(episode, "action: move red cube right")
    assert episode.terminated and episode.success


@pytest.mark.parametrize(
    ("geoms", "length", "interference"),
    [(2, 11, 0), (4, 6, 2), (8, 10, 2), (11, 11, 0), (11, 9, 4)],
)
def test_boards_are_exactly_as_hard_as_asked(geoms: int, length: int, interference: int) -> None:
    task = replace(TASK, geoms=geoms, length=length, interference=interference)
    for seed in range(4):
        start = begin(task, seed).start
        assert len(list(task.optimal(start, Random(0)))) == length
        assert length - apart(start.cells, start.goal, task.board) == interference
        assert len(set(start.geoms)) == geoms


def test_all_views_show_the_same_boards() -> None:
    starts = [begin(replace(TASK, view=view), 3).start for view in ("3d", "2d", "text")]  # type: ignore[arg-type]
    assert len(set(starts)) == 1


def test_impossible_knobs_are_refused_with_a_reason() -> None:
    for knobs in ({"geoms": 15}, {"interference": 1}, {"colors": ["mauve"]}, {"board": 1}):
        with pytest.raises(Mistake):
            catalog.load("sliding_geom_puzzle/easy", **knobs)
    with pytest.raises(Mistake, match="2x2 boards with 1 geoms takes 9 moves"):
        begin(SlidingGeomPuzzle(board=2, geoms=1, length=9), 0)


def test_chance_among_legal_moves_only_moves_and_sometimes_arrives() -> None:
    task = replace(TASK, board=2, geoms=1, length=1)
    episodes = [played_by(RandomValidAgent(), begin(task, seed)) for seed in range(5)]
    assert all(turn.verdict == "done" for episode in episodes for turn in episode.turns)
    assert any(episode.success for episode in episodes)


def test_the_protocol_shows_two_past_steps_and_the_rules_each_time() -> None:
    episode = begin(replace(TASK, geoms=2, length=11), 0)
    for _ in range(4):
        episode = advance(episode, "action: move red cube up")
    wrappers = arrange(["history=3", "mark_past", "repeat_rules"], TASK)
    messages = present(episode, wrappers)
    shown = [picture.state.is_past for message in messages for picture in message.pictures]
    assert shown == [True, True, False]
    assert [m.text.count("You solve a puzzle of shapes") for m in messages] == [1, 0, 1, 0, 1]
