"""Pictures of logic circuits: gates in their standard shapes, wires, and a table of inputs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import INK, LINE, SHEET, Canvas
from visgym.kit.circuits.gates import NAMES, OUTPUT, TURNED, Kind, Layers
from visgym.kit.circuits.wiring import (
    BODY,
    PORT,
    TOP,
    Plan,
    Spot,
    body_height,
    offsets,
    planned,
)
from visgym.kit.coverage import Point
from visgym.kit.tables.boards import Table

HOLLOW = 10  # pixels by which the back of OR and XOR is curved in
SECOND = 8  # pixels to the second back of XOR
BUBBLE, DOT = 4.5, 4.0  # pixels: the radius of a circle that turns a value, and of a junction
STROKE = 2  # pixels of all lines
STEPS = 16  # pieces of a curve
CELL = 32  # pixels of the table
LABEL = 26  # pixels for the name of the output

SHAPES = (
    "Gates are fed from the left. AND has a straight back, OR a curved one, XOR a double curved "
    "one. A small circle where a wire meets a gate turns 0 into 1 and 1 into 0. A dot joins wires; "
    "wires that cross without a dot are not joined."
)
"""How to read the picture of a circuit."""


def picture(layers: Layers, inputs: int, rows: Sequence[Sequence[int]]) -> Frame:
    """A circuit beside the inputs for which its output is wanted."""
    plan = planned(layers, inputs)
    table = Table(len(rows) + 1, inputs + 1, cell=CELL)
    width, height = plan.width + LABEL + table.width, max(plan.height, table.height)
    canvas = Canvas(width, height)
    _draw(canvas, plan)
    heads = (*NAMES[:inputs], OUTPUT)
    texts = (heads, *((*row, "?") for row in rows))
    beside = table.picture(texts, dict.fromkeys(heads, LINE))
    canvas.paste(beside, width - table.width, (height - table.height) // 2)
    return canvas.frame


def _draw(canvas: Canvas, plan: Plan) -> None:
    for wire in plan.wires:
        for (x, y), (right, bottom) in wire.pieces:
            canvas.rect(x - 1, y - 1, right - x + STROKE, bottom - y + STROKE, INK)
        for dot in wire.dots:
            canvas.disc(*dot, DOT, INK)
    for number, across in enumerate(plan.inputs):
        canvas.text(across, TOP - 26, NAMES[number], 17, INK, bold=True)
    canvas.text(plan.width + LABEL / 2, plan.wires[-1].source[1], OUTPUT, 17, INK, bold=True)
    for gate, (left, middle) in plan.gates:
        height = body_height(gate)
        canvas.paste(_tile(gate.kind, height), left, middle - height // 2 - STROKE)
        for turned, by in zip(gate.turned, offsets(gate), strict=True):
            _pin(canvas, (left, middle + by), _inset(gate.kind, height, by), turned)


def _pin(canvas: Canvas, pin: Spot, inset: float, turned: bool) -> None:
    """The end of a wire at the back of a gate, with a circle where the value is turned."""
    x, y = pin
    canvas.rect(x, y - 1, round(inset), STROKE, INK)
    if turned:
        _bubble(canvas, x + round(inset) - BUBBLE - 0.5, y)


def _bubble(canvas: Canvas, x: float, y: float) -> None:
    canvas.disc(x, y, BUBBLE + 0.5, INK)
    canvas.disc(x, y, BUBBLE - 1.5, SHEET)


def _inset(kind: Kind, height: int, by: float) -> float:
    """How far behind the left end of a gate its back is, so far below its middle."""
    if kind in ("AND", "NAND"):
        return SECOND
    part = by / height + 0.5
    return 4 * HOLLOW * part * (1 - part) + (0 if kind == "XOR" else SECOND)


@lru_cache(maxsize=64)
def _tile(kind: Kind, height: int) -> Frame:
    """A gate without its pins; its body begins after the room for a second back."""
    canvas = Canvas(PORT, height + 2 * STROKE)
    left, top, right, bottom = float(SECOND), float(STROKE), float(BODY), float(STROKE + height)
    middle = (top + bottom) / 2
    canvas.rect(BODY, height // 2 + 1, PORT - BODY, STROKE, INK)
    outline = _and(left, top, right, bottom)
    if kind not in ("AND", "NAND"):
        back = _curve((left, bottom), (left + 2 * HOLLOW, middle), (left, top))
        bend = left + 0.62 * (right - left)
        upper = _curve((left, top), (bend, top), (right, middle))
        lower = _curve((right, middle), (bend, bottom), (left, bottom))
        outline = back + upper + lower
    canvas.polygon(outline, SHEET)
    canvas.polyline(outline, STROKE, INK, closed=True)
    if kind == "XOR":
        canvas.polyline([(x - SECOND + 1, y) for x, y in back], STROKE, INK)
    if kind in TURNED:
        _bubble(canvas, right + BUBBLE + 0.5, middle)
    return canvas.frame


def _and(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """A straight back, and a round front."""
    bend = left + 0.45 * (right - left)
    middle = (top + bottom) / 2
    handle = 0.45 * (bottom - top) / 2
    upper = _curve((bend, top), (right - handle / 8, top), (right, middle))
    lower = _curve((right, middle), (right - handle / 8, bottom), (bend, bottom))
    return [(left, bottom), (left, top), *upper, *lower]


def _curve(start: Point, control: Point, end: Point) -> list[Point]:
    found = []
    for step in range(STEPS + 1):
        t = step / STEPS
        a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        found.append(
            (a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1])
        )
    return found
