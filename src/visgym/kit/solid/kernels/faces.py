"""Numba kernels that place faces on the screen, and tell how those look that are seen.

Only + - * / sqrt floor on float64, so that every CPU gives the same bits.
"""

from __future__ import annotations

from math import ceil, sqrt

from visgym.kit.compiled import inline, loop
from visgym.kit.solid.layout import (
    COLUMNS,
    DEPTH,
    FIELD,
    FLAT,
    LIT,
    LOOKS,
    NORMAL,
    ONE,
    SLOPE,
    SUN,
    TINY,
    Faces,
    Floats,
    Ids,
    MeshArrays,
    Rgb,
    U,
    V,
    Viewport,
    W,
    X,
    Y,
)

STEEPEST = 4.0  # shadow texels of depth per shadow texel


# Vertices


@inline
def row(matrix: Floats, k: int, x: float, y: float, z: float) -> float:
    """Return one number of matrix * (x, y, z, 1)."""
    value: float = matrix[k, 0] * x + matrix[k, 1] * y + matrix[k, 2] * z + matrix[k, 3]
    return value


@inline
def world(model: Floats, point: Floats) -> Rgb:
    """Return where a point of a mesh lies in the world."""
    x, y, z = point[0], point[1], point[2]
    return row(model, 0, x, y, z), row(model, 1, x, y, z), row(model, 2, x, y, z)


@loop
def aim(points: Floats, model: Floats, screen: Floats, out: Floats) -> None:
    """Write where points of a mesh lie on the screen."""
    for i in range(points.shape[0]):
        x, y, z = world(model, points[i])
        for k in range(4):
            out[i, k] = row(screen, k, x, y, z)


@loop
def turn(model: Floats, out: Floats) -> bool:
    """Write how a model carries normals; return whether it keeps left and right."""
    for i in range(3):
        a, b = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            c, d = (j + 1) % 3, (j + 2) % 3
            # cofactors carry normals under any scaling
            out[i, j] = model[a, c] * model[b, d] - model[a, d] * model[b, c]
    upright: bool = model[0, 0] * out[0, 0] + model[0, 1] * out[0, 1] + model[0, 2] * out[0, 2] > 0
    for i in range(3):
        for j in range(3):
            out[i, j] = out[i, j] if upright else -out[i, j]
        out[i, 3] = 0.0
    return upright


@loop
def dress(shape: MeshArrays, model: Floats, turned: Floats, sun: Floats, out: Floats) -> None:
    """Write the columns of vertices beside their place on the screen."""
    for i in range(shape.points.shape[0]):
        out[i, ONE], out[i, U], out[i, V] = 1.0, shape.uvs[i, 0], shape.uvs[i, 1]
        x, y, z = shape.normals[i, 0], shape.normals[i, 1], shape.normals[i, 2]
        right, up, back = row(turned, 0, x, y, z), row(turned, 1, x, y, z), row(turned, 2, x, y, z)
        length = max(sqrt(right * right + up * up + back * back), TINY)
        out[i, NORMAL], out[i, NORMAL + 1] = right / length, up / length
        out[i, NORMAL + 2] = back / length
        x, y, z = world(model, shape.points[i])
        for k in range(3):
            out[i, SUN + k] = row(sun, k, x, y, z)


# Faces


@inline
def cross(a: Floats, b: Floats) -> Rgb:
    """Return the vector product of two vertices' places on the screen."""
    return a[Y] * b[W] - a[W] * b[Y], a[W] * b[X] - a[X] * b[W], a[X] * b[Y] - a[Y] * b[X]


@inline
def plane(a: float, b: float, c: float, inverse: tuple[Rgb, Rgb, Rgb], area: float) -> Rgb:
    """Return how a column / W of three vertices grows over the screen."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = inverse
    return (
        (a * ax + b * bx + c * cx) / area,
        (a * ay + b * by + c * cy) / area,
        (a * az + b * bz + c * cz) / area,
    )


@inline
def clip(vertices: Floats, corners: Ids, near: float, out: Floats) -> int:
    """Write the polygon of a face in front of the near plane; return how many corners it has."""
    count = 0
    for i in range(3):
        here, there = vertices[corners[i]], vertices[corners[(i + 1) % 3]]
        inside, next_inside = here[W] >= near, there[W] >= near
        if inside:
            out[count, 0], out[count, 1] = here[X] / here[W], here[Y] / here[W]
            count += 1
        if inside != next_inside:
            # always from the visible end, so that neighbours compute the same bits
            seen, hidden = (here, there) if inside else (there, here)
            part = (seen[W] - near) / (seen[W] - hidden[W])
            for k in range(2):
                out[count, k] = (seen[k] + (hidden[k] - seen[k]) * part) / near
            count += 1
    return count


@inline
def is_on_screen(polygon: Floats, count: int, view: Viewport, span: Ids) -> bool:
    """Write which lines of samples a polygon crosses; return whether there is any."""
    high, low, left, right = polygon[0, 1], polygon[0, 1], polygon[0, 0], polygon[0, 0]
    for i in range(1, count):
        high, low = min(high, polygon[i, 1]), max(low, polygon[i, 1])
        left, right = min(left, polygon[i, 0]), max(right, polygon[i, 0])
    span[0] = ceil(min(max(high * view.lines - 0.5, 0.0), 1.0 * view.height * view.lines))
    span[1] = ceil(min(max(low * view.lines - 0.5, 0.0), 1.0 * view.height * view.lines))
    return bool(span[0] < span[1] and right > 0.0 and left < view.width)


@loop
def place(
    vertices: Floats, shape: MeshArrays, upright: bool, view: Viewport, start: int, source: int,
    faces: Faces, used: int,
) -> int:  # fmt: skip
    """Append the faces of a mesh that may be seen; return how many are used by now."""
    for f in range(shape.faces.shape[0]):
        corners = faces.corners[used]
        for i in range(3):
            corners[i] = start + shape.faces[f, i]
        a, b, c = vertices[corners[0]], vertices[corners[1]], vertices[corners[2]]
        inverse = cross(b, c), cross(c, a), cross(a, b)
        area = a[X] * inverse[0][0] + a[Y] * inverse[0][1] + a[W] * inverse[0][2]
        # y points down on the screen, so an upright front face has a negative area
        front = (area < 0.0) == upright
        if area == 0.0 or not (front or shape.two_sided):
            continue
        count = clip(vertices, corners, view.near, faces.polygons[used])
        if count == 0 or not is_on_screen(faces.polygons[used], count, view, faces.spans[used]):
            continue
        depth = faces.depths[used]
        depth[0], depth[1], depth[2] = plane(a[DEPTH], b[DEPTH], c[DEPTH], inverse, area)
        faces.counts[used], faces.sources[used] = count, source + f
        faces.fronts[used], faces.told[used] = front, False
        used += 1
    return used


# What faces look like


@inline
def slope(a: Floats, b: Floats, c: Floats, look: Floats) -> None:
    """Write how depth from the sun grows along the shadow map over a face."""
    x, y, z = SUN, SUN + 1, SUN + 2
    ax, ay, az = b[x] - a[x], b[y] - a[y], b[z] - a[z]
    bx, by, bz = c[x] - a[x], c[y] - a[y], c[z] - a[z]
    area = ax * by - ay * bx
    if area != 0.0:
        look[SLOPE] = min(max((az * by - bz * ay) / area, -STEEPEST), STEEPEST)
        look[SLOPE + 1] = min(max((bz * ax - az * bx) / area, -STEEPEST), STEEPEST)


@inline
def is_flat(a: Floats, b: Floats, c: Floats) -> bool:
    """Return whether the three normals of a face are the same."""
    x, y, z = NORMAL, NORMAL + 1, NORMAL + 2
    return bool(a[x] == b[x] == c[x] and a[y] == b[y] == c[y] and a[z] == b[z] == c[z])


@inline
def tell(faces: Faces, face: int, vertices: Floats, looks: Floats) -> None:
    """Write the planes and the look of a face."""
    corners, planes, look = faces.corners[face], faces.planes[face], faces.looks[face]
    a, b, c = vertices[corners[0]], vertices[corners[1]], vertices[corners[2]]
    inverse = cross(b, c), cross(c, a), cross(a, b)
    area = a[X] * inverse[0][0] + a[Y] * inverse[0][1] + a[W] * inverse[0][2]
    for k in range(FIELD, COLUMNS):
        side = -area if NORMAL <= k < SUN and not faces.fronts[face] else area
        out = planes[k - FIELD]
        out[0], out[1], out[2] = plane(a[k], b[k], c[k], inverse, side)
    for k in range(LOOKS):
        look[k] = looks[faces.sources[face], k]
    slope(a, b, c, look)
    if is_flat(a, b, c):
        look[LIT] = FLAT
        for k in range(NORMAL, SUN):
            planes[k - FIELD, 2] = a[k] if faces.fronts[face] else -a[k]
    faces.told[face] = True


@loop
def tell_seen(owner: Ids, faces: Faces, first: int, vertices: Floats, looks: Floats) -> None:
    """Tell the faces from the first on that own a sample."""
    for line in range(owner.shape[0]):
        last = -1
        for column in range(owner.shape[1]):
            face = owner[line, column]
            if face != last:
                last = face
                if face >= first and not faces.told[face]:
                    tell(faces, face, vertices, looks)
