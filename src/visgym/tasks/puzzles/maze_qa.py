"""Maze QA: where the player is and may go, what moves lead to, and how the way to the goal runs.

Wrong lists of moves are ways between other cells of the maze, mirrored and turned, which lie as far
apart and begin with the same move, so that only the maze tells which one is right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, pairwise
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit import maze_pictures, mazes
from visgym.kit.cells.asked import COUNTED, crossed, moves_told, nearby, place
from visgym.kit.cells.wrapping import STEPS, Way
from visgym.kit.grid import neighbours, shift
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed

MOVES = 4  # of which the end is asked for
OTHERS = 60  # ways, at most, among which wrong lists of moves are looked for
LONGEST = 28  # moves of a list that may lead to the goal
LEAST_TURNS = 3


@dataclass(frozen=True, slots=True)
class Maze:
    floor: frozenset[Cell]
    player: Cell
    goal: Cell
    kind: str
    moves: tuple[int, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MazeQa(MultipleChoice[Maze]):
    size: int = 13
    """Rows of the maze, and columns, walls included; odd."""

    kinds = ("player", "goal", "free", "after", "route", "turns")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "perception", "navigation", "planning"})
    pictured = "Grey is wall, white floor; the player is the blue disc, the goal the red square."
    written = "# is wall, a space is floor, A is the player and T the goal."

    def validate(self) -> None:
        super().validate()
        if not 9 <= self.size <= 25 or not self.size % 2:
            raise ValueError("size must be odd and from 9 to 25.")

    def generate(self, rng: Random) -> Maze:
        kind, (free, others) = self.draw_kind(rng), _directions(rng)
        moves = tuple(rng.randrange(4) for _ in range(MOVES)) if kind == "after" else ()

        def drawn(rng: Random) -> tuple[Maze, list[str]] | None:
            floor = mazes.carve(self.size, self.size, rng)
            player, goal = rng.sample(_rooms(floor), 2)
            if kind == "free":
                fit = [cell for cell in sorted(floor - {goal}) if _open(floor, cell) == free]
                player = rng.choice(fit) if fit else goal
            maze = Maze(floor, player, goal, kind, moves)
            if kind == "free":
                return None if player == goal else (maze, [*map(_listed, others)])
            texts = self._candidates(maze, rng)
            return None if texts is None else (maze, texts)

        if kind == "turns":
            (maze, _), texts = evenly(drawn, lambda each: int(self.found(each[0])), rng)
        else:
            maze, texts = redrawn(drawn, rng)
        return self.posed(maze, texts, rng)

    def _candidates(self, maze: Maze, rng: Random) -> list[str] | None:
        """Options with the right one among them; None for a question that is too easy."""
        if maze.kind in ("route", "turns"):
            toward = mazes.tree(maze.floor, maze.goal)
            way = _headings(mazes.between(toward, maze.player, maze.goal))
            if _turns(way) < LEAST_TURNS or len(way) > LONGEST:
                return None
            return self._routes(maze, toward, way, rng) if maze.kind == "route" else []
        if maze.kind == "after":
            met = sum(shift(cell, STEPS[way]) not in maze.floor for cell, way in _steps(maze))
            if not 0 < met < MOVES - 1:
                return None
        cell = maze.goal if maze.kind == "goal" else _end(maze, maze.moves)
        other = nearby(cell, 2, 1, self.size - 2, rng)
        return None if other is None else crossed(cell, other)

    def _routes(
        self, maze: Maze, toward: dict[Cell, Cell], way: tuple[int, ...], rng: Random
    ) -> list[str] | None:
        lists, rooms = {way}, _rooms(maze.floor)
        for _ in range(OTHERS):
            start, sign, turn = rng.choice(rooms), rng.choice((-1, 1)), rng.randrange(4)
            end = _led(start, ((sign * each + turn) % 4 for each in way))
            if end not in maze.floor:
                continue
            seen = _headings(mazes.between(toward, start, end))
            other = tuple(sign * (each - turn) % 4 for each in seen)
            alike = other[0] == way[0] and _turns(other) >= LEAST_TURNS and len(other) <= LONGEST
            if alike and _end(maze, other) != maze.goal:
                lists.add(other)
            if len(lists) == len(self.letters):
                return [*map(_runs, sorted(lists))]
        return None

    def rules(self) -> str:
        return (
            "A player stands in a maze and wants to reach the goal. A move takes the player to the "
            "next cell up, right, down or left; a move into a wall changes nothing, and the next "
            f"one follows. {COUNTED} The outer walls count as well."
        )

    def question(self, maze: Maze) -> str:
        asked = {
            "player": "Where is the player?",
            "goal": "Where is the goal?",
            "free": "In which directions can the player move, with no wall in the next cell?",
            "after": f"The player makes these moves: {moves_told(maze.moves)}. Where is the player "
            "then?",
            "route": "Which list of moves takes the player to the goal? A number says how often a "
            "move is made.",
            "turns": "The player goes to the goal without ever turning back. How often does the "
            "direction of the moves change on the way?",
        }
        return f"{asked[maze.kind]}\n{listed(maze.options)}"

    def right(self, maze: Maze) -> str:
        """By filling dead ends until only the way is left."""
        if maze.kind in ("route", "turns"):
            way = _left_over(maze)
            return str(_turns(way)) if maze.kind == "turns" else _runs(way)
        return self._looked(maze, _end(maze, maze.moves))

    def found(self, maze: Maze) -> str:
        """By a tree of ways from the player."""
        if maze.kind in ("route", "turns"):
            toward = mazes.tree(maze.floor, maze.player)
            runs = _runs(_headings(mazes.between(toward, maze.player, maze.goal)))
            return str(runs.count(",")) if maze.kind == "turns" else runs
        row, column = maze.player
        for step in map(Way, maze.moves):
            down, across = step.step
            free = (row + down, column + across) in maze.floor
            row, column = row + down * free, column + across * free
        return self._looked(maze, (row, column))

    def _looked(self, maze: Maze, end: Cell) -> str:
        if maze.kind == "free":
            return _listed(_open(maze.floor, maze.player))
        return place({"player": maze.player, "goal": maze.goal}.get(maze.kind, end))

    def effort(self, state: Asked[Maze]) -> float:
        """Moves to follow, and cells that the way may run through."""
        maze = state.problem
        return {"after": 10.0, "route": self.size**2, "turns": self.size**2}.get(maze.kind, 1.0)

    def draw(self, maze: Maze) -> Frame:
        given = maze.floor, maze.player, maze.goal, self.size, self.size
        return maze_pictures.numbered(maze_pictures.from_above(*given).frame)

    def describe(self, maze: Maze) -> str:
        return maze_pictures.as_rows(maze.floor, maze.player, maze.goal, self.size, self.size)


def _open(floor: frozenset[Cell], cell: Cell) -> frozenset[int]:
    return frozenset(way for way in Way if shift(cell, way.step) in floor)


def _rooms(floor: frozenset[Cell]) -> list[Cell]:
    """The cells that are floor in every maze."""
    return sorted(cell for cell in floor if cell[0] % 2 and cell[1] % 2)


def _listed(ways: frozenset[int]) -> str:
    return moves_told(sorted(ways))


def _directions(rng: Random) -> tuple[frozenset[int], list[frozenset[int]]]:
    """Directions that are free, and four sets of them that differ in the same two."""
    first, second, *rest = rng.sample(range(4), 4)
    kept = frozenset(rest[: rng.randint(1, 2)] if rng.random() < 0.5 else rest[:1])
    flipped = [kept | more for more in ({first}, {second}, {first, second}, frozenset[int]())]
    return rng.choice(flipped), flipped


def _steps(maze: Maze) -> list[tuple[Cell, int]]:
    """The cells of the player, each with the move that is tried there."""
    steps, cell = [], maze.player
    for way in maze.moves:
        steps.append((cell, way))
        cell = shift(cell, STEPS[way]) if shift(cell, STEPS[way]) in maze.floor else cell
    return steps


def _end(maze: Maze, moves: tuple[int, ...]) -> Cell:
    cell = maze.player
    for way in moves:
        ahead = shift(cell, STEPS[way])
        cell = ahead if ahead in maze.floor else cell
    return cell


def _led(cell: Cell, moves: Iterable[int]) -> Cell:
    """Where moves lead without walls."""
    for way in moves:
        cell = shift(cell, STEPS[way])
    return cell


def _headings(path: list[Cell]) -> tuple[int, ...]:
    steps = ((r - a, c - b) for (a, b), (r, c) in pairwise(path))
    return tuple(STEPS.index(step) for step in steps)


def _turns(way: Iterable[int]) -> int:
    return sum(one != other for one, other in pairwise(way))


def _left_over(maze: Maze) -> list[int]:
    """The directions from player to goal, along what dead ends leave."""
    left, ends = set(maze.floor), (maze.player, maze.goal)
    waiting = [*left]
    while waiting:
        cell = waiting.pop()
        beside = [each for each in neighbours(cell) if each in left]
        if cell in left and cell not in ends and len(beside) <= 1:
            left.discard(cell)
            waiting += beside
    way, cell = list[int](), maze.player
    while cell != maze.goal:
        left.discard(cell)
        step = next(step for step in Way if shift(cell, step.step) in left)
        way, cell = [*way, int(step)], shift(cell, step.step)
    return way


def _runs(moves: Iterable[int]) -> str:
    runs = ((Way(way).word, len([*run])) for way, run in groupby(moves))
    return ", ".join(f"{word} {count}" for word, count in runs)


PRESETS = levels(
    MazeQa, question_kind=("player+goal+free", "after", "route+turns"), size=(9, 11, 13)
)
