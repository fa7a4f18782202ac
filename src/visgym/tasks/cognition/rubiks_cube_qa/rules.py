"""Rubiks Cube QA: colours and counts on a scrambled cube, and a colour after some turns.

The net has U on top, so that turns look as they are; the published one hangs upside down.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import listed
from visgym.tasks.cognition.rubiks_cube_qa import drawing
from visgym.tasks.cognition.rubiks_cube_qa.cube import (
    COLORS,
    FACES,
    SOLVED,
    Cube,
    permuted,
    scramble,
    sources,
    turned_in_space,
)

COUNTS = range(6)


@dataclass(frozen=True, slots=True)
class Scrambled:
    cube: Cube
    kind: str
    place: int
    """The sticker that is asked for, or the middle of the face."""
    color: int = 0
    """What is counted."""
    turns: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RubiksCubeQa(MultipleChoice[Scrambled]):
    scrambling: int = 8
    """Turns that mixed the cube up."""
    fewest: int = 1
    """Turns that are asked about, at least."""
    most: int = 1
    """Turns that are asked about, at most."""

    kinds = ("sticker", "count", "after")
    letters = "ABCDEF"
    version = 2
    tags = frozenset({"synthetic", "full", "known", "perception", "rotation"})
    pictured = (
        "At the left is the cube unfolded, seen from outside: U is above F, D below F, and L, F, "
        "R, B stand in a row. The letters on the middle stickers name the faces. At the right the "
        "same cube is seen from two opposite corners."
    )
    written = (
        "Each line is a face, row by row with / between rows, as in the cube unfolded and seen "
        "from outside: U is above F, D below F, and L, F, R, B stand in a row."
    )

    def validate(self) -> None:
        super().validate()
        if not 3 <= self.scrambling <= 50 or not 1 <= self.fewest <= self.most <= 10:
            raise ValueError(
                "scrambling must be from 3 to 50, fewest at least 1, most no less and at most 10."
            )

    def generate(self, rng: Random) -> Scrambled:
        kind, count = self.draw_kind(rng), rng.choice(COUNTS)
        face, color = rng.randrange(len(FACES)), rng.randrange(len(COLORS))

        def drawn(rng: Random) -> Scrambled | None:
            mixed = permuted(SOLVED, scramble(self.scrambling, rng))
            cube = tuple(sticker // 9 for sticker in mixed)
            if kind == "sticker":
                # of each colour equally often, for a face has most stickers of its own colour
                own = [at for at in _off_middle() if (at // 9, cube[at]) == (face, color)]
                return Scrambled(cube, kind, rng.choice(own)) if own else None
            if kind == "count":
                return _counted(cube, count, rng)
            turns = scramble(rng.randint(self.fewest, self.most), rng)
            fit = [place for place in SOLVED if _moves(place, turns) >= min(2, len(turns))]
            return Scrambled(cube, kind, rng.choice(fit), 0, turns) if fit else None

        asked = redrawn(drawn, rng)
        return self.posed(asked, map(str, COUNTS) if kind == "count" else COLORS, rng)

    def rules(self) -> str:
        return (
            "Each of the six faces U (up), D (down), L (left), R (right), F (front) and B (back) "
            "of a cube has three rows of three stickers. Rows count from the top and columns from "
            "the left of the face in the unfolded cube, both from 0. A turn is the letter of a "
            "face: that face goes a quarter turn clockwise, as seen from outside by who looks at "
            "it, and with ' a quarter turn counter-clockwise. Turns are made from left to right."
        )

    def question(self, asked: Scrambled) -> str:
        face, row, column = FACES[asked.place // 9], asked.place % 9 // 3, asked.place % 3
        sticker = f"the sticker on face {face} in row {row}, column {column}"
        question = {
            "sticker": f"Which colour is {sticker}?",
            "count": f"How many stickers on face {face} are {COLORS[asked.color]}?",
            "after": f"Which colour is {sticker} after {' '.join(asked.turns)}?",
        }
        return f"{question[asked.kind]}\n{listed(asked.options)}"

    def right(self, asked: Scrambled) -> str:
        cube = turned_in_space(asked.cube, asked.turns)
        if asked.kind != "count":
            return COLORS[cube[asked.place]]
        face = asked.place // 9
        return str(sum(cube[place] == asked.color for place in SOLVED if place // 9 == face))

    def found(self, asked: Scrambled) -> str:
        cube, first = permuted(asked.cube, asked.turns), asked.place // 9 * 9
        if asked.kind == "count":
            return str(cube[first : first + 9].count(asked.color))
        return COLORS[cube[asked.place]]

    def effort(self, state: Asked[Scrambled]) -> float:
        return float(len(state.problem.turns))

    def draw(self, asked: Scrambled) -> Frame:
        return drawing.picture(asked.cube)

    def describe(self, asked: Scrambled) -> str:
        return drawing.in_words(asked.cube)


def _off_middle() -> list[int]:
    """The stickers whose colour the name of their face does not give away."""
    return [place for place in SOLVED if place % 9 != 4]


def _counted(cube: Cube, count: int, rng: Random) -> Scrambled | None:
    """A colour of which some face has so many stickers."""
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for face in range(len(FACES)):
        stickers = cube[9 * face : 9 * face + 9]
        for color in range(len(COLORS)):
            found[stickers.count(color)].append((9 * face + 4, color))
    return Scrambled(cube, "count", *rng.choice(found[count])) if found[count] else None


def _moves(place: int, turns: tuple[str, ...]) -> int:
    """How many turns move the sticker that is at a place in the end."""
    moves = 0
    for turn in reversed(turns):
        came = sources(turn)[place]
        moves, place = moves + (came != place), came
    return moves


PRESETS = levels(
    RubiksCubeQa,
    question_kind=("sticker+count", "after", "after"),
    scrambling=(3, 8, 20),
    fewest=(1, 1, 2),
    most=(1, 1, 4),
)
