"""Questions with options about marbles around a frog, with shapely as a referee of shots."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from kinds import check_options, of_kind
from problems import LEVELS, problems
from visgym.tasks.puzzles.zuma_qa.rules import NONE, STAYS, Marbles, ZumaQa
from visgym.tasks.puzzles.zuma_qa.world import COLORS, DIAMETER, TRACKS, places

AIMED = ("hit", "shot")
PLANNED = ("most", "targets")


@pytest.mark.parametrize("level", LEVELS)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(level: str) -> None:
    check_options("zuma_qa", level)


@pytest.mark.parametrize("track", TRACKS)
def test_marbles_touch_their_neighbours_and_no_others(track: str) -> None:
    spots = places(track)
    for number, spot in enumerate(spots):
        assert math.hypot(*spot) > 2 * DIAMETER
        for other, far in enumerate(spots[number + 1 :], 1):
            apart = math.dist(spot, far)
            assert DIAMETER <= apart < DIAMETER + 2 if other == 1 else apart > 1.3 * DIAMETER


def aimed(line: str, loaded: str, kind: str, place: int = 0, **given: Any) -> Marbles:
    """A shot straight at the marble of a place on the spiral."""
    x, y = places("spiral")[place]
    degrees = round(math.degrees(math.atan2(-y, x))) % 360
    return Marbles("spiral", line, loaded, kind, degrees=degrees, **given)


@pytest.mark.parametrize(
    ("problem", "right"),
    [
        (aimed("rrybb", "g", "color"), "green"),
        (aimed("rrybbr", "g", "count", asked="r"), "3"),
        (aimed("rrybb", "r", "hit", 2), "a yellow one"),
        (aimed("rr...", "r", "hit", 20), NONE),
        (aimed("rrybb", "r", "shot", 0), "3 marbles are removed, with the shot one"),
        (aimed("ryrbb", "r", "shot", 0), STAYS),  # runs are not joined over another colour
        (aimed("rr.rr", "r", "shot", 1), "3 marbles are removed, with the shot one"),  # or a gap
        (aimed("rrrybbg", "r", "most"), "4"),
        (aimed("ryrybgy", "r", "most"), "0"),
        (aimed("rrybrrrbrr", "r", "targets"), "3"),
        # of the second turn, what lies behind the first cannot be hit
        (aimed("b" * 40 + "rr" + "." * 10, "r", "targets"), "0"),
        (aimed("." * 40 + "rr" + "." * 10, "r", "targets"), "1"),
    ],
)
def test_answers_about_marbles_laid_by_hand(problem: Marbles, right: str) -> None:
    task = ZumaQa()
    assert task.right(problem) == task.found(problem) == right


def landed(problem: Marbles, degrees: float) -> tuple[int, str] | None:
    """The place that is hit, and the line with the shot marble in capitals, by shapely."""
    shapely = pytest.importorskip("shapely")
    angle = math.radians(degrees)
    far = 900 * math.cos(angle), -900 * math.sin(angle)
    way = shapely.LineString([(0, 0), far])
    spots = places(problem.track)
    held = [place for place, sign in enumerate(problem.line) if sign != "."]
    points = shapely.points([spots[place] for place in held])
    off, along = shapely.distance(way, points), shapely.line_locate_point(way, points)
    ways = [
        (one - math.sqrt(DIAMETER**2 - other**2), place)
        for one, other, place in zip(along, off, held, strict=True)
        if other < DIAMETER and one > 0
    ]
    if not ways:
        return None
    length, place = min(ways)
    rest = shapely.line_interpolate_point(way, length)
    sides = [
        (math.dist((rest.x, rest.y), spots[each]), each)
        for each in (place - 1, place + 1)
        if 0 <= each < len(spots)
    ]
    cut = place + (min(sides)[1] > place)
    return place, problem.line[:cut] + problem.loaded.upper() + problem.line[cut:]


def vanished(line: str) -> str:
    """The run that the marble in capitals is in, if that is long enough."""
    for _, run in groupby(line, str.lower):
        text = "".join(run)
        if not text.islower() and text != "." and len(text) > 2 and text.strip("."):
            return text
    return ""


@pytest.mark.parametrize("kind", AIMED)
def test_shots_agree_with_shapely_and_so_do_shots_beside_them(kind: str) -> None:
    for task, problem in of_kind("zuma_qa", kind, 40, "level_1"):
        assert problem.degrees is not None
        for off in (-1, 0, 1):
            hit = landed(problem, problem.degrees + off)
            if kind == "hit":
                told = NONE if hit is None else f"a {COLORS[problem.line[hit[0]]]} one"
            elif hit is None:
                told = "it touches no marble and flies away"
            else:
                gone = vanished(hit[1])
                told = f"{len(gone)} marbles are removed, with the shot one" if gone else STAYS
            assert task.right(problem) == told


@pytest.mark.parametrize("kind", PLANNED)
def test_the_best_shots_agree_with_shots_of_shapely_in_all_directions(kind: str) -> None:
    for task, problem in of_kind("zuma_qa", kind, 2):
        targets: dict[int, int] = {}
        for half in range(720):
            hit = landed(problem, half / 2)
            gone = vanished(hit[1]) if hit else ""
            if hit and gone:
                first = hit[1].index(gone)
                targets[first] = len(gone)
        assert task.right(problem) == str(
            max(targets.values(), default=0) if kind == "most" else len(targets)
        )


def test_runs_of_a_sector_agree_with_groups_of_angles() -> None:
    for task, problem in of_kind("zuma_qa", "runs", 60, "level_0"):
        wide, count = 360 / problem.sectors, 0
        for sign, run in groupby(enumerate(problem.line), lambda each: each[1]):
            spots = [places(problem.track)[place] for place, _ in run]
            angles = [math.degrees(math.atan2(-y, x)) % 360 for x, y in spots]
            inside = [int(angle // wide) + 1 == int(problem.asked) for angle in angles]
            count += sign != "." and len(spots) > 1 and all(inside)
        assert task.right(problem) == str(count)


@pytest.mark.parametrize("level", LEVELS)
def test_tracks_hold_as_many_marbles_as_they_should_and_answers_differ(level: str) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    asked: Counter[str] = Counter()
    for task, problem in problems("zuma_qa", level, 60):
        assert len(problem.line.replace(".", "")) == task.marbles
        assert len(problem.line) <= len(places(problem.track))
        seen[problem.kind, task.right(problem)] += 1
        asked[problem.kind] += 1
    assert all(count < 0.6 * asked[kind] for (kind, _), count in seen.items())


def test_the_form_of_the_track_may_be_chosen_and_narrow_sectors_need_marbles() -> None:
    for track in TRACKS:
        task = ZumaQa(track=track)
        assert task.start(3).problem.track == track
    with pytest.raises(ValueError, match="sectors must be 4"):
        replace(task, sectors=8)
