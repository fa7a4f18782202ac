"""How long a task may take: what its author promises and `visgym bench` keeps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """Median CPU milliseconds on one core, and demonstrations a second."""

    generate: float = 15.0
    first: float = 10.0
    """The first frame of an episode."""
    solve: float = 5.0
    advance: float = 0.1
    draw: float = 0.5
    """A frame after the first."""
    demonstrations: float = 20.0
    """A second, on the easy preset; a floor, where the others are ceilings."""


FLAT = Budget()
"""Drawn on the canvas."""
PHOTO = Budget(generate=30.0, first=20.0, draw=2.0)
"""A photo, cut or coloured."""
STAGED = Budget(generate=30.0, first=30.0, draw=2.0)
"""Things on a stage, then marks on the picture."""
SCENE = Budget(first=20.0, draw=15.0, demonstrations=2.0)
"""A scene in three dimensions, drawn again at each step."""
ROBOT = Budget(first=60.0, draw=60.0, solve=500.0, advance=20.0, demonstrations=2.0)
"""A robot under physics."""
