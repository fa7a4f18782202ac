"""First-person tasks: sides that mirror each other, and players that use what they saw."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from visgym.conformance.fingerprints import fingerprints_elsewhere, fingerprints_of
from visgym.core.calls import Call
from visgym.kit.worlds.roam.plans import FloorPlan
from visgym.kit.worlds.roam.walking import RoamState
from visgym.tasks.worlds import roam_junction, roam_sign

OTHER = {"left": "right", "right": "left"}


def mirrored(call: Call) -> Call:
    return replace(call, args=tuple(OTHER.get(str(arg), arg) for arg in call.args))


def walls(plan: FloorPlan, sign: int) -> set[tuple[object, ...]]:
    """The ends and the look of each wall, mirrored where the sign is -1."""
    return {
        (*sorted(((sign * x, y) for x, y in (piece.start, piece.end))), area.walls[0])
        for area, rim in zip(plan.areas, plan.rims, strict=True)
        for piece in rim
        if piece.beyond < 0
    }


@pytest.mark.parametrize("shape", ["t", "y"])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_left_and_right_mirror_each_other_on_equal_seeds(shape: str, level: int) -> None:
    left = roam_junction.PRESETS[f"level_{level}_{shape}_left"]
    right = roam_junction.PRESETS[f"level_{level}_{shape}_right"]
    for seed in range(4):
        one, other = left.start(seed), right.start(seed)
        assert walls(left.plan(one), 1) == walls(right.plan(other), -1)
        assert (one.pose.x, one.pose.y) == (-other.pose.x, other.pose.y)
        assert (one.pose.heading + other.pose.heading) % 360 == 180
        assert [(t.kind, t.color, t.x, t.y) for t in one.things] == [
            (t.kind, t.color, -t.x, t.y) for t in other.things
        ]
        for call in left.shortest(one, Random(0)):
            other = right.apply(other, mirrored(call))
        assert right.is_won(other)


@pytest.mark.parametrize("name", ["level_2", "level_2_y"])
def test_an_explorer_that_has_not_seen_the_mark_walks_as_if_it_were_on_either_side(
    name: str,
) -> None:
    task = roam_junction.PRESETS[name]
    same = 0
    for seed in range(4):
        one = task.start(seed)
        layout = (*one.layout[:2], 1 - int(one.layout[2]), *one.layout[3:])
        other = replace(one, layout=layout, things=tuple(replace(t, x=-t.x) for t in one.things))
        calls = zip(task.explore(one, Random(0)), task.explore(other, Random(0)), strict=False)
        for first, second in calls:
            if not np.array_equal(task.draw(one), task.draw(other)):
                break
            assert first == second
            one, other = task.apply(one, first), task.apply(other, second)
            same += 1
    assert same > 3


@pytest.mark.parametrize("level", ["level_0", "level_1", "level_2"])
def test_the_sign_is_seen_before_a_thing_is_chosen(level: str) -> None:
    task = roam_sign.PRESETS[level]

    def shows(state: RoamState) -> bool:
        """Whether another word on the sign would be noticed."""
        layout = (state.layout[0], "XXXXXX", *state.layout[2:])
        return not np.array_equal(task.draw(state), task.draw(replace(state, layout=layout)))

    for seed in range(3):
        for solve in task.strategies():
            state = task.start(seed)
            seen = shows(state)
            for call in solve(state, Random(0)):
                assert not task.is_over(state)
                state = task.apply(state, call)
                seen = seen or (shows(state) and not task.is_over(state))
            assert task.is_won(state) and seen


def test_an_explorer_that_gave_up_a_corner_walks_there_instead_of_turning_for_ever() -> None:
    task = roam_sign.PRESETS["level_2"]
    state = task.start(49)
    for call in islice(task.explore(state, Random(0)), task.step_limit):
        state = task.apply(state, call)
    assert task.is_won(state)


def test_pictures_are_the_same_in_another_process() -> None:
    ids = ["roam_junction/level_2_y", "roam_clutter/level_2", "roam_pickup/level_1"]
    here = {id: fingerprints_of(id, range(2)) for id in ids}
    assert fingerprints_elsewhere(ids, range(2)) == here
