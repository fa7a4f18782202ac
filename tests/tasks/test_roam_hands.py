"""Hands in first-person places: what they take and put down, medkits, and explorers with hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from visgym.core.calls import Call, Illegal
from visgym.kit.canvas import GREEN, RED, YELLOW
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.things import BOX, MEDKIT, RoamThing
from visgym.kit.worlds.roam.walking import RoamState
from visgym.tasks.worlds import roam_health, roam_pickup, roam_put_next
from visgym.tasks.worlds.roam_health import RoamHealth
from visgym.tasks.worlds.roam_put_next import RoamPutNext

NEXT = RoamPutNext(boxes=3)


def box(color: str, x: int, y: int) -> RoamThing:
    return RoamThing(BOX, color, x, y, 700)


ROOM = RoamState(
    ("striped", "sage", "boards", "cream", "wood", "red", "blue"),
    Pose(3500, 6000, 0),
    (box("red", 5000, 6000), box("blue", 9000, 6000), box("green", 3500, 9000)),
)


def reds(state: RoamState) -> tuple[int, int]:
    """Red pixels in the lower and in the upper half of the picture."""
    r, g, b = np.moveaxis(NEXT.draw(state).astype(int), 2, 0)
    found = (r > 90) & (r > 2.5 * g) & (r > 2.5 * b)
    return int(found[192:].sum()), int(found[:192].sum())


def test_a_box_is_carried_in_front_and_put_down_there() -> None:
    held = NEXT.pickup(ROOM)
    assert held.carried == (ROOM.things[0],) and held.things == ROOM.things[1:]
    assert NEXT.metrics(held) == {"carried": 1, "next": 0}
    put = NEXT.drop(NEXT.forward(held, 1))
    assert put.things[-1] == replace(ROOM.things[0], x=4200 + 400 + 420 + 100)
    assert not put.carried and not NEXT.is_over(put)


def test_a_carried_box_is_seen_whichever_way_one_turns() -> None:
    away = NEXT.turn(ROOM, "left", 4)
    assert sum(reds(away)) == 0 and reds(ROOM)[0] > 2000
    assert reds(NEXT.turn(NEXT.pickup(ROOM), "left", 4))[0] > 4000


def test_the_right_box_next_to_the_right_one_wins() -> None:
    near = NEXT.forward(NEXT.pickup(ROOM), 4)
    assert not NEXT.is_won(near)  # as long as it is carried
    won = NEXT.drop(NEXT.forward(near, 1))
    assert NEXT.score(won) == 1 and NEXT.metrics(won)["next"] == 1
    assert not NEXT.is_won(NEXT.drop(NEXT.forward(NEXT.pickup(ROOM), 2)))
    green = replace(ROOM, pose=Pose(7000, 6000, 0), carried=ROOM.things[2:], things=ROOM.things[:2])
    assert not NEXT.is_over(NEXT.drop(green))


def test_hands_refuse_what_they_cannot_do() -> None:
    with pytest.raises(Illegal, match="You carry nothing"):
        NEXT.drop(ROOM)
    with pytest.raises(Illegal, match="Nothing ahead is close enough"):
        NEXT.pickup(NEXT.turn(ROOM, "left", 1))
    held = replace(ROOM, carried=ROOM.things[2:], things=ROOM.things[:2])
    with pytest.raises(Illegal, match="Your hands are full"):
        NEXT.pickup(held)
    with pytest.raises(Illegal, match="There is no room for it here"):
        NEXT.drop(replace(held, pose=Pose(500, 6000, 180)))
    with pytest.raises(Illegal, match="The red box blocks the way after 1 stride"):
        NEXT.forward(replace(held, pose=Pose(3000, 6000, 0)), 2)


def test_a_box_that_is_in_the_way_is_got_rid_of() -> None:
    state = replace(ROOM, carried=ROOM.things[2:], things=ROOM.things[:2])
    for solve in (NEXT.shortest, NEXT.explore):
        after = state
        for call in solve(state, Random(0)):
            after = NEXT.apply(after, call)
        assert NEXT.is_won(after) and any(thing.color == "green" for thing in after.things)


# Medkits

WARD = RoamHealth(calls=20, kits=2)
BED = RoamState(
    (8000, "tiled", "cream", "sage", "marble", "checks"),
    Pose(2000, 4000, 0),
    (RoamThing(MEDKIT, "", 3200, 4000, 500), RoamThing(MEDKIT, "", 6000, 6000, 500)),
    health=50,
)


def test_calls_cost_health_and_refused_ones_do_not() -> None:
    turned = WARD.turn(BED, "left", 4)
    assert (turned.health, turned.survived) == (48, 1)
    assert WARD.reward(BED, Call("turn", ("left", 4)), turned) == 1 / 20
    with pytest.raises(Illegal, match="Nothing ahead is close enough"):
        WARD.pickup(turned)
    with pytest.raises(Illegal, match="The medkit blocks the way"):
        WARD.forward(BED, 1)


def test_a_medkit_gives_all_health_back_once() -> None:
    healed = WARD.pickup(BED)
    assert healed.health == 100 and healed.things == BED.things[1:] and not healed.carried
    with pytest.raises(Illegal, match="Nothing ahead"):
        WARD.pickup(healed)
    before, after = (replace(each, pose=Pose(800, 4000, 0)) for each in (BED, healed))
    assert not np.array_equal(WARD.draw(before)[100:], WARD.draw(after)[100:])  # it is gone


def test_without_health_all_is_lost_and_enough_calls_win() -> None:
    last = WARD.turn(replace(BED, health=2), "left", 1)
    assert last.lost and WARD.is_over(last) and WARD.hopeless(last) and WARD.score(last) == 0
    assert WARD.reward(BED, Call("turn", ("left", 1)), last) == 0
    won = WARD.turn(replace(BED, survived=19), "left", 1)
    assert WARD.is_over(won) and WARD.score(won) == 1
    late = WARD.turn(replace(BED, survived=19, health=2), "left", 1)
    assert WARD.score(late) == 0


def test_the_bar_is_as_long_as_health_and_changes_its_colour() -> None:
    for health, color in ((100, GREEN), (52, GREEN), (50, YELLOW), (26, YELLOW), (24, RED)):
        bar = (WARD.draw(replace(BED, health=health))[18:34, 20:220] == color).all(axis=(0, 2))
        assert bar.sum() == 2 * health and bar[: 2 * health].all()


# Explorers


Exploring = roam_pickup.RoamPickup | RoamPutNext | RoamHealth


@pytest.mark.parametrize(
    ("task", "seed"),
    [
        (roam_pickup.PRESETS["level_1"], 1),
        (roam_put_next.PRESETS["level_1"], 2),
        (roam_health.PRESETS["level_1"], 1),
    ],
    ids=lambda each: getattr(each, "name", str(each)),
)
def test_an_explorer_does_the_same_wherever_a_thing_is_that_it_has_not_seen(
    task: Exploring, seed: int
) -> None:
    one = task.start(seed)
    same = 0
    for moved in range(len(one.things)):
        thing = one.things[moved]
        aside = replace(thing, x=thing.x + 300)
        other = replace(one, things=(*one.things[:moved], aside, *one.things[moved + 1 :]))
        same += _alike(task, one, other)
    assert same > 3


def _alike(task: Exploring, one: RoamState, other: RoamState) -> int:
    """Calls until the pictures differ, all of which must be equal."""
    count = 0
    pairs = zip(task.explore(one, Random(0)), task.explore(other, Random(0)), strict=False)
    for first, second in pairs:
        if not np.array_equal(task.draw(one), task.draw(other)) or count == 6:
            break
        assert first == second
        one, other = task.apply(one, first), task.apply(other, second)
        count += 1
    return count
