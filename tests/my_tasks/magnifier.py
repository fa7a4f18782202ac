"""A tool: a part of the picture, three times as large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from visgym.core.calls import Illegal
from visgym.core.parts import Observation, Part, Raster, Text
from visgym.core.signatures import Span
from visgym.core.tools import Tool

TIMES = 3


@dataclass(frozen=True)
class Magnifier(Tool):
    name: ClassVar[str] = "magnify"
    most_uses: ClassVar[int] = 2

    side: int = 40

    def spec(self) -> str:
        return f"magnify={self.side}"

    def use(
        self,
        seen: Observation,
        x: Annotated[int, Span(0, 999)],
        y: Annotated[int, Span(0, 999)],
    ) -> tuple[Part, ...]:
        """Look closer at the pixels around a point."""
        height, width = seen.image.shape[:2]
        if x >= width or y >= height:
            raise Illegal(f"The picture has {width}x{height} pixels.")
        half = self.side // 2
        part = seen.image[max(0, y - half) : y + half, max(0, x - half) : x + half]
        large = np.repeat(np.repeat(part, TIMES, axis=0), TIMES, axis=1)
        return Text("tool", f"Around ({x}, {y}):"), Raster.of(large)
