"""Several pictures of any size on one square sheet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from visgym.core.task import Frame
from visgym.kit.canvas import PAPER

GAP = 8  # pixels between pictures


def sheet(shown: Sequence[Image.Image], size: int) -> Frame:
    """Pictures in rows from left to right and from top to bottom, each as large as it fits."""
    across = next(side for side in range(1, len(shown) + 1) if side * side >= len(shown))
    down = -(-len(shown) // across)
    width, height = ((size - GAP * (count + 1)) // count for count in (across, down))
    found = Image.new("RGB", (size, size), PAPER)
    for at, picture in enumerate(shown):
        scale = min(width / picture.width, height / picture.height)
        fit = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        small = picture.resize(fit, Image.Resampling.LANCZOS, reducing_gap=2.0)
        row, column = divmod(at, across)
        left = GAP + column * (width + GAP) + (width - fit[0]) // 2
        top = GAP + row * (height + GAP) + (height - fit[1]) // 2
        found.paste(small, (left, top))
    return np.asarray(found)
