"""What somebody says is on a board of geoms, compared with what is there.

Pairs are matched at the least cost, and must share colour or shape; what is no tile with a colour
and a shape is a format error, of one of eight classes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from visgym.kit.boards.geoms import Geom, color_name, tile_names
from visgym.kit.matching import cheapest_pairs

STRANGERS = 3  # the price of a pair that shares neither colour nor shape
MOST_WORDS = 6  # of an item; more are prose
_ITEM = re.compile(r"([a-z]\d+) (\w+) (\w+)")
_TILE = re.compile(r"[a-z]\d{1,2}")
_EMPTY = frozenset({"empty", "blank", "nothing", "free", "vacant", "unoccupied"})

Seen = tuple[str, str, str]
"""The tile, the colour and the shape of a geom."""

FormatClass = Literal[
    "e1_empty_cells", "e2_missing_attributes", "e3_illegal_attributes", "e4_inverted_order",
    "e5_several_attributes", "e6_out_of_bounds", "e7_no_list", "e8_no_solution",
]  # fmt: skip
CLASSES: tuple[FormatClass, ...] = (
    "e1_empty_cells", "e2_missing_attributes", "e3_illegal_attributes", "e4_inverted_order",
    "e5_several_attributes", "e6_out_of_bounds", "e7_no_list", "e8_no_solution",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """How an answer fits the board; geoms that share colour or shape are matched."""

    correct: int = 0
    missed: int = 0
    hallucinated: int = 0
    coordinate_errors: int = 0
    color_errors: int = 0
    shape_errors: int = 0
    format_errors: int = 0


@dataclass(frozen=True)
class Vocabulary:
    """What may stand on a board, and where."""

    side: int
    colors: tuple[str, ...]
    """The names of colours."""
    shapes: tuple[str, ...]

    def parse(self, item: str) -> Seen | None:
        """What an item says, None if it is no tile with a colour and a shape."""
        match = _ITEM.fullmatch(item)
        if not match or match[1] not in tile_names(self.side):
            return None
        known = match[2] in self.colors and match[3] in self.shapes
        return (match[1], match[2], match[3]) if known else None

    def format_class(self, item: str) -> FormatClass | None:
        """What is wrong with the form of an item, None if nothing is."""
        if self.parse(item):
            return None
        words = re.findall(r"[\w:/.-]+", item)
        tiles = [word for word in words if _TILE.fullmatch(word)]
        rest = [word for word in words if word not in tiles]
        colors = [word for word in rest if word in self.colors]
        shapes = [word for word in rest if word in self.shapes]
        if not tiles or len(words) > MOST_WORDS or "http" in item:
            return "e7_no_list"
        if _EMPTY.intersection(rest) or set(rest) <= {"none"} or rest[:1] == ["no"]:
            return "e1_empty_cells"
        several = any(len(each) > 1 for each in (tiles, colors, shapes))
        if several or any(word.startswith("multi") for word in rest):
            return "e5_several_attributes"
        if tiles[0] not in tile_names(self.side):
            return "e6_out_of_bounds"
        if len(rest) < 2 or "none" in rest:
            return "e2_missing_attributes"
        inverted = len(rest) == 2 and rest[0] in self.shapes and rest[1] in self.colors
        return "e4_inverted_order" if inverted else "e3_illegal_attributes"


def plain(item: str) -> str:
    """An item without capitals, marks around it and needless spaces."""
    return " ".join(item.lower().strip(" .*`_").split())


def on_board(geoms: Iterable[Geom], cells: Iterable[int], side: int) -> list[Seen]:
    """What is on a board."""
    tiles = tile_names(side)
    placed = zip(cells, geoms, strict=True)
    return [(tiles[cell], color_name(geom.color), geom.shape) for cell, geom in placed]


def compared(truth: Sequence[Seen], items: Sequence[str], words: Vocabulary) -> BoardComparison:
    """How items fit a board, geom by geom."""
    said = [words.parse(plain(each)) for each in items]
    told = [each for each in said if each is not None]
    pairs = cheapest_pairs([[_price(one, other) for other in told] for one in truth])
    matched = [(truth[a], told[b]) for a, b in pairs if _price(truth[a], told[b]) < STRANGERS]
    tiles, colors, shapes = (sum(a[i] != b[i] for a, b in matched) for i in range(3))
    return BoardComparison(
        sum(one == other for one, other in matched),
        len(truth) - len(matched),
        len(told) - len(matched),
        tiles,
        colors,
        shapes,
        len(said) - len(told),
    )


def format_classes(items: Sequence[str] | None, words: Vocabulary) -> dict[str, float]:
    """How many items of each class of format errors there are; None is a missing solution."""
    found: Counter[str] = Counter(
        kind for each in items or () if (kind := words.format_class(plain(each)))
    )
    found["e8_no_solution"] += items is None
    return {kind: float(found[kind]) for kind in CLASSES}


def _price(one: Seen, other: Seen) -> int:
    """What is wrong about taking one geom for another."""
    wrong = [a != b for a, b in zip(one, other, strict=True)]
    return STRANGERS if wrong[1] and wrong[2] else sum(wrong)
