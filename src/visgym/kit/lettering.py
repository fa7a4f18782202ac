"""Text as coverage: one family of fonts, the width of lines, and lines that fit a width."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import numpy as np
from PIL import ImageFont

from visgym.kit.caches import cached_layer
from visgym.kit.painting import Levels

_FONTS = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}


def text_width(text: str, size: int, bold: bool = False) -> int:
    """The pixels that a line of text takes."""
    return letters(text, size, bold).shape[1] if text else 0


def wrapped(text: str, size: int, width: float, bold: bool = False) -> list[str]:
    """A text in lines of at most so many pixels; only a single word may be longer."""
    lines: list[str] = []
    for part in text.splitlines():
        line = ""
        for word in part.split():
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, size, bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@cached_layer
def letters(text: str, size: int, bold: bool) -> Levels:
    """The coverage of a line of text, cut to its ink."""
    image = _font(size, bold).getmask(text, mode="L")
    levels = np.asarray(image, np.uint8).reshape(image.size[1], image.size[0])
    levels.flags.writeable = False
    return levels


@lru_cache(maxsize=2048)
def rise(text: str, size: int, bold: bool) -> float:
    """How far the middle of digits and capitals lies below the top of a line's ink."""
    font = _font(size, bold)
    _, top, _, _ = font.getbbox(text)
    _, capital_top, _, capital_bottom = font.getbbox("0")
    return (capital_top + capital_bottom) / 2 - top


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    path = files("visgym.data") / "fonts" / _FONTS[bold]
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
