"""Dots: touch the dot in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import BLUE, RED, Canvas

SIZE, RADIUS = 300, 20  # pixels


@dataclass(frozen=True, slots=True)
class Dots:
    dot: tuple[float, float]
    touched: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True)
class TouchDot(Task[Dots]):
    tags: ClassVar[frozenset[str]] = frozenset({"synthetic", "full", "known"})

    def generate(self, rng: Random) -> Dots:
        return Dots((round(rng.uniform(0.1, 0.9), 2), round(rng.uniform(0.1, 0.9), 2)))

    def rules(self) -> str:
        return "Touch the red dot, then stop."

    def legend(self, medium: Medium) -> str:
        return "The dot is red, and the point that you touched is blue."

    @action
    def touch(
        self, state: Dots, x: Annotated[float, Span(0, 1)], y: Annotated[float, Span(0, 1)]
    ) -> Dots:
        """Touch a point, from (0, 0) at the top left to (1, 1) at the bottom right."""
        return replace(state, touched=(x, y))

    def score(self, state: Dots) -> float:
        if state.touched is None:
            return 0.0
        across, down = (a - b for a, b in zip(state.touched, state.dot, strict=True))
        return float((across**2 + down**2) ** 0.5 <= RADIUS / SIZE)

    def draw(self, state: Dots) -> Frame:
        canvas = Canvas(SIZE, SIZE)
        canvas.disc(state.dot[0] * SIZE, state.dot[1] * SIZE, RADIUS, RED)
        if state.touched:
            canvas.disc(state.touched[0] * SIZE, state.touched[1] * SIZE, 5, BLUE)
        return canvas.frame

    @solver
    def directly(self, state: Dots, rng: Random) -> Iterator[Call]:
        """Touch it."""
        yield Call("touch", state.dot)


PRESETS = {"easy": TouchDot()}
