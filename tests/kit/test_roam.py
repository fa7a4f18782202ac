"""First-person places: what is seen, where one may stand, and ways that can be walked."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import numpy as np
import pytest

from visgym.core.calls import Call, Illegal
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.handling import fits, put_down, within_reach
from visgym.kit.worlds.roam.plans import FloorPlan, Picture, doorway, rectangle
from visgym.kit.worlds.roam.poses import BODY, Pose, bearing, off, stride_to
from visgym.kit.worlds.roam.routes import route, turns
from visgym.kit.worlds.roam.sight import is_hidden
from visgym.kit.worlds.roam.things import BALL, BOX, PILLAR, RoamThing, instance
from visgym.kit.worlds.roam.views import view
from visgym.tasks.worlds.roam_room import PRESETS

HOUSE = FloorPlan(
    (
        rectangle(0, 0, 6000, 6000, ("cream",), "wood"),
        doorway(6000, 2000, 6250, 4000, "wood"),
        rectangle(6250, 0, 12_250, 6000, ("red bricks",), "checks"),
    )
)
BEYOND = RoamThing(BOX, "red", 9000, 3000, 800)


def test_areas_are_open_where_their_sides_meet_and_nowhere_else() -> None:
    openings = [[piece.beyond for piece in rim if piece.beyond >= 0] for rim in HOUSE.rims]
    assert openings == [[1], [2, 0], [1]]
    east = [piece for piece in HOUSE.rims[0] if piece.start[0] == piece.end[0] == 6000]
    assert [(piece.start[1], piece.end[1]) for piece in east] == [
        (0, 2000),
        (2000, 4000),
        (4000, 6000),
    ]


@pytest.mark.parametrize(
    ("x", "y", "clear"),
    [
        (400, 3000, True),
        (399, 3000, False),
        (6000, 3000, True),
        (6100, 2400, True),
        (6100, 2399, False),
        (5700, 1900, False),
    ],
)
def test_a_body_keeps_its_radius_from_walls_exactly(x: int, y: int, clear: bool) -> None:
    assert HOUSE.is_clear(x, y) is clear


def test_things_block_and_are_reached_at_their_distances() -> None:
    ground = WalkedGround(HOUSE, (BEYOND,), 700, 45)
    touch = BODY + BEYOND.radius
    assert not ground.is_free(9000 - touch + 1, 3000) and ground.is_free(9000 - touch, 3000)
    assert ground.has_reached(BEYOND, 9000 - touch - 769, 3000)
    assert not ground.has_reached(BEYOND, 9000 - touch - 770, 3000)


def test_strides_are_the_same_to_both_sides() -> None:
    for heading in range(0, 360, 15):
        (x, y), (mirrored, other) = stride_to(heading, 700), stride_to((180 - heading) % 360, 700)
        assert (x, y) == (-mirrored, other)
        assert abs(hypot(x, y) - 700) < 1
        assert abs(off(heading, bearing(x, y))) < 0.1


@pytest.mark.parametrize(("stride", "turn"), [(700, 45), (500, 30), (300, 15)])
def test_a_route_leads_through_the_doorway_without_touching_anything(
    stride: int, turn: int
) -> None:
    ground, pose = WalkedGround(HOUSE, (BEYOND,), stride, turn), Pose(1000, 5000, 180)

    def reached(x: int, y: int, heading: int) -> int | None:
        return heading if ground.has_reached(BEYOND, x, y) else None

    calls = route(ground, pose, reached, (BEYOND.x, BEYOND.y), lambda x, y: True)
    assert calls
    for call in calls:
        for _ in range(int(str(call.args[-1]))):
            if call.name == "forward":
                pose = ground.ahead(pose)
                assert ground.is_free(pose.x, pose.y)
            else:
                by = turn if call.args[0] == "left" else -turn
                pose = replace(pose, heading=(pose.heading + by) % 360)
    assert ground.has_reached(BEYOND, pose.x, pose.y)


def test_turns_take_the_short_way_and_four_at_a_time() -> None:
    assert turns(0, 270, 45) == [Call("turn", ("right", 2))]
    assert turns(350 // 10 * 10, 90, 10) == [Call("turn", ("left", n)) for n in (4, 4, 2)]
    assert turns(90, 90, 15) == []


def test_walls_and_pillars_hide_things() -> None:
    assert not is_hidden(HOUSE, (), Pose(3000, 3000, 0), BEYOND)
    assert is_hidden(HOUSE, (), Pose(3000, 400, 0), BEYOND)
    pillar = RoamThing(PILLAR, "", 5000, 3000, 2740)
    assert is_hidden(HOUSE, (pillar,), Pose(3000, 3000, 0), BEYOND)


def test_a_thing_is_seen_in_front_of_walls_and_not_through_them() -> None:
    def red(pose: Pose) -> int:
        r, g, b = np.moveaxis(view(HOUSE, pose, [instance(BEYOND)]).astype(int), 2, 0)
        return int(((r > 90) & (r > 2.5 * g) & (r > 2.5 * b)).sum())

    near, far, wall, behind = (
        red(Pose(7000, 3000, 0)), red(Pose(3000, 3000, 0)), red(Pose(5500, 600, 30)),
        red(Pose(3000, 3000, 180)),
    )  # fmt: skip
    assert near > far > 100 and wall == behind == 0


def test_a_sign_reads_from_left_to_right() -> None:
    def ink(word: str) -> tuple[int, int]:
        """Dark pixels in the left and the right half of a sign."""
        board = Picture(f"sign {word}", 0, 2, 3000, 2000, 1250, 2000)
        plan = FloorPlan((rectangle(0, 0, 6000, 6000, ("cream",), "wood"),), (board,))
        dark = view(plan, Pose(3000, 3000, 90), ()).max(axis=2) < 70
        return int(dark[:, :256].sum()), int(dark[:, 256:].sum())

    left, right = ink("MMMIII")
    assert left > right and ink("IIIMMM")[0] < ink("IIIMMM")[1]


def test_hands_take_what_is_ahead_and_put_it_down_where_there_is_room() -> None:
    ball = RoamThing(BALL, "blue", 3900, 3000, 600)
    ground = WalkedGround(HOUSE, (ball,), 500, 30)
    assert within_reach(ground, Pose(3000, 3000, 0)) == ball
    assert within_reach(ground, Pose(3000, 3000, 90)) is None
    empty = WalkedGround(HOUSE, (), 500, 30)
    assert fits(empty, put_down(ball, Pose(3000, 3000, 0)))
    assert not fits(empty, put_down(ball, Pose(500, 3000, 180)))


def test_a_blocked_walk_is_refused_with_the_strides_that_are_free() -> None:
    task = PRESETS["level_0"]
    start = replace(
        task.start(0), pose=Pose(8000, 1200, 270), things=(replace(BEYOND, x=1500, y=8500),)
    )
    with pytest.raises(Illegal, match="A wall blocks the way after 1 stride"):
        task.forward(start, 3)
    assert task.forward(start, 1).pose == Pose(8000, 500, 270)
