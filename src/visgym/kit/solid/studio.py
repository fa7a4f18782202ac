"""The studio in which single objects are looked at from the front."""

from __future__ import annotations

from visgym.kit.solid.values import Camera, Light

SIZE = (360, 360)  # pixels of a picture
CAMERA = Camera((0.0, 0.0, 4.4), (0.0, 0.0, 0.0), fov_degrees=28.0)
"""Looks from the front at a ball of radius 1 around the origin."""
LIGHT = Light((0.45, -0.8, -0.75), ambient=0.5, diffuse=0.58)
BACKDROP = (248, 249, 251), (226, 230, 236)
