"""Arcade Shooter Up: shoot down enough of the aircraft that fly over before they have passed.

Foes fly ways told by the clock, alone or in groups, and their bullets are aimed at where the ship
is when they fire. The leader of the hardest level stays for a while and has to fall. Too few foes
come before a ship that stays in the middle. Over 200 seeds the reference player, who knows what
comes, takes at most 19, 33 and 54 presses on the levels; limits are two to three times that.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random

from visgym.authoring import Canvas, Medium, redrawn
from visgym.kit.arcade.players import Press, press
from visgym.kit.arcade.playing import ArcadeTask, Reel
from visgym.kit.arcade.screen import WIDTH, Screen
from visgym.kit.arcade.shooting import Flight
from visgym.tasks.arcade.arcade_shooter_up import drawing
from visgym.tasks.arcade.arcade_shooter_up.world import (
    ARMOUR,
    LIVES,
    SHOT,
    Sortie,
    crosses,
    drawn,
    flight_at,
    ticked,
)

PRESSES = (
    press("fire"),
    press("left", "fire"),
    press("right", "fire"),
    press("up", "fire"),
    press("down", "fire"),
)


@dataclass(frozen=True, kw_only=True)
class ArcadeShooterUp(ArcadeTask[Sortie]):
    foes: int = 8
    """Aircraft that come, from 4 to 40."""
    aim: int = 6
    """How many of them have to be shot down."""
    pace: int = 28
    """Sixteenths of a point that they fly each tick, from 16 to 64."""
    bullets: int = 0
    """Bullets that a gunner fires, from 0 to 3; others fire one at most."""
    bullet: int = 32
    """Sixteenths of a point that a bullet flies each tick, from 16 to 80."""
    leader: bool = False
    """Whether an armoured leader comes, who has to fall too."""

    tags = frozenset({"synthetic", "partial", "known", "planning", "attention"})
    buttons = ("up", "down", "left", "right", "fire")
    depth = 300

    # Generation

    def validate(self) -> None:
        super().validate()
        if not 4 <= self.foes <= 40 or not 1 <= self.aim <= self.foes:
            raise ValueError("foes must be from 4 to 40, and aim from 1 to foes.")
        if not 16 <= self.pace <= 64 or not 16 <= self.bullet <= 80:
            raise ValueError("pace must be from 16 to 64, and bullet from 16 to 80.")
        if not 0 <= self.bullets <= 3 or 2 * self.aim < self.foes:
            raise ValueError("bullets must be from 0 to 3, and aim at least half of the foes.")

    def opening(self, rng: Random) -> Sortie:
        flights = redrawn(self._flights, rng)
        return Sortie(flights, tuple(each.toughness for each in flights))

    def _flights(self, rng: Random) -> tuple[Flight, ...] | None:
        """Foes of whom too few come before the guns of a ship that stays where it is."""
        flights = drawn(rng, self.foes, self.pace, self.bullets, self.leader)
        easy = sum(crosses(each, WIDTH // 2) for each in flights)
        return flights if easy < self.aim else None

    # Rules

    def rules(self) -> str:
        fires = " They fire bullets at you." if self.bullets else ""
        leader = (
            f" The leader, who is larger, bears {ARMOUR} hits and has to be among them."
            if self.leader
            else ""
        )
        return (
            "You fly a ship over the sea, and aircraft come from the top of the picture. Up, down, "
            "left and right move the ship by 4 points a tick; fire shoots straight up, again and "
            f"again while it is held.{fires} You succeed when {self.aim} of the {self.foes} "
            f"aircraft are shot down.{leader} A bullet or an aircraft that meets you costs one of "
            f"{LIVES} lives, and nothing hurts you for a moment after that. You lose without lives "
            "or when too many aircraft have passed."
        )

    def legend(self, medium: Medium) -> str:
        return (
            f"{super().legend(medium)} Your ship is blue and white. Lives are at the top left; at "
            "the top right is how many aircraft are still to be shot down. The picture is 320 "
            "points wide and 224 high."
        )

    def tick(self, world: Sortie, buttons: frozenset[str]) -> Sortie:
        return ticked(world, buttons, self.bullet)

    def is_won(self, world: Sortie) -> bool:
        return not self.still(world) and not self._needs_leader(world)

    def is_lost(self, world: Sortie) -> bool:
        if not world.lives:
            return True
        coming = 0
        for flight, left in zip(world.flights, world.left, strict=True):
            if left and world.clock < flight.enters + flight.stays:
                coming += 1
            elif left and flight.kind == "leader":
                return not self.is_won(world)
        return coming < self.still(world)

    def still(self, world: Sortie) -> int:
        """Aircraft that are still to be shot down."""
        return max(self.aim - world.left.count(0), 0)

    def _needs_leader(self, world: Sortie) -> bool:
        pairs = zip(world.flights, world.left, strict=True)
        return self.leader and any(left and foe.kind == "leader" for foe, left in pairs)

    def progress(self, world: Sortie) -> float:
        if self.is_won(world):
            return 1.0
        return min(1 - self.still(world) / self.aim, 0.99)

    def metrics(self, state: Reel[Sortie]) -> dict[str, float]:
        world = state.world
        down = world.left.count(0) / self.foes
        return {"progress": self.progress(world), "foes": down, "lives": float(world.lives)}

    # Observation

    def scene(self, world: Sortie) -> Screen:
        return drawing.scene(world)

    def dials(self, canvas: Canvas, world: Sortie) -> None:
        drawing.dials(canvas, world, self.still(world), self._needs_leader(world))

    # The reference player

    def presses(self, world: Sortie) -> Sequence[Press]:
        return PRESSES

    def rank(self, world: Sortie) -> float:
        """Hits and lives count most, then how near the ship is to a place to hit from."""
        hits = sum(flight.toughness for flight in world.flights) - sum(world.left)
        leader = 60 if self._needs_leader(world) else 0
        return 120 * hits + 500 * world.lives - leader - min(self._aside(world), 400) / 4

    def _aside(self, world: Sortie) -> int:
        """Points between the ship and the nearest place from which a shot would hit."""
        found = 400
        for number, flight in enumerate(world.flights):
            soon = world.clock < flight.enters + flight.stays and flight.enters < world.clock + 40
            if not world.left[number] or not soon:
                continue
            y = flight_at(flight, world.clock)[1]
            way = (world.y - y) * 16 // (flight.speed - SHOT)
            x, then = flight_at(flight, world.clock + max(way, 0))
            if then < world.y - 12:
                late = max(flight.enters - world.clock, 0)
                found = min(found, abs(x - world.x) + late + (world.y - then) // 8)
        return found

    def spot(self, world: Sortie) -> Hashable:
        return world.x >> 3, world.y >> 4, world.clock, world.lives, sum(world.left)


PRESETS = {
    "level_0": ArcadeShooterUp(step_limit=60),
    "level_1": ArcadeShooterUp(foes=14, aim=10, bullets=2, step_limit=90),
    "level_2": ArcadeShooterUp(
        foes=20, aim=14, pace=34, bullets=2, bullet=48, leader=True, step_limit=120
    ),
}
