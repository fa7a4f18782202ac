"""Pictures of stacks of blocks: flat, or like a photo of wooden cubes on a table."""

from __future__ import annotations

from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit import framing
from visgym.kit.boards.blocks import COLORS, Block, BlockView, Stacks
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, LINE, WOOD, Canvas, Color
from visgym.kit.solid.meshes import Mesh
from visgym.kit.solid.scene import Layer, layer
from visgym.kit.solid.shapes import plane, rounded_box
from visgym.kit.solid.textures.rooms import plaster
from visgym.kit.solid.transforms import compose, rotate_y, translate
from visgym.kit.solid.values import Camera, Instance, Light

PAINT: dict[Block, Color] = {
    "blue": (44, 98, 212),
    "yellow": (247, 210, 54),
    "purple": (136, 66, 178),
    "orange": (243, 128, 28),
    "red": (205, 32, 40),
    "green": (48, 156, 78),
}
SIDE, GAP = 52, 18  # pixels of a flat block and between stacks
TABLE = 22  # pixels
STEP = 1.55  # sides of a block from one stack to the next
WALL: tuple[Color, Color] = ((226, 229, 233), (205, 209, 215))
TABLETOP: Color = (203, 164, 118)
SUN = Light((0.5, -1.0, -0.55), ambient=0.5, diffuse=0.56, shadows=True)


def picture(stacks: Stacks, view: BlockView, most: int) -> Frame:
    """Stacks on their sheet, with room for `most` stacks of as many blocks."""
    return framing.framed(_panel(stacks, view, most))


def pair(start: Stacks, end: Stacks, view: BlockView, most: int) -> Frame:
    """The state to begin with and the state to end with, side by side."""
    panels = [_panel(stacks, view, most) for stacks in (start, end)]
    height, width = panels[0].shape[:2]
    canvas = Canvas.on(framing.blank(2 * width + GAP, height + 30))
    for number, (panel, title) in enumerate(zip(panels, ("Start", "Goal"), strict=True)):
        left = framing.MARGIN + number * (width + GAP)
        canvas.text(left + width / 2, framing.MARGIN + 10, title, 18, INK, bold=True)
        canvas.paste(panel, left, framing.MARGIN + 30)
    return canvas.frame


@cached_layer
def _panel(stacks: Stacks, view: BlockView, most: int) -> Frame:
    room = max(most, len(stacks), *map(len, stacks))
    return _photo(stacks, room) if view == "photo" else _flat(stacks, room)


# Flat


def _flat(stacks: Stacks, room: int) -> Frame:
    canvas = Canvas.on(_table(room))
    height, width = canvas.pixels.shape[:2]
    left = (width - len(stacks) * (SIDE + GAP) + GAP) // 2
    for number, stack in enumerate(stacks):
        for level, block in enumerate(stack, start=1):
            canvas.paste(_tile(block), left + number * (SIDE + GAP), height - TABLE - level * SIDE)
    return canvas.frame


@cached_layer
def _table(room: int) -> Frame:
    width, height = room * (SIDE + GAP) + 2 * GAP, room * SIDE + 2 * TABLE
    canvas = Canvas(width, height, (246, 247, 249))
    canvas.rect(0, height - TABLE, width, TABLE, WOOD)
    canvas.rect(0, height - TABLE, width, 2, LINE)
    return canvas.frame


@cached_layer
def _tile(block: Block) -> Frame:
    canvas = Canvas(SIDE, SIDE, (246, 247, 249))
    dark, light = (_mixed(PAINT[block], toward) for toward in ((0, 0, 0), (255, 255, 255)))
    canvas.rect(0, 0, SIDE, SIDE, dark, radius=6)
    canvas.rect(2, 2, SIDE - 4, SIDE - 4, PAINT[block], radius=5)
    canvas.rect(8, 6, SIDE - 16, 4, light, radius=2)
    return canvas.frame


def _mixed(color: Color, other: Color) -> Color:
    red, green, blue = ((3 * one + two) // 4 for one, two in zip(color, other, strict=True))
    return red, green, blue


# Like a photo


def _photo(stacks: Stacks, room: int) -> Frame:
    """Cubes that stand a little askew, as hands put them."""
    left = -STEP * (len(stacks) - 1) / 2
    cubes = []
    for number, stack in enumerate(stacks):
        for level, block in enumerate(stack):
            turn = (number * 37 + level * 53 + COLORS.index(block) * 29) % 13 - 6
            place = translate(left + number * STEP, level + 0.5, 0.0)
            cubes.append(Instance(_cube(), compose(place, rotate_y(turn)), PAINT[block]))
    return _studio(room).draw(cubes).frame


@lru_cache(maxsize=1)
def _cube() -> Mesh:
    return rounded_box(0.98, 0.98, 0.98, 0.05, steps=1)


@cached_layer
def _studio(room: int) -> Layer:
    """The empty table, seen from the front and a little from above."""
    half = 0.5 * room
    eye = (0.0, 0.85 * room + 1.4, 2.75 * room + 2.6)
    camera = Camera(eye, (0.0, half - 0.12, 0.0), fov_degrees=24.0)
    top = Instance(plane(3.2 * room + 8, 2.2 * room + 6, (7, 3), plaster(TABLETOP)))
    size = (38 * room + 80, 52 * room + 64)
    return layer([top], camera, SUN, size, WALL)
