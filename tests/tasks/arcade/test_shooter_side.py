"""The cave: what rock, weapons, gates and the boss do, in caves made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from visgym.kit.arcade.playing import Reel
from visgym.kit.arcade.shooting import Flight
from visgym.tasks.arcade.arcade_shooter_side.cave import Cave, Piston, opening_at, out_by
from visgym.tasks.arcade.arcade_shooter_side.rules import PRESETS, ArcadeShooterSide
from visgym.tasks.arcade.arcade_shooter_side.world import (
    LIVES,
    OPEN,
    RHYTHM,
    SAFE,
    TOUGH,
    Cavern,
    boss_at,
    is_open,
)

TASK = ArcadeShooterSide(frames=0)
WIDE = Cave((20,) * 80, (210,) * 80)


def cavern(*flights: Flight, cave: Cave = WIDE, boss: int = 0) -> Cavern:
    return Cavern(cave, flights, tuple(each.toughness for each in flights), boss)


def turret(x: int, y: int) -> Flight:
    return Flight("turret", 0, x, y, 0, 0, 64, 300)


def held(world: Cavern, *said: str, ticks: int) -> Cavern:
    return TASK.played(Reel(world), frozenset(said), ticks).world


def armed(world: Cavern, weapon: str) -> Cavern:
    return replace(world, weapons=(weapon, "twin"))


@pytest.mark.parametrize(
    ("weapon", "hit"),
    [
        ("twin", {"ahead"}),
        ("back", {"ahead", "behind"}),
        ("wave", {"ahead", "aside"}),
        ("crawler", {"roof", "floor"}),
        ("hunter", {"ahead", "aside", "behind", "roof", "floor"}),
    ],
)
def test_each_weapon_hits_what_it_is_for(weapon: str, hit: set[str]) -> None:
    places = {
        "ahead": (220, 120),
        "aside": (180, 142),
        "behind": (70, 130),
        "roof": (200, 28),
        "floor": (200, 202),
    }
    found = set()
    for name, place in places.items():
        world = replace(cavern(turret(*place)), x=120, y=120)
        if held(armed(world, weapon), "fire", ticks=14).left == (0,):
            found.add(name)
    assert found == hit


def test_switch_takes_the_next_weapon_and_goes_on_while_held() -> None:
    world = replace(cavern(), weapons=("twin", "back", "wave"))
    assert held(world, "switch", ticks=1).weapons[0] == "back"
    assert held(world, "switch", ticks=10).weapons[0] == "back"
    assert held(world, "switch", ticks=11).weapons[0] == "wave"


def test_a_carrier_gives_its_weapon_and_a_lost_life_takes_it() -> None:
    carrier = Flight("wave", 0, 200, 0, 0, 0, 64, 300)
    world = replace(cavern(carrier), y=115)
    gained = held(world, "fire", ticks=20)
    assert gained.weapons == ("twin", "back", "wave")
    crashed = held(gained, "up", ticks=30)
    assert crashed.lives == LIVES - 1 and crashed.weapons == ("twin", "back")


def test_rock_costs_a_life_once_in_a_while() -> None:
    world = replace(cavern(), y=26)
    assert held(world, ticks=1).lives == LIVES
    hit = held(world, "up", ticks=1)
    assert hit.lives == LIVES - 1 and held(hit, ticks=SAFE - 1).lives == LIVES - 1
    assert TASK.is_lost(held(hit, ticks=SAFE))


def test_walls_that_move_shut_a_part_of_the_way_and_open_it_again() -> None:
    for hangs in (True, False):
        piston = Piston(400, hangs, 60, 80)
        cave = replace(WIDE, pistons=(piston,))
        openings = {opening_at(cave, 400, clock) for clock in range(80)}
        assert (20, 210) in openings and ((80, 210) if hangs else (20, 150)) in openings
        assert {opening_at(cave, 420, clock) for clock in range(80)} == {(20, 210)}
        assert max(out_by(piston, clock) for clock in range(200)) == 60


def test_a_gate_shuts_the_way_until_it_is_shot_open() -> None:
    gate = Flight("gate", 0, 200, 115, 0, 97, 64, 300, (), 6)
    assert held(cavern(gate), ticks=70).lives == LIVES - 1
    assert held(cavern(gate), "fire", ticks=70).lives == LIVES


def test_the_boss_is_hurt_in_its_open_core_only() -> None:
    world = replace(cavern(boss=TOUGH), clock=WIDE.end // 2)
    hits = {True: 0, False: 0}
    for _ in range(6 * RHYTHM):
        world = replace(world, y=boss_at(world.clock), hurt=9)
        after = held(world, "fire", ticks=1)
        hits[is_open(after.clock)] += world.boss - after.boss
        world = after
    assert hits == {True: TOUGH, False: 0} and TASK.is_won(world)
    beside = replace(cavern(boss=TOUGH), clock=WIDE.end // 2)
    for _ in range(OPEN):
        beside = held(replace(beside, y=boss_at(beside.clock) - 30, hurt=9), "fire", ticks=1)
    assert beside.boss == TOUGH


@pytest.mark.parametrize("level", sorted(PRESETS))
def test_no_straight_way_leads_through_a_cave(level: str) -> None:
    for seed in range(10):
        cave = PRESETS[level].start(seed).world.cave
        assert max(cave.roof) + 8 >= min(cave.floor)
        pairs = zip(cave.roof, cave.floor, strict=True)
        assert all(floor - roof >= PRESETS[level].gap - 1 for roof, floor in pairs)


def test_levels_have_the_foes_that_they_name() -> None:
    for level, foes, gates, chased in (
        ("level_0", 8, 1, False),
        ("level_1", 14, 2, True),
        ("level_2", 14, 2, True),
    ):
        found = set()
        for seed in range(10):
            world = PRESETS[level].start(seed).world
            kinds = [each.kind for each in world.flights]
            assert kinds.count("gate") == gates and len(kinds) == foes + gates
            assert world.boss == (TOUGH if level == "level_2" else 0)
            assert len(world.cave.pistons) == (3 if level == "level_2" else 0)
            found.update(kinds)
        assert ("chaser" in found) == chased
