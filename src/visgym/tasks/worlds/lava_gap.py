"""Lava Gap: cross a room through the gaps in strips of lava.

Every strip has one gap. A step onto lava ends the episode; nothing else is beyond repair.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Cell
from visgym.kit.worlds.rooms.building import floor_of, mirrored, start_at, walled
from visgym.kit.worlds.rooms.things import FLOOR, GOAL, LARGEST, LAVA, RoomState
from visgym.kit.worlds.rooms.walks import RoomTask


@dataclass(frozen=True, kw_only=True)
class LavaGap(RoomTask):
    size: int = 7
    """Cells along a side, with the walls."""
    strips: int = 1
    """Strips of lava, along rows and columns in turn."""

    tags = frozenset({"synthetic", "partial", "known", "navigation", "planning"})
    distinct_starts = 0.8  # the smallest room has 864 of them
    shown = ("goal", "lava")

    def fits(self) -> None:
        if not 5 <= self.size <= LARGEST or not 1 <= self.strips <= min(6, (self.size - 1) // 3):
            raise ValueError(
                f"size is from 5 to {LARGEST}, strips from 1 to a third of size - 1 and at most 6."
            )

    def built(self, rng: Random) -> RoomState:
        last = self.size - 1
        across = (self.strips + 1) // 2
        columns = _spaced(across, self.size, rng)
        rows = _spaced(self.strips - across, self.size, rng)
        lava = [(at, column) for column in columns for at in range(1, last)]
        lava += [(row, at) for row in rows for at in range(1, last)]
        gaps = _gaps(rows, columns, last, rng)
        top, left = (rows or [last])[0], columns[0]
        low, right = (rows or [0])[-1], columns[-1]
        plan = walled(self.size, self.size)
        agent = rng.choice(floor_of(plan, range(1, top), range(1, left)))
        goal = rng.choice(floor_of(plan, range(low + 1, last), range(right + 1, last)))
        # turned over at random, so that the goal may lie anywhere
        agent, goal, *places = mirrored([agent, goal, *gaps, *lava], self.size, rng)
        plan |= dict.fromkeys(places[len(gaps) :], LAVA)
        plan |= {**dict.fromkeys(places[: len(gaps)], FLOOR), goal: GOAL}
        return start_at(plan, agent, rng)

    def story(self) -> str:
        strips = "A strip of lava crosses" if self.strips == 1 else "Strips of lava cross"
        gap = "It has one gap." if self.strips == 1 else "Each strip has one gap."
        return (
            f"{strips} a walled room of {self.size}x{self.size} cells. {gap} Walk to the goal. Who "
            "steps onto lava has lost."
        )


def _spaced(count: int, size: int, rng: Random) -> list[int]:
    """Lines with floor between them and on both sides."""
    slack = size - 2 - (2 * count + 1)
    shifts = sorted(rng.randint(0, slack) for _ in range(count))
    return [2 + 2 * number + shift for number, shift in enumerate(shifts)]


def _gaps(rows: list[int], columns: list[int], last: int, rng: Random) -> list[Cell]:
    """One gap in each strip, on a way from the first corner to the last one."""
    order = ["row"] * len(rows) + ["column"] * len(columns)
    rng.shuffle(order)
    down, across = [0, *rows, last], [0, *columns, last]
    gaps, row, column = list[Cell](), 0, 0
    for crossed in order:
        if crossed == "row":
            gaps.append((down[row + 1], rng.randrange(across[column] + 1, across[column + 1])))
            row += 1
        else:
            gaps.append((rng.randrange(down[row] + 1, down[row + 1]), across[column + 1]))
            column += 1
    return gaps


PRESETS = {
    "level_0": LavaGap(size=5, step_limit=25),
    "level_1": LavaGap(size=7, step_limit=40),
    "level_2": LavaGap(size=11, strips=3, step_limit=80),
    "plan": LavaGap(size=11, strips=3, view="full", turns="one", step_limit=1, longest=60),
}
