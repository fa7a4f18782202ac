"""Pac-Man QA: where he is and faces, which beans are near, where ghosts go, and how moves end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.cells import ghosts
from visgym.kit.cells.asked import COUNTED, crossed, moves_told, nearby, place, steady
from visgym.kit.cells.ghosts import Chase, aims, steps_between, straight, turned
from visgym.kit.cells.wrapping import STEPS, Way
from visgym.kit.grid import shift
from visgym.kit.multiple_choice import MultipleChoice, window
from visgym.kit.options import listed

NAMES = ("red", "pink")
NEAR = 2  # rows and columns on each side in which beans are counted
MOVES = (3, 6)
CLOSE = range(3, 7)  # rows and columns from Pac-Man to ghosts that may catch him
ENDS = ["caught", "not caught"]
WORDS = [way.word for way in Way]

Stepping = Callable[[Chase, Cell, Cell], Cell]


@dataclass(frozen=True, slots=True)
class Hunt:
    chase: Chase
    kind: str
    ghost: int = 0
    moves: tuple[int, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PacmanQa(MultipleChoice[Hunt]):
    size: int = 17
    """Rows of the board, and columns, with the outer walls."""

    kinds = ("position", "heading", "beans", "ahead", "nearer", "step", "outcome", "best")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "perception", "counting", "planning"})
    pictured = (
        "Pac-Man is the yellow disc; his open mouth shows where he faces. Beans are small brown "
        "discs, walls are grey. A ghost in the cell of a bean has the bean on it."
    )
    written = (
        "Each line is a row of the board, from the top: # is wall, o a bean, ^, >, v or < Pac-Man, "
        "facing up, right, down or left, R the red and P the pink ghost, r and p the same in the "
        "cell of a bean."
    )

    def validate(self) -> None:
        super().validate()
        if not 9 <= self.size <= 25:
            raise ValueError("size must be from 9 to 25.")

    def generate(self, rng: Random) -> Hunt:
        kind, ghost, first = self.draw_kind(rng), rng.randrange(2), rng.randint(0, 2)
        moves = redrawn(lambda rng: steady(rng.randint(*MOVES), self.size - 2, rng), rng)
        texts = {
            "heading": WORDS,
            "ahead": [str(first + more) for more in range(len(self.letters))],
            "step": WORDS,
            "best": WORDS,
        }.get(kind, [])
        wanted = rng.choice(texts or ENDS)

        floor = redrawn(lambda rng: ghosts.walled(self.size, rng), rng)
        close = CLOSE if kind == "outcome" else range(1, 2 * self.size)

        def drawn(rng: Random) -> tuple[Hunt, list[str]] | None:
            chase = ghosts.peopled(self.size, floor, close, rng)
            if chase is None or (kind == "best" and not self._has_best(chase)):
                return None
            hunt = Hunt(chase, kind, ghost, moves if kind == "outcome" else ())
            said = self.found(hunt)
            if texts:
                return (hunt, texts) if said == wanted else None
            if kind == "outcome" and not said.endswith(f" is {wanted}."):
                return None
            found = self._candidates(hunt, said, rng)
            return None if found is None else (hunt, found)

        def compared(rng: Random) -> tuple[Hunt, list[str]] | None:
            """With the number of another draw, so that common ones are as often wrong as right."""
            hunts = [redrawn(drawn, rng)[0] for _ in range(2)]
            one, other = (_number(self.found(hunt)) for hunt in hunts)
            told = [_ended(each, end) for each in (one, other) for end in ENDS]
            return None if one == other else (hunts[0], told)

        hunt, options = redrawn(compared if kind == "outcome" else drawn, rng)
        return self.posed(hunt, options, rng)

    def _candidates(self, hunt: Hunt, said: str, rng: Random) -> list[str] | None:
        if hunt.kind == "position":
            other = nearby(hunt.chase.pacman, 1, 1, self.size - 2, rng)
            return None if other is None else crossed(hunt.chase.pacman, other)
        number = _number(said)
        if not number or (hunt.kind == "beans" and number < len(self.letters) - 1):
            return None
        if hunt.kind == "beans":
            return window(number, len(self.letters), rng)
        if hunt.kind == "nearer":
            steps = self._steps(hunt.chase)
            near = number + rng.choice((-2, -1, 1, 2))
            pairs = [_nearer(name, each) for name in NAMES for each in (number, near)]
            return pairs if steps[0] != steps[1] and near > 0 else None
        return []

    def _steps(self, chase: Chase) -> list[int]:
        return [steps_between(chase, ghost, chase.pacman) for ghost in chase.ghosts]

    def _beans_ahead(self, chase: Chase) -> list[list[Cell]]:
        return [[cell for cell in straight(chase, way) if cell in chase.beans] for way in Way]

    def _has_best(self, chase: Chase) -> bool:
        counts = sorted(map(len, self._beans_ahead(chase)))
        return counts[-1] > counts[-2]

    def rules(self) -> str:
        return f"{ghosts.LAWS} {COUNTED}"

    def question(self, hunt: Hunt) -> str:
        asked = {
            "position": "Where is Pac-Man?",
            "heading": "In which direction does Pac-Man face?",
            "beans": "How many beans are in the square of 5 by 5 cells with Pac-Man in its middle?",
            "ahead": "How many beans are straight ahead of Pac-Man, up to the first wall?",
            "nearer": "Which ghost needs fewer steps around walls to the cell of Pac-Man, and how "
            "many?",
            "step": f"Pac-Man stays for now. In which direction does the {NAMES[hunt.ghost]} ghost "
            "go next?",
            "outcome": f"Pac-Man makes these moves: {moves_told(hunt.moves)}. How many beans does "
            "he eat until he is caught or the moves are over, and how does it end?",
            "best": "The ghosts stay. In which direction does Pac-Man eat the most beans if he "
            "goes straight on up to the first wall?",
        }
        return f"{asked[hunt.kind]}\n{listed(hunt.options)}"

    def right(self, hunt: Hunt) -> str:
        """Cell by cell, with ghosts that compare how far all their ways are."""
        chase, (row, column) = hunt.chase, hunt.chase.pacman
        if hunt.kind == "beans":
            square = range(-NEAR, NEAR + 1)
            around = [(row + down, column + across) for down in square for across in square]
            return str(sum(cell in chase.beans for cell in around))
        if hunt.kind in ("ahead", "best"):
            counts = [_counted(chase, way) for way in Way]
            most = counts.index(max(counts))
            return str(counts[chase.way]) if hunt.kind == "ahead" else WORDS[most]
        return self._told(hunt, ghosts.stepped_by_layers)

    def found(self, hunt: Hunt) -> str:
        """By distances to all beans, and one search for each step of a ghost."""
        chase, (row, column) = hunt.chase, hunt.chase.pacman
        if hunt.kind == "beans":
            far = (max(abs(r - row), abs(c - column)) for r, c in chase.beans)
            return str(sum(each <= NEAR for each in far))
        if hunt.kind in ("ahead", "best"):
            counts = [*map(len, self._beans_ahead(chase))]
            best = max(Way, key=counts.__getitem__).word
            return str(counts[chase.way]) if hunt.kind == "ahead" else best
        return self._told(hunt, ghosts.stepped)

    def _told(self, hunt: Hunt, stepping: Stepping) -> str:
        chase = hunt.chase
        if hunt.kind == "outcome":
            return _played(chase, hunt.moves, stepping)
        if hunt.kind == "nearer":
            steps = self._steps(chase)
            return _nearer(NAMES[steps.index(min(steps))], min(steps))
        if hunt.kind == "step":
            ghost = chase.ghosts[hunt.ghost]
            after = stepping(chase, ghost, aims(chase)[hunt.ghost])
            step = after[0] - ghost[0], after[1] - ghost[1]
            return WORDS[STEPS.index(step)] if step in STEPS else "stay"
        return place(chase.pacman) if hunt.kind == "position" else WORDS[chase.way]

    def effort(self, state: Asked[Hunt]) -> float:
        """Cells to look at, as often as somebody moves."""
        hunt = state.problem
        looks = {"ahead": 2, "nearer": 4, "step": 4, "outcome": 3 * len(hunt.moves), "best": 8}
        return float(looks.get(hunt.kind, 1) * self.size)

    def draw(self, hunt: Hunt) -> Frame:
        return ghosts.picture(hunt.chase, self.size)

    def describe(self, hunt: Hunt) -> str:
        return ghosts.as_rows(hunt.chase, self.size)


def _counted(chase: Chase, way: int) -> int:
    count, cell = 0, shift(chase.pacman, STEPS[way])
    while cell not in chase.walls:
        count, cell = count + (cell in chase.beans), shift(cell, STEPS[way])
    return count


def _played(chase: Chase, moves: tuple[int, ...], stepping: Stepping) -> str:
    before = len(chase.beans)
    for way in moves:
        chase = turned(chase, way)
        for number in range(2):
            if chase.pacman in chase.ghosts:
                break
            pair = [*chase.ghosts]
            pair[number] = stepping(chase, pair[number], aims(chase)[number])
            chase = replace(chase, ghosts=(pair[0], pair[1]))
        if chase.pacman in chase.ghosts:
            return _ended(before - len(chase.beans), ENDS[0])
    return _ended(before - len(chase.beans), ENDS[1])


def _number(said: str) -> int:
    return int("".join(filter(str.isdigit, said)))


def _ended(beans: int, end: str) -> str:
    return f"He eats {beans} and is {end}."


def _nearer(name: str, steps: int) -> str:
    return f"the {name} one, {steps} steps"


PRESETS = levels(
    PacmanQa,
    question_kind=("position+heading+beans", "ahead+nearer+step", "outcome+best"),
    size=(9, 13, 17),
)
