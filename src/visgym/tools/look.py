"""A tool: a part of the picture, as large as the whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from visgym.core.calls import Illegal
from visgym.core.parts import Observation, Part, Raster, Text
from visgym.core.signatures import Span
from visgym.core.tools import Tool

FARTHEST = 9999
Place = Annotated[int, Span(0, FARTHEST)]


@dataclass(frozen=True)
class Look(Tool):
    """Cuts a part out of what is seen and enlarges it."""

    side: int = 640
    """Pixels of the longer side of what is shown."""

    name: ClassVar[str] = "look"

    def spec(self) -> str:
        return self.name if self == Look() else f"{self.name}={self.side}"

    def use(
        self, seen: Observation, x0: Place, y0: Place, x1: Place, y1: Place
    ) -> tuple[Part, ...]:
        """Look closer at the part of the picture from pixel (x0, y0), its upper left corner, to
        pixel (x1, y1), its lower right corner; (0, 0) is the upper left corner of the picture."""
        frame = seen.image
        height, width = frame.shape[:2]
        right, bottom = min(x1, width), min(y1, height)
        if x0 >= right or y0 >= bottom:
            raise Illegal(
                f"Nothing lies between ({x0}, {y0}) and ({x1}, {y1}); the picture is {width} "
                f"pixels wide and {height} high, and the second corner lies right of and below "
                "the first."
            )
        from PIL import Image  # only who looks needs it

        part = Image.fromarray(np.ascontiguousarray(frame[y0:bottom, x0:right]))
        times = self.side / max(part.size)
        size = (max(1, round(part.width * times)), max(1, round(part.height * times)))
        # whole pixels stay sharp where they are enlarged much; where little, they are smoothed
        how = Image.Resampling.NEAREST if times >= 4 else Image.Resampling.BICUBIC
        told = f"From ({x0}, {y0}) to ({right}, {bottom}), {times:.2g} times as large:"
        return Text("tool", told), Raster.of(np.asarray(part.resize(size, how)))
