"""The duel: heights, blocks, motions, trades and rounds, on duels made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import visgym
from visgym.authoring import Dice
from visgym.kit.arcade.playing import Reel
from visgym.tasks.arcade.arcade_duel.fighting import read
from visgym.tasks.arcade.arcade_duel.moves import STRIKES, STUN
from visgym.tasks.arcade.arcade_duel.rules import PRESETS, ArcadeDuel
from visgym.tasks.arcade.arcade_duel.world import (
    HEALTH,
    Duel,
    Duelist,
    Flare,
    Intent,
    outcome,
    stepped,
)

TASK = ArcadeDuel(frames=0)


def duel(gap: int = 40, **foe: object) -> Duel:
    """A hero at 120 in a round that goes on, the opponent stunned for long unless told."""
    told = {"act": "blocked", "left": 500, **foe}
    other = Duelist(120 + gap, **told)  # type: ignore[arg-type]
    return Duel(Duelist(120), other, Dice(1), pause=0)


def held(made: Duel, *said: str, ticks: int) -> Duel:
    return TASK.played(Reel(made), frozenset(said), ticks).world


def meeting(act: str, z: int = 0) -> Duelist:
    """A fighter whose strike meets in this tick."""
    return Duelist(120, z=z, act=act, left=STRIKES[act].meets)


@pytest.mark.parametrize(
    ("act", "stance", "z", "found"),
    [
        ("punch", "stand", 0, "hit"),
        ("punch", "block", 0, "block"),
        ("punch", "duck", 0, ""),
        ("punch", "low_block", 0, ""),
        ("kick", "stand", 40, "hit"),
        ("low_kick", "block", 0, "hit"),
        ("low_kick", "low_block", 0, "block"),
        ("low_kick", "duck", 0, "hit"),
        ("low_kick", "stand", 40, ""),
        ("slide", "low_block", 0, "block"),
    ],
)
def test_heights_and_blocks_decide(act: str, stance: str, z: int, found: str) -> None:
    assert outcome(meeting(act), Duelist(150, z=z, stance=stance)) == found


def test_strikes_from_the_air_meet_who_ducks_but_not_who_blocks() -> None:
    assert outcome(meeting("kick", z=30), Duelist(150, stance="duck")) == "hit"
    assert outcome(meeting("kick", z=30), Duelist(150, stance="block")) == "block"


@pytest.mark.parametrize("act", [each for each in STRIKES if each not in ("bolt", "slide")])
def test_strikes_meet_when_and_as_far_as_the_rules_say(act: str) -> None:
    strike = STRIKES[act]
    said = strike.told.split(" and ")
    for gap, harm in ((strike.reach, strike.harm), (strike.reach + 1, 0)):
        made = held(duel(gap), *said, ticks=strike.after)
        assert made.foe.health == HEALTH
        assert held(made, ticks=1).foe.health == HEALTH - harm
    free = held(duel(200), *said, ticks=1)
    assert held(free, ticks=strike.ticks - 1).hero.act == act
    assert held(free, ticks=strike.ticks).hero.act == ""
    assert f"{strike.told}: meets after {strike.after}" in TASK.rules()


def test_who_was_hit_is_stunned_pushed_and_safe_meanwhile() -> None:
    hit = held(duel(30), "punch", ticks=5)
    assert hit.foe.act == "hurt" and hit.foe.left == STUN and hit.foe.x > 150
    assert outcome(meeting("kick"), hit.foe) == ""


def test_blows_are_traded_when_both_meet_in_one_tick() -> None:
    made = duel(40, act="punch", left=STRIKES["punch"].meets + 1)
    made = replace(made, hero=replace(made.hero, act="kick", left=STRIKES["kick"].meets + 1))
    after = held(made, ticks=1)
    assert (after.hero.health, after.foe.health) == (HEALTH - 2, HEALTH - 4)


def test_down_forward_punch_throws_a_bolt_that_can_be_ducked_and_blocked() -> None:
    made = held(held(held(duel(150), "down", ticks=2), "right", ticks=2), "punch", ticks=12)
    assert [flare.dx for flare in made.flares] == [5]
    for stance, harm, left in (("stand", 3, 0), ("block", 0, 0), ("duck", 0, 1)):
        flying = replace(duel(40, stance=stance), flares=(Flare(140, 5, 0),))
        after = held(flying, ticks=3)
        assert HEALTH - after.foe.health == harm and len(after.flares) == left
    slow = held(held(held(duel(150), "down", ticks=2), ticks=30), "right", ticks=2)
    assert held(slow, "punch", ticks=12).hero.act == "punch"


def test_back_twice_and_kick_slides() -> None:
    made = duel(110)
    for said in (("left",), (), ("left",), ("kick",)):
        made = held(made, *said, ticks=1)
    assert made.hero.act == "slide"
    after = held(made, ticks=20)
    assert after.foe.health == HEALTH - STRIKES["slide"].harm and after.hero.x > 170


def test_forward_and_back_turn_with_the_opponent() -> None:
    assert read(frozenset({"left"}), ".", -1).way == 1
    assert read(frozenset({"punch"}), ".df.", 1).strike == "bolt"
    assert read(frozenset({"punch"}), ".fd", 1).strike == "punch"
    assert read(frozenset({"kick", "down"}), "b.b.d", 1).strike == "low_kick"
    assert stepped(Duelist(100), Intent(way=1), -1).x < 100


def test_rounds_are_won_by_health_and_two_of_them_win() -> None:
    low = replace(duel(30), foe=replace(duel(30).foe, health=1))
    second = held(low, "punch", ticks=5)
    assert (second.wins, second.losses, second.foe.health, second.pause > 0) == (1, 0, HEALTH, True)
    assert TASK.is_won(held(replace(low, wins=1), "punch", ticks=5))
    assert held(replace(duel(), time=1), ticks=1).losses == 1
    ahead = replace(duel(), time=1, hero=Duelist(60), foe=Duelist(250, health=HEALTH - 1))
    assert held(ahead, ticks=1).wins == 1
    assert TASK.is_lost(held(replace(duel(), time=1, losses=1), ticks=1))


def test_the_opponent_blocks_what_he_saw_and_not_before() -> None:
    for tier, late in ((1, 12), (2, 6)):
        task = ArcadeDuel(tier=tier, frames=0)
        made = replace(duel(75), foe=Duelist(195))
        made = task.played(Reel(made), frozenset({"down", "kick"}), 1).world
        stances = []
        for _ in range(late + 2):
            made = task.tick(made, frozenset())
            stances.append(made.foe.stance)
        assert "low_block" not in stances[: late - 2] and stances[-1] == "low_block"


@pytest.mark.parametrize("name", PRESETS)
def test_the_reference_player_wins_in_half_the_limit(name: str) -> None:
    task = PRESETS[name]
    for seed in range(3):
        episode = visgym.begin(task, seed=seed)
        calls = visgym.solve(episode.task, episode.start)
        assert visgym.play(episode, calls).success and 2 * len(calls) <= task.step_limit


@pytest.mark.parametrize("button", TASK.buttons)
def test_holding_one_button_wins_nothing_against_who_reacts(button: str) -> None:
    for name in ("level_1", "level_2"):
        task = replace(PRESETS[name], frames=0)
        made = task.played(task.start(0), frozenset({button}), 2800).world
        assert not task.is_won(made)
