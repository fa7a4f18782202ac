"""Arcade Platformer: run, jump and fight through a course to its door, in one of five styles.

Courses are put together by seed from parts that can be passed by themselves, and the reference
player proves it. Rules are simpler than those of the games that the styles stand for: whoever falls
comes back to firm ground for a heart, foes go their rounds by the clock, a swing is a leap off a
hook, heads and helmets can be had again, and there are no satellites, teleporters or timed doors.
Levels differ by length and tier alone, so they are levels of every style. The reference player
takes at most 42, 71 and 106 presses on them over 200 seeds, whatever the style; limits are more
than twice that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from visgym.authoring import Canvas, Medium
from visgym.kit.arcade.bodies import POINT
from visgym.kit.arcade.players import Press
from visgym.kit.arcade.playing import TICKS, ArcadeTask, Reel
from visgym.kit.arcade.screen import Screen
from visgym.tasks.arcade.arcade_platformer import drawing, solvers
from visgym.tasks.arcade.arcade_platformer.course import SIDE, WIDE, Course
from visgym.tasks.arcade.arcade_platformer.meeting import has, ticked
from visgym.tasks.arcade.arcade_platformer.styles import STYLES, Style, StyleName
from visgym.tasks.arcade.arcade_platformer.track import Track
from visgym.tasks.arcade.arcade_platformer.world import Run, points

A_TILE = 20  # ticks that each tile of a course adds to the time, where there is a clock
CHASE, LEAD = 20, 160  # sixteenths of a point a tick, and points, of the wall behind the hero
THRESHOLD = 9  # points from the middle of the door within which one enters


@dataclass(frozen=True, kw_only=True)
class ArcadePlatformer(ArcadeTask[Run]):
    style: StyleName = "stomp"
    """What the hero can do: stomp, whip, heads, helmets or slash."""
    screens: int = 2
    """Screens of the course, at least; what the tier asks for may need more."""
    tier: int = 0
    """How much stands in the way: 0, 1 or 2."""

    tags = frozenset({"synthetic", "partial", "known", "navigation", "planning"})
    widths = (1, 2, 6, 20, 60)
    depth = 150
    patience = 15

    # Generation

    def validate(self) -> None:
        super().validate()
        if self.style not in STYLES:
            raise ValueError(f"style must be one of {', '.join(STYLES)}.")
        if not 1 <= self.screens <= 12 or self.tier not in (0, 1, 2):
            raise ValueError("screens must be from 1 to 12, and tier 0, 1 or 2.")

    def opening(self, rng: Random) -> Run:
        course = self._laid(rng)
        x, y = 2 * SIDE * POINT, 11 * SIDE * POINT
        return Run(course, course.rows, x, y, supply=self._style.supply, safe=(x, y))

    def _laid(self, rng: Random) -> Course:
        """A course with all that the tier asks for, and easier parts between."""
        track, length = Track(rng), self.screens * WIDE
        parts = [*self._style.parts[self.tier]]
        parts += [partial(Track.foe, kind=kind) for kind in self._style.foes[self.tier]]
        easy = [Track.stroll, Track.gap, Track.step]
        easy += [Track.pillars, Track.spikes] if self.tier else []
        rng.shuffle(parts)
        track.flat(6)
        while parts or len(track.columns) < length - 12:
            room = length - 8 - len(track.columns)
            if parts and (room < 12 * len(parts) or rng.random() < 0.5):
                parts.pop()(track)
            else:
                rng.choice(easy)(track)
        return track.finished(length)

    @property
    def _style(self) -> Style:
        return STYLES[self.style]

    @property
    def buttons(self) -> tuple[str, ...]:
        return self._style.buttons

    # Rules

    def rules(self) -> str:
        chase = " A wall of thorns follows you; it must not reach you." if self._is_chased else ""
        return (
            "You are the hero of a platform game, who begins at the left of a course that scrolls. "
            "Left and right run, jump jumps, higher if held, and jumps again when you land while it"
            f" is held. {self._style.told}{chase} Whatever else hurts you costs a heart, and so "
            "does a fall, after which you are back on firm ground. You succeed at the door, and "
            "lose without hearts."
        )

    def legend(self, medium: Medium) -> str:
        return f"{super().legend(medium)} Hearts and what you carry are shown at the top."

    def tick(self, world: Run, buttons: frozenset[str]) -> Run:
        return ticked(world, buttons, self._style)

    def is_won(self, world: Run) -> bool:
        if not world.stands:
            return False
        (x, y), (door, threshold) = points(world), world.course.door
        is_there = abs(x - door) <= THRESHOLD and abs(y - threshold) < SIDE
        return is_there and (self.style != "stomp" or has(world, "gem"))

    def is_lost(self, world: Run) -> bool:
        if world.health <= 0 or (self._style.timed and not self._time_left(world)):
            return True
        return self._is_chased and points(world)[0] < self._thorns(world)

    def progress(self, world: Run) -> float:
        if self.is_won(world):
            return 1.0
        start = 2 * SIDE
        way = world.course.door[0] - start
        return min(max(points(world)[0] - start, 0) / way, 0.99)

    def metrics(self, state: Reel[Run]) -> dict[str, float]:
        world = state.world
        foes = len(world.down) / max(len(world.course.foes), 1)
        return {"progress": self.progress(world), "foes": foes, "hearts": float(world.health)}

    @property
    def _is_chased(self) -> bool:
        return self._style.chased and self.tier == 2

    def _thorns(self, world: Run) -> int:
        """How far the wall behind the hero has come, in points; far to the left without one."""
        return world.clock * CHASE // 16 - LEAD if self._is_chased else -LEAD

    def _time_left(self, world: Run) -> int | None:
        """Seconds, or None without a clock."""
        if not self._style.timed:
            return None
        ticks = len(world.rows[0]) * A_TILE - world.clock
        return max(-(-ticks // TICKS), 0)

    # Observation

    def scene(self, world: Run) -> Screen:
        return drawing.scene(world, self.style, self._thorns(world))

    def dials(self, canvas: Canvas, world: Run) -> None:
        drawing.dials(canvas, world, self.style, self._time_left(world))

    # The reference player

    def options(self, world: Run) -> Iterator[tuple[tuple[Press, ...], Run]]:
        return solvers.options(self, world, self.style)

    def rank(self, world: Run) -> float:
        return 40 * world.health - solvers.way_left(world)

    def spot(self, world: Run) -> Hashable:
        return solvers.spot(world)


PRESETS = {
    "level_0": ArcadePlatformer(screens=2, tier=0, step_limit=120),
    "level_1": ArcadePlatformer(screens=4, tier=1, step_limit=170),
    "level_2": ArcadePlatformer(screens=6, tier=2, step_limit=290),
}
