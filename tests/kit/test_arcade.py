"""The kit of arcades: presses are joined, frames are remembered, points are doubled, beams win."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from visgym.core.calls import Call
from visgym.core.identity import from_json, to_json
from visgym.kit.arcade.bodies import TILE, changed, fallen, meets, pushed, to_and_fro
from visgym.kit.arcade.players import Press, beam, calls_of, press
from visgym.kit.arcade.playing import APART, ArcadeTask, Reel
from visgym.kit.arcade.screen import HEIGHT, SMALL, STRIP, WIDTH, Screen
from visgym.kit.arcade.sprites import OUTLINE, Sprite, collage, flipped, mirrored, sprite
from visgym.kit.canvas import RED
from visgym.tasks.arcade.arcade_columns.rules import PRESETS as COLUMNS
from visgym.tasks.arcade.arcade_platformer.rules import PRESETS as PLATFORMER

ARCADES: list[ArcadeTask[Any]] = [COLUMNS["level_0_live"], PLATFORMER["level_1"]]
SOLID = frozenset("#")


@pytest.mark.parametrize("task", ARCADES, ids=lambda task: task.name)
def test_presses_in_a_row_are_joined(task: ArcadeTask[Any]) -> None:
    rng = Random(3)
    state = task.start(3)
    for _ in range(30):
        buttons, ticks = task.actions["press"].sample(rng).args
        whole = task.press(state, buttons, ticks)  # type: ignore[arg-type]
        parts = state
        for _ in range(ticks):  # type: ignore[arg-type]
            parts = task.press(parts, buttons, 1)  # type: ignore[arg-type]
        assert parts == whole
        state = whole


@pytest.mark.parametrize("task", ARCADES, ids=lambda task: task.name)
def test_earlier_frames_are_the_last_ones_at_even_ticks(task: ArcadeTask[Any]) -> None:
    state = task.press(task.press(task.start(0), (), 12), (), 6)
    assert [each.clock for each in state.earlier] == [8, 12, 16]
    assert all(each.clock % APART == 0 for each in state.earlier)
    bare = replace(task, frames=0)
    assert bare.press(bare.start(0), (), 12).earlier == ()
    assert task.draw(state).shape == (2 * HEIGHT + STRIP, 2 * WIDTH, 3)
    assert bare.draw(bare.start(0)).shape == (2 * HEIGHT, 2 * WIDTH, 3)


@pytest.mark.parametrize("task", ARCADES, ids=lambda task: task.name)
def test_states_in_play_survive_json(task: ArcadeTask[Any]) -> None:
    state = task.press(task.start(0), (), 12)
    assert state.earlier
    assert from_json(task.state_type(), json.loads(json.dumps(to_json(state)))) == state


def test_the_end_cuts_a_press_short() -> None:
    task = PLATFORMER["level_0"]
    lost = Reel(replace(task.start(0).world, health=0))
    assert task.press(lost, ("right",), 12) == lost
    assert task.is_over(lost) and task.hopeless(lost)


def test_calls_hold_the_same_buttons_in_as_few_presses_as_can_be() -> None:
    made = [press("right", ticks=8), press("right", ticks=8), press("a", "right", ticks=1), press()]
    assert calls_of(made, ("a", "right")) == [
        Call("press", (("right",), 12)),
        Call("press", (("right",), 4)),
        Call("press", (("a", "right"), 1)),
        Call("press", ((), 6)),
    ]
    assert made[-1] == Press(frozenset(), 6)


def test_a_wide_beam_finds_what_a_greedy_one_misses() -> None:
    def steps(at: int) -> list[tuple[int, int]]:
        return [(by, at + by) for by in (3, 2) if at + by <= 10]

    def won(at: int) -> bool:
        return at == 10

    found = beam(0, steps, won, float, lambda at: at, 3, 10)
    assert found is not None and sum(found) == 10
    assert beam(0, steps, won, float, lambda at: at, 1, 10) is None  # 3, 6, 9 is the end of it
    assert beam(0, steps, won, lambda at: -at, lambda at: at, 3, 10, patience=1) is None


# Drawing


def dot(width: int = 5, outline: bool = True) -> Sprite:
    rim = OUTLINE if outline else None
    return sprite(width, 5, lambda brush: brush.box(2, 2, 1, 1, RED), outline=rim)


def test_sprites_have_an_outline_and_look_both_ways() -> None:
    made = dot()
    assert made.mask[:, ::2, 0].astype(int).tolist() == [
        [0, 0, 0, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 1, 1, 1, 0],
        [0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0],
    ]
    assert tuple(made.colors[2, 4]) == RED
    assert tuple(made.colors[1, 4]) == OUTLINE
    uneven = sprite(6, 4, lambda brush: brush.polygon(((0, 0), (5, 0), (0, 3)), RED), outline=None)
    assert not np.array_equal(mirrored(uneven).mask, uneven.mask)
    assert np.array_equal(mirrored(mirrored(uneven)).colors, uneven.colors)
    assert np.array_equal(flipped(flipped(uneven)).mask, uneven.mask)


def test_points_are_two_pixels_each_way_and_cut_off_at_the_edges() -> None:
    screen = Screen.of((0, 0, 0))
    for x, y in ((-3, -3), (10, 20), (WIDTH - 3, HEIGHT - 3)):
        screen.blit(dot(outline=False), x, y)
    red = (screen.doubled().frame == RED).all(axis=2)
    assert {(int(y), int(x)) for y, x in zip(*red.nonzero(), strict=True)} == {
        (44, 24), (44, 25), (45, 24), (45, 25),
        (446, 638), (446, 639), (447, 638), (447, 639),
    }  # fmt: skip
    screen.rect(300, 200, 100, 100, RED)
    assert tuple(screen.doubled().frame[447, 639]) == RED


def test_layers_go_on_for_ever() -> None:
    screen = Screen.of((0, 0, 0))
    screen.scroll(dot(8, outline=False), 5)
    seen = (screen.pixels[2, ::2] == RED).all(axis=1).nonzero()[0]
    assert [int(x) for x in seen] == list(range(5, WIDTH, 8))


def test_small_frames_are_means() -> None:
    screen = Screen.of((200, 100, 40))
    screen.rect(0, 0, 1, 2, (0, 0, 0))
    small = screen.small()
    assert small.shape == (SMALL[1], SMALL[0], 3)
    assert tuple(small[5, 5]) == (200, 100, 40)
    assert tuple(small[0, 0]) == (100, 50, 20)


def test_a_collage_shows_what_was_laid_last() -> None:
    under = sprite(4, 4, lambda brush: brush.box(0, 0, 4, 4, (1, 2, 3)), outline=None)
    both = collage(8, 6, ((under, 0, 0), (dot(outline=False), 0, 0)))
    assert tuple(both.colors[2, 4]) == RED and tuple(both.colors[1, 0]) == (1, 2, 3)
    assert not both.mask[5, 0, 0]


# Bodies

ROWS = ("....", "...#", "##-#")


def test_bodies_stop_at_walls_floors_and_roofs() -> None:
    half, height = 64, 200
    assert pushed(ROWS, SOLID, 600, 2 * TILE, half, height, 110) == (3 * TILE - half, 1)
    assert pushed(ROWS, SOLID, 70, 2 * TILE, half, height, -50) == (half, -1)
    assert pushed(ROWS, SOLID, 300, 2 * TILE, half, height, 40) == (340, 0)
    assert fallen(ROWS, SOLID, 100, 480, half, height, 90) == (2 * TILE, 1)
    assert fallen(("#", ".", "."), SOLID, 128, 500, half, height, -90) == (TILE + height, -1)
    assert fallen(ROWS, SOLID, 600, 480, half, height, 90) == (2 * TILE, 1)  # onto the ledge
    assert fallen(ROWS, SOLID, 600, 3 * TILE, half, height, -90)[1] == 0  # through it from below


def test_no_body_ever_gets_into_a_tile() -> None:
    rng = Random(1)
    rows = ("#" * 12, *("".join(rng.choices(".#", (4, 1), k=12)) for _ in range(8)), "#" * 12)
    x, y, half, height = 1500, 900, 80, 208
    while meets(rows, SOLID, x, y, half, height):
        x, y = rng.randrange(12 * TILE), rng.randrange(8 * TILE)
    for _ in range(3000):
        x, _ = pushed(rows, SOLID, x, y, half, height, rng.randint(-200, 200))
        assert not meets(rows, SOLID, x, y, half, height)
        y, _ = fallen(rows, SOLID, x, y, half, height, rng.randint(-200, 200))
        assert not meets(rows, SOLID, x, y, half, height)


def test_rounds_come_back_and_tiles_change() -> None:
    assert [to_and_fro(clock, 10, 8) for clock in range(9)] == [0, 2, 5, 7, 10, 7, 5, 2, 0]
    assert changed(("ab", "cd"), 1, 0, "x") == ("ax", "cd")
