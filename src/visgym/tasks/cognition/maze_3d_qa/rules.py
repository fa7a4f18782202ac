"""Maze 3D QA: forks, checkpoints, heights and side branches of a way over cubes.

The published numbers run along the way and there is nothing aside of it; here they are shuffled.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import listed
from visgym.tasks.cognition.maze_3d_qa import drawing, world
from visgym.tasks.cognition.maze_3d_qa.world import WAYS, CubeWay

T = TypeVar("T")

# Which of three parts of the right answer are changed: of each part, half of the options are right.
CHANGES = ((0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1))
PAIRS = ((0, 0), (1, 0), (0, 1), (1, 1))
CHECKPOINTS = {"order": 4, "heights": 3, "way": 3}


@dataclass(frozen=True, slots=True)
class CubeMaze:
    maze: CubeWay
    kind: str
    labels: tuple[int, ...]
    """The cubes with the numbers 1, 2, ..."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Maze3DQa(MultipleChoice[CubeMaze]):
    size: int = 6
    """Cubes along each side of the space."""
    height: int = 6
    """Cubes on top of one another in the space."""
    length: int = 12
    """Cubes of the way."""
    forks: int = 2
    """Side branches."""

    kinds = ("order", "heights", "way", "forks")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "navigation", "perception"})
    pictured = (
        "The cubes are seen from above and from a corner; some float. The start is blue, the goal "
        "red, ladders are yellow."
    )
    written = (
        "Each cube has a place (x, y, height). In the picture, a step down-right adds 1 to x, "
        "up-left takes 1 away, down-left adds 1 to y, up-right takes 1 away. The start is blue, "
        "the goal red."
    )

    def validate(self) -> None:
        super().validate()
        if not 5 <= self.size <= 10 or not 3 <= self.height <= 10:
            raise ValueError("size must be from 5 to 10 and height from 3 to 10.")
        if not 6 <= self.length <= 2 * self.size or not 1 <= self.forks <= 3:
            raise ValueError("length must be from 6 to 2 * size, and forks from 1 to 3.")
        if self.asks("forks") and self.forks < 2:
            raise ValueError("There must be 2 or 3 forks to ask for forks.")

    def generate(self, rng: Random) -> CubeMaze:
        kind = self.draw_kind(rng)
        on_way = rng.choices((True, False), k=3)

        def drawn(rng: Random) -> tuple[CubeMaze, list[int]] | None:
            maze = world.grown(self.size, self.height, self.length, self.forks, rng)
            if maze is None:
                return None
            chosen = self._labelled(maze, kind, on_way, rng)
            rng.shuffle(chosen)
            if len(chosen) != CHECKPOINTS.get(kind, self.forks) * (1 + (kind == "heights")):
                return None
            if kind != "heights":
                return CubeMaze(maze, kind, tuple(chosen)), []
            # half of them only lend their heights, so that each is as likely as another
            labels, others = chosen[: len(chosen) // 2], chosen[len(chosen) // 2 :]
            pairs = zip(labels, others, strict=True)
            same = any(maze.cubes[one][2] == maze.cubes[other][2] for one, other in pairs)
            return None if same else (CubeMaze(maze, kind, tuple(labels)), others)

        asked, compared = redrawn(drawn, rng)
        return self.posed(asked, self._candidates(asked, compared), rng)

    def _labelled(self, maze: CubeWay, kind: str, on_way: list[bool], rng: Random) -> list[int]:
        """The cubes that get numbers."""
        way, near = range(1, maze.goal), world.doors(maze)
        if kind == "forks":
            return [number for number in way if len(near[number]) > 2]
        aside = range(maze.goal + 1, len(maze.cubes))
        if kind == "way":
            count = sum(on_way)
            return rng.sample(way, count) + rng.sample(aside, min(3 - count, len(aside)))
        if kind == "order":
            return rng.sample(way, CHECKPOINTS[kind])
        return rng.sample([*way, *aside], 2 * CHECKPOINTS[kind])

    def _candidates(self, asked: CubeMaze, compared: list[int]) -> list[str]:
        maze, labels = asked.maze, asked.labels
        way = world.way_by_search(maze)
        if asked.kind == "order":
            a, b, c, d = sorted(range(1, 5), key=lambda label: way.index(labels[label - 1]))
            return [_series(*((b, a) if i else (a, b)), *((d, c) if j else (c, d)))
                    for i, j in PAIRS]  # fmt: skip
        if asked.kind == "heights":
            right, other = ([maze.cubes[cube][2] for cube in each] for each in (labels, compared))
            return [_series(*_mixed(right, other, change)) for change in CHANGES]
        if asked.kind == "way":
            return [_subset([(cube in way) != bool(flip) for cube, flip in
                             zip(labels, change, strict=True)]) for change in CHANGES]  # fmt: skip
        on = [_exit(maze, cube, way[way.index(cube) + 1]) for cube in labels]
        near = world.doors(maze)
        off = [_exit(maze, cube, min(near[cube] - set(way))) for cube in labels]
        return [_choices(_mixed(on, off, change)) for change in
                (CHANGES if len(labels) == 3 else PAIRS)]  # fmt: skip

    def rules(self) -> str:
        return (
            "One walks over the tops of cubes: from a cube to one beside it whose top is as high, "
            "or by a ladder to the top of the cube that the ladder leans on, which is 1 higher, "
            "and back. There is one way from the start to the goal that goes over no cube twice; "
            "side branches end blindly."
        )

    def question(self, asked: CubeMaze) -> str:
        question = {
            "order": "In which order does the way from the start to the goal pass the numbers?",
            "heights": f"The top of the blue cube has height {asked.maze.cubes[0][2]}. How high "
            "are the tops with the numbers 1, 2, 3, in this order?",
            "way": "Which numbers are on the way from the start to the goal?",
            "forks": "In which direction of the picture does the way to the goal leave each "
            "numbered fork?",
        }
        return f"{question[asked.kind]}\n{listed(asked.options)}"

    def right(self, asked: CubeMaze) -> str:
        return self._answered(asked, world.way_by_search(asked.maze))

    def found(self, asked: CubeMaze) -> str:
        if asked.kind == "heights":
            return _series(*(world.climbed(asked.maze, cube) for cube in asked.labels))
        return self._answered(asked, world.way_by_pruning(asked.maze))

    def _answered(self, asked: CubeMaze, way: list[int]) -> str:
        maze, labels = asked.maze, asked.labels
        if asked.kind == "order":
            return _series(*(labels.index(cube) + 1 for cube in way if cube in labels))
        if asked.kind == "heights":
            return _series(*(maze.cubes[cube][2] for cube in labels))
        if asked.kind == "way":
            return _subset([cube in way for cube in labels])
        return _choices([_exit(maze, cube, way[way.index(cube) + 1]) for cube in labels])

    def effort(self, state: Asked[CubeMaze]) -> float:
        return float(len(state.problem.maze.cubes))

    def draw(self, asked: CubeMaze) -> Frame:
        return drawing.picture(asked.maze, asked.labels, self.size, self.height)

    def describe(self, asked: CubeMaze) -> str:
        return drawing.in_words(asked.maze, asked.labels)


def _mixed(right: list[T], other: list[T], change: tuple[int, ...]) -> list[T]:
    return [b if flip else a for a, b, flip in zip(right, other, change, strict=True)]


def _series(*numbers: int) -> str:
    return ", ".join(map(str, numbers))


def _subset(members: list[bool]) -> str:
    return _series(*(label for label, is_in in enumerate(members, 1) if is_in)) or "none"


def _choices(ways: list[str]) -> str:
    return ", ".join(f"{label} {way}" for label, way in enumerate(ways, 1))


def _exit(maze: CubeWay, cube: int, other: int) -> str:
    (x, y, _), (to_x, to_y, _) = maze.cubes[cube], maze.cubes[other]
    return WAYS[to_x - x, to_y - y]


PRESETS = levels(
    Maze3DQa,
    question_kind=("order+heights", "order+way", "way+forks"),
    size=(5, 6, 8),
    height=(5, 6, 7),
    length=(8, 12, 16),
    forks=(1, 2, 3),
)
