"""Matchstick Rotation: lay a blue stick on a red one with moves whose scale is hidden."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Annotated, ClassVar

from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, LINE, MUTED, RED, SHEET, Canvas
from visgym.kit.rejection_sampling import first_accepted

SIDE, GRID = 400, 50  # pixels of the canvas and between its grid lines
HALF, THICK, SLOT = 45.0, 7.0, 16.0  # pixels of a stick and of the target's width
MARGIN = HALF + SLOT / 2 + 2  # keeps a stick on the canvas at any angle
APART = 60.0  # pixels between the sticks at the start, at least
UNITS = 1000.0  # longest move

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stick:
    """The middle in pixels from the bottom left, and the angle from 0 to 180 degrees."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class SticksState:
    stick: Stick
    target: Stick
    scale: float
    """Pixels in a unit."""


@dataclass(frozen=True, kw_only=True)
class MatchstickRotation(Task[SticksState]):
    scale_range: tuple[float, float] = (1.0, 12.0)
    """Fewest and most pixels that one unit may be."""
    position_tolerance: float = 10.0
    """Pixels by which the middle may miss."""
    angle_tolerance: float = 15.0
    """Degrees by which the angle may miss."""

    distance_unit: ClassVar[str] = "tolerances"
    tags = frozenset({"synthetic", "full", "unknown", "alignment"})

    # Generation

    def validate(self) -> None:
        low, high = self.scale_range
        if not SIDE / UNITS <= low <= high <= 100:
            raise ValueError(f"scale_range must rise, from {SIDE / UNITS} or more to 100 or less.")
        if not (0 < self.position_tolerance < APART and 0 < self.angle_tolerance < 90):
            raise ValueError(
                f"position_tolerance must be between 0 and {APART:g}, "
                "angle_tolerance between 0 and 90."
            )

    def generate(self, rng: Random) -> SticksState:
        low, high = self.scale_range
        scale = round(low * math.exp(rng.random() * math.log(high / low)), 3)

        def draw() -> SticksState | None:
            state = SticksState(_thrown(rng), _thrown(rng), scale)
            apart = math.dist(_middle(state.stick), _middle(state.target)) >= APART
            turned = abs(_turn_between(state.stick, state.target)) > self.angle_tolerance
            return state if apart and turned else None

        wanted = f"throws left more than {self.angle_tolerance:g} degrees between the sticks"
        return first_accepted(draw, f"{wanted}; lower angle_tolerance")

    # Rules

    def rules(self) -> str:
        return (
            "You see a blue stick and a red target stick. Move and rotate the blue stick so that "
            "it lies on the red one. Moves are measured in units of an unknown scale, the same "
            "for the whole episode: one unit may be tiny or huge. dx points right and dy points "
            "up, in units; dtheta turns the stick about its middle, in degrees, counter-clockwise "
            "if positive. The stick cannot leave the canvas: a longer move ends at its border. You "
            f"succeed if, when you stop, the middle is within {self.position_tolerance:g} pixels "
            f"and the angle within {self.angle_tolerance:g} degrees of the target's. The two ends "
            "of a stick are alike."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                f"The canvas is {SIDE} pixels wide and high. Positions are pixels to the right and "
                "up from the bottom left corner, angles are counter-clockwise from the right."
            )
        return (
            "The blue stick is solid, the red target is an outline. The canvas is "
            f"{SIDE}x{SIDE} pixels, with grid lines {GRID} pixels apart."
        )

    @action(listed=True)
    def move(
        self,
        state: SticksState,
        dx: Annotated[float, Span(-UNITS, UNITS)],
        dy: Annotated[float, Span(-UNITS, UNITS)],
        dtheta: Annotated[float, Span(-360, 360)],
    ) -> SticksState:
        """Shift the blue stick by dx and dy units and rotate it by dtheta degrees."""
        old, scale = state.stick, state.scale
        angle = round(old.angle + dtheta, 6) % 180
        stick = Stick(_held(old.x + scale * dx), _held(old.y + scale * dy), angle)
        return SticksState(stick, state.target, scale)

    def score(self, state: SticksState) -> float:
        stick, target = state.stick, state.target
        x, y = stick.x - target.x, stick.y - target.y
        apart = abs(stick.angle - target.angle)
        near = x * x + y * y <= self.position_tolerance * self.position_tolerance
        return float(near and min(apart, 180 - apart) <= self.angle_tolerance)

    def goal(self, state: SticksState) -> SticksState:
        return replace(state, stick=state.target)

    def metrics(self, state: SticksState) -> dict[str, float]:
        turn = _turn_between(state.stick, state.target)
        place = math.dist(_middle(state.stick), _middle(state.target))
        return {"position_error": place, "angle_error": abs(turn)}

    def distance(self, state: SticksState) -> float:
        """The errors of place and angle, each in its tolerances, taken together."""
        place, angle = self.metrics(state).values()
        return math.hypot(place / self.position_tolerance, angle / self.angle_tolerance)

    # Observation

    def draw(self, state: SticksState) -> Frame:
        canvas = Canvas.on(_sheet(state.target))
        canvas.line(*_ends(_shown(state.stick)), THICK, BLUE)
        return canvas.frame

    def describe(self, state: SticksState) -> str:
        sticks = (("Blue stick", state.stick), ("Red target", state.target))
        return "\n".join(f"{name}: {_told(_shown(stick))}" for name, stick in sticks)

    # Solvers

    def effort(self, state: SticksState) -> float:
        """How fine the middle and the angle must be met."""
        return SIDE / self.position_tolerance * 180 / self.angle_tolerance

    @solver
    def unit_moves_first(
        self, state: SticksState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """Unit moves towards the target, which show the scale, then one move that aligns."""
        for _ in range(2 if steps is None else max(2, steps - 1)):
            x, y = _way(state)
            far = max(abs(x), abs(y)) or 1.0
            call = Call("move", (float(round(x / far)), float(round(y / far)), 0.0))
            yield call
            state = self.apply(state, call)
        yield _step(state, 1.0)

    @solver
    def stochastic(
        self, state: SticksState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """Three moves, or more, that split the way at random."""
        count = max(3, steps or 0)
        cuts = sorted(rng.random() for _ in range(count - 1))
        for begun, ended in pairwise([0.0, *cuts, 1.0]):
            call = _step(state, (ended - begun) / (1 - begun) if begun < 1 else 1.0)
            yield call
            state = self.apply(state, call)


def _thrown(rng: Random) -> Stick:
    """A stick somewhere on the canvas."""
    x, y = (round(rng.uniform(MARGIN, SIDE - MARGIN), 1) for _ in range(2))
    return Stick(x, y, round(rng.uniform(0, 180), 1) % 180)


def _held(position: float) -> float:
    """A coordinate of a middle, kept where the whole stick is on the canvas."""
    return min(max(position, MARGIN), SIDE - MARGIN)


def _middle(stick: Stick) -> Point:
    return stick.x, stick.y


def _turn_between(stick: Stick, target: Stick) -> float:
    """The smaller turn that makes a stick parallel to the target."""
    return (target.angle - stick.angle + 90) % 180 - 90


def _way(state: SticksState) -> Point:
    """The units that are left to go."""
    stick, target = state.stick, state.target
    return (target.x - stick.x) / state.scale, (target.y - stick.y) / state.scale


def _step(state: SticksState, part: float) -> Call:
    """The move that goes some part of what is left."""
    left = (*_way(state), _turn_between(state.stick, state.target))
    return Call("move", tuple(round(part * amount, 2) for amount in left))


def _shown(stick: Stick) -> Stick:
    """A stick as precisely as it is drawn and told."""
    return Stick(round(stick.x, 1), round(stick.y, 1), round(stick.angle, 1) % 180)


def _told(stick: Stick) -> str:
    return f"middle at ({stick.x:.1f}, {stick.y:.1f}), angle {stick.angle:.1f} degrees"


def _ends(stick: Stick) -> tuple[Point, Point]:
    """The ends in picture coordinates, where y points down."""
    angle = math.radians(stick.angle)
    x, y = round(math.cos(angle) * HALF, 6), round(math.sin(angle) * HALF, 6)
    down = SIDE - stick.y
    return (stick.x - x, down + y), (stick.x + x, down - y)


@cached_layer
def _sheet(target: Stick) -> Frame:
    """The canvas with the target on it."""
    canvas = Canvas(SIDE, SIDE, SHEET)
    for at in (*range(GRID, SIDE, GRID), 0, SIDE - 1):
        color = LINE if 0 < at < SIDE - 1 else MUTED
        canvas.rect(at, 0, 1, SIDE, color)
        canvas.rect(0, at, SIDE, 1, color)
    canvas.line(*_ends(target), SLOT, RED)
    canvas.line(*_ends(target), SLOT - 5, SHEET)
    return canvas.frame


PRESETS = {
    "easy": MatchstickRotation(position_tolerance=10, angle_tolerance=15, step_limit=20),
    "hard": MatchstickRotation(position_tolerance=5, angle_tolerance=10, step_limit=30),
}
