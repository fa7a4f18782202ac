"""Snake QA: where the snake is, what a list of moves leads to, and how far it is from its food.

Moves are drawn before the snake, so that the list alone says nothing about how it ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.cells import snakes
from visgym.kit.cells.asked import COUNTED, crossed, elsewhere, moves_told, place, steady
from visgym.kit.cells.snakes import Snake, apart, coiled, moved
from visgym.kit.cells.wrapping import STEPS
from visgym.kit.grid import cells, shift
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed

ENDS = {
    "wall": "It runs into a wall.",
    "body": "It runs into its own body.",
    "food": "It reaches the food.",
    "nothing": "None of these happens.",
}
NEVER = "It cannot reach the food."
DETOURS = (0, 2, 4, None)  # moves more than there are rows and columns between; None for no way
FAR = range(3, 8)  # rows and columns to the food
LONGEST = 12  # moves to the food
SHUT_IN = 12  # cells that a snake which is shut in reaches at most


@dataclass(frozen=True, slots=True)
class Den:
    snake: Snake
    food: Cell
    kind: str
    moves: tuple[int, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SnakeQa(MultipleChoice[Den]):
    size: int = 10
    """Rows of the board, and columns."""
    shortest: int = 12
    """Cells of the snake, at least."""
    longest: int = 20
    """Cells of the snake, at most."""

    kinds = ("head", "food", "length", "outcome", "distance")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "perception", "counting", "planning"})
    pictured = snakes.PICTURED
    written = snakes.WRITTEN

    def validate(self) -> None:
        super().validate()
        if not 6 <= self.size <= 16 or not 4 <= self.shortest <= self.longest <= 2 * self.size:
            raise ValueError("size is 6 to 16; lengths are at least 4, at most twice the size.")
        if self.longest < 8 and (self.asks("outcome") or self.asks("distance")):
            raise ValueError("Snakes must be up to 8 cells long for outcomes and distances.")

    def generate(self, rng: Random) -> Den:
        kind, end, detour = self.draw_kind(rng), rng.choice(list(ENDS)), rng.choice(DETOURS)
        far = rng.choice(FAR)  # whatever the detour, or it would tell which one it is
        moves = redrawn(self._planned, rng) if kind == "outcome" else ()

        def drawn(rng: Random) -> Den | None:
            snake = coiled(self.size, rng.randint(self.shortest, self.longest), rng)
            if snake is None:
                return None
            if kind == "outcome":
                food = self._food_for(snake, moves, end, rng)
            elif kind == "distance":
                food = self._food_after(snake, far, detour, rng)
            else:
                food = self._free(snake, rng)
            return None if food is None else Den(snake, food, kind, moves)

        if kind == "length":
            return self.posed(*evenly(drawn, lambda den: len(den.snake), rng), rng)
        den = redrawn(drawn, rng)
        return self.posed(den, self._candidates(den, rng), rng)

    def _planned(self, rng: Random) -> tuple[int, ...] | None:
        return steady(rng.randint(5, 8), self.size, rng)

    def _free(self, snake: Snake, rng: Random) -> Cell:
        return rng.choice([cell for cell in cells(self.size, self.size) if cell not in snake])

    def _food_for(self, snake: Snake, moves: tuple[int, ...], end: str, rng: Random) -> Cell | None:
        """Food with which the moves end so; the first does not turn back."""
        if shift(snake[0], STEPS[moves[0]]) == snake[1]:
            return None
        seen, without = self._led(snake, moves)
        fresh = [cell for cell in seen if cell not in snake]
        if end == "food":
            return rng.choice(fresh) if fresh else None
        food = self._free((*snake, *seen), rng)
        return food if without == end else None

    def _led(self, snake: Snake, moves: tuple[int, ...]) -> tuple[list[Cell], str]:
        """Where the head comes, and how it ends without food."""
        seen = list[Cell]()
        for way in moves:
            after = moved(snake, way, self.size)
            if isinstance(after, str):
                return seen, after
            snake = after
            seen.append(snake[0])
        return seen, "nothing"

    def _food_after(self, snake: Snake, far: int, detour: int | None, rng: Random) -> Cell | None:
        """Food that is a detour away, or out of reach of a snake that is shut in."""
        near = [cell for cell in cells(self.size, self.size) if apart(snake[0], cell) == far]
        near = [cell for cell in near if cell not in snake]
        if not near:
            return None
        if detour is None:
            food, few = rng.choice(near), snakes.greedy_steps(snake, self.size, SHUT_IN)
            shut_in = len(few) < SHUT_IN and snakes.is_shut_in(snake, food, self.size)
            return food if shut_in else None
        reached = snakes.greedy_steps(snake, self.size, self.size**2)
        foods = [cell for cell in near if reached.get(cell) == far + detour]
        if not foods:
            return None
        food = rng.choice(foods)
        steps = snakes.steps_over_bodies(snake, food, self.size, LONGEST)
        return food if steps == reached[food] else None

    def _candidates(self, den: Den, rng: Random) -> list[str]:
        if den.kind == "outcome":
            return list(ENDS.values())
        if den.kind == "distance":
            steps = apart(den.snake[0], den.food)
            return [NEVER, *(str(steps + more) for more in DETOURS if more is not None)]
        cell = den.snake[0] if den.kind == "head" else den.food
        return crossed(cell, elsewhere(cell, self.size, self.size, rng))

    def rules(self) -> str:
        return f"{snakes.LAWS} {COUNTED}"

    def question(self, den: Den) -> str:
        asked = {
            "head": "Where is the head of the snake?",
            "food": "Where is the food?",
            "length": "How many cells does the snake cover, head and tail included?",
            "outcome": f"The snake makes these moves: {moves_told(den.moves)}. What happens first?",
            "distance": "What is the least number of moves by which the snake reaches the food?",
        }
        return f"{asked[den.kind]}\n{listed(den.options)}"

    def right(self, den: Den) -> str:
        """By moving the whole snake."""
        if den.kind == "distance":
            if snakes.is_shut_in(den.snake, den.food, self.size):
                return NEVER
            return _counted(snakes.steps_over_bodies(den.snake, den.food, self.size, LONGEST))
        if den.kind == "outcome":
            snake = den.snake
            for way in den.moves:
                after = moved(snake, way, self.size)
                if isinstance(after, str) or after[0] == den.food:
                    return ENDS[after if isinstance(after, str) else "food"]
                snake = after
            return ENDS["nothing"]
        return _seen(den)

    def found(self, den: Den) -> str:
        """By the trail of the head, whose end is the snake."""
        if den.kind == "distance":
            return _counted(snakes.steps_by_paths(den.snake, den.food, self.size, LONGEST))
        if den.kind != "outcome":
            return _seen(den)
        trail = [*den.snake[::-1]]
        for way in den.moves:
            head = shift(trail[-1], STEPS[way])
            body = trail[len(trail) - len(den.snake) + 1 :]
            inside = all(0 <= each < self.size for each in head)
            if head == den.food or not inside or head in body:
                return ENDS["food" if head == den.food else "body" if inside else "wall"]
            trail.append(head)
        return ENDS["nothing"]

    def effort(self, state: Asked[Den]) -> float:
        """Cells to look at, as often as the snake moves."""
        den = state.problem
        if den.kind == "distance":
            return float(len(den.snake) * LONGEST)
        return float(
            {"length": len(den.snake), "outcome": len(den.snake) * len(den.moves)}.get(den.kind, 1)
        )

    def draw(self, den: Den) -> Frame:
        return snakes.picture(den.snake, den.food, self.size)

    def describe(self, den: Den) -> str:
        parts = ", ".join(map(str, den.snake))
        return f"The board has {self.size} rows and columns.\nSnake: {parts}\nFood: {den.food}"


def _seen(den: Den) -> str:
    texts = {"head": place(den.snake[0]), "food": place(den.food)}
    return texts.get(den.kind, str(len(den.snake)))


def _counted(steps: int | None) -> str:
    return NEVER if steps is None else str(steps)


PRESETS = levels(
    SnakeQa,
    question_kind=("head+food+length", "outcome", "distance"),
    size=(6, 8, 10),
    shortest=(4, 8, 12),
    longest=(7, 12, 20),
)
