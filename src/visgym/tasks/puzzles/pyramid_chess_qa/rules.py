"""Pyramid Chess QA: what slots of a pyramid hold, need, and bring to who places a ball there.

The picture shows the pyramid before a ball is placed, and only squares with this ball count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed
from visgym.tasks.puzzles.pyramid_chess_qa import drawing, world
from visgym.tasks.puzzles.pyramid_chess_qa.world import PLAYERS, Slot, Stack, ball, is_free, slots

STATUS = (
    "a blue ball",
    "a red ball",
    "nothing, and a ball can be placed there now",
    "nothing, and no ball can be placed there yet",
)
PLACING = (
    "no, the slot holds a ball already",
    "no, a ball that it would rest on is missing",
    "yes, and it completes a square",
    "yes, but it completes no square",
)
ROOMY = 5  # slots along the base from which there are enough that are in as many squares


@dataclass(frozen=True, slots=True)
class Pyramid:
    stack: Stack
    kind: str
    slot: Slot = (0, 0, 0)
    """Which is asked about."""
    color: int = 0
    """Of the ball that is placed, or of those that are counted."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PyramidChessQa(MultipleChoice[Pyramid]):
    base: int = 4
    """Slots along each side of the lowest level."""
    filled: float = 0.82
    """About the share of slots with a ball, among those where one can be."""

    kinds = ("status", "count", "place", "support", "square")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "perception", "planning"})
    pictured = (
        "Above is the pyramid from the front; balls may hide others. Below is the plan of each "
        "level, seen from above with the back at the top: discs are balls, rings are empty slots. "
        "Rows and columns are numbered at the rims."
    )
    written = (
        "Each level is given row by row, from the back to the front: B is a blue ball, R a red "
        "one, . an empty slot."
    )

    def validate(self) -> None:
        super().validate()
        if not 3 <= self.base <= 6 or not 0.5 <= self.filled <= 0.9:
            raise ValueError("base must be from 3 to 6 and filled from 0.5 to 0.9.")

    def generate(self, rng: Random) -> Pyramid:
        kind, color, place = self.draw_kind(rng), rng.choice(list(PLAYERS)), rng.randrange(4)

        def drawn(rng: Random) -> Pyramid | None:
            problem = Pyramid(world.piled(self.base, self.filled, rng), kind, color=color)
            fit = self._fitting(problem, place)
            return self._asked_of(problem, rng.choice(fit), rng) if fit else None

        if kind in ("count", "support"):
            return self.posed(*evenly(drawn, lambda each: int(self.right(each)), rng), rng)
        return redrawn(drawn, rng)

    def _fitting(self, problem: Pyramid, place: int) -> list[Slot]:
        """The slots to ask about so that the right option is the one that was drawn."""
        stack, color, every = problem.stack, problem.color, list(slots(self.base))
        if problem.kind == "status":
            return [slot for slot in every if self._status(stack, slot) == place]
        if problem.kind == "place":
            return [slot for slot in every if self._placing(stack, slot, color) == place]
        if problem.kind == "support":
            return [slot for slot in every if ball(stack, slot) == world.EMPTY
                    and world.missing_in_cone(stack, slot)]  # fmt: skip
        if problem.kind == "square":
            gains = [slot for slot in every if self._placing(stack, slot, color) == 2]
            return gains if len(gains) == 1 else []
        return [(0, 0, 0)]

    def _asked_of(self, problem: Pyramid, slot: Slot, rng: Random) -> Pyramid | None:
        asked = Pyramid(problem.stack, problem.kind, slot, problem.color)
        texts: Iterable[str] = STATUS if asked.kind == "status" else PLACING
        if asked.kind in ("count", "support"):
            return asked
        if asked.kind == "square":
            texts = self._near(asked, rng)
        return None if asked.kind == "square" and not texts else self.posed(asked, texts, rng)

    def _near(self, asked: Pyramid, rng: Random) -> list[str]:
        """The slot and three empty ones of its level, in as many squares where there is room."""
        level, around = asked.slot[0], world.squares_around(self.base, asked.slot)
        others = [
            slot
            for slot in slots(self.base)
            if slot[0] == level and slot != asked.slot and ball(asked.stack, slot) == world.EMPTY
        ]
        rng.shuffle(others)
        alike = [slot for slot in others if world.squares_around(self.base, slot) == around]
        if self.base >= ROOMY or len(alike) > 2:
            others = alike
        return [_told(slot) for slot in (asked.slot, *others[:3])] if len(others) > 2 else []

    def rules(self) -> str:
        return (
            "Balls are stacked to a pyramid; level 0 is the lowest. Rows count from the back and "
            "columns from the left, both from 0. A ball on level 0 rests on the board. A ball "
            "above, in row r and column c, rests on four balls of the level below it: those in "
            "rows r and r+1, columns c and c+1. Only then can it be placed. Four balls of one "
            "colour are a square if they are in two neighbouring rows and two neighbouring columns "
            "of one level. A ball completes a square if it is one of its four balls."
        )

    def question(self, asked: Pyramid) -> str:
        slot, color = _told(asked.slot), PLAYERS[asked.color]
        question = {
            "status": f"What does the slot on {slot} hold?",
            "count": f"How many {color} balls are in the pyramid?",
            "place": f"Can a {color} ball be placed on {slot} now, and does it complete a square?",
            "support": "How many balls must be placed at least before a ball can be placed on "
            f"{slot}?",
            "square": f"Where can a {color} ball be placed now so that it completes a square?",
        }
        return f"{question[asked.kind]}\n{listed(asked.options)}"

    def right(self, asked: Pyramid) -> str:
        stack, slot = asked.stack, asked.slot
        if asked.kind == "count":
            return str(sum(ball(stack, each) == asked.color for each in slots(self.base)))
        if asked.kind == "support":
            return str(len(world.missing(stack, slot)))
        if asked.kind == "square":
            free = [each for each in slots(self.base) if is_free(stack, each)]
            return _told(next(s for s in free if world.completes(stack, s, asked.color)))
        held = ball(stack, slot)
        if asked.kind == "status":
            return STATUS[held - 1 if held else 2 + (not is_free(stack, slot))]
        if held:
            return PLACING[0]
        if not is_free(stack, slot):
            return PLACING[1]
        return PLACING[2 if world.completes(stack, slot, asked.color) else 3]

    def found(self, asked: Pyramid) -> str:
        stack, slot = asked.stack, asked.slot
        if asked.kind == "count":
            return self._counted(stack, asked.color)
        if asked.kind == "support":
            return str(world.missing_in_cone(stack, slot))
        if asked.kind == "square":
            every = [each for each in slots(self.base) if _told(each) in asked.options]
            return _told(next(s for s in every if self._placing(stack, s, asked.color) == 2))
        if asked.kind == "status":
            return STATUS[self._status(stack, slot)]
        return PLACING[self._placing(stack, slot, asked.color)]

    def effort(self, state: Asked[Pyramid]) -> float:
        return float(sum(map(bool, (ball(state.problem.stack, each) for each in slots(self.base)))))

    def draw(self, asked: Pyramid) -> Frame:
        return drawing.picture(asked.stack)

    def describe(self, asked: Pyramid) -> str:
        return drawing.in_words(asked.stack)

    @staticmethod
    def _status(stack: Stack, slot: Slot) -> int:
        held = ball(stack, slot)
        return held - 1 if held else 2 + (world.missing_in_cone(stack, slot) > 0)

    @staticmethod
    def _placing(stack: Stack, slot: Slot, color: int) -> int:
        if ball(stack, slot) or world.missing_in_cone(stack, slot):
            return 0 if ball(stack, slot) else 1
        return 2 if world.would_complete(stack, slot, color) else 3

    @staticmethod
    def _counted(stack: Stack, color: int) -> str:
        return str(sum(row.count(color) for rows in stack for row in rows))


def _told(slot: Slot) -> str:
    return f"level {slot[0]}, row {slot[1]}, column {slot[2]}"


PRESETS = levels(
    PyramidChessQa,
    question_kind=("status+count", "place+support", "support+square"),
    base=(3, 4, 5),
    filled=(0.82, 0.82, 0.75),
)
