"""Tools that are one function."""

from __future__ import annotations

from typing import Annotated

import numpy as np

import visgym
from visgym import Observation
from visgym.core.signatures import Span

Place = Annotated[int, Span(0, 999)]


@visgym.tool
def ruler(seen: Observation, x0: Place, y0: Place, x1: Place, y1: Place) -> str:
    """Measure the distance between two points of the picture, in pixels."""
    return f"{np.hypot(x1 - x0, y1 - y0):.1f} pixels"


@visgym.tool(most_uses=1)
def upside_down(seen: Observation) -> object:
    """See the picture upside down."""
    return "So:", seen.image[::-1].copy()


@visgym.tool
def fragile(seen: Observation, number: Place) -> str:
    """Divide 100 by a number."""
    return str(100 // number)
