"""A course in the making: columns from left to right, each part safe to pass by its own means."""

from __future__ import annotations

from random import Random

from visgym.kit.arcade.bodies import Pickup
from visgym.tasks.arcade.arcade_platformer.course import (
    HIGH,
    SIDE,
    Course,
    Foe,
    Kind,
    Mover,
    Waypoint,
)

LOWEST, HIGHEST = 12, 8  # rows in which the ground may begin
BASE = 10  # the row in which the ground begins before obstacles


class Track:
    """Columns of tiles, and who and what is among them."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.floor = rng, 11
        self.columns: list[str] = []
        self.foes: list[Foe] = []
        self.movers: list[Mover] = []
        self.things: list[Pickup] = []
        self.waypoints: list[Waypoint] = []
        self.rooms: list[tuple[int, int]] = []

    @property
    def x(self) -> int:
        """Points from the left to where the next column begins."""
        return len(self.columns) * SIDE

    @property
    def y(self) -> int:
        """Points from the top to the ground."""
        return self.floor * SIDE

    # Tiles

    def put(self, *tiles: tuple[int, int, str]) -> None:
        """One column with ground, over which stretches of tiles lie: first row, last row, tile."""
        column = ["."] * self.floor + ["#"] * (HIGH - self.floor)
        for first, last, tile in tiles:
            for row in range(first, last + 1):
                column[row] = tile
        self.columns.append("".join(column))

    def flat(self, count: int) -> None:
        """Level ground."""
        for _ in range(count):
            self.put()

    def hole(self, count: int, *tiles: tuple[int, int, str]) -> None:
        """No ground, but perhaps other tiles."""
        for _ in range(count):
            self.put((self.floor, HIGH - 1, "."), *tiles)

    def mark(self, need: str = "", ahead: int = 0, up: int = 0, until: int = 0) -> None:
        """A waypoint so many columns ahead and so many rows above the ground."""
        x, y = self.x + ahead * SIDE + SIDE // 2, self.y - up * SIDE
        self.waypoints.append(Waypoint(x, y, need, self.x + until * SIDE))

    def level_to(self, floor: int) -> None:
        """Go up or down in steps of one or two rows until the ground begins in a row."""
        while self.floor != floor:
            step = max(-2, min(2, floor - self.floor))
            self.floor += step
            self.flat(2)
            self.mark()

    # Parts that every style has

    def stroll(self) -> None:
        """Level ground, sometimes with a ledge over it."""
        count = self.rng.randint(3, 5)
        if self.rng.random() < 0.4 and count > 3:
            self.flat(1)
            for _ in range(count - 2):
                self.put((self.floor - 3, self.floor - 3, "-"))
            self.flat(1)
        else:
            self.flat(count)
        self.mark()

    def gap(self) -> None:
        """A gap of two or three tiles."""
        self.flat(1)
        self.hole(self.rng.randint(2, 3))
        self.flat(2)
        self.mark()

    def step(self) -> None:
        """A step up or down by one or two tiles."""
        options = [self.floor + by for by in (-2, -1, 1, 2)]
        self.floor = self.rng.choice([each for each in options if HIGHEST <= each <= LOWEST])
        self.flat(3)
        self.mark()

    def pillars(self) -> None:
        """Two narrow pillars in a pit."""
        self.flat(1)
        for _ in range(2):
            self.hole(2)
            self.flat(1)
            self.mark()
        self.hole(2)
        self.flat(2)
        self.mark()

    def spikes(self) -> None:
        """Two tiles of spikes on the ground."""
        self.flat(2)
        for _ in range(2):
            self.put((self.floor - 1, self.floor - 1, "^"))
        self.flat(2)
        self.mark()

    # Who and what is there

    def foe(self, kind: Kind) -> None:
        """Level ground with a foe on its round, and room to deal with it."""
        rng = self.rng
        self.flat(4)
        height = {"bat": 40, "drone": 8}.get(kind, 0)
        reach = 0 if kind == "thrower" else 3 * SIDE
        period = rng.choice((72, 84, 96))
        foe = Foe(kind, self.x - SIDE, self.y - height, reach, period, rng.randrange(period))
        self.foes.append(foe)
        self.flat(4)
        self.mark()

    def thing(self, kind: str, ahead: float = 0.5, up: float = 0.5) -> None:
        """A thing so many tiles ahead and above the ground."""
        self.things.append(Pickup(kind, self.x + round(ahead * SIDE), self.y - round(up * SIDE)))

    def finished(self, least: int) -> Course:
        """The course with a door on level ground, at least so many columns long."""
        self.level_to(11)
        self.flat(max(5, least - len(self.columns)))
        door = (self.x - 2 * SIDE + SIDE // 2, self.y)
        self.waypoints.append(Waypoint(*door))
        rows = tuple("".join(row) for row in zip(*self.columns, strict=True))
        return Course(
            rows,
            tuple(self.foes),
            tuple(self.movers),
            tuple(self.things),
            tuple(self.waypoints),
            tuple(self.rooms),
            door,
        )
