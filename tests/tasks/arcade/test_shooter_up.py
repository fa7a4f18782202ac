"""The shooter over the sea: what shots, bullets and lives do, on skies made by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

import visgym
from visgym.kit.arcade.playing import Reel
from visgym.kit.arcade.shooting import Flight, aimed, shot_at, swing
from visgym.tasks.arcade.arcade_shooter_up.rules import PRESETS, ArcadeShooterUp
from visgym.tasks.arcade.arcade_shooter_up.world import SAFE, Sortie, flight_at

TASK = ArcadeShooterUp(foes=4, aim=2, frames=0)


def sky(*flights: Flight) -> Sortie:
    return Sortie(flights, tuple(each.toughness for each in flights))


def still(
    x: int, y: int, kind: str = "diver", fires: tuple[int, ...] = (), tough: int = 1
) -> Flight:
    return Flight(kind, 0, x, y, 0, 0, 64, 300, fires, tough)


def held(world: Sortie, *said: str, ticks: int, task: ArcadeShooterUp = TASK) -> Sortie:
    return task.played(Reel(world), frozenset(said), ticks).world


def test_a_shot_flies_straight_up_and_brings_down_what_is_before_it() -> None:
    world = sky(still(160, 40), still(220, 40), still(20, 40))
    after = held(world, "fire", ticks=24)
    assert after.left == (0, 1, 1)
    assert TASK.still(after) == 1 and not TASK.is_won(after)
    beside = held(replace(world, x=220), "fire", ticks=24)
    assert beside.left == (1, 0, 1)


def test_enough_foes_down_win_and_too_few_left_lose() -> None:
    two = held(sky(still(160, 40), still(160, 60), still(20, 40)), "fire", ticks=40)
    assert TASK.is_won(two) and TASK.progress(two) == 1
    gone = sky(still(160, 40), replace(still(20, 40), stays=3))
    assert not TASK.is_lost(gone)
    assert TASK.is_lost(held(gone, ticks=4))


def test_a_bullet_is_aimed_at_where_the_ship_is_and_costs_one_life_at_once() -> None:
    world = sky(still(40, 60, fires=(2,)), still(20, 40), still(20, 30))
    hit = held(world, ticks=120)
    assert hit.lives == 2
    away = held(held(world, ticks=3), "right", ticks=12)
    assert held(away, ticks=110).lives == 3


def test_nothing_hurts_for_a_moment_after_a_hit() -> None:
    world = sky(still(160, 184), still(20, 40), still(20, 30))
    assert held(world, ticks=1).lives == 2
    assert held(world, ticks=SAFE).lives == 2
    assert held(world, ticks=SAFE + 1).lives == 1
    assert TASK.is_lost(held(world, ticks=3 * SAFE))


def test_the_leader_bears_more_hits_and_has_to_be_among_the_fallen() -> None:
    task = replace(TASK, leader=True)
    leader = still(100, 50, "leader", tough=3)
    world = sky(still(160, 40), still(160, 60), leader)
    two = held(world, "fire", ticks=40, task=task)
    assert two.left == (0, 0, 3) and not task.is_won(two) and not task.is_lost(two)
    assert task.is_won(held(replace(two, x=100), "fire", ticks=40, task=task))
    assert task.is_lost(held(two, ticks=300, task=task))


def test_aimed_shots_reach_their_aim() -> None:
    for x, y in ((10, 20), (300, 200), (160, 20)):
        shot = aimed(160, 100, (x, y), 64, 5)
        nearest = min(
            abs(shot_at(shot, tick)[0] - x) + abs(shot_at(shot, tick)[1] - y)
            for tick in range(5, 80)
        )
        assert nearest <= 6


def test_swings_go_to_both_sides_and_come_back() -> None:
    ways = [swing(age, 40, 72) for age in range(73)]
    assert ways[0] == ways[72] == 0 and max(ways) == 40 and min(ways) == -40
    assert max(abs(a - b) for a, b in pairwise(ways)) <= 4


@pytest.mark.parametrize("level", ["level_0", "level_1", "level_2"])
def test_a_ship_that_stays_and_fires_never_wins(level: str) -> None:
    for seed in range(8):
        task = PRESETS[level]
        state = task.start(seed)
        while not task.is_over(state):
            state = task.played(state, frozenset({"fire"}), 12)
        assert task.score(state) == 0


def test_levels_have_the_foes_that_they_name_and_a_leader_at_the_end() -> None:
    for level, foes, leaders in (("level_0", 8, 0), ("level_1", 14, 0), ("level_2", 20, 1)):
        for seed in range(10):
            world = visgym.begin(f"arcade_shooter_up/{level}", seed=seed).start.world
            kinds = [each.kind for each in world.flights]
            assert len(kinds) == foes and kinds.count("leader") == leaders
            fires = sum(len(each.fires) for each in world.flights)
            assert bool(fires) == (level != "level_0")
            for each in world.flights:
                assert all(0 <= flight_at(each, tick)[0] <= 320 for tick in range(each.enters, 200))
