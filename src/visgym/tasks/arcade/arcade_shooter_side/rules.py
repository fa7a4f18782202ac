"""Arcade Shooter Side: fly through a cave that scrolls, past rock and foes, to its end or its boss.

Simpler than the games of its kind: a carrier that is shot down gives its weapon at once, and who
loses a life flies on unhurt for a moment, through rock too. Shut gates, which have to be shot open,
make weapons matter also where there is no boss. Over 200 seeds the reference player takes at most
47, 76 and 107 presses on the levels; limits are two and a half times that.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random

from visgym.authoring import Canvas, Medium, redrawn
from visgym.kit.arcade.players import Press, press
from visgym.kit.arcade.playing import ArcadeTask, Reel
from visgym.kit.arcade.screen import Screen
from visgym.tasks.arcade.arcade_shooter_side import drawing
from visgym.tasks.arcade.arcade_shooter_side.cave import (
    HALL,
    LEAD,
    Cave,
    camera_at,
    carved,
    opening_at,
)
from visgym.tasks.arcade.arcade_shooter_side.foes import GATE, manned
from visgym.tasks.arcade.arcade_shooter_side.world import (
    LIVES,
    TOUGH,
    Cavern,
    boss_at,
    is_at_boss,
    ticked,
)

WAYS = ((), ("up",), ("down",), ("left",), ("right",))
PRESSES = tuple(press(*way, "fire", ticks=5) for way in WAYS)
NEAR = 14  # points
STATION = 64  # where the reference player likes to be across
AHEAD = 28  # points before the ship at which it looks at the cave


@dataclass(frozen=True, kw_only=True)
class ArcadeShooterSide(ArcadeTask[Cavern]):
    columns: int = 64
    """Length of the cave in columns of 16 points, from 60 to 160."""
    gap: int = 84
    """Points from roof to floor at narrow places, from 52 to 88."""
    foes: int = 8
    """Foes in the cave, from 4 to 24."""
    gates: int = 1
    """Gates that have to be shot open, up to 4."""
    carriers: int = 1
    """How many of the foes carry a weapon, up to 3."""
    behind: bool = False
    """Whether foes come from behind too."""
    pistons: int = 0
    """Walls that move, up to 4."""
    boss: bool = False
    """Whether a boss waits at the end, who has to fall."""

    tags = frozenset({"synthetic", "partial", "known", "planning", "navigation"})
    buttons = ("up", "down", "left", "right", "fire", "switch")
    widths = (1, 4, 8, 24, 60)
    depth = 400

    # Generation

    def validate(self) -> None:
        super().validate()
        if not LEAD + HALL + 22 <= self.columns <= 160 or not 52 <= self.gap <= 88:
            raise ValueError("columns must be from 60 to 160, and gap from 52 to 88.")
        if not 4 <= self.foes <= 24 or not 0 <= self.carriers <= 3:
            raise ValueError("foes must be from 4 to 24, and carriers from 0 to 3.")
        if not 0 <= self.gates <= 4 or not 0 <= self.pistons <= 4:
            raise ValueError("gates and pistons must be from 0 to 4.")

    def opening(self, rng: Random) -> Cavern:
        cave = redrawn(self._cave, rng)
        foes = manned(rng, cave, self.foes, self.gates, self.carriers, self.behind)
        return Cavern(cave, foes, tuple(each.toughness for each in foes), TOUGH * self.boss)

    def _cave(self, rng: Random) -> Cave | None:
        return carved(rng, self.columns, self.gap, self.pistons)

    # Rules

    def rules(self) -> str:
        end = (
            f"At the end waits a boss, whose core opens and shuts; it falls after {TOUGH} hits "
            "in the open core, and then you succeed."
            if self.boss
            else "You succeed at the end of the cave."
        )
        sides = " Foes come from behind too." if self.behind else ""
        walls = " Walls of steel move out of the rock and back." if self.pistons else ""
        return (
            "You fly a ship through a cave that scrolls to the left by 2 points a tick. Up, down, "
            "left and right move the ship by 4 points a tick; fire shoots again and again while it "
            "is held; switch takes the next weapon, and goes on every 10 ticks while it is held. "
            "Twin fires two shots ahead, back one ahead and one behind, wave a broad one, crawler "
            "runs along roof and floor, hunter turns to the nearest foe. You have twin and back; "
            "carriers give you the weapon whose letter they bear when you shoot them down. Gates "
            f"shut the way and open after {GATE} hits.{sides}{walls} Rock, foes and bullets cost "
            f"one of {LIVES} lives and the weapons you gained; after that nothing hurts you for a "
            f"moment. {end} You lose without lives."
        )

    def legend(self, medium: Medium) -> str:
        return (
            f"{super().legend(medium)} At the top are lives, the weapon in use, the others after "
            "it, and the way that is done."
        )

    def tick(self, world: Cavern, buttons: frozenset[str]) -> Cavern:
        return ticked(world, buttons)

    def is_won(self, world: Cavern) -> bool:
        is_there = camera_at(world.cave, world.clock) == world.cave.end
        return is_there and not world.boss and world.lives > 0

    def is_lost(self, world: Cavern) -> bool:
        return not world.lives

    def _way(self, world: Cavern) -> float:
        return camera_at(world.cave, world.clock) / world.cave.end

    def progress(self, world: Cavern) -> float:
        if not self.boss:
            return self._way(world)
        return 0.6 * self._way(world) + 0.4 * (1 - world.boss / TOUGH)

    def metrics(self, state: Reel[Cavern]) -> dict[str, float]:
        world = state.world
        return {
            "progress": self.progress(world),
            "distance": self._way(world),
            "foes": world.left.count(0) / len(world.left),
            "lives": float(world.lives),
        }

    # Observation

    def scene(self, world: Cavern) -> Screen:
        return drawing.scene(world)

    def dials(self, canvas: Canvas, world: Cavern) -> None:
        drawing.dials(canvas, world, self._way(world))

    # The reference player

    def presses(self, world: Cavern) -> Sequence[Press]:
        return PRESSES

    def rank(self, world: Cavern) -> float:
        """Lives and hits, and then to be where the way goes on, or before the core."""
        hits = 30 * (TOUGH - world.boss) - 10 * sum(world.left)
        if is_at_boss(world, world.clock):
            aside = abs(world.y - boss_at(world.clock + 12))
        else:
            ahead = camera_at(world.cave, world.clock) + world.x + AHEAD
            roof, floor = opening_at(world.cave, ahead, world.clock + AHEAD // 2)
            aside = abs(world.y - (roof + floor >> 1))
        # what is near enough is good enough, so that few presses do
        away = max(aside - NEAR, 0) / 2 + max(abs(world.x - STATION) - NEAR, 0) / 8
        return 1000 * world.lives + hits - away

    def spot(self, world: Cavern) -> Hashable:
        return world.x >> 3, world.y >> 2, world.clock, world.lives, sum(world.left), world.boss


PRESETS = {
    "level_0": ArcadeShooterSide(step_limit=120),
    "level_1": ArcadeShooterSide(
        columns=84, gap=72, foes=14, gates=2, carriers=2, behind=True, step_limit=200
    ),
    "level_2": ArcadeShooterSide(
        columns=96,
        gap=66,
        foes=14,
        gates=2,
        carriers=3,
        behind=True,
        pistons=3,
        boss=True,
        step_limit=280,
    ),
}
