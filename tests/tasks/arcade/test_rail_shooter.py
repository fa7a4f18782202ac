"""The flight over the plain: what is in the way, what shots meet, on courses made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from visgym.kit.arcade.playing import Reel
from visgym.tasks.arcade.arcade_rail_shooter.course import PARTS
from visgym.tasks.arcade.arcade_rail_shooter.rules import PRESETS, ArcadeRailShooter
from visgym.tasks.arcade.arcade_rail_shooter.world import FOES, OBSTACLES, Oncoming, Ride, place

TASK = ArcadeRailShooter(frames=0)
END = Oncoming("column", -400, 0, 900)


def ride(*things: Oncoming, x: int = 0, y: int = 44) -> Ride:
    all_of_them = (*things, END)
    return Ride(all_of_them, tuple(int(each.kind in FOES) for each in all_of_them), 10, x, y)


def held(world: Ride, *said: str, ticks: int, task: ArcadeRailShooter = TASK) -> Ride:
    return task.played(Reel(world), frozenset(said), ticks).world


@pytest.mark.parametrize(
    ("kind", "free", "barred"),
    [
        ("column", [(30, 8), (-30, 88)], [(0, 88), (20, 8)]),
        ("tree", [(30, 8), (0, 88)], [(0, 44), (15, 8)]),
        ("hedge", [(0, 60), (90, 60)], [(0, 40), (-90, 8)]),
        ("beam", [(0, 30), (90, 8)], [(0, 60), (-90, 88)]),
    ],
)
def test_each_obstacle_is_passed_at_its_own_side(
    kind: str, free: list[tuple[int, int]], barred: list[tuple[int, int]]
) -> None:
    for places, lives in ((free, 3), (barred, 2)):
        for x, y in places:
            world = ride(Oncoming(kind, 0, 0, 100), x=x, y=y)
            assert held(world, ticks=9).lives == 3
            assert held(world, ticks=12).lives == lives


def test_shots_go_straight_ahead_and_end_at_the_first_thing() -> None:
    orb = Oncoming("orb", 0, 44, 300)
    assert held(ride(orb), "fire", ticks=12).left == (0, 0)
    assert held(ride(orb, x=30), "fire", ticks=12).left == (1, 0)
    behind = ride(Oncoming("hedge", 0, 0, 200), orb)
    assert held(behind, "fire", ticks=12).left == (0, 1, 0)
    above = ride(Oncoming("hedge", 0, 0, 200), replace(orb, y=60), y=60)
    assert held(above, "fire", ticks=12).left == (0, 0, 0)


def test_a_bolt_goes_where_the_flyer_was_when_it_was_fired() -> None:
    kite = Oncoming("kite", 60, 60, 300, fires=250)
    assert held(ride(kite), ticks=30).lives == 2
    fired = held(ride(kite), ticks=6)
    assert len(fired.bolts) == 1
    assert held(held(fired, "left", ticks=6), ticks=20).lives == 3


def test_the_end_counts_only_with_enough_foes_down() -> None:
    task = replace(TASK, foes=2, aim=1)
    orbs = Oncoming("orb", 0, 44, 300), Oncoming("orb", 80, 44, 320)
    shot = held(ride(*orbs), "fire", ticks=40, task=task)
    assert task.still(shot) == 0 and not task.is_won(shot)
    assert task.is_won(held(shot, ticks=60, task=task))
    missed = held(ride(*orbs, x=-60), ticks=31, task=task)
    assert not task.is_lost(missed)
    assert task.is_lost(held(missed, ticks=2, task=task))


def test_parts_of_a_serpent_follow_its_head() -> None:
    head, part = (Oncoming("head", 0, 48, 0, 50, 14, 96, delay) for delay in (0, 5))
    assert [place(head, tick) for tick in range(40)] == [
        place(part, tick + 5) for tick in range(40)
    ]


@pytest.mark.parametrize(("level", "counts"), [("level_0", (12, 0)), ("level_1", (20, 6))])
def test_levels_have_the_things_that_they_name(level: str, counts: tuple[int, int]) -> None:
    for seed in range(10):
        kinds = [each.kind for each in PRESETS[level].start(seed).world.things]
        assert tuple(sum(k in group for k in kinds) for group in (OBSTACLES, FOES)) == counts


def test_the_hardest_level_has_a_serpent() -> None:
    for seed in range(10):
        kinds = [each.kind for each in PRESETS["level_2"].start(seed).world.things]
        assert sum(kind in OBSTACLES for kind in kinds) == 30
        assert sum(kind in ("orb", "kite") for kind in kinds) == 10
        assert kinds.count("head") == 1 and kinds.count("part") == PARTS - 1


@pytest.mark.parametrize("level", sorted(PRESETS))
def test_whoever_stays_at_one_place_loses(level: str) -> None:
    task = PRESETS[level]
    for seed in range(4):
        for x in (-100, -45, 0, 35, 100):
            for y in (8, 44, 60, 88):
                state = Reel(replace(task.start(seed).world, x=x, y=y))
                while not task.is_over(state):
                    state = task.played(state, frozenset(), 12)
                assert task.score(state) == 0
