"""The platformer: what each style can do, on small courses made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import visgym
from visgym.kit.arcade.bodies import POINT, TILE, Pickup
from visgym.kit.arcade.playing import Reel
from visgym.tasks.arcade.arcade_platformer.course import (
    Course,
    Foe,
    Mover,
    flash_of,
    foe_at,
)
from visgym.tasks.arcade.arcade_platformer.rules import PRESETS, ArcadePlatformer
from visgym.tasks.arcade.arcade_platformer.styles import STYLES, StyleName
from visgym.tasks.arcade.arcade_platformer.world import Run

GROUND = 11  # the row in which the ground begins


def course(
    *foes: Foe,
    tiles: dict[tuple[int, int], str] | None = None,
    movers: tuple[Mover, ...] = (),
    things: tuple[Pickup, ...] = (),
    rooms: tuple[tuple[int, int], ...] = (),
) -> Run:
    """A hero in the third column of level ground, with some tiles changed, by column and row."""
    grid = [["."] * 40 if row < GROUND else ["#"] * 40 for row in range(14)]
    for (column, row), tile in (tiles or {}).items():
        grid[row][column] = tile
    rows = tuple("".join(row) for row in grid)
    made = Course(rows, foes, movers, things, (), rooms, (616, GROUND * 16))
    x, y = 2 * TILE + TILE // 2, GROUND * TILE
    return Run(made, rows, x, y, safe=(x, y))


def held(style: StyleName, run: Run, *said: str, ticks: int, tier: int = 0) -> Run:
    task = ArcadePlatformer(style=style, tier=tier, frames=0)
    return task.played(Reel(run), frozenset(said), ticks).world


def pit(first: int, last: int) -> dict[tuple[int, int], str]:
    return {(column, row): "." for column in range(first, last + 1) for row in range(GROUND, 14)}


def wall(column: int, top: int, tile: str, low: int = GROUND - 1) -> dict[tuple[int, int], str]:
    return {(column, row): tile for row in range(top, low + 1)}


def standing(kind: str, column: int, **more: int) -> Foe:
    return Foe(kind, column * 16 + 8, GROUND * 16, **more)  # type: ignore[arg-type]


def test_a_jump_rises_three_tiles_and_a_tap_less() -> None:
    heights = []
    for ticks in (12, 2):
        run, top = held("stomp", course(), "jump", ticks=ticks), 14 * TILE
        for _ in range(20):
            top, run = min(top, run.y), held("stomp", run, ticks=1)
        heights.append((GROUND * TILE - top) / TILE)
    assert 3 < heights[0] < 4 and heights[1] < 2


def test_three_tiles_of_gap_can_be_jumped_and_a_fall_costs_a_heart() -> None:
    run = course(tiles=pit(4, 6))
    over = held("stomp", held("stomp", run, "right", ticks=5), "right", "jump", ticks=24)
    assert over.x > 7 * TILE and over.health == 3
    fell = held("stomp", run, "right", ticks=36)
    assert fell.health == 2 and fell.x < 4 * TILE + TILE


def test_bounce_defeats_and_touch_hurts() -> None:
    run = replace(course(standing("walker", 2)), y=(GROUND - 3) * TILE, stands=False)
    stomped = held("stomp", run, "bounce", ticks=10)
    assert stomped.down == (0,) and stomped.health == 3 and stomped.dy < 0
    assert held("stomp", run, ticks=10).health == 2


def test_apples_fly_and_are_used_up() -> None:
    run = replace(course(standing("walker", 7)), supply=1)
    thrown = held("stomp", run, "throw", ticks=20)
    assert thrown.down == (0,) and thrown.supply == 0 and thrown.health == 3


def test_the_door_opens_with_the_gem_only() -> None:
    task = ArcadePlatformer(frames=0)
    run = replace(course(things=(Pickup("gem", 100, 100),)), x=616 * POINT)
    assert not task.is_won(run)
    assert task.is_won(replace(run, taken=(0,)))
    assert replace(task, style="slash").is_won(run)


def test_a_lock_opens_with_the_key() -> None:
    tiles = wall(4, 0, "#") | {(4, 9): "L", (4, 10): "L"}
    run = course(tiles=tiles, things=(Pickup("key", 600, 20),))
    assert held("stomp", run, "right", ticks=40).x < 4 * TILE
    assert held("stomp", replace(run, taken=(0,)), "right", ticks=40).x > 5 * TILE


def test_blocks_fall_after_a_step_and_come_back() -> None:
    run = course(tiles=pit(4, 9) | {(column, GROUND): "f" for column in range(4, 10)})
    on = held("stomp", run, "right", ticks=18)
    assert on.crumbs and on.stands
    fell = held("stomp", on, ticks=40)
    assert fell.health == 2 and "." in fell.rows[GROUND]
    assert held("stomp", fell, ticks=160).rows == run.rows


def test_platforms_carry_who_stands_on_them() -> None:
    run = course(tiles=pit(0, 39), movers=(Mover(24, GROUND * 16, 80, 60),))
    later = held("stomp", run, ticks=20)
    assert later.rides == 0 and later.x - run.x > 2 * TILE and later.health == 3


def test_the_whip_reaches_two_tiles_and_a_shield_stops_it() -> None:
    for kind, column, is_down in (("walker", 4, True), ("walker", 6, False), ("knight", 4, False)):
        run = course(standing(kind, column))
        assert bool(held("whip", run, "whip", ticks=8).down) == is_down
    knife = held("whip", replace(course(standing("knight", 5)), supply=1), "item", ticks=12)
    assert knife.down == (0,)


def test_a_whip_upward_swings_from_a_hook_over_a_pit() -> None:
    run = course(tiles=pit(4, 10) | {(6, GROUND - 5): "o"})
    jumped = held("whip", run, "right", "jump", ticks=14)
    swung = held("whip", jumped, "right", "jump", "up", "whip", ticks=6)
    assert swung.swings or swung.dx == 72
    assert held("whip", swung, "right", ticks=24).health == 3
    assert held("whip", jumped, "right", ticks=40).health == 2


def test_candles_give_knives_and_bones_hurt() -> None:
    assert held("whip", course(things=(Pickup("candle", 40, 165),)), ticks=1).supply == 1
    hit = course(standing("thrower", 5))
    assert min(held("whip", hit, ticks=ticks).health for ticks in range(1, 60)) == 2


def test_heads_do_what_their_boxes_promise() -> None:
    cracked = course(tiles=wall(4, 0, "#") | {(4, 9): "c", (4, 10): "c"})
    for form, passes in (("hammer", True), ("", False)):
        run = replace(cracked, form=form, form_left=200 if form else 0)
        run = held("heads", run, "right", "throw", ticks=40)
        assert (run.x > 5 * TILE) == passes
    low = course(tiles={(column, row): "#" for column in (4, 5, 6) for row in range(10)})
    small = replace(low, form="mini", form_left=100)
    assert held("heads", small, "right", ticks=50).x > 7 * TILE
    assert held("heads", low, "right", ticks=50).x < 4 * TILE
    # the roof keeps whoever is below it small when the head is gone
    under = held("heads", replace(small, form_left=12), "right", ticks=20)
    assert under.low and not under.form


def test_boxes_give_heads_for_a_while_and_bombs_go_off() -> None:
    boxed = held("heads", course(things=(Pickup("claw", 40, 168),)), ticks=1)
    assert boxed.form == "claw"
    away = replace(boxed, x=20 * TILE)
    assert held("heads", away, ticks=250).form == ""
    bomb = replace(course(), form="bomb", form_left=20)
    assert held("heads", bomb, ticks=30).health == 2
    thrown = held("heads", bomb, "throw", ticks=30)
    assert thrown.health == 3 and not thrown.form


@pytest.mark.parametrize(("style", "form"), [("heads", "claw"), ("helmets", "Y"), ("slash", "")])
def test_walls_with_holds_are_climbed_by_who_can(style: StyleName, form: str) -> None:
    run = course(tiles=wall(4, 5, "w") | wall(5, 5, "w"))
    able = replace(run, form=form, form_left=200 if style == "heads" else 0)
    assert held(style, able, "right", "jump", ticks=75).x > 4 * TILE
    assert held("stomp", run, "right", "jump", ticks=75).x < 4 * TILE


def test_helmets_come_from_blocks_and_go_with_a_hit() -> None:
    run = held("helmets", course(tiles={(2, GROUND - 4): "S"}), "jump", ticks=12)
    assert run.form == "S"
    safe = replace(run, x=10 * TILE, y=GROUND * TILE, stands=True)
    hit = held(
        "helmets",
        replace(safe, course=replace(run.course, foes=(standing("walker", 10),))),
        ticks=1,
    )
    assert hit.form == "" and hit.health == 3


def test_the_knight_breaks_ground_and_the_samurai_jumps_higher() -> None:
    run = course(tiles={(2, GROUND): "c", (2, GROUND + 1): "."})
    jumped = held("helmets", replace(run, form="K"), "jump", ticks=12)
    assert held("helmets", jumped, ticks=20).y > GROUND * TILE
    assert held("helmets", run, "jump", ticks=40).y <= GROUND * TILE
    rises = [
        GROUND * TILE - held("helmets", replace(course(), form=form), "jump", ticks=13).y
        for form in ("", "S")
    ]
    assert rises[1] > rises[0] + TILE


def test_the_time_runs_out_and_thorns_follow() -> None:
    task = ArcadePlatformer(style="helmets", tier=2, frames=0)
    run = course()
    assert not task.is_lost(run)
    assert task.is_lost(replace(run, clock=40 * 20, x=30 * TILE))
    assert task.is_lost(replace(run, clock=300))
    assert not task.is_lost(replace(run, clock=300, x=30 * TILE))


def test_girders_hold_and_slides_fit() -> None:
    girder = {(column, GROUND - 4): "=" for column in range(2, 14)}
    run = course(tiles=pit(5, 13) | girder)
    hung = held(
        "slash", held("slash", run, "right", "up", "jump", ticks=12), "right", "up", ticks=30
    )
    assert hung.health == 3 and hung.x > 8 * TILE and not hung.stands
    low = course(tiles={(column, row): "#" for column in (4, 5, 6) for row in range(10)})
    assert held("slash", low, "right", "slide", ticks=50).x > 7 * TILE
    assert held("slash", low, "right", ticks=50).x < 4 * TILE


def test_everything_falls_upward_in_some_rooms() -> None:
    roof = {(column, 3): "#" for column in range(4, 14)}
    run = course(tiles=pit(6, 11) | roof, rooms=((4, 11),))
    inside = held("slash", run, "right", ticks=40)
    assert inside.y < 7 * TILE and inside.stands
    through = held("slash", inside, "right", ticks=60)
    assert through.y == GROUND * TILE and through.health == 3 and through.x > 12 * TILE


def test_drones_burn_what_is_in_their_light_when_it_is_red() -> None:
    drone = standing("drone", 5)
    run = course(drone)
    for clock in range(64):
        now = held("slash", replace(run, clock=clock), ticks=1)
        assert (now.health == 2) == (flash_of(drone, clock + 1) == 2)
    assert held("slash", replace(run, x=4 * TILE), "slash", ticks=8).down == (0,)
    assert foe_at(replace(drone, reach=30, period=60), 30) == (drone.x + 30, drone.y)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_won_on_every_level_in_half_the_limit(style: StyleName) -> None:
    for seed, task in enumerate(PRESETS.values()):
        episode = visgym.begin(replace(task, style=style), seed=seed)
        calls = visgym.solve(episode.task, episode.start)
        assert visgym.play(episode, calls).success
        assert 2 * len(calls) <= task.step_limit


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("style", STYLES)
def test_two_hundred_seeds_of_every_level_are_won(style: StyleName, preset: str) -> None:
    task = replace(PRESETS[preset], style=style)
    for seed in range(200):
        episode = visgym.begin(task, seed=seed)
        assert visgym.play(episode, visgym.solve(task, episode.start)).success, seed


@pytest.mark.parametrize("style", STYLES)
def test_levels_hold_what_the_catalogue_says(style: StyleName) -> None:
    for number, task in enumerate(PRESETS.values()):
        for seed in range(10):
            made = replace(task, style=style).start(seed).world.course
            assert len(made.foes) == len(STYLES[style].foes[number])
            assert len(made.rows[0]) >= 20 * task.screens
            assert sum(thing.kind == "gem" for thing in made.things) == (style == "stomp")
            hooks = sum(row.count("o") for row in made.rows)
            assert hooks == (2 if style == "whip" and number == 2 else 0)
            assert len(made.rooms) == (2 if style == "slash" and number == 2 else 0)
