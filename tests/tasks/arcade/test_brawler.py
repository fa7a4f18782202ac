"""The brawler: what blows, rivals and things do, on brawls made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import visgym
from visgym.kit.arcade.bodies import Pickup
from visgym.kit.arcade.playing import Reel
from visgym.tasks.arcade.arcade_brawler.rules import PRESETS, ArcadeBrawler
from visgym.tasks.arcade.arcade_brawler.styles import BREEDS, MANNERS, ORBS, StyleName
from visgym.tasks.arcade.arcade_brawler.world import LANE, Bolt, Brawl, Brawler, Rival

BEHIND = Rival("thug", 40, LANE, 3, 1, act="rest", left=200)


def brawl(*rivals: Rival, style: StyleName = "street", **hero: int) -> Brawl:
    """A hero in the middle lane at 150, all troops having come."""
    start = Brawler(150, LANE, MANNERS[style].health)
    troops = ArcadeBrawler(style=style).start(0).world.troops
    return Brawl(replace(start, **hero), troops, rivals, come=len(troops), clock=1)  # type: ignore[arg-type]


def rival(kind: str, ahead: int, lane: int = 1, act: str = "rest", **more: int) -> Rival:
    """One who rests for long, so many points to the right of the hero."""
    left = more.pop("left", 200)
    return Rival(kind, 150 + ahead, LANE * lane, BREEDS[kind].health, act=act, left=left, **more)


def held(style: StyleName, made: Brawl, *said: str, ticks: int, tier: int = 0) -> Brawl:
    task = ArcadeBrawler(style=style, tier=tier, frames=0)
    return task.played(Reel(made), frozenset(said), ticks).world


@pytest.mark.parametrize(
    ("ahead", "lane", "health"), [(24, 1, 2), (24, 2, 3), (60, 1, 3), (-24, 1, 3)]
)
def test_blows_meet_ahead_within_reach_and_in_the_same_lane(
    ahead: int, lane: int, health: int
) -> None:
    after = held("street", brawl(rival("thug", ahead, lane)), "attack", ticks=6)
    assert after.rivals[0].health == health


def test_rivals_wind_up_before_they_strike_and_a_step_back_saves() -> None:
    made = brawl(rival("thug", 18, act="walk", left=0))
    ready = held("street", made, ticks=1)
    assert ready.rivals[0].act == "ready" and ready.hero.health == 8
    assert held("street", ready, ticks=20).hero.health == 7
    assert held("street", ready, "left", ticks=20).hero.health == 8
    assert held("street", ready, "up", ticks=20).hero.health == 8


def test_a_hit_is_followed_by_some_safety() -> None:
    made = brawl(*(rival("thug", gap, act="ready", left=wait) for gap, wait in ((18, 2), (-18, 9))))
    made = replace(made, rivals=(made.rivals[0], replace(made.rivals[1], facing=1)))
    assert held("street", made, ticks=14, tier=2).hero.health == 7


def test_crouchers_are_kicked_and_jumpers_punched_in_the_air() -> None:
    for kind, act, z, button, is_hit in (
        ("croucher", "rest", 0, "punch", False),
        ("croucher", "rest", 0, "kick", True),
        ("jumper", "rest", 18, "kick", False),
        ("jumper", "rest", 18, "punch", True),
    ):
        foe = rival(kind, 24, act=act, z=z)
        # who rests is back on the ground after a tick, so the blow is about to meet
        hero = {"left": 8 if button == "kick" else 7}
        made = brawl(foe, style="orbs", **hero)
        made = replace(made, hero=replace(made.hero, act=button))
        after = held("orbs", made, ticks=1)
        assert (after.rivals[0].health < 1) == is_hit


def test_white_walkers_leave_orbs_and_orbs_make_a_beast_with_long_reach() -> None:
    after = held("orbs", brawl(rival("white", 20), style="orbs"), "punch", ticks=12)
    assert [each.kind for each in after.things] == ["orb"]
    taken = held("orbs", after, "right", ticks=12)
    assert taken.hero.power == 1 and not taken.things
    far = rival("walker", 64)
    assert held("orbs", brawl(far, style="orbs"), "punch", ticks=8).rivals[0].health == 1
    beast = held("orbs", brawl(far, style="orbs", power=ORBS), "punch", ticks=8)
    assert beast.rivals[0].health == 0


def test_only_a_beast_hurts_the_guard_and_low_balls_are_jumped_and_high_ones_ducked() -> None:
    guard = rival("guard", 60)
    for power, harm in ((0, 0), (ORBS, 1)):
        made = brawl(guard, style="orbs", power=power, x=190)
        after = held("orbs", made, "punch", ticks=8)
        assert guard.health - after.rivals[0].health == harm
    for z, button in ((6, "jump"), (26, "down")):
        made = replace(brawl(guard, style="orbs"), bolts=(Bolt("ball", 180, LANE, z, -4),))
        assert held("orbs", made, ticks=16).hero.health == 4
        assert held("orbs", made, button, ticks=14).hero.health == 5


def test_white_walkers_come_until_there_is_a_beast_and_then_the_guard() -> None:
    made = brawl(style="orbs")
    made = replace(made, edge=made.troops[-1].at + 60)
    made = replace(made, hero=replace(made.hero, x=made.edge + 100))
    assert held("orbs", made, ticks=1).rivals[0].kind == "white"
    beast = replace(made, hero=replace(made.hero, power=ORBS))
    assert held("orbs", beast, ticks=1).rivals[0].kind == "guard"


def test_runners_drop_potions_and_a_spell_hurts_all_and_breaks_shields() -> None:
    runner = replace(rival("runner", 26, act="walk", left=0), health=1)
    dropped = held("magic", brawl(runner, rival("archer", 140), style="magic"), "slash", ticks=5)
    assert [each.kind for each in dropped.things] == ["potion"]
    shield = rival("shield", 24, spare=1)
    slashed = held("magic", brawl(shield, style="magic"), "slash", ticks=6)
    assert slashed.rivals[0].health == 2
    cast = held(
        "magic", brawl(shield, rival("raider", -90), style="magic", power=1), "magic", ticks=12
    )
    assert [each.health for each in cast.rivals] == [1, 1]
    assert cast.rivals[0].spare == 0 and cast.hero.power == 0


def test_a_slash_at_a_run_hurts_twice_and_fells() -> None:
    made = held("magic", brawl(rival("raider", 110), style="magic", x=150), "right", ticks=18)
    after = held("magic", made, "right", "slash", ticks=10)
    assert after.rivals[0].health == 0


def test_runners_come_again_while_a_shield_stands_without_potions() -> None:
    made = held("magic", brawl(rival("shield", 90, spare=1), style="magic"), ticks=1)
    assert [each.kind for each in made.rivals] == ["shield", "runner"]


def test_arrows_fly_along_their_lane() -> None:
    for lane, health in ((1, 4), (2, 5)):
        made = brawl(rival("archer", 120, lane, act="ready", left=1), style="magic")
        assert held("magic", made, ticks=30).hero.health == health


def test_the_third_blow_in_a_row_fells() -> None:
    made = brawl(replace(rival("boss", 20), facing=1))
    after = held("street", made, "attack", ticks=22)
    assert after.rivals[0].act == "down" and after.rivals[0].health == 6 - 4


def test_who_walks_into_a_rival_grabs_and_throws_him() -> None:
    made = held("street", brawl(rival("thug", 16), rival("thug", 50)), "right", ticks=2)
    assert made.rivals[0].act == "held"
    thrown = held("street", made, "attack", ticks=6)
    assert [(each.act, each.health) for each in thrown.rivals] == [("down", 1), ("down", 2)]


def test_a_boss_blocks_from_the_front_until_he_has_struck() -> None:
    for act, facing, health in (("ready", -1, 6), ("rest", -1, 5), ("ready", 1, 5)):
        boss = replace(rival("boss", 22, act=act, left=30), facing=facing)
        assert held("street", brawl(boss), "attack", ticks=5).rivals[0].health == health


def test_a_special_strikes_around_and_costs_health() -> None:
    made = brawl(rival("thug", 40, 0), rival("thug", -40, 2))
    after = held("street", made, "special", ticks=10)
    assert [each.health for each in after.rivals] == [1, 1] and after.hero.health == 7


def test_pipes_last_six_blows_and_food_heals() -> None:
    things = Pickup("pipe", 150, LANE), Pickup("food", 150, LANE)
    made = replace(brawl(rival("boss", 36, facing=1), health=4), things=things)
    armed = held("street", made, ticks=1)
    assert armed.hero.power == 6 and armed.hero.health == 7
    after = held("street", armed, "attack", ticks=6)
    assert after.hero.power == 5 and after.rivals[0].health == 4


@pytest.mark.parametrize("style", MANNERS)
def test_every_style_is_won_on_every_level_in_half_the_limit(style: StyleName) -> None:
    for seed, task in enumerate(PRESETS.values()):
        episode = visgym.begin(replace(task, style=style), seed=seed)
        calls = visgym.solve(episode.task, episode.start)
        assert visgym.play(episode, calls).success
        assert 2 * len(calls) <= task.step_limit


@pytest.mark.parametrize(
    ("style", "counts"), [("orbs", (4, 7, 10)), ("magic", (7, 10, 13)), ("street", (5, 9, 12))]
)
def test_levels_hold_what_the_catalogue_says(style: StyleName, counts: tuple[int, ...]) -> None:
    for task, count in zip(PRESETS.values(), counts, strict=True):
        task = replace(task, style=style)
        assert {task.foes(task.start(seed).world) for seed in range(10)} == {count}


@pytest.mark.parametrize("style", MANNERS)
def test_holding_one_button_does_not_win(style: StyleName) -> None:
    for button in MANNERS[style].buttons:
        state = replace(PRESETS["level_1"], style=style, frames=0).start(0)
        made = held(style, state.world, button, ticks=1200, tier=1)
        assert not ArcadeBrawler(style=style, tier=1).is_won(made)
