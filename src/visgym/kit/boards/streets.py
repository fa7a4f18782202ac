"""City maps: streets that run from west to east, avenues from north to south, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from visgym.core.task import Frame
from visgym.kit import framing
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, RED, SHEET, Canvas, Color
from visgym.kit.grid import Cell, cells

LAND: Color = (238, 235, 227)
HOUSES: Color = (228, 223, 213)
PARK: Color = (196, 224, 182)
POND: Color = (164, 205, 232)
CURB: Color = (208, 206, 200)
ROAD: Color = (255, 255, 255)
AVENUE: Color = (255, 242, 198)
NAME: Color = (96, 98, 104)
BLOCK = (88, 108)  # pixels between roads, at least and at most, from north to south
BLOCK_ACROSS = (92, 124)
MARGIN = 46  # pixels beyond the outermost roads
WIDTH = 20  # pixels of a road
WORDS = ("Linden", "Harbor", "Chestnut", "Garden", "Mill", "Union", "College", "Orchard", "Summit")


@dataclass(frozen=True, slots=True)
class City:
    """Names and places of roads in pixels; a crossroad is a street and an avenue by number."""

    streets: tuple[str, ...]
    """From north to south."""
    avenues: tuple[str, ...]
    """From west to east."""
    ys: tuple[int, ...]
    xs: tuple[int, ...]
    parks: tuple[Cell, ...] = ()
    """Blocks that are green, by their north-western crossroad."""


def built(streets: int, avenues: int, rng: Random) -> City:
    """A city with roads at uneven distances and names that do not count them."""
    words = rng.sample(WORDS, len(WORDS))
    blocks = list(cells(streets - 1, avenues - 1))
    return City(
        _names(streets, "St", words, rng),
        _names(avenues, "Ave", words, rng),
        _places(streets, BLOCK, rng),
        _places(avenues, BLOCK_ACROSS, rng),
        tuple(sorted(rng.sample(blocks, max(1, len(blocks) // 8)))),
    )


def _names(count: int, kind: str, words: list[str], rng: Random) -> tuple[str, ...]:
    """Numbers that rise with gaps, some roads named otherwise; from either end."""
    number, names = rng.randint(1, 60), list[str]()
    for _ in range(count):
        if words and rng.random() < 0.25:
            names.append(f"{words.pop()} {kind}")
        else:
            names.append(f"{number}{_ending(number)} {kind}")
            number += rng.choice((1, 1, 1, 2, 3))
    return tuple(names if rng.random() < 0.5 else names[::-1])


def _ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _places(count: int, room: tuple[int, int], rng: Random) -> tuple[int, ...]:
    """Uneven places that fill the map from side to side."""
    low, high = room
    gaps = [rng.randint(low, high) for _ in range(count - 1)]
    spare = (count - 1) * (low + high) // 2 - sum(gaps)
    places = [MARGIN]
    for index, gap in enumerate(gaps, start=1):
        shared = spare * index // len(gaps) - spare * (index - 1) // len(gaps)
        places.append(places[-1] + gap + shared)
    return tuple(places)


def in_words(city: City, start: Cell, goal: Cell) -> str:
    """The roads in order and the crossroads of S and G."""
    return (
        f"Streets from north to south: {', '.join(city.streets)}.\n"
        f"Avenues from west to east: {', '.join(city.avenues)}.\n"
        f"S: the crossroad of {city.streets[start[0]]} and {city.avenues[start[1]]}.\n"
        f"G: the crossroad of {city.streets[goal[0]]} and {city.avenues[goal[1]]}."
    )


# Pictures


def picture(city: City, start: Cell, goal: Cell) -> Frame:
    """The map on its sheet, with S and G on it."""
    canvas = Canvas.on(_plan(city))
    for letter, color, (street, avenue) in (("S", BLUE, start), ("G", RED, goal)):
        x, y = city.xs[avenue] + framing.MARGIN, city.ys[street] + framing.MARGIN
        canvas.disc(x, y, 15, SHEET)
        canvas.disc(x, y, 13, color)
        canvas.text(x, y, letter, 17, SHEET, bold=True)
    return canvas.frame


@cached_layer
def _plan(city: City) -> Frame:
    width, height = city.xs[-1] + MARGIN, city.ys[-1] + MARGIN
    canvas = Canvas(width, height, LAND)
    _fill_blocks(canvas, city)
    for color, extra in ((CURB, 2), (ROAD, 0)):
        for y in city.ys:
            canvas.rect(0, y - WIDTH // 2 - extra, width, WIDTH + 2 * extra, color)
        for x in city.xs:
            paint = AVENUE if color == ROAD else color
            canvas.rect(x - WIDTH // 2 - extra, 0, WIDTH + 2 * extra, height, paint)
    for y in city.ys:  # crossroads belong to both
        for x in city.xs:
            canvas.rect(x - WIDTH // 2, y - WIDTH // 2, WIDTH, WIDTH, AVENUE)
    _write_names(canvas, city)
    return framing.framed(canvas.frame)


def _fill_blocks(canvas: Canvas, city: City) -> None:
    for row, column in cells(len(city.ys) - 1, len(city.xs) - 1):
        x, y = city.xs[column] + 16, city.ys[row] + 16
        width, height = city.xs[column + 1] - x - 16, city.ys[row + 1] - y - 16
        if (row, column) in city.parks:
            canvas.rect(x - 4, y - 4, width + 8, height + 8, PARK)
            canvas.rect(x + 6, y + height - 22, 36, 16, POND, radius=8)
        else:
            half = width * (4 + (row + 2 * column) % 3) // 10
            canvas.rect(x, y, half - 3, height, HOUSES)
            canvas.rect(x + half + 3, y, width - half - 3, height, HOUSES)


def _write_names(canvas: Canvas, city: City) -> None:
    """Names stand between crossroads: streets along the west, avenues along the north."""
    for number, (name, y) in enumerate(zip(city.streets, city.ys, strict=True)):
        at = 1 + number % 2 if len(city.xs) > 3 else 1
        canvas.text((city.xs[at - 1] + city.xs[at]) / 2, y, name, _size(name), NAME)
    for number, (name, x) in enumerate(zip(city.avenues, city.xs, strict=True)):
        at = 1 + number % 2 if len(city.ys) > 3 else 1
        middle = (city.ys[at - 1] + city.ys[at]) // 2
        sign = _upright(name)
        canvas.paste(sign, x - sign.shape[1] // 2, middle - sign.shape[0] // 2)


def _size(name: str) -> int:
    return 13 if len(name) <= 9 else 11


@cached_layer
def _upright(name: str) -> Frame:
    """A name that reads from bottom to top."""
    size = 12 if len(name) <= 9 else 10 if len(name) <= 11 else 9
    canvas = Canvas(BLOCK[0] - WIDTH, WIDTH - 4, AVENUE)
    canvas.text((BLOCK[0] - WIDTH) / 2, WIDTH / 2 - 2, name, size, NAME)
    return np.ascontiguousarray(np.rot90(canvas.frame))
