"""Places for labels: each takes the first of its candidates that nothing else lies under."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from visgym.kit.coverage import Floats

GAP = 2.0  # pixels between a label and whatever else is drawn
HIDDEN = 1000  # faults that a label counts which lies on a vertex or on another label


@dataclass(frozen=True, slots=True, eq=False)
class LabelSpots:
    """Labels that look for a place."""

    centres: Floats
    """Of each candidate of each label; the best candidates first."""
    halves: Floats
    """Half the width and half the height of each label."""
    ways: NDArray[np.bool_]
    """For each label, the pieces of edges that it must not lie on."""
    reach: Floats
    """For each label, how near its rim may come to the middle of each vertex."""


def settled(labels: LabelSpots, pieces: Floats, vertices: Floats) -> tuple[list[int], int]:
    """The candidate that each label takes, and how many faults that leaves."""
    off_edges = ~(_meets(labels, pieces) & labels.ways[:, None]).any(axis=2)
    free = ~_covers(labels, vertices)
    clean = off_edges & free
    boxes: list[tuple[float, float, float, float]] = []
    taken, faults = [0] * len(labels.centres), 0
    order = np.argsort(clean.sum(axis=1), kind="stable").tolist()
    choices = ((clean.tolist(), 0), (free.tolist(), 1))
    spots, halves = labels.centres.tolist(), labels.halves.tolist()
    for label in order:
        spot, price = 0, HIDDEN
        for allowed, cost in choices:
            found = _first_free(spots[label], allowed[label], halves[label], boxes)
            if found is not None:
                spot, price = found, cost
                break
        taken[label] = spot
        faults += price
        (x, y), (wide, high) = spots[label][spot], halves[label]
        boxes.append((x, y, wide, high))
    return taken, faults


def _first_free(
    spots: list[list[float]],
    allowed: list[bool],
    half: list[float],
    boxes: list[tuple[float, float, float, float]],
) -> int | None:
    """The first spot that is allowed and overlaps no box."""
    wide, high = half[0] + GAP, half[1] + GAP
    for number, (x, y) in enumerate(spots):
        if not allowed[number]:
            continue
        for a, b, w, h in boxes:
            if -wide - w < x - a < wide + w and -high - h < y - b < high + h:
                break
        else:
            return number
    return None


def _meets(labels: LabelSpots, pieces: Floats) -> NDArray[np.bool_]:
    """For each candidate, the pieces that run through its box, by axes that would part them."""
    pieces = pieces.astype(np.float32)  # half as much memory to go through
    middle, half = (pieces[:, :2] + pieces[:, 2:]) / 2, (pieces[:, 2:] - pieces[:, :2]) / 2
    dx, dy = half[:, 0], half[:, 1]
    long_x, long_y = np.abs(dx), np.abs(dy)
    centres, halves = labels.centres.astype(np.float32), labels.halves.astype(np.float32) + GAP
    x, y = centres[:, :, 0, None] - middle[:, 0], centres[:, :, 1, None] - middle[:, 1]
    wide, high = halves[:, 0, None, None], halves[:, 1, None, None]
    meets: NDArray[np.bool_] = np.abs(x * dy - y * dx) <= wide * long_y + high * long_x
    meets &= np.abs(x) <= wide + long_x
    meets &= np.abs(y) <= high + long_y
    return meets


def _covers(labels: LabelSpots, vertices: Floats) -> NDArray[np.bool_]:
    """Whether a candidate comes too near to some vertex."""
    across = np.abs(labels.centres[:, :, 0, None] - vertices[:, 0])
    down = np.abs(labels.centres[:, :, 1, None] - vertices[:, 1])
    across = np.maximum(across - labels.halves[:, 0, None, None], 0)
    down = np.maximum(down - labels.halves[:, 1, None, None], 0)
    near = across * across + down * down < labels.reach[:, None] ** 2
    found: NDArray[np.bool_] = near.any(axis=2)
    return found
