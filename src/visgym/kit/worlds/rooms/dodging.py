"""Ways among balls that roll: for somebody who knows what they will do, and for somebody careful.

Who is careful enters a cell only if no ball in sight can be there by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from visgym.core.calls import Call, Illegal
from visgym.kit.grid import Cell
from visgym.kit.search import a_star
from visgym.kit.worlds.rooms.moves import stepped, turned
from visgym.kit.worlds.rooms.planning import FORWARD, LEFT, RIGHT, at_goal, at_news, shortest
from visgym.kit.worlds.rooms.things import FLOOR, GOAL, LAVA, RoomState

WAIT = Call("wait")

SLACK = 3  # calls beyond those that were asked for
Roll = Callable[[RoomState], RoomState]


def foreseen(state: RoomState, roll: Roll, least: int = 0) -> list[Call]:
    """The calls of a shortest way that no ball crosses, after waiting for more where wanted."""
    plan = _shortest(state, roll)
    if len(plan) >= least:
        return plan
    turns: tuple[tuple[Call, int], ...] = ((LEFT, 3), (RIGHT, 1))
    begun = [([turn], turned(roll(state), quarters)) for turn, quarters in turns]
    for lead, here in ([], state), *begun:  # where it makes no difference to wait, one turns first
        if delayed := _delayed(here, roll, least - len(lead)):
            return lead + delayed
    return plan


def _delayed(state: RoomState, roll: Roll, least: int) -> list[Call]:
    """A way that begins with waiting and takes about so many calls; empty if there is none."""
    later = [state]
    for _ in range(least):
        later.append(roll(later[-1]))
    for waits in range(least, -1, -1):
        ahead = _shortest(later[waits], roll)
        if ahead and least <= waits + len(ahead) <= least + SLACK:
            return [WAIT] * waits + ahead
        if ahead and waits + len(ahead) < least:
            break  # who sets out earlier is there no later
    return []


def _shortest(state: RoomState, roll: Roll) -> list[Call]:
    goal = next((row, line.index(GOAL)) for row, line in enumerate(state.rows) if GOAL in line)

    def ways(here: RoomState) -> Iterator[tuple[Call, RoomState]]:
        here = roll(here)
        yield LEFT, turned(here, 3)
        yield RIGHT, turned(here, 1)
        yield WAIT, here
        try:
            after = stepped(here)
        except Illegal:
            return
        if after.thing(after.agent) is None:
            yield FORWARD, after

    bare = replace(state, seen=())
    plan = a_star(bare, ways, lambda at: at.agent == goal, lambda at: _calls_left(at, goal))
    return plan or []


def _calls_left(state: RoomState, goal: Cell) -> int:
    """Cells to the goal, and turns that cannot be saved."""
    down, across = goal[0] - state.agent[0], goal[1] - state.agent[1]
    ahead = state.facing.step[0] * down + state.facing.step[1] * across
    return abs(down) + abs(across) + (down != 0 and across != 0) + (ahead <= 0 != down | across)


def careful(seen: RoomState) -> Call:
    """The next call of somebody who knows only what was seen, and takes no risk."""
    bare = replace(seen, things=())
    plan = shortest(bare, at_goal, at_news) or [WAIT]
    if plan[0] != FORWARD or seen.ahead not in (risks := _risks(seen)):
        return plan[0]
    rows = tuple(
        "".join(LAVA if (row, column) in risks else tile for column, tile in enumerate(line))
        for row, line in enumerate(seen.rows)
    )
    around = shortest(replace(bare, rows=rows), at_goal)
    return around[0] if around else WAIT


def _risks(seen: RoomState) -> set[Cell]:
    """The cells where a ball may be after its next move."""
    found = set[Cell]()
    for (row, column), thing in seen.things:
        if thing.kind == "roller":
            found |= {(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)}
    return {cell for cell in found if seen.tile(cell) == FLOOR}
