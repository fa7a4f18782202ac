"""Visible Lines: which of the lines on a plot are the highest one somewhere.

All places where the highest line changes lie on the plot, and none is too close to call.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Question, Subset, action, levels, redrawn
from visgym.kit.canvas import PIECES
from visgym.kit.plots.axes import Plot
from visgym.kit.plots.envelopes import Line, from_above, highest_somewhere, meeting
from visgym.kit.plots.rims import BORDER, draw_lines

REACH = 4  # the largest x of the plot; the smallest is its opposite
WIDTH, HEIGHT = 520, 560  # pixels of the plot, about
APART = Fraction(1, 2)  # of x, from one change of the highest line to the next and to the rim
BELOW = Fraction(1, 12)  # of the greatest slope, by which hidden lines stay below the highest


@dataclass(frozen=True, slots=True)
class Lines:
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class VisibleLines(Question[Lines]):
    count: int = 4
    """Lines; neither slopes nor heights at x = 0 are beyond this number."""
    fewest_visible: int = 2
    """Visible lines, at least."""
    most_visible: int = 3
    """Visible lines, at most."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "perception"})
    pictured = (
        "Each line has a colour of its own and ends at a badge with its number; numbers count from "
        "0. Only a part of the plane is shown, but the highest line changes nowhere else."
    )
    written = "Each row has the number of a line, counted from 0, and its equation."

    def validate(self) -> None:
        if not 3 <= self.count <= len(PIECES):
            raise ValueError(f"count must be from 3 to {len(PIECES)}.")
        if not 2 <= self.fewest_visible <= self.most_visible < self.count:
            raise ValueError("Visible lines must be at least 2 and fewer than all.")

    def generate(self, rng: Random) -> Lines:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Lines | None:
        span = 2 * self.count + 1
        codes = [divmod(code, span) for code in rng.sample(range(span**2), self.count)]
        lines = [(slope - self.count, rise - self.count) for slope, rise in codes]
        seen = from_above(lines)
        if not self.fewest_visible <= len(seen) <= self.most_visible:
            return None
        meetings = [meeting(*pair) for pair in pairwise(seen)]
        changes = [Fraction(-REACH), *meetings, Fraction(REACH)]
        if any(right - left < APART for left, right in pairwise(changes)):
            return None
        for x, (slope, rise) in zip(meetings, seen[:-1], strict=True):
            y, hidden = slope * x + rise, [a * x + b for a, b in lines if (a, b) not in seen]
            if y > self.plot.y[1] - self.count / 4 or y - max(hidden) < BELOW * self.count:
                return None
        return Lines(tuple(lines))

    @property
    def plot(self) -> Plot:
        """Its range has the heights of all lines at x = 0."""
        low, high = -self.count - 2, 3 * self.count
        units = (WIDTH // (2 * REACH), HEIGHT // (high - low))
        return Plot((-REACH, REACH), (low, high), units, BORDER)

    def rules(self) -> str:
        return (
            "Numbered straight lines run across a plot; none of them is upright. Seen from far "
            "above, a line is visible if it is the highest of all lines over some stretch of x, "
            "however short; a single point is none. Name all visible lines."
        )

    @action
    def answer(
        self, problem: Lines, indices: Annotated[tuple[int, ...], Subset(Below("count"))]
    ) -> None:
        """Give the numbers of all visible lines, in any order."""

    def grade(self, problem: Lines, indices: tuple[int, ...]) -> float:
        return float(set(indices) == highest_somewhere(problem.lines))

    def metrics(self, problem: Lines, indices: tuple[int, ...] = ()) -> dict[str, float]:
        said, right = set(indices), highest_somewhere(problem.lines)
        return {"published_reward": (len(said & right) / len(said | right)) ** 5}

    def solution(self, problem: Lines) -> tuple[int, ...]:
        seen = from_above(problem.lines)
        return tuple(sorted(problem.lines.index(line) for line in seen))

    def effort(self, state: Asked[Lines]) -> float:
        """Lines to follow, and visible ones to find."""
        return float(self.count + len(from_above(state.problem.lines)))

    def draw(self, problem: Lines) -> Frame:
        plot, names = self.plot, [str(number) for number in range(self.count)]
        parts = [plot.clipped(*line) for line in problem.lines]
        canvas, segments = plot.canvas(), [part for part in parts if part is not None]
        draw_lines(plot, canvas, segments, names, PIECES[: self.count])
        return canvas.frame

    def describe(self, problem: Lines) -> str:
        signs = [("-" if rise < 0 else "+", abs(rise)) for _, rise in problem.lines]
        rows = enumerate(zip(problem.lines, signs, strict=True))
        return "\n".join(f"{n}: y = {line[0]}x {sign} {rise}" for n, (line, (sign, rise)) in rows)


PRESETS = levels(VisibleLines, count=(4, 7, 11), fewest_visible=(2, 3, 4), most_visible=(3, 5, 7))
