"""Arcade Duel: beat an opponent in two of three rounds of a fight.

Rules are simpler than those of the game that it stands for: nobody throws or runs, all fighters
have the same moves, and there is no blood. On the first level the opponent blocks and strikes by
chance, on the second he always reacts to what he saw 12 ticks ago, on the third to what he saw 6
ticks ago, and there he punishes strikes that miss.

The reference player foresees the opponent. Over 200 seeds he takes at most 80, 104 and 169 presses
on the levels; limits are more than twice that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Canvas, Dice, Medium
from visgym.kit.arcade.players import Press
from visgym.kit.arcade.playing import TICKS, ArcadeTask, Reel
from visgym.kit.arcade.screen import Screen
from visgym.tasks.arcade.arcade_duel import drawing, solvers
from visgym.tasks.arcade.arcade_duel.fighting import ticked
from visgym.tasks.arcade.arcade_duel.moves import BLOCKED, STUN, table
from visgym.tasks.arcade.arcade_duel.world import FORGET, HEALTH, ROUND, Duel, Duelist

PLACES = 6  # stages with their opponents


@dataclass(frozen=True, kw_only=True)
class ArcadeDuel(ArcadeTask[Duel]):
    tier: int = 0
    """How good the opponent is: 0, 1 or 2."""

    version = 2
    tags = frozenset({"synthetic", "full", "known", "chance", "strategy", "planning"})
    buttons = ("left", "right", "down", "jump", "punch", "kick", "block")
    widths = (1, 3, 12, 40)
    depth = 120
    patience = 14

    # Generation

    def validate(self) -> None:
        super().validate()
        if self.tier not in (0, 1, 2):
            raise ValueError("tier must be 0, 1 or 2.")

    def opening(self, rng: Random) -> Duel:
        starts = rng.randrange(70, 125), rng.randrange(195, 250)
        first, second = (Duelist(x) for x in starts)
        return Duel(first, second, Dice.new(rng), rng.randrange(PLACES), starts)

    # Rules

    def rules(self) -> str:
        skill = (
            "Your opponent strikes by chance, and at times blocks what you did 12 ticks ago.",
            "Your opponent sees what you did 12 ticks ago and blocks that.",
            "Your opponent sees what you did 6 ticks ago, blocks that, and punishes misses.",
        )[self.tier]
        return (
            "You fight against an opponent, and look at him whatever you do. Left and right walk, "
            "jump leaps, forward or back if that is held too, and down ducks. Punch and kick "
            "strike, low if down is held. Block stops high strikes, and low ones if down is held. "
            "High strikes miss who ducks, low ones miss who is in the air, and those from the air "
            "meet who ducks. Down, then forward, then punch throws a bolt; back, nothing, back, "
            f"then kick slides ahead; each within {FORGET} ticks after the one before. Forward is "
            f"towards the opponent. In ticks and points the moves are: {table()}. A hit stuns for "
            f"{STUN} ticks, in which nothing else meets, a blocked strike holds up for {BLOCKED}. "
            f"Both have {HEALTH} points of health in a round, which lasts {ROUND // TICKS} seconds;"
            f" who has more of them at its end wins it, and a tie goes to the opponent. {skill} "
            "You succeed when you have won two rounds, and lose when he has."
        )

    def legend(self, medium: Medium) -> str:
        return (
            f"{super().legend(medium)} You are the fighter in white with the green mark at his "
            "feet; your health is at the top left, the opponent's at the top right, each with a "
            "dot for a round that was won, and the seconds left stand between them."
        )

    def tick(self, world: Duel, buttons: frozenset[str]) -> Duel:
        return ticked(world, buttons, self.tier)

    def is_won(self, world: Duel) -> bool:
        return world.wins == 2

    def is_lost(self, world: Duel) -> bool:
        return world.losses == 2

    def progress(self, world: Duel) -> float:
        harm = 0.0 if self.is_won(world) else (HEALTH - world.foe.health) / HEALTH
        return (world.wins + 0.9 * harm) / 2

    def metrics(self, state: Reel[Duel]) -> dict[str, float]:
        world = state.world
        ahead = (world.hero.health - world.foe.health) / HEALTH
        return {"progress": self.progress(world), "health_difference": ahead}

    def visible(self, state: Reel[Duel], player: int) -> Reel[Duel]:
        hidden = [replace(each, dice=Dice(0)) for each in (*state.earlier, state.world)]
        return Reel(hidden[-1], tuple(hidden[:-1]))

    # Observation

    def scene(self, world: Duel) -> Screen:
        return drawing.scene(world)

    def dials(self, canvas: Canvas, world: Duel) -> None:
        drawing.dials(canvas, world)

    # The reference player, who knows what the opponent will do

    def options(self, world: Duel) -> Iterator[tuple[tuple[Press, ...], Duel]]:
        return solvers.options(world, self.tier)

    def rank(self, world: Duel) -> float:
        return solvers.rank(world)

    def spot(self, world: Duel) -> Hashable:
        return solvers.spot(world)


PRESETS = {
    "level_0": ArcadeDuel(tier=0, step_limit=180),
    "level_1": ArcadeDuel(tier=1, step_limit=220),
    "level_2": ArcadeDuel(tier=2, step_limit=400),
}
