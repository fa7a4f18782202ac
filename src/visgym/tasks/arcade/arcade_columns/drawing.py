"""The well in a grotto: jewels of six cuts and colours, and panels beside it."""

from __future__ import annotations

from random import Random

from visgym.authoring import Canvas, Frame
from visgym.kit.arcade import hud
from visgym.kit.arcade.screen import HEIGHT, WIDTH, Screen
from visgym.kit.arcade.sprites import Brush, Sprite, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_columns.world import COLUMNS, KINDS, ROWS, Jewels

JEWEL = 16  # points
LEFT, TOP = (WIDTH - COLUMNS * JEWEL) // 2, (HEIGHT - ROWS * JEWEL) // 2
NOW, NEXT, HAND = 52, WIDTH - 68, 60  # left edges of the panels, and the top of pieces in them
COLORS: tuple[Color, ...] = (
    (226, 62, 78),
    (64, 132, 236),
    (84, 196, 96),
    (250, 204, 72),
    (176, 96, 220),
    (244, 140, 52),
)
ROCK: Color = (44, 34, 64)
STONES: tuple[Color, ...] = ((54, 42, 78), (50, 38, 72), (60, 48, 86))
GOLD: Color = (206, 164, 84)
PIT: Color = (16, 14, 28)
GROOVE: Color = (24, 21, 40)
WHITE: Color = (255, 255, 255)
_CUTS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((8, 1.5), (14.5, 8), (8, 14.5), (1.5, 8)),
    ((5, 2), (11, 2), (14.5, 8), (11, 14), (5, 14), (1.5, 8)),
    ((2.5, 2.5), (13.5, 2.5), (13.5, 13.5), (2.5, 13.5)),
    ((8, 1.5), (14.5, 13.5), (1.5, 13.5)),
    ((2, 4.5), (5, 2), (11, 2), (14, 4.5), (8, 14.5)),
    (
        (8, 1),
        (10, 6),
        (15, 6.5),
        (11, 10),
        (12.5, 15),
        (8, 12),
        (3.5, 15),
        (5, 10),
        (1, 6.5),
        (6, 6),
    ),
)


@cached_layer
def jewel(kind: int) -> Sprite:
    """A jewel with light on its upper half."""
    cut, color = _CUTS[kind], COLORS[kind]

    def paint(brush: Brush) -> None:
        brush.polygon(cut, tuple(each * 3 // 5 for each in color))  # type: ignore[arg-type]
        brush.polygon([(8 + (x - 8) * 0.86, 7.4 + (y - 8) * 0.82) for x, y in cut], color)
        light = tuple((each + 2 * 255) // 3 for each in color)
        inner = [(7.2 + (x - 8) * 0.42, 6.2 + (y - 8) * 0.36) for x, y in cut]
        brush.polygon(inner, light)  # type: ignore[arg-type]

    return sprite(JEWEL, JEWEL, paint)


@cached_layer
def corners() -> Sprite:
    """White corners around a marked jewel."""

    def paint(brush: Brush) -> None:
        for x in (0, 12):
            for y in (0, 15):
                brush.box(x, y, 4, 1, WHITE)
        for x in (0, 15):
            for y in (0, 12):
                brush.box(x, y, 1, 4, WHITE)

    return sprite(JEWEL, JEWEL, paint, outline=None)


@cached_layer
def spark() -> Sprite:
    """A cross of light where a jewel was."""

    def paint(brush: Brush) -> None:
        brush.line([(8, 4), (8, 12)], 1.2, WHITE)
        brush.line([(4, 8), (12, 8)], 1.2, WHITE)

    return sprite(JEWEL, JEWEL, paint, outline=None)


@cached_layer
def _grotto(live: bool) -> Frame:
    """Rock, the empty well in a golden frame, and the panels for pieces."""
    screen, rng = Screen.of(ROCK), Random("grotto")
    for y in range(0, HEIGHT, 14):
        for x in range(-(y // 14 % 2) * 12, WIDTH, 24):
            screen.rect(x + 1, y + 1, 22, 12, rng.choice(STONES))
    _panel(screen, LEFT, TOP, COLUMNS * JEWEL, ROWS * JEWEL)
    for column in range(1, COLUMNS):
        screen.rect(LEFT + column * JEWEL, TOP, 1, ROWS * JEWEL, GROOVE)
    for left in (NEXT,) if live else (NOW, NEXT):
        _panel(screen, left - 6, HAND - 6, JEWEL + 12, 3 * JEWEL + 12)
    return screen.backdrop


def _panel(screen: Screen, x: int, y: int, width: int, height: int) -> None:
    screen.rect(x - 3, y - 3, width + 6, height + 6, GOLD)
    screen.rect(x - 1, y - 1, width + 2, height + 2, PIT)


def scene(well: Jewels, live: bool) -> Screen:
    """The well with its jewels, the piece that falls, and those beside the well."""
    screen = Screen.on(_grotto(live))
    for column, stack in enumerate(well.stacks):
        for row, kind in enumerate(stack):
            _jewel(screen, kind, column, row)
    for column, row in well.sparks:
        screen.blit(spark(), LEFT + column * JEWEL, TOP + (ROWS - 1 - row) * JEWEL)
    for row, kind in enumerate(well.piece):
        if live:
            _jewel(screen, kind, well.column, well.row + row)
        else:
            screen.blit(jewel(KINDS.index(kind)), NOW, HAND + (2 - row) * JEWEL)
    for row, kind in enumerate(well.coming):
        screen.blit(jewel(KINDS.index(kind)), NEXT, HAND + (2 - row) * JEWEL)
    return screen


def _jewel(screen: Screen, kind: str, column: int, row: int) -> None:
    x, y = LEFT + column * JEWEL, TOP + (ROWS - 1 - row) * JEWEL
    screen.blit(jewel(KINDS.index(kind.lower())), x, y)
    if kind.isupper():
        screen.blit(corners(), x, y)


def dials(canvas: Canvas, well: Jewels, left: int, live: bool) -> None:
    """Words and numbers beside the well, and the numbers of its columns."""
    for word, x in (("Next", NEXT),) if live else (("Now", NOW), ("Next", NEXT)):
        canvas.text(2 * x + JEWEL, 2 * HAND - 36, word, 20, WHITE, bold=True)
    x = 2 * NEXT + JEWEL
    canvas.text(x, 2 * HAND + 6 * JEWEL + 48, "Left", 20, WHITE, bold=True)
    canvas.text(x, 2 * HAND + 6 * JEWEL + 84, str(left), 36, GOLD, bold=True)
    if well.chain > 1:
        canvas.text(2 * NOW + JEWEL, 330, f"Chain of {well.chain}", 20, GOLD, bold=True)
    for column in range(0 if live else COLUMNS):
        middle = 2 * (LEFT + column * JEWEL) + JEWEL
        hud.label(canvas, middle - 4, 2 * TOP + 10, str(column), 13, (150, 140, 180))


def told(well: Jewels, live: bool) -> str:
    """The well, its pieces and its sparks in text."""
    rows = []
    for row in reversed(range(max(ROWS, *map(len, well.stacks)))):
        rows.append("".join(stack[row : row + 1] or "." for stack in well.stacks))
    sparks = "".join(f" ({column}, {row})" for column, row in well.sparks) or " nowhere"
    piece = f"Now from the top: {well.piece[::-1]}"
    if live:
        piece += f", in column {well.column}, its lowest jewel in row {well.row} from the floor"
    vanished = f"Vanished last at (column, row from the floor):{sparks}."
    return "\n".join((*rows, f"{piece}.", f"Next: {well.coming[::-1]}.", vanished))
