"""Opponents of two levels against each other, on the game of the harder one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

from visgym import catalog
from visgym.evaluation.ladders import ladders_among
from visgym.kit.games.match import GameTask
from visgym.kit.games.opponents import OUTSIDE, player
from visgym.kit.games.rules import Choose

FIRST = 3000  # seeds that nothing else is measured by


@dataclass(frozen=True, slots=True)
class OpponentDuel:
    """The opponent of a level, and the one of the level before."""

    id: str
    later: str
    earlier: str

    def points(self, games: int) -> list[float]:
        """What the later opponent gets; from every start both sides are played by either."""
        task = catalog.load(self.id)
        assert isinstance(task, GameTask)
        free = replace(task, opponent=OUTSIDE)
        later, earlier = (player(free.game, spec) for spec in (self.later, self.earlier))
        found = []
        for game in range(games):
            position = free.start(FIRST + game // 2).position
            side = game % 2
            seats = (earlier, later) if side else (later, earlier)
            found.append(ended(free.game, position, seats, Random(game))[side])
        return found


def duels() -> Iterator[OpponentDuel]:
    """All levels whose opponent is another one than on the level before."""
    for name in catalog.task_names():
        presets = {
            preset: task
            for preset, task in catalog.presets(name).items()
            if isinstance(task, GameTask) and task.players == 1
        }
        for ladder in ladders_among(presets):
            for lower, upper in pairwise(ladder):
                earlier, later = presets[lower].opponent, presets[upper].opponent
                if earlier != later:
                    yield OpponentDuel(f"{name}/{upper}", later, earlier)


def ended(
    game: Any, position: Any, seats: tuple[Choose[Any, Any], Choose[Any, Any]], rng: Random
) -> tuple[float, float]:
    """What each side gets in the end; a player sees what its side may see."""
    result: tuple[float, float] | None = game.result(position)
    while result is None:
        side = game.mover(position)
        move = seats[side](game.seen(position, side), rng)
        position = game.play(position, move)
        result = game.result(position)
    return result
