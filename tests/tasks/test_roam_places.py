"""First-person places made by hand: where walls are, what wins and loses, what is seen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from visgym.core.calls import Illegal
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.things import BALL, BOX, RoamThing
from visgym.kit.worlds.roam.walking import GoalTask, RoamState
from visgym.tasks.worlds.roam_gap import RoamGap
from visgym.tasks.worlds.roam_maze import RoamMaze
from visgym.tasks.worlds.roam_rooms import RoamRooms
from visgym.tasks.worlds.roam_sidewalk import WIDE, RoamSidewalk


def red(task: GoalTask, state: RoamState) -> int:
    """Red pixels of the picture."""
    r, g, b = np.moveaxis(task.draw(state).astype(int), 2, 0)
    return int(((r > 90) & (r > 2.5 * g) & (r > 2.5 * b)).sum())


def box(x: int, y: int, color: str = "red", size: int = 700) -> RoamThing:
    return RoamThing(BOX, color, x, y, size)


def solved(task: GoalTask, state: RoamState) -> RoamState:
    for call in task.shortest(state, Random(0)):
        assert not task.is_over(state)
        state = task.apply(state, call)
    return state


# Two yards: the gap is from 3.5 to 6.5 m, the fence closes what lies from 7 to 10 m

GAP = RoamGap(side=12, fenced=True)
YARDS = RoamState(
    (12_000, 3500, 7000, "sand bricks", "grey bricks", "grass", "gravel"),
    Pose(5000, 11_000, 90),
    (box(5000, 15_000, size=900),),
)


def test_one_walks_through_the_gap_and_not_through_wall_or_fence() -> None:
    through = GAP.forward(YARDS, 2)
    assert through.pose == Pose(5000, 12_400, 90)
    assert (GAP.metrics(YARDS), GAP.metrics(through)) == ({"passed_gap": 0}, {"passed_gap": 1})
    with pytest.raises(Illegal, match=r"^A wall blocks the way\.$"):
        GAP.forward(replace(YARDS, pose=Pose(2000, 11_000, 90)), 1)
    fenced = replace(YARDS, pose=Pose(8500, 11_000, 90))
    assert GAP.forward(fenced, 1).pose.y == 11_700
    with pytest.raises(Illegal, match="A wall blocks the way after 1 stride"):
        GAP.forward(fenced, 2)


def test_the_box_behind_the_gap_wins_and_the_gap_does_not() -> None:
    assert not GAP.is_over(GAP.forward(YARDS, 3))
    won = GAP.forward(YARDS, 4)  # 1.71 m from its middle is close
    assert won.pose.y == 13_800 and GAP.is_over(won) and GAP.score(won) == 1
    assert GAP.is_won(solved(GAP, replace(YARDS, pose=Pose(9000, 2000, 270))))


def test_the_box_is_seen_through_the_gap_only() -> None:
    assert red(GAP, YARDS) > 500
    assert red(GAP, replace(YARDS, pose=Pose(1200, 9000, 45))) == 0
    assert red(GAP, replace(YARDS, pose=Pose(5000, 11_000, 270))) == 0


# Four rooms in a ring with a wall between the first and the last

MAZE = RoamMaze(rows=2, least=2, decoys=1)
RING = RoamState(
    (2, "00000" "01110" "01000" "01110" "00000", 0),
    Pose(4750, 1500, 270),
    (box(4750, -1750), box(1500, 1500, "blue")),
)  # fmt: skip


def test_walls_of_a_maze_stand_where_its_cells_say() -> None:
    with pytest.raises(Illegal, match="A wall blocks the way after 1 stride"):
        MAZE.forward(RING, 2)
    west = replace(RING, pose=Pose(4750, 1500, 180), things=RING.things[:1])
    assert MAZE.forward(west, 4).pose == Pose(1950, 1500, 180)
    assert MAZE.metrics(RING) == {"rooms_away": 3}
    assert MAZE.metrics(MAZE.forward(west, 4)) == {"rooms_away": 2}


def test_the_red_box_ends_a_maze_and_other_boxes_do_not() -> None:
    beside = replace(RING, pose=Pose(2600, 1500, 180))
    assert not MAZE.is_over(beside)
    with pytest.raises(Illegal, match="The blue box blocks the way"):
        MAZE.forward(beside, 1)
    free = replace(RING, things=(RING.things[0], box(900, 2400, "blue")))
    won = solved(MAZE, free)
    assert MAZE.score(won) == 1 and won.pose.y < 0


def test_the_box_of_a_maze_is_hidden_by_walls() -> None:
    assert red(MAZE, RING) == 0
    assert red(MAZE, replace(RING, pose=Pose(1500, -1750, 0))) > 500


# Four rooms of 6 m around a cross of walls, doors in the middle

ROOMS = RoamRooms(decoys=1)
LOOKS = (
    "four",
    "sage",
    "cream",
    "marble",
    "boards",
    "wood",
    "checks",
    "carpet",
    "slabs",
    "tea_gardens",
)
HOUSE = RoamState(LOOKS, Pose(3000, 3000, 0), (box(9000, 3000, size=800), box(1500, 1500, "blue")))


def test_rooms_are_joined_in_a_ring_by_doorways() -> None:
    assert ROOMS.plan(HOUSE).area_at(3000, 3000) == 0
    assert ROOMS.forward(HOUSE, 4).pose == Pose(5800, 3000, 0)
    for heading, x, y in ((0, 5600, 1500), (90, 1500, 5600)):
        with pytest.raises(Illegal, match="A wall blocks the way"):
            ROOMS.forward(replace(HOUSE, pose=Pose(x, y, heading)), 1)
    far = replace(HOUSE, things=(box(9000, 9000, size=800), HOUSE.things[1]))
    assert ROOMS.is_won(solved(ROOMS, far))


def test_only_the_red_box_counts_in_a_house() -> None:
    blue = replace(HOUSE, pose=Pose(2400, 2400, 225))
    assert not ROOMS.is_over(blue)
    ball = replace(HOUSE, things=(*HOUSE.things, RoamThing(BALL, "red", 4500, 4500, 600)))
    assert not ROOMS.is_over(replace(ball, pose=Pose(4000, 4000, 45)))
    assert ROOMS.score(replace(HOUSE, pose=Pose(7800, 3000, 0))) == 1


def test_a_house_shows_the_box_through_its_door_and_the_looks_of_its_rooms() -> None:
    assert red(ROOMS, HOUSE) > 300
    assert red(ROOMS, replace(HOUSE, pose=Pose(3000, 3000, 180))) == 0
    other = replace(HOUSE, layout=("four", "rose", *LOOKS[2:]))
    away = Pose(3000, 3000, 225)
    seen, changed = (ROOMS.draw(replace(state, pose=away)) for state in (HOUSE, other))
    assert not np.array_equal(seen, changed)


# A pavement 3 m wide that runs north, with the street in the east

PAVED = RoamSidewalk(length=12)
CONE = RoamThing("cone", "", WIDE - 150, 5000, 600)
STREET = RoamState(
    (12_000, "house", "red house"), Pose(1500, 2000, 90), (box(1500, 11_000, size=800),)
)


def test_a_step_onto_the_street_loses_and_ends_the_walk() -> None:
    east = replace(STREET, pose=Pose(1500, 2000, 0))
    kerb = PAVED.forward(east, 2)
    assert kerb.pose.x == 2900 and not PAVED.is_over(kerb)
    lost = PAVED.forward(east, 4)
    assert lost.pose.x == 3600 and lost.lost
    assert PAVED.is_over(lost) and PAVED.hopeless(lost) and PAVED.score(lost) == 0


def test_houses_and_cones_block_and_the_box_wins() -> None:
    with pytest.raises(Illegal, match="A wall blocks the way after 1 stride"):
        PAVED.forward(replace(STREET, pose=Pose(1500, 2000, 180)), 2)
    with pytest.raises(Illegal, match="The cone blocks the way"):
        coned = replace(STREET, things=(*STREET.things, CONE), pose=Pose(WIDE - 150, 4000, 90))
        PAVED.forward(coned, 1)
    won = solved(PAVED, replace(STREET, pose=Pose(2600, 1000, 315)))
    assert PAVED.score(won) == 1 and won.pose.x <= WIDE


def test_the_box_and_the_cones_of_a_pavement_are_seen() -> None:
    coned = replace(STREET, things=(*STREET.things, CONE))
    assert red(PAVED, STREET) > 50
    assert red(PAVED, coned) > red(PAVED, STREET) + 300  # cones are red and white
    assert red(PAVED, replace(STREET, pose=Pose(1500, 2000, 270))) == 0
