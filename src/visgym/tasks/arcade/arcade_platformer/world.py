"""The world of the hero, and how it goes on by one tick."""

from __future__ import annotations

from dataclasses import dataclass

from visgym.kit.arcade.bodies import POINT, TILE, Rows, fallen, meets, pushed, tile_at
from visgym.kit.arcade.worlds import altered
from visgym.tasks.arcade.arcade_platformer.course import SOLID, Course, mover_at
from visgym.tasks.arcade.arcade_platformer.styles import Style

Buttons = frozenset[str]

HALF, TALL, LOW = 5 * POINT, 26 * POINT, 13 * POINT  # of the hero, in units
RUN, HASTE, LEAP, HIGH_LEAP, CUT = 48, 8, 144, 180, 56  # units a tick
GRAVITY, FASTEST, CLIMB, SPRING = 12, 190, 32, 112
STRIKE, ACTIVE, REST = 4, 7, 10  # ticks of a strike: it hits up to ACTIVE left, then rests
FIRM = "#-="  # tiles that stay
SWING, SWUNG, LIFT = 72, 16, 120  # speed across, ticks, and speed upward of a swing


@dataclass(frozen=True)  # without slots, for `altered`
class Run:
    course: Course
    rows: Rows
    """Tiles as they are now."""
    x: int
    y: int
    clock: int = 0
    dx: int = 0
    dy: int = 0
    facing: int = 1
    stands: bool = True
    low: bool = False
    rides: int = -1
    """The platform that carries the hero."""
    act: int = 0
    """Ticks until the hero may strike again."""
    aim: tuple[int, int] = (1, 0)
    swings: int = 0
    """Ticks that a swing still carries the hero."""
    hurt: int = 0
    """Ticks in which nothing hurts the hero again."""
    health: int = 3
    form: str = ""
    """The head or helmet that is worn."""
    form_left: int = 0
    supply: int = 0
    """Apples or knives."""
    taken: tuple[int, ...] = ()
    """Numbers of the things that were taken."""
    down: tuple[int, ...] = ()
    """Numbers of the foes that were defeated."""
    shots: tuple[tuple[int, int, int, int], ...] = ()
    """What the hero threw: x and y in points, the way across, and the tick it was thrown at."""
    crumbs: tuple[tuple[int, int, int], ...] = ()
    """Blocks that will fall or fell: column, row, and the tick of the first step on them."""
    safe: tuple[int, int] = (0, 0)
    """Where the hero comes back after a fall."""


def is_upward(run: Run) -> bool:
    """Whether everything falls upward where the hero is."""
    column = run.x >> 8
    return any(first <= column <= last for first, last in run.course.rooms)


def moved(run: Run, buttons: Buttons, style: Style) -> Run:
    """The hero after a tick among tiles and platforms."""
    down = -1 if run.course.rooms and is_upward(run) else 1
    way = ("right" in buttons) - ("left" in buttons)
    low = _crouches(run, buttons, style)
    height = LOW if low else TALL
    x, y = _carried(run)
    dx = _across(run, way, low)
    dy = _along(run, buttons, style, way, down, height)
    x, side = pushed(run.rows, SOLID, x, y, HALF, height, dx)
    y, end = fallen(run.rows, SOLID, x, y, HALF, height, dy)
    rides, stands = -1, end == down
    if run.course.movers and dy >= 0 and not stands:
        rides, y = _boarded(run, x, y)
        stands = rides >= 0
    is_safe = end == 1 and not run.hurt and _is_firm(run.rows, x, y)
    return altered(
        run,
        x=x,
        y=y,
        clock=run.clock + 1,
        dx=0 if side else dx,
        dy=0 if end or stands else dy,
        facing=way or run.facing,
        stands=stands,
        low=low,
        rides=rides,
        swings=max(run.swings - 1, 0) if not stands else 0,
        hurt=max(run.hurt - 1, 0),
        act=max(run.act - 1, 0),
        safe=(x, y) if is_safe else run.safe,
    )


def _crouches(run: Run, buttons: Buttons, style: Style) -> bool:
    wants = run.form == "mini" or (style.slides and "slide" in buttons and run.stands)
    return wants or (run.low and meets(run.rows, SOLID, run.x, run.y, HALF, TALL))


def _carried(run: Run) -> tuple[int, int]:
    """Where a platform takes the hero, if nothing is in the way."""
    if run.rides < 0:
        return run.x, run.y
    mover = run.course.movers[run.rides]
    by = (mover_at(mover, run.clock + 1) - mover_at(mover, run.clock)) * POINT
    height = LOW if run.low else TALL
    x, _ = pushed(run.rows, SOLID, run.x, run.y, HALF, height, by)
    return x, run.y


def _across(run: Run, way: int, low: bool) -> int:
    if run.swings:
        return run.facing * SWING
    if low and run.form != "mini" and not way:
        return run.facing * RUN  # a slide goes on
    wanted = way * RUN
    if run.dx < wanted:
        return min(run.dx + HASTE, wanted)
    return max(run.dx - HASTE, wanted)


def _along(run: Run, buttons: Buttons, style: Style, way: int, down: int, height: int) -> int:
    """Units that the hero moves downward, before anything stops that."""
    jumps = "jump" in buttons
    if jumps and way and (style.climbs or run.form in ("claw", "Y")) and _holds(run, way, height):
        return -down * CLIMB
    if style.hangs and "up" in buttons and _hangs(run, height):
        return -1  # keeps in touch
    if jumps and run.stands:
        return -down * (HIGH_LEAP if run.form == "S" else LEAP)
    dy = run.dy
    if not jumps and not run.swings and dy * down < -CUT:
        dy = -down * CUT
    dy += down * GRAVITY
    return max(-FASTEST, min(FASTEST, dy))


def _holds(run: Run, way: int, height: int) -> bool:
    """Whether a wall with holds is beside the hero."""
    column = run.x + way * (HALF + POINT) >> 8
    # feet count too, so that the hero comes over the top
    return any(tile_at(run.rows, column, y >> 8) == "w" for y in (run.y - 1, run.y - height // 2))


def _hangs(run: Run, height: int) -> bool:
    return tile_at(run.rows, run.x >> 8, run.y - height - POINT >> 8) == "="


def _boarded(run: Run, x: int, y: int) -> tuple[int, int]:
    """The platform under feet that come from above, and the height of the feet then."""
    for number, mover in enumerate(run.course.movers):
        left, top = mover_at(mover, run.clock + 1) * POINT, mover.y * POINT
        if run.y <= top <= y and left - HALF < x < left + 3 * TILE + HALF:
            return number, top
    return -1, y


def _is_firm(rows: Rows, x: int, y: int) -> bool:
    """Whether ground that stays is under both feet."""
    row = y >> 8
    if tile_at(rows, x - HALF >> 8, row) not in FIRM:
        return False
    return tile_at(rows, x + HALF - 1 >> 8, row) in FIRM


def points(run: Run) -> tuple[int, int]:
    """The middle of the hero's feet, in points."""
    return run.x // POINT, run.y // POINT
