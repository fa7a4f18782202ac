"""Go on small boards as OpenSpiel referees it; moves are points from the lower left, or a pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from visgym.kit.boards.go import LETTERS
from visgym.kit.games.rules import DRAW, WINS, Choose, GameRules, Result
from visgym.kit.games.spiel import open_spiel, spiel_game, spiel_state

CURIOSITY = 1.4  # how much rarely tried moves are preferred
MEMORY = 50  # megabytes that a tree may take


@dataclass(frozen=True, slots=True)
class GoGame:
    """The moves of a game; the number of points is a pass."""

    moves: tuple[int, ...] = ()


@dataclass(frozen=True)
class GoRules(GameRules[GoGame, int]):
    """Go with area scoring; Black begins, and komi are points for White."""

    size: int = 9
    komi: float = 7.5

    def start(self, rng: Random) -> GoGame:
        return GoGame()

    def mover(self, position: GoGame) -> int:
        return len(position.moves) & 1

    def legal(self, position: GoGame) -> Sequence[int]:
        moves: list[int] = self.state(position).legal_actions()
        return moves

    def play(self, position: GoGame, move: int) -> GoGame:
        return GoGame((*position.moves, move))

    def result(self, position: GoGame) -> Result | None:
        state = self.state(position)
        if not state.is_terminal():
            return None
        black, white = state.returns()
        return DRAW if black == white else WINS[white > black]

    def worth(self, position: GoGame, side: int) -> float:
        """The lead in area, as a share of the board."""
        black, white = self.areas(position)
        lead = (black - white - self.komi) / (self.size**2 + self.komi + 1)
        return -lead if side else lead

    def rollout(self, position: GoGame, rng: Random) -> Result:
        state = self.state(position).clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        black, white = state.returns()
        return DRAW if black == white else WINS[white > black]

    def experts(self) -> Mapping[str, Callable[[str], Choose[GoGame, int]]]:
        return {"mcts": self._simulating}

    def _simulating(self, argument: str) -> Choose[GoGame, int]:
        """OpenSpiel's tree search, whose chance comes from ours."""
        if not argument.isdecimal() or not 2 <= int(argument) <= 20_000:
            raise ValueError("mcts needs a number from 2 to 20000, as in mcts:100.")
        return partial(self._simulated, int(argument))

    def _simulated(self, games: int, position: GoGame, rng: Random) -> int:
        spiel, seeds = open_spiel(), [rng.getrandbits(30) for _ in range(2)]
        bot = spiel.MCTSBot(
            spiel_game(self.name),
            spiel.RandomRolloutEvaluator(1, seeds[0]),
            CURIOSITY,
            games,
            MEMORY,
            True,  # positions that are decided are known to be
            seeds[1],
            False,
        )
        move: int = bot.step(self.state(position))
        return move

    # What else may be asked

    @property
    def name(self) -> str:
        """What OpenSpiel calls the game."""
        return f"go(board_size={self.size},komi={self.komi})"

    @property
    def skip(self) -> int:
        """The move that is a pass."""
        return self.size**2

    @property
    def longest(self) -> int:
        """Moves after which OpenSpiel ends a game."""
        return 2 * self.size**2

    def state(self, position: GoGame) -> Any:
        """The game as OpenSpiel has it."""
        return spiel_state(self.name, position.moves)

    def stones(self, position: GoGame) -> dict[int, int]:
        """The side of each stone by its point."""
        rows = [
            line.split()[1] for line in str(self.state(position)).split("\n")[2 : 2 + self.size]
        ]
        return {
            row * self.size + column: "XO".index(sign)
            for row, line in enumerate(reversed(rows))
            for column, sign in enumerate(line)
            if sign in "XO"
        }

    def areas(self, position: GoGame) -> tuple[int, int]:
        """Stones of each side, and points that only this side surrounds."""
        stones, seen = self.stones(position), set[int]()
        counts = [sum(side == each for side in stones.values()) for each in (0, 1)]
        for point in range(self.size**2):
            if point in stones or point in seen:
                continue
            region, border = self._region(point, stones)
            seen |= region
            if len(border) == 1:
                counts[border.pop()] += len(region)
        return counts[0], counts[1]

    def _region(self, point: int, stones: dict[int, int]) -> tuple[set[int], set[int]]:
        """The empty points that hang together with one, and whose stones touch them."""
        region, border, ahead = {point}, set[int](), [point]
        while ahead:
            for near in self._beside(ahead.pop()):
                if near in stones:
                    border.add(stones[near])
                elif near not in region:
                    region.add(near)
                    ahead.append(near)
        return region, border

    def _beside(self, point: int) -> list[int]:
        row, column = divmod(point, self.size)
        places = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        inside = range(self.size)
        return [r * self.size + c for r, c in places if r in inside and c in inside]

    def point_name(self, point: int) -> str:
        """A point as players call it.

        >>> GoRules(9).point_name(8), GoRules(9).point_name(81)
        ('J1', 'pass')
        """
        if point == self.skip:
            return "pass"
        row, column = divmod(point, self.size)
        return f"{LETTERS[column]}{row + 1}"

    def by_name(self, name: str) -> int | None:
        """The point of a name, if there is one."""
        column, row = LETTERS.find(name[:1] or "?"), name[1:]
        if not 0 <= column < self.size or not row.isdecimal() or not 1 <= int(row) <= self.size:
            return None
        return (int(row) - 1) * self.size + column
