"""Frames made small for networks: the mean of the pixels under each, in full or in one byte."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from visgym.core.task import Frame


def shrunk(frame: Frame, height: int, width: int) -> Frame:
    """A frame in another size, each pixel the mean of those that it stands for."""
    if frame.shape[:2] == (height, width):
        return frame
    return np.asarray(Image.fromarray(frame).resize((width, height), Image.Resampling.BOX))


def packed(frame: Frame) -> NDArray[np.uint8]:
    """One byte for each pixel: three bits of red, three of green and two of blue."""
    red, green, blue = frame[..., 0], frame[..., 1], frame[..., 2]
    bits: NDArray[np.uint8] = red & np.uint8(0xE0)
    bits |= green >> np.uint8(3) & np.uint8(0x1C)
    bits |= blue >> np.uint8(6)
    return bits
