"""How the arrays of `raster`, `texturing` and `shading` are laid out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Texels = NDArray[np.int64]  # red + green * 2**21 + blue * 2**42, so that one product scales all
Rgb = tuple[float, float, float]

# Columns of a vertex. From FIELD on, a face that is seen has a plane that gives column / W at any
# pixel; every face has one for DEPTH.
X, Y, W, DEPTH, ONE, U, V, NORMAL, SUN, COLUMNS = 0, 1, 2, 3, 4, 5, 6, 7, 10, 13
FIELD = ONE
# Columns of a look: colour 0..1, slope of depth from the sun, texture or -1, instance, is lit.
RED, SLOPE, TEXTURE, INSTANCE, LIT, LOOKS = 0, 3, 5, 6, 7, 8
# Rows of a pad, which holds points of one face in one row of the screen: place on the screen,
# distance, place on the texture in fixed point, colour 0..1, unit normal, cosine to the sun,
# place in the shadow map, part of the sun that arrives, light, highlight.
XS, DISTANCE, US, VS, REDS, GREENS, BLUES, NX, NY, NZ, FACING = range(11)
ACROSS, ALONG, DEEP, DAY, LIGHT, GLOSS, PADS = range(11, 18)

UNLIT, SMOOTH, FLAT = 0.0, 1.0, 2.0
TINY, FAR = 1e-30, 1e30
LINES = 4  # of samples in a row of pixels
BLOCK = 16  # shadow texels that are told changed together


class MeshArrays(NamedTuple):
    """The arrays of a mesh, one normal and one texture position per point."""

    points: Floats
    normals: Floats
    uvs: Floats
    faces: Ints
    two_sided: bool


class Viewport(NamedTuple):
    """World to screen (x, y, w, depth), world to shadow texels (x, y, depth), near plane.

    The screen has some lines of samples in each row of pixels.
    """

    screen: Floats
    sun: Floats
    near: float
    height: int
    width: int
    lines: int


class Pen(NamedTuple):
    """Half the width of a line in pixels, how far it is drawn to the eye, its look."""

    half: float
    nearer: float
    lift: float
    look: Floats


class Faces(NamedTuple):
    """Faces on the screen, one row each; `planes` and `looks` are written once a face is seen."""

    spans: Ids  # the first line of samples, and the one after the last
    counts: Ids  # of corners
    polygons: Floats
    depths: Floats
    corners: Ids  # vertices
    sources: Ids  # rows of the looks of all meshes
    fronts: Bytes  # whether the outside is seen
    told: Bytes  # whether planes and looks are written
    planes: Floats
    looks: Floats


class Surroundings(NamedTuple):
    """What shading reads beside the faces."""

    texels: Texels
    table: Ints  # first texel, width, height, levels
    shadow: Singles  # 1 x 1 for no shadows
    nearest: Singles  # the least depth in and around each cell of the shadow map
    sun: Floats  # direction to it, ambient, diffuse, specular
    rays: Floats  # direction to the eye = rays[0] * x + rays[1] * y + rays[2]
