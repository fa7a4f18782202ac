"""Matchstick Equation: move matches until a broken equation is true.

A start needs exactly `break_moves` moves, never fewer; that many moves can stand at a time, and
undo gives one back. Numbers with leading zeros make an equation false. The symbols are not listed
in words, because that would spare the agent from reading the picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Annotated, ClassVar

from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Below, Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.rejection_sampling import first_accepted
from visgym.tasks.puzzles.matchstick_equation import drawing
from visgym.tasks.puzzles.matchstick_equation.glyphs import GLYPHS, LAST_SEGMENT, SYMBOLS, moves
from visgym.tasks.puzzles.matchstick_equation.solvers import UNDO, explore, gap, mend

_NUMBER = re.compile(r"0|[1-9]\d*")


@dataclass(frozen=True, slots=True)
class EquationState:
    """The equation as it stands, and what it was before each move that can be undone."""

    equation: str
    past: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MatchstickEquation(Task[EquationState]):
    break_moves: int = 1
    """Matches that were moved to break the equation, and that may be moved to mend it."""

    distance_unit: ClassVar[str] = "moves"
    tags = frozenset({"synthetic", "full", "known", "arithmetic"})
    longest: ClassVar[int] = 12  # symbols, as in 20+20*10=220

    # Generation

    def validate(self) -> None:
        if not 1 <= self.break_moves <= 3:
            raise ValueError("break_moves must be 1, 2 or 3.")

    def generate(self, rng: Random) -> EquationState:
        def draw() -> EquationState | None:
            equation = _true_equation(rng)
            for _ in range(self.break_moves):
                options = moves(equation)
                equation = rng.choice(options)[1] if options else equation
            takes = len(mend(equation, self.break_moves)) if gap(equation) else 0
            return EquationState(equation) if takes == self.break_moves else None

        wanted = f"equations takes {self.break_moves} moves to mend; lower break_moves"
        return first_accepted(draw, wanted)

    def as_start(self, state: EquationState) -> EquationState:
        return EquationState(state.equation)

    # Rules

    def rules(self) -> str:
        count = "one match" if self.break_moves == 1 else f"{self.break_moves} matches"
        return (
            f"You mend an equation made of matches by moving {count}. Each move takes a match from "
            "one symbol and lays it on another, and both must be known symbols then: a digit, +, "
            "-, * or /. The equals sign cannot be changed. At most "
            f"{self.break_moves} of your moves can stand at a time; undo takes the last one back. "
            "You succeed if the equation is true when you stop. * and / come before + and -, and a "
            "number that begins with 0 is not allowed, unless it is 0 itself."
        )

    def legend(self, medium: Medium) -> str:
        seen = "dashes, bars and slashes" if medium == "text" else "matches"
        return (
            f"The symbols are made of {seen}, and the number of each symbol stands below it. The "
            "places for a match are segments: 0 top, 1 upper right, 2 lower right, 3 bottom, "
            "4 lower left, 5 upper left, 6 middle (also the bar of + and -), 7 the upright of +, "
            "8 the stroke of * from top left to bottom right, 9 the stroke of * and / from top "
            "right to bottom left, 11 and 12 the upper and the lower bar of =."
        )

    @action(listed=True)
    def move(
        self,
        state: EquationState,
        from_symbol: Annotated[int, Below("longest")],
        from_segment: Annotated[int, Span(0, LAST_SEGMENT)],
        to_symbol: Annotated[int, Below("longest")],
        to_segment: Annotated[int, Span(0, LAST_SEGMENT)],
    ) -> EquationState:
        """Move the match on a segment of one symbol to a free segment of another symbol."""
        symbols = list(state.equation)
        if max(from_symbol, to_symbol) >= len(symbols):
            raise Illegal(f"There is no such symbol; the last one is {len(symbols) - 1}.")
        if from_symbol == to_symbol:
            raise Illegal("A match must go to another symbol.")
        giver, taker = GLYPHS[symbols[from_symbol]], GLYPHS[symbols[to_symbol]]
        if from_segment not in giver:
            raise Illegal(f"There is no match on segment {from_segment} of symbol {from_symbol}.")
        if to_segment in taker:
            raise Illegal(f"Segment {to_segment} of symbol {to_symbol} has a match already.")
        left, made = giver - {from_segment}, taker | {to_segment}
        if left not in SYMBOLS or made not in SYMBOLS:
            raise Illegal("That would leave something that is not a known symbol.")
        if len(state.past) >= self.break_moves:
            raise Illegal("All your moves are used; undo one first.")
        symbols[from_symbol], symbols[to_symbol] = SYMBOLS[left], SYMBOLS[made]
        return EquationState("".join(symbols), (*state.past, state.equation))

    @action
    def undo(self, state: EquationState) -> EquationState:
        """Take back your last move."""
        if not state.past:
            raise Illegal("There is nothing to undo.")
        return replace(state, equation=state.past[-1], past=state.past[:-1])

    def score(self, state: EquationState) -> float:
        left, right = (_worth(side) for side in state.equation.split("="))
        return float(left is not None and left == right)

    def distance(self, state: EquationState) -> float:
        """Undos and moves to a true equation, whichever way takes fewest."""
        if self.score(state) >= 1:
            return 0.0
        past = (*state.past, state.equation)
        plans = [(undos, mend(past[-1 - undos], left)) for undos, left in self._ways_back(state)]
        return float(min(undos + len(plan) for undos, plan in plans if plan))

    def _ways_back(self, state: EquationState) -> list[tuple[int, int]]:
        """How many moves may be undone, and how many are left then."""
        spent = len(state.past)
        return [(undos, self.break_moves - spent + undos) for undos in range(spent + 1)]

    # Observation

    def draw(self, state: EquationState) -> Frame:
        return drawing.draw(state.equation, self.longest)

    def describe(self, state: EquationState) -> str:
        return drawing.describe(state.equation)

    # Solvers

    @solver
    def bfs(self, state: EquationState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The fewest moves, with detours taken back at once up to `steps`."""
        start = _unwound(state)
        plan = mend(start.equation, self.break_moves)
        yield from self._detours(state, [UNDO] * len(state.past) + plan, steps, rng)

    @solver
    def dfs(self, state: EquationState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """A depth-first search in random order, with every move and undo on its way."""
        start = _unwound(state)
        trail = explore(start.equation, self.break_moves, rng)
        yield from self._detours(state, [UNDO] * len(state.past) + trail, steps, rng)

    @solver
    def sos(self, state: EquationState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The fewest moves, with one to three random detours taken back at once."""
        plan = list(self.bfs(state, rng))
        yield from self._detours(state, plan, steps or len(plan) + 2 * rng.randint(1, 3), rng)

    def _detours(
        self, state: EquationState, plan: list[Call], steps: int | None, rng: Random
    ) -> list[Call]:
        """`plan` with wrong moves, each undone at once, until it has `steps` calls or one more."""
        for _ in range(-(-((steps or 0) - len(plan)) // 2)):
            states = [state]
            for call in plan:
                states.append(self.apply(states[-1], call))
            places = [i for i, at in enumerate(states[:-1]) if len(at.past) < self.break_moves]
            at = rng.choice(places)
            wrong = [move for move, after in moves(states[at].equation) if gap(after)]
            plan = [*plan[:at], rng.choice(wrong), UNDO, *plan[at:]]
        return plan


def _unwound(state: EquationState) -> EquationState:
    """The state before all moves."""
    return EquationState(state.past[0]) if state.past else state


def _true_equation(rng: Random) -> str:
    """A true equation of one of five forms."""
    form = rng.choice(["+", "-", "*", "/", "+*"])
    if form == "+*":
        a, b, c = rng.randint(0, 20), rng.randint(0, 20), rng.randint(0, 10)
        return f"{a}+{b}*{c}={a + b * c}"
    if form == "/":
        divisor, quotient = rng.randint(1, 20), rng.randint(0, 20)
        return f"{divisor * quotient}/{divisor}={quotient}"
    if form == "*":
        a, b = rng.randint(0, 20), rng.randint(0, 20)
        return f"{a}*{b}={a * b}"
    a, b = rng.randint(0, 99), rng.randint(0, 99)
    return f"{a}+{b}={a + b}" if form == "+" else f"{max(a, b)}-{min(a, b)}={abs(a - b)}"


def _worth(side: str) -> Fraction | None:
    """The value of one side of an equation; None if it has none."""
    total = Fraction(0)
    for sign, term in re.findall(r"(^|[+-])([^+-]+)", side):
        product = Fraction(1)
        for operator, number in re.findall(r"(^|[*/])([^*/]+)", term):
            if not _NUMBER.fullmatch(number) or (operator == "/" and number == "0"):
                return None
            product = product / int(number) if operator == "/" else product * int(number)
        total += -product if sign == "-" else product
    return total


PRESETS = {
    "easy": MatchstickEquation(break_moves=1, step_limit=20),
    "hard": MatchstickEquation(break_moves=2, step_limit=30),
}
