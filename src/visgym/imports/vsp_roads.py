"""Street maps and collisions of the VSP release, from the distances it publishes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from visgym.core.calls import Call
from visgym.imports import plain_pickles
from visgym.imports.files import BrokenProblem, bytes_of, lines_of
from visgym.imports.plain_pickles import plain_value
from visgym.imports.problems import Maker, Problem, broken
from visgym.kit.boards import streets

STREETS, AVENUES, SIZE = 4, 7, 6
MAPS, ROUTES = (1, 4, 5, 6, 9), 20  # the numbers of the maps, and the problems of each
FIELDS = ("car-dir", "car-speed", "car-answer", "person-dir", "person-speed", "person-answer")


def displacements(path: Path) -> list[tuple[int, int]]:
    """The crossroads to the north and to the west of each goal."""
    found = plain_value(bytes_of(path, plain_pickles.MOST_BYTES))
    if not isinstance(found, list):
        raise BrokenProblem("The pickle holds no list.")
    if not found:
        raise BrokenProblem("The pickle holds an empty list.")
    for pair in found:
        plain = isinstance(pair, tuple) and len(pair) == 2
        if not plain or any(type(number) is not int or abs(number) > 99 for number in pair):
            raise BrokenProblem("The pickle holds something else than two small whole numbers.")
    return found


def routes(path: Path) -> Iterator[tuple[Path, Maker]]:
    """The problems of one map, numbered through all maps as the publisher does."""
    try:
        found = displacements(path)[:ROUTES]
        first = ROUTES * _map_of(path.stem.removeprefix("answer-"))
    except (BrokenProblem, OSError) as error:
        yield path, partial(broken, str(error))
        return
    for number, pair in enumerate(found):
        yield path, partial(_route, first + number, *pair)


def _map_of(number: str) -> int:
    """The place of a map among all maps."""
    known = [str(each) for each in MAPS]
    if number not in known:
        raise BrokenProblem(f"There is no map of this number; the maps are {', '.join(known)}.")
    return known.index(number)


def _route(seed: int, north: int, west: int) -> Problem:
    if abs(north) >= STREETS or abs(west) >= AVENUES or (north, west) == (0, 0):
        raise BrokenProblem(f"Its goal lies {north} north and {west} west of its start.")
    start = (STREETS - 1 + north) // 2, (AVENUES - 1 + west) // 2
    goal = start[0] - north, start[1] - west
    city = streets.built(STREETS, AVENUES, Random(f"vsp release {seed}"))
    legs = [
        ("North" if north > 0 else "South", abs(north)),
        ("West" if west > 0 else "East", abs(west)),
    ]
    answer = Call("answer", (tuple(leg for leg in legs if leg[1]),))
    return Problem(
        "vsp_street_map/level_1", seed, {"city": city, "start": start, "goal": goal}, (answer,)
    )


def collisions(level: Path) -> Iterator[tuple[Path, Maker]]:
    """One problem a line of the files of directions, speeds and times."""
    try:
        columns = [lines_of(level / f"{field}.txt") for field in FIELDS]
    except (BrokenProblem, OSError) as error:
        yield level, partial(broken, str(error))
        return
    for seed in range(max(map(len, columns))):
        yield level / str(seed), partial(_collision, seed, columns)


def _collision(seed: int, columns: list[tuple[str, ...]]) -> Problem:
    if any(seed >= len(column) for column in columns):
        raise BrokenProblem("Not every file has a line for it.")
    car_way, car_speed, car_time, way, speed, time = (column[seed].strip() for column in columns)
    if car_way not in ("left", "right") or way not in ("up", "down"):
        raise BrokenProblem(f"The car moves {car_way!r:.20} and the person {way!r:.20}.")
    times = _positive(car_time), _positive(time)
    column, car_column = _places(times[0] * _positive(car_speed), car_way == "left")
    row, person_row = _places(times[1] * _positive(speed), way == "up")
    start = {
        "size": SIZE,
        "goal": (row, column),
        "car": {"cell": [row, car_column], "direction": car_way, "speed": float(car_speed)},
        "person": {"cell": [person_row, column], "direction": way, "speed": float(speed)},
    }
    danger = "Yes" if abs(times[0] - times[1]) <= 0.5 + 1e-9 else "No"
    return Problem("vsp_collision/level_1", seed, start, (Call("answer", (*times, danger)),))


def _positive(text: str) -> float:
    """A time or a speed."""
    found = float(text) if len(text) < 20 else 0.0
    if not 0.01 <= found <= 1000:
        raise BrokenProblem(f"A time or a speed is from 0.01 to 1000, not {text!r:.20}.")
    return found


def _places(distance: float, from_far: bool) -> tuple[int, int]:
    """Where a goal and somebody at a distance from it lie in a row of squares."""
    squares = round(distance)
    if abs(squares - distance) > 1e-6 or not 1 <= squares < SIZE:
        raise BrokenProblem(f"A distance of {distance:g} squares does not fit the map.")
    near = (SIZE - 1 - squares) // 2
    return (near, near + squares) if from_far else (near + squares, near)
