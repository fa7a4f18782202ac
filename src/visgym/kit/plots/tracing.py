"""Many long thin lines at once: only the pixels along them are looked at, none of their boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from visgym.kit.canvas import Canvas, Color
from visgym.kit.plots.labels import Segment

Doubles = NDArray[np.float64]
Whole = NDArray[np.int64]
Shares = NDArray[np.uint16]


def trace(canvas: Canvas, pieces: Sequence[Segment], width: float, colors: Sequence[Color]) -> None:
    """Straight pieces within the picture; where two cross, either may be above the other."""
    ends, row = np.array(pieces, np.float64).reshape(-1, 4), canvas.pixels.shape[1]
    steep = np.abs(ends[:, 3] - ends[:, 1]) > np.abs(ends[:, 2] - ends[:, 0])
    # steep pieces are flat in a picture that is mirrored at its diagonal
    ends[steep] = ends[steep][:, (1, 0, 3, 2)]
    places, covers, whose = _along(ends, width, np.where(steep, row, 1), np.where(steep, 1, row))
    channels, keep, tones = canvas.pixels.reshape(-1), 255 - covers, np.array(colors, np.uint16)
    places *= 3
    for channel in range(3):
        mixed = channels.take(places) * keep + covers * tones[:, channel].take(whose)
        # numbers that need no conversion are stored much faster
        channels[places] = ((mixed + np.uint16(127)) // 255).astype(np.uint8)
        places += 1


def _along(ends: Doubles, width: float, across: Whole, down: Whole) -> tuple[Whole, Shares, Whole]:
    """Which pixels pieces cover that are rather flat, how much, and the numbers of the pieces.

    Pixels are counted as the steps across and down of each piece say.
    """
    run, rise = ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]
    slope = rise / np.where(run == 0, 1, run)
    first = np.floor(np.minimum(ends[:, 0], ends[:, 2]))
    counts = (np.ceil(np.maximum(ends[:, 0], ends[:, 2])) - first).astype(np.int64)
    whose = np.arange(len(ends)).repeat(counts)
    begins = first - (np.cumsum(counts) - counts)
    columns = np.arange(len(whose)) + begins.take(whose)
    height = (ends[:, 1] + (0.5 - ends[:, 0]) * slope).take(whose) + columns * slope.take(whose)
    rows, step = np.floor(height), down.take(whose)
    above = height - rows - 0.5
    pixels = (columns * across.take(whose) + rows * step).astype(np.int64)
    reach = (width / 2 * np.sqrt(1 + slope * slope) + 0.5).take(whose)
    found = []
    beyond = int(width * 0.71 + 1)  # pixels above and below the middle, if it runs at 45 degrees
    for off in range(-beyond, beyond + 1):
        part = reach - np.abs(off - above)
        seen = np.flatnonzero(part > 0)
        levels = (np.minimum(part.take(seen), 1) * 255).astype(np.uint16)
        found.append((pixels.take(seen) + off * step.take(seen), levels, whose.take(seen)))
    spots, covers, owners = (np.concatenate(each) for each in zip(*found, strict=True))
    return spots, covers, owners
