"""Where things are put: 4x4 matrices that move, scale and turn.

The world is right-handed with y up.
"""

from __future__ import annotations

import math

import numpy as np

from visgym.kit.solid.layout import Floats


def translate(x: float, y: float, z: float) -> Floats:
    """Return the 4x4 matrix of a move."""
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def scale(x: float, y: float | None = None, z: float | None = None) -> Floats:
    """Return the 4x4 matrix of a scaling, by one factor or by three."""
    return np.diag([x, x if y is None else y, x if z is None else z, 1.0])


def rotate_x(degrees: float) -> Floats:
    """Return the turn about x that takes y to z."""
    return _rotate(1, 2, degrees)


def rotate_y(degrees: float) -> Floats:
    """Return the turn about y that takes z to x."""
    return _rotate(2, 0, degrees)


def rotate_z(degrees: float) -> Floats:
    """Return the turn about z that takes x to y."""
    return _rotate(0, 1, degrees)


def euler(x: float, y: float, z: float) -> Floats:
    """Return the turn about x, then y, then z, in degrees."""
    return compose(rotate_z(z), rotate_y(y), rotate_x(x))


def compose(*steps: Floats) -> Floats:
    """Return the product of transforms; the last is applied first."""
    product = np.eye(4)
    for step in steps:
        # term by term, for matrix products differ between machines in the last bit
        product = sum((product[:, i, None] * step[i] for i in range(4)), np.zeros((4, 4)))
    return product


def _rotate(start: int, end: int, degrees: float) -> Floats:
    cosine, sine = (round(f(math.radians(degrees)), 12) for f in (math.cos, math.sin))
    matrix = np.eye(4)
    matrix[start, start] = matrix[end, end] = cosine
    matrix[end, start], matrix[start, end] = sine, -sine
    return matrix
