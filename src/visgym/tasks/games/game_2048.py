"""Game 2048: slide and merge numbered tiles until one of them is the target.

A good player needs 38, 136 and 263 slides for 64, 256 and 512 on average; limits are about twice
that, since the published 100 steps for 2048 are too few for anybody. Rewards on the way are the
merged tiles as a share of what a target made of twos alone brings. What tiles come is rolled with
dice in the state, which nobody sees: the solver plays without looking at them, and once more
otherwise where that was lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log2
from random import Random

from visgym.authoring import (
    Budget,
    Call,
    Canvas,
    Dice,
    Frame,
    Illegal,
    Medium,
    Task,
    action,
    policy,
    solver,
)
from visgym.kit.boards import merging
from visgym.kit.boards.merging import Tiles
from visgym.kit.canvas import PIECES, Color, ink_on
from visgym.kit.grid import Heading

FOUR = 0.1  # chance that a new tile is a 4
A_TILE = 2.2  # the mean of new tiles
TILE, GAP = 92, 10  # pixels
BOARD: Color = (187, 173, 160)
EMPTY: Color = (205, 193, 180)
FILLS: tuple[Color, ...] = (
    (238, 228, 218),
    (238, 223, 196),
    (243, 178, 122),
    (246, 150, 100),
    (247, 124, 95),
    (247, 95, 59),
    (237, 208, 115),
    (237, 200, 80),
    (236, 190, 48),
    (120, 170, 90),
    (60, 140, 110),
)
"""From 2 to 2048."""
RETRIES, SLIP = 20, 0.1  # plays after a lost one, and the chance of a second best slide in them


class Direction(Heading):
    LEFT = 0
    DOWN = 1
    RIGHT = 2
    UP = 3


@dataclass(frozen=True, slots=True)
class BoardState:
    tiles: Tiles
    dice: Dice


@dataclass(frozen=True, kw_only=True)
class Game2048(Task[BoardState]):
    target: int = 64
    """The tile to reach, a power of two."""
    size: int = 4
    """Rows of the board, and columns."""

    tags = frozenset({"synthetic", "full", "known", "chance", "arithmetic", "planning"})
    budget = Budget(solve=800.0, demonstrations=5.0)
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 3 <= self.size <= 6:
            raise ValueError("size must be from 3 to 6.")
        most = min(4096, 2 ** (self.size**2 - 2))
        if self.target.bit_count() != 1 or not 8 <= self.target <= most:
            raise ValueError(f"target must be a power of two from 8 to {most}.")

    def generate(self, rng: Random) -> BoardState:
        blank = ((0,) * self.size,) * self.size
        return BoardState(_grown(_grown(blank, rng), rng), Dice.new(rng))

    # Rules

    def rules(self) -> str:
        return (
            f"Numbered tiles lie on a board of {self.size}x{self.size} cells. A slide moves all "
            "tiles to one side as far as they go; two equal tiles that meet become one tile of "
            "twice the number, and no tile merges twice in one slide. Then a new tile, mostly a 2 "
            "and sometimes a 4, appears on a random free cell. A slide that moves no tile is "
            f"refused. You succeed when a tile shows {self.target}. You lose when no slide is left."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Each line is a row of the board from the top; a dot is a free cell."
        return "Each tile shows its number."

    @action
    def slide(self, state: BoardState, direction: Direction) -> BoardState:
        """Slide all tiles to one side."""
        tiles = merging.slid(state.tiles, direction.name)
        if tiles == state.tiles:
            raise Illegal(f"No tile can slide {direction.word}.")
        rng, dice = state.dice.roll()
        return BoardState(_grown(tiles, rng), dice)

    def is_over(self, state: BoardState) -> bool:
        return self.score(state) == 1 or merging.is_stuck(state.tiles)

    def hopeless(self, state: BoardState) -> bool:
        return self.score(state) < 1 and merging.is_stuck(state.tiles)

    def score(self, state: BoardState) -> float:
        return float(_largest(state.tiles) >= self.target)

    def reward(self, before: BoardState, call: Call, after: BoardState) -> float:
        """The merged tiles, as a share of what a target made of twos alone brings."""
        made = merging.made(before.tiles, Direction(call.args[0]).name)  # type: ignore[arg-type]
        return made / (self.target * (log2(self.target) - 1))

    def metrics(self, state: BoardState) -> dict[str, float]:
        largest = _largest(state.tiles)
        return {"progress": min(1.0, log2(largest) / log2(self.target)), "largest": float(largest)}

    def visible(self, state: BoardState, player: int) -> BoardState:
        return replace(state, dice=Dice(0))

    def effort(self, state: BoardState) -> float:
        """Slides until the tiles add up to the target."""
        return (self.target - sum(map(sum, state.tiles))) / A_TILE

    # Observation

    def draw(self, state: BoardState) -> Frame:
        canvas = Canvas.on(_board(self.size))
        for row, line in enumerate(state.tiles):
            for column, tile in enumerate(line):
                if tile:
                    x, y = (GAP + at * (TILE + GAP) for at in (column, row))
                    canvas.paste(_tile(tile), x, y)
        return canvas.frame

    def describe(self, state: BoardState) -> str:
        wide = len(str(_largest(state.tiles)))
        rows = ([str(tile or ".").rjust(wide) for tile in line] for line in state.tiles)
        return "\n".join(" ".join(row) for row in rows)

    # Players

    @solver
    def expectimax(self, state: BoardState, rng: Random) -> Iterator[Call]:
        """Slides that promise most over all places of the next tile, and once more if that lost."""
        plans = [self._played(state, None)]
        while len(plans) <= RETRIES and not 0 < len(plans[-1]) <= self.step_limit:
            plans.append(self._played(state, rng))
        yield from min(filter(None, plans), key=len, default=[])

    @policy
    def careful(self, seen: BoardState, rng: Random) -> Call:
        """The slide that promises most."""
        return Call("slide", (Direction[merging.ranked(seen.tiles)[0][1]],))

    def _played(self, state: BoardState, rng: Random | None) -> list[Call]:
        """The slides to the target, with some second best ones by chance; none if that is lost."""
        calls = list[Call]()
        while not self.is_over(state):
            choice = merging.ranked(state.tiles)
            second = rng is not None and len(choice) > 1 and rng.random() < SLIP
            direction = Direction[choice[second][1]]
            calls.append(Call("slide", (direction,)))
            state = self.slide(state, direction)
        return calls if self.score(state) == 1 else []


def _largest(tiles: Tiles) -> int:
    return max(map(max, tiles))


def _grown(tiles: Tiles, rng: Random) -> Tiles:
    """The board with a new tile."""
    cell = rng.choice(merging.free_cells(tiles))
    return merging.with_tile(tiles, cell, 4 if rng.random() < FOUR else 2)


@lru_cache(maxsize=8)
def _board(size: int) -> Frame:
    side = size * (TILE + GAP) + GAP
    canvas = Canvas(side, side, BOARD)
    for row in range(size):
        for column in range(size):
            x, y = GAP + column * (TILE + GAP), GAP + row * (TILE + GAP)
            canvas.rect(x, y, TILE, TILE, EMPTY, radius=8)
    return canvas.frame


@lru_cache(maxsize=64)
def _tile(number: int) -> Frame:
    height = number.bit_length() - 2
    fill = FILLS[height] if height < len(FILLS) else PIECES[height % len(PIECES)]
    canvas = Canvas(TILE, TILE, BOARD)
    canvas.rect(0, 0, TILE, TILE, fill, radius=8)
    text, size = str(number), (40, 40, 34, 27, 22)
    canvas.text(TILE / 2, TILE / 2, text, size[min(len(text), 5) - 1], ink_on(fill), bold=True)
    return canvas.frame


PRESETS = {
    "level_0": Game2048(target=64, step_limit=80),
    "level_1": Game2048(target=256, step_limit=270),
    "level_2": Game2048(target=512, step_limit=520),
}
