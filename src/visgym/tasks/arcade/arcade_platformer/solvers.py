"""How the reference player goes on: along waypoints, by runs, jumps and what the style can do."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from visgym.kit.arcade.players import Buttons, Press, press
from visgym.kit.arcade.playing import ArcadeTask, Reel
from visgym.tasks.arcade.arcade_platformer.course import Waypoint
from visgym.tasks.arcade.arcade_platformer.meeting import has
from visgym.tasks.arcade.arcade_platformer.styles import StyleName
from visgym.tasks.arcade.arcade_platformer.world import Run, points

NEAR = 6  # points before a waypoint at which it counts as passed
STEEP = 0.7  # times as much as a point across counts one upward
LONGEST = 60  # ticks until feet must be on something again

Way = tuple[tuple[Press, ...], Press]
"""Presses, and what is held after them until the hero stands, at least for some ticks."""


def _ways(*held: str) -> tuple[Way, ...]:
    """Runs, waits and jumps, with some buttons held in the air whatever happens."""
    right, left, none = (press(*each, *held) for each in (("right",), ("left",), ()))
    return (
        ((), right),
        ((press("right", "jump", *held, ticks=10),), right),
        ((press("right", "jump", *held, ticks=4),), right),
        ((press("right", "jump", *held, ticks=8),), press("left", *held, ticks=2)),
        ((press("right", "jump", *held, ticks=6),), press(*held, ticks=2)),
        ((), none),
        ((press(ticks=12),), none),
        ((press("jump", *held, ticks=10),), press("right", *held, ticks=4)),
        ((press("jump", *held, ticks=10),), none),
        ((), left),
        ((press("left", "jump", *held, ticks=10),), left),
    )


CLIMB: Way = ((), press("right", "jump", ticks=6))
WAYS: dict[StyleName, tuple[Way, ...]] = {
    "stomp": (*_ways("bounce"), ((press("throw", ticks=2),), press("right", ticks=4))),
    "whip": (
        *_ways(),
        ((), press("whip", ticks=4)),
        ((), press("right", "whip", ticks=6)),
        (
            (press("right", "jump", ticks=6), press("right", "jump", "up", "whip", ticks=10)),
            press("right"),
        ),
        ((press("right", "jump", ticks=10),), press("right", "whip")),
        ((), press("item", ticks=2)),
    ),
    "heads": (*_ways(), CLIMB, ((), press("throw", ticks=4)), ((), press("right", "throw"))),
    "helmets": (*_ways(), CLIMB, ((), press("right", "special"))),
    "slash": (
        *_ways(),
        CLIMB,
        ((), press("right", "slash", ticks=6)),
        ((press("right", "jump", ticks=10),), press("right", "slash")),
        ((), press("right", "slide", ticks=10)),
        ((press("right", "up", "jump", ticks=12),), press("right", "up")),
        ((press("up", "jump", ticks=12),), press("right", "up")),
    ),
}


class _Trails:
    """Worlds after each tick of holding buttons, worked out once for all ways that begin alike."""

    def __init__(self, task: ArcadeTask[Run], run: Run) -> None:
        self.task, self.run = task, run
        self._found: dict[Buttons, list[Run]] = {}

    def after(self, buttons: Buttons, ticks: int) -> Run:
        """The world after so many ticks, or where it ended before."""
        found = self._found.setdefault(buttons, [self.run])
        while len(found) <= ticks and not _is_over(self.task, found[-1]):
            found.append(self.task.tick(found[-1], buttons))
        return found[min(ticks, len(found) - 1)]


def options(
    task: ArcadeTask[Run], run: Run, style: StyleName
) -> Iterator[tuple[tuple[Press, ...], Run]]:
    """What is worth a try, each with the world in which the hero stands again."""
    trails = _Trails(task, run)
    for begun, then in WAYS[style]:
        after, ticks = trails.after(*begun[0]) if begun else run, 0
        for each in begun[1:]:
            after = task.played(Reel(after), *each).world
        while not _is_over(task, after):
            if ticks >= then.ticks and (after.stands or ticks >= LONGEST):
                break
            ticks += 1
            after = task.tick(after, then.buttons) if begun else trails.after(then.buttons, ticks)
        if not task.is_lost(after):
            yield (*begun, Press(then.buttons, ticks)), after


def _is_over(task: ArcadeTask[Run], run: Run) -> bool:
    return task.is_won(run) or task.is_lost(run)


def way_left(run: Run) -> float:
    """Points along the waypoints that are left, of which those upward count less."""
    x, y = points(run)
    goals = run.course.waypoints
    first = next((n for n, each in enumerate(goals) if not _is_passed(run, each, x)), -1)
    left = 0.0
    for goal in goals[first:]:
        left += abs(goal.x - x) + STEEP * abs(goal.y - y)
        x, y = goal.x, goal.y
    return left


def _is_passed(run: Run, goal: Waypoint, x: int) -> bool:
    if goal.need:
        return x >= goal.until or has(run, goal.need)
    return x >= goal.x - NEAR


def spot(run: Run) -> Hashable:
    """Worlds that differ by less are alike."""
    return (
        run.x >> 6,
        run.y >> 6,
        run.dx >> 5,
        run.dy >> 5,
        run.stands,
        run.clock >> 3,
        run.health,
        run.form,
        len(run.taken),
        len(run.down),
    )
