"""Arcade Brawler: walk along a street and beat those who come at you, in one of three styles.

Rules are simpler than those of the games that the styles stand for: there is one hero with one
life, a hit stuns for a moment and never fells him, nobody rides, a beast stays a beast, and white
walkers come at the end of the street until there is one. Rivals wind up before they strike, one at
a time or, on the last tier, two, and all that they do follows from what is seen.

Over 200 seeds the reference player takes at most 76, 114 and 160 presses with orbs, 88, 99 and 149
with magic, and 70, 117 and 167 on the street; limits are two to three times the most of each level.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from random import Random

from visgym.authoring import Call, Canvas, Medium, solver
from visgym.kit.arcade.players import Press
from visgym.kit.arcade.playing import ArcadeTask, Reel
from visgym.kit.arcade.screen import Screen
from visgym.tasks.arcade.arcade_brawler import drawing, solvers
from visgym.tasks.arcade.arcade_brawler.meeting import (
    guard_health,
    is_counted,
    is_won,
    ticked,
    troops_of,
)
from visgym.tasks.arcade.arcade_brawler.styles import MANNERS, ORBS, FightingStyle, StyleName
from visgym.tasks.arcade.arcade_brawler.world import LANE, Brawl, Brawler


@dataclass(frozen=True, kw_only=True)
class ArcadeBrawler(ArcadeTask[Brawl]):
    style: StyleName = "orbs"
    """What the hero can do and who comes: orbs, magic or street."""
    tier: int = 0
    """How many come, and of which kinds: 0, 1 or 2."""

    tags = frozenset({"synthetic", "partial", "known", "navigation", "planning"})
    widths = (4, 16)
    depth = 150
    patience = 25

    # Generation

    def validate(self) -> None:
        super().validate()
        if self.style not in MANNERS:
            raise ValueError(f"style must be one of {', '.join(MANNERS)}.")
        if self.tier not in (0, 1, 2):
            raise ValueError("tier must be 0, 1 or 2.")

    def opening(self, rng: Random) -> Brawl:
        x = rng.randrange(50, 110)
        y = LANE if self._manner.lanes == 1 else LANE * rng.randrange(3)
        troops = troops_of(self.style, self.tier, rng)
        return Brawl(Brawler(x, y, self._manner.health), troops)

    @property
    def _manner(self) -> FightingStyle:
        return MANNERS[self.style]

    @property
    def buttons(self) -> tuple[str, ...]:
        return self._manner.buttons

    # Rules

    def rules(self) -> str:
        return (
            "You are the hero of a brawl, who looks the way he walked last. Left and right walk, "
            f"and jump jumps. {self._manner.told} Whoever is about to strike winds up first: foes "
            "who do so are drawn with a mark above them. A hit costs a point of health. You lose "
            "without health."
        )

    def legend(self, medium: Medium) -> str:
        counted = {"orbs": "orbs", "magic": "potions", "street": "blows left of the pipe"}
        return (
            f"{super().legend(medium)} You are the one with the green mark at his feet. Hearts, "
            f"{counted[self.style]} and how many are beaten are shown at the top."
        )

    def tick(self, world: Brawl, buttons: frozenset[str]) -> Brawl:
        return ticked(world, buttons, self.style, self.tier)

    def is_won(self, world: Brawl) -> bool:
        return is_won(world, self.style)

    def is_lost(self, world: Brawl) -> bool:
        return world.hero.health <= 0

    def progress(self, world: Brawl) -> float:
        if self.is_won(world):
            return 1.0
        if self.style == "orbs":
            health = guard_health(self.tier)
            guard = next((each.health for each in world.rivals if each.kind == "guard"), health)
            return (min(world.hero.power, ORBS) + health - guard) / (ORBS + health + 1)
        return min(world.beaten / self.foes(world), 0.99)

    def foes(self, world: Brawl) -> int:
        """How many will come who must be beaten."""
        return sum(is_counted(each) for troop in world.troops for each in troop.rivals)

    def metrics(self, state: Reel[Brawl]) -> dict[str, float]:
        world = state.world
        found = {"progress": self.progress(world), "health": float(max(world.hero.health, 0))}
        found["foes"] = min(world.beaten / self.foes(world), 1.0)
        if self.style == "orbs":
            found["orbs"] = min(world.hero.power / ORBS, 1.0)
        if self.style == "magic":
            found["waves"] = max(world.come - (not self.is_won(world)), 0) / len(world.troops)
        return found

    # Observation

    def scene(self, world: Brawl) -> Screen:
        return drawing.scene(world, self.style)

    def dials(self, canvas: Canvas, world: Brawl) -> None:
        drawing.dials(canvas, world, self.style, self.foes(world))

    # The reference player

    @solver
    def search(self, state: Reel[Brawl], rng: Random) -> Iterator[Call]:
        """What players with simple rules do, the first who wins, and else a beam search."""
        found = solvers.by_rules(self.style, self.tier, state.world)
        yield from super().search(state, rng) if found is None else found

    def options(self, world: Brawl) -> Iterator[tuple[tuple[Press, ...], Brawl]]:
        return solvers.options(self.style, self.tier, world)

    def rank(self, world: Brawl) -> float:
        return solvers.rank(world)

    def spot(self, world: Brawl) -> Hashable:
        return solvers.spot(world)


PRESETS = {
    "level_0": ArcadeBrawler(tier=0, step_limit=180),
    "level_1": ArcadeBrawler(tier=1, step_limit=300),
    "level_2": ArcadeBrawler(tier=2, step_limit=450),
}
