"""Edges and arrow heads in one pass over all of them, since one by one they cost ten times as much.

Edges begin and end under vertices and heads, so their ends need no form of their own.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from visgym.kit.coverage import Floats, levels_of, spans
from visgym.kit.painting import Color, Levels

SIDE = 4  # pixels across a stroke that are looked at, which is enough for one of 1.5 pixels
SLANTS, SHIFTS = 32, 32  # steps in which the slant of a stroke and its place in a pixel are told

Spots = tuple[NDArray[np.int64], Levels]
"""Pixels, counted row by row, and how much of each is covered."""


def ink(
    pixels: NDArray[np.uint8],
    pieces: Floats,
    heads: Floats,
    wing: float,
    width: float,
    color: Color,
    paper: Color,
) -> None:
    """Draw straight pieces and arrow heads on blank paper."""
    across = pixels.shape[1]
    most = np.zeros(pixels.shape[0] * across, np.uint8)
    parts = [_add(most, *_strokes(pieces, width, across))]
    if len(heads):
        parts.append(_add(most, *_heads(heads, wing, across)))
    shades, target = _shades(color, paper), pixels.reshape(-1).view("V3")
    for spots in parts:  # a pixel is moved as one thing of three bytes, much faster than as three
        target.put(spots, shades.take(most.take(spots)))


def _add(most: Levels, spots: NDArray[np.int64], cover: Levels) -> NDArray[np.int64]:
    """Cover pixels by so much, unless something covers them more already; the same pixels."""
    cover = np.maximum(cover, most.take(spots))
    left = spots
    while len(left):
        most[left] = cover
        beaten = np.flatnonzero(cover > most.take(left))
        left, cover = left[beaten], cover[beaten]
    return spots


@lru_cache(maxsize=16)
def _shades(color: Color, paper: Color) -> NDArray[np.void]:
    """A colour on paper for each coverage."""
    cover = np.arange(256)[:, None]
    mixed = cover * np.array(color) + (255 - cover) * np.array(paper) + 127
    shades: NDArray[np.void] = (mixed // 255).astype(np.uint8).reshape(-1).view("V3")
    return shades


def _strokes(pieces: Floats, width: float, across: int) -> Spots:
    """Pieces row by row where they stand more than they lie, and else column by column."""
    steep = np.abs(pieces[:, 3] - pieces[:, 1]) >= np.abs(pieces[:, 2] - pieces[:, 0])
    ax, ay, bx, by = np.where(steep, pieces.T, pieces.T[[1, 0, 3, 2]])  # as if all were steep
    ahead, aside = np.where(steep, ((across,), (1,)), ((1,), (across,)))  # steps to next pixels
    whose, rows = spans(np.minimum(ay, by), np.maximum(ay, by), 0, 1 << 20)
    dy = by - ay
    slope = (bx - ax) / np.where(dy == 0, 1, dy)
    slant = (np.abs(slope) * SLANTS + 0.5).astype(np.int64) * SHIFTS
    # half a pixel to the left, so that whole numbers are middles of pixels
    middle = (ax - 0.5 + (0.5 - ay) * slope)[whose] + rows * slope[whose]
    first = np.floor(middle)
    shift = ((middle - first) * SHIFTS).astype(np.int64)
    levels = _profile(width).take(slant[whose] + shift, axis=1)
    aside = aside[whose]
    corner = rows * ahead[whose] + (first.astype(np.int64) - 1) * aside
    where = corner + np.arange(SIDE)[:, None] * aside  # long rows are faster than short ones
    return where.reshape(-1), levels.reshape(-1)


@lru_cache(maxsize=8)
def _profile(width: float) -> Levels:
    """The coverage of each pixel across a stroke, for all slants and places in a pixel."""
    slope = np.arange(SLANTS + 1)[:, None] / SLANTS
    middle = 1 + (np.arange(SHIFTS) + 0.5) / SHIFTS
    apart = np.abs(np.arange(SIDE)[:, None, None] - middle) / np.sqrt(slope * slope + 1)
    return levels_of(apart - width / 2).reshape(SIDE, -1)


def _heads(heads: Floats, wing: float, across: int) -> Spots:
    """Triangles with a tip and the middle of a base, each pixel by the nearest side."""
    if not len(heads):
        return np.zeros(0, np.int64), np.zeros(0, np.uint8)
    x, y = heads[:, 2] - heads[:, 0], heads[:, 3] - heads[:, 1]
    long = np.sqrt(x * x + y * y)
    x, y = x / long, y / long
    left = np.floor(heads[:, 0] + np.minimum(x * long - wing * np.abs(y), 0))
    top = np.floor(heads[:, 1] + np.minimum(y * long - wing * np.abs(x), 0))
    reach = np.arange(int(long.max()) + 4)
    columns = (left + 0.5 - heads[:, 0])[:, None] + reach
    rows = (top + 0.5 - heads[:, 1])[:, None] + reach
    along = (columns * x[:, None])[:, None] + (rows * y[:, None])[:, :, None]
    aside = np.abs((columns * y[:, None])[:, None] - (rows * x[:, None])[:, :, None])
    edge = np.sqrt(long * long + wing * wing)[:, None, None]
    aside = (aside * long[:, None, None] - along * wing) / edge
    levels = levels_of(np.maximum(along - long[:, None, None], aside)).reshape(-1)
    corner = (top * across + left).astype(np.int64)
    where = corner[:, None, None] + (reach * across)[:, None] + reach
    seen = np.flatnonzero(levels != 0)
    return where.reshape(-1)[seen], levels[seen]
