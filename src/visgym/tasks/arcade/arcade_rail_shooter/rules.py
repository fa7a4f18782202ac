"""Arcade Rail Shooter: fly over a plain that comes toward you, dodge what stands there and shoot.

Foes come at the pace of the plain and sway by the clock; every part of a serpent counts as a foe.
Obstacles are such that whoever stays at one place loses all lives. Over 200 seeds the reference
player takes at most 34, 67 and 90 presses on the levels; limits are two and a half times that.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random

from visgym.authoring import Canvas, Medium, redrawn
from visgym.kit.arcade.players import Press, press
from visgym.kit.arcade.playing import ArcadeTask, Reel
from visgym.kit.arcade.screen import Screen
from visgym.tasks.arcade.arcade_rail_shooter import drawing, solvers
from visgym.tasks.arcade.arcade_rail_shooter.course import PARTS, is_fair, laid
from visgym.tasks.arcade.arcade_rail_shooter.world import (
    FOES,
    LIVES,
    Oncoming,
    Ride,
    depth_of,
    ticked,
)

PRESSES = tuple(press(*way, "fire", ticks=4) for way in ((), *zip(("left", "right", "up", "down"))))


@dataclass(frozen=True, kw_only=True)
class ArcadeRailShooter(ArcadeTask[Ride]):
    obstacles: int = 12
    """Columns, trees, hedges and beams on the course, from 12 to 60."""
    foes: int = 0
    """Foes on the course beside a serpent, up to 30."""
    serpent: bool = False
    """Whether a serpent comes, each part of which is one more foe."""
    aim: int = 0
    """Foes that have to be shot down."""
    pace: int = 10
    """Points of depth that the plain comes nearer each tick, from 6 to 20."""
    gap: int = 200
    """Points of depth from one thing to the next, from 100 to 300."""

    tags = frozenset({"synthetic", "partial", "known", "planning", "navigation"})
    buttons = ("up", "down", "left", "right", "fire")
    depth = 400

    # Generation

    def validate(self) -> None:
        super().validate()
        if not 12 <= self.obstacles <= 60 or not 0 <= self.foes <= 30:
            raise ValueError("obstacles must be from 12 to 60, and foes from 0 to 30.")
        if not 6 <= self.pace <= 20 or not 100 <= self.gap <= 300:
            raise ValueError("pace must be from 6 to 20, and gap from 100 to 300.")
        if not 0 <= self.aim <= self.foes + PARTS * self.serpent:
            raise ValueError("aim must be from 0 to the number of foes, with the serpent's parts.")

    def opening(self, rng: Random) -> Ride:
        things = redrawn(self._course, rng)
        return Ride(things, tuple(int(each.kind in FOES) for each in things), self.pace)

    def _course(self, rng: Random) -> tuple[Oncoming, ...] | None:
        things = laid(rng, self.obstacles, self.foes, self.serpent, self.gap)
        return things if is_fair(things, self.pace) else None

    # Rules

    def rules(self) -> str:
        foes = (
            " Shots fly straight ahead, again and again while fire is held, and end at obstacles; "
            f"shoot down at least {self.aim} foes before they have passed."
            if self.aim
            else ""
        )
        parts = " Each part of the serpent counts as a foe." if self.serpent else ""
        return (
            "You fly over a plain and are seen from behind, while all that stands on it comes "
            "toward you. Up, down, left and right move you by 5 points a tick. Columns have to be "
            "passed at a side, trees at a side or above, hedges above, and beams below."
            f"{foes}{parts} Whatever meets you costs one of {LIVES} lives, and nothing hurts you "
            "for a moment after that. You succeed at the end of the course"
            f"{' with enough foes down' if self.aim else ''}, and lose without lives"
            f"{' or when too few foes are left' if self.aim else ''}."
        )

    def legend(self, medium: Medium) -> str:
        return (
            f"{super().legend(medium)} Shadows on the floor show how far away and how high things "
            "are. Lives are at the top left, the way that is done at the top right."
        )

    def tick(self, world: Ride, buttons: frozenset[str]) -> Ride:
        return ticked(world, buttons)

    def is_won(self, world: Ride) -> bool:
        return depth_of(world.things[-1], world.pace, world.clock) <= -self.pace and not (
            self.still(world) or not world.lives
        )

    def is_lost(self, world: Ride) -> bool:
        if not world.lives:
            return True
        if not (still := self.still(world)):
            return False
        pairs = zip(world.things, world.left, strict=True)
        gone = self.pace * world.clock
        return sum(left and thing.far > gone for thing, left in pairs) < still

    def still(self, world: Ride) -> int:
        """Foes that are still to be shot down."""
        return max(self.aim - self.down(world), 0)

    def down(self, world: Ride) -> int:
        """Foes that were shot down."""
        return self.foes + PARTS * self.serpent - sum(world.left)

    def _way(self, world: Ride) -> float:
        return min(self.pace * world.clock / (world.things[-1].far + self.pace), 1.0)

    def progress(self, world: Ride) -> float:
        if not self.aim:
            return self._way(world)
        return (self._way(world) + 1 - self.still(world) / self.aim) / 2

    def metrics(self, state: Reel[Ride]) -> dict[str, float]:
        world = state.world
        return {
            "progress": self.progress(world),
            "distance": self._way(world),
            "foes": float(self.down(world)),
            "lives": float(world.lives),
        }

    # Observation

    def scene(self, world: Ride) -> Screen:
        return drawing.scene(world)

    def dials(self, canvas: Canvas, world: Ride) -> None:
        drawing.dials(canvas, world, self.still(world) if self.aim else None, self._way(world))

    # The reference player

    def presses(self, world: Ride) -> Sequence[Press]:
        return PRESSES

    def rank(self, world: Ride) -> float:
        return 500 * world.lives + 60 * self.down(world) - solvers.worry(world)

    def spot(self, world: Ride) -> Hashable:
        return world.x, world.y, world.clock, world.lives, sum(world.left)


PRESETS = {
    "level_0": ArcadeRailShooter(step_limit=90),
    "level_1": ArcadeRailShooter(obstacles=20, foes=6, aim=4, pace=12, gap=190, step_limit=170),
    "level_2": ArcadeRailShooter(
        obstacles=30, foes=10, serpent=True, aim=10, pace=14, gap=170, step_limit=230
    ),
}
