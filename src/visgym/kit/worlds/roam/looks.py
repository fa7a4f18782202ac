"""What walls, floors, ceilings, skies and signs look like, by name.

A wall's texture is as wide as the wall is high, and its last row is at the floor. Floors and
ceilings repeat every two metres.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from visgym.kit import pictures
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, SHEET, Canvas, Color
from visgym.kit.hues import NAMED
from visgym.kit.solid.meshes import Pixels, Texture
from visgym.kit.solid.textures.grounds import surface
from visgym.kit.solid.textures.rooms import bricks, plaster
from visgym.kit.worlds.roam.skies import sky

Floats = NDArray[np.float64]

SIDE = 256  # texels
SIGN, MARK, PHOTO = "sign ", "mark ", "photo "
"""What begins the names of pictures: a word on a board, a patch of colour, a photo."""
PRINT, JOINT = 32, 32  # texels between small diamonds, and between joints


@cached_layer
def look(name: str) -> Texture:
    """The texture of a name."""
    for begin, make in ((SIGN, _sign), (MARK, _mark), (PHOTO, _photo)):
        if name.startswith(begin):
            return make(name.removeprefix(begin))
    return LOOKS[name]()


def _wall(pattern: Texture, skirting: Color | None = (236, 232, 224), rail: int = 0) -> Texture:
    """A pattern with a skirting board, a rail at some height, and shade in the corners."""
    paint = np.tile(pattern.pixels, (SIDE // len(pattern.pixels),) * 2 + (1,)).astype(np.float64)
    rows = np.arange(SIDE)
    if rail:  # panelling below it
        paint[rail:] *= 0.72
        paint[rail - 4 : rail + 3] = (232, 226, 214)
    if skirting:
        paint[SIDE - 15 :] = skirting
        paint[SIDE - 15] = np.array(skirting) * 0.8
    shade = (
        1.0 - 0.20 * np.clip((rows - 190) / 66, 0, 1) ** 2 - 0.10 * np.clip((40 - rows) / 40, 0, 1)
    )
    return _texture(paint * shade[:, None, None])


def _printed(pixels: Pixels) -> Texture:
    """A pattern with small diamonds, so that a wall never looks blank."""
    down, across = np.mgrid[0:SIDE, 0:SIDE]
    row = down // PRINT
    across = (across + (row % 2) * (PRINT // 2)) % PRINT
    diamond = abs(down % PRINT - PRINT // 2) + abs(across - PRINT // 2) < 4
    return _texture(np.where(diamond[..., None], pixels * 0.78, pixels))


def _jointed(pixels: Pixels) -> Texture:
    """A pattern in square slabs."""
    down, across = np.mgrid[0:SIDE, 0:SIDE]
    joint = (down % JOINT < 2) | (across % JOINT < 2)
    return _texture(np.where(joint[..., None], pixels * 0.72, pixels))


def _texture(paint: Floats) -> Texture:
    return Texture(np.floor(np.clip(paint, 0, 255) + 0.5).astype(np.uint8))


def _brick(color: Color, seed: int) -> Texture:
    return _wall(bricks(color, rows=8, columns=3, seed=seed), None)


def _papered(kind: str, first: Color, second: Color, rail: int = 0) -> Texture:
    finish = _jointed if kind in ("tiles", "marble") else _printed
    return _wall(finish(surface(kind, first, second).pixels), rail=rail)


def _panelled(first: Color, second: Color) -> Texture:
    """Upright boards above and below a rail."""
    boards = surface("wood", first, second).pixels.transpose(1, 0, 2)
    return _wall(Texture(np.ascontiguousarray(boards)), second, rail=150)


def _plastered(color: Color) -> Texture:
    spots = np.kron(plaster(color).pixels, np.ones((4, 4, 1), np.uint8))
    soft = (spots * 0.35 + np.array(color) * 0.65).astype(np.uint8)
    return _wall(_printed(soft), rail=176)


def _facade(wall: Color, shutter: Color) -> Texture:
    """A house front: a window with shutters above a plinth."""
    canvas = Canvas.on(_brick(wall, 5).pixels)
    canvas.rect(0, SIDE - 44, SIDE, 44, (150, 146, 140))
    for left in (26, 154):
        canvas.rect(left - 20, 58, 116, 112, shutter)
        for line in range(64, 166, 8):
            canvas.rect(left - 17, line, 110, 2, _darker(shutter))
        canvas.rect(left + 4, 54, 68, 120, (240, 236, 228))
        canvas.rect(left + 10, 60, 26, 108, (96, 128, 156))
        canvas.rect(left + 40, 60, 26, 108, (112, 146, 172))
        canvas.rect(left + 10, 60, 56, 24, (156, 184, 204))
        canvas.rect(left - 2, 172, 80, 7, (206, 200, 190))
    return Texture(canvas.frame)


def _fence() -> Texture:
    """Planks side by side, with two bars."""
    paint = surface("wood", (176, 138, 96), (110, 78, 50)).pixels.transpose(1, 0, 2).copy()
    for row in (52, 190):
        paint[row : row + 16] = (paint[row : row + 16] * 0.7).astype(np.uint8)
        paint[row + 16 : row + 20] = (paint[row + 16 : row + 20] * 0.55).astype(np.uint8)
    return Texture(np.ascontiguousarray(paint))


def _frame() -> Texture:
    paint = np.empty((32, 32, 3))
    paint[:] = (226, 220, 208)
    paint[:, ::16] *= 0.86
    return _texture(paint)


def _sign(word: str) -> Texture:
    """A word on a white board."""
    canvas = Canvas(512, 192, SHEET)
    canvas.outline(0, 0, 512, 192, 14, INK)
    canvas.text(256, 96, word.upper(), 92 if len(word) < 7 else 80, INK, bold=True)
    return Texture(canvas.frame)


def _mark(color: str) -> Texture:
    """A patch of one colour on a white board."""
    canvas = Canvas(128, 128, SHEET)
    canvas.outline(0, 0, 128, 128, 6, INK)
    canvas.rect(18, 18, 92, 92, NAMED[color])
    return Texture(canvas.frame)


def _photo(key: str) -> Texture:
    """A photo in a frame."""
    columns, rows = pictures.size_of("", f"{key}.jpg")
    across, down = min(columns, rows * 4 // 3), min(rows, columns * 3 // 4)
    box = ((columns - across) // 2, (rows - down) // 2, across, down)
    canvas = Canvas(256, 192, (74, 56, 42))
    canvas.rect(8, 8, 240, 176, (240, 236, 228))
    canvas.paste(pictures.cut("", f"{key}.jpg", box, 216, 152), 20, 20)
    return Texture(canvas.frame)


def _darker(color: Color) -> Color:
    red, green, blue = (part * 7 // 10 for part in color)
    return red, green, blue


LOOKS: dict[str, Callable[[], Texture]] = {
    "red bricks": partial(_brick, (178, 92, 74), 1),
    "sand bricks": partial(_brick, (206, 180, 140), 2),
    "grey bricks": partial(_brick, (150, 154, 160), 3),
    "dark bricks": partial(_brick, (116, 92, 88), 4),
    "mossy bricks": partial(_brick, (136, 156, 118), 6),
    "blue bricks": partial(_brick, (118, 142, 172), 7),
    "cream": partial(_plastered, (236, 226, 204)),
    "sage": partial(_plastered, (186, 204, 182)),
    "sky blue": partial(_plastered, (182, 206, 222)),
    "rose": partial(_plastered, (228, 196, 190)),
    "striped": partial(_papered, "stripes", (230, 220, 196), (190, 170, 136), 176),
    "blue stripes": partial(_papered, "stripes", (206, 218, 228), (126, 156, 186), 176),
    "green stripes": partial(_papered, "stripes", (216, 226, 206), (140, 172, 136), 176),
    "plaid": partial(_papered, "plaid", (234, 216, 196), (190, 120, 100), 176),
    "tiled": partial(_papered, "tiles", (222, 230, 230), (150, 174, 180)),
    "teal tiles": partial(_papered, "tiles", (120, 178, 178), (216, 232, 230)),
    "marble": partial(_papered, "marble", (226, 222, 216), (150, 148, 152)),
    "boards": partial(_panelled, (196, 152, 104), (124, 84, 52)),
    "dark boards": partial(_panelled, (140, 98, 68), (80, 54, 40)),
    "house": partial(_facade, (204, 170, 132), (82, 118, 102)),
    "red house": partial(_facade, (176, 98, 80), (74, 84, 110)),
    "white house": partial(_facade, (222, 216, 204), (150, 80, 66)),
    "fence": _fence,
    "frame": _frame,
    "lintel": partial(surface, "plaster", (226, 220, 208), (206, 200, 188)),
    "ceiling": partial(surface, "plaster", (246, 244, 238), (228, 226, 220)),
    "panels": partial(surface, "tiles", (240, 240, 236), (206, 208, 208)),
    "wood": partial(surface, "wood", (206, 164, 112), (150, 104, 62)),
    "dark wood": partial(surface, "wood", (166, 126, 92), (104, 74, 52)),
    "checks": partial(surface, "checks", (232, 230, 224), (138, 146, 154)),
    "red checks": partial(surface, "checks", (232, 224, 212), (172, 104, 88)),
    "slabs": partial(surface, "tiles", (206, 196, 178), (148, 138, 122)),
    "carpet": partial(surface, "weave", (108, 124, 150), (148, 162, 184)),
    "red carpet": partial(surface, "weave", (150, 96, 92), (186, 140, 128)),
    "grass": partial(surface, "grass", (78, 108, 48), (134, 162, 80)),
    "asphalt": partial(surface, "gravel", (92, 94, 98), (128, 130, 134)),
    "gravel": partial(surface, "gravel", (176, 164, 142), (214, 204, 186)),
    "paving": partial(surface, "paving", (188, 184, 178), (122, 120, 118)),
    "town": partial(sky, "town"),
    "hills": partial(sky, "hills"),
}
