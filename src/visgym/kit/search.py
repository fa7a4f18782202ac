"""Search over any finite space: shortest plans, exact covers, and plans made longer on purpose."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, TypeVar

from visgym.core.calls import Call
from visgym.core.task import Task

Place = TypeVar("Place", bound=Hashable)
Move = TypeVar("Move")
Row = TypeVar("Row", bound=Hashable)
Item = TypeVar("Item", bound=Hashable)
State = TypeVar("State")

Neighbours = Callable[[Place], Iterable[tuple[Move, Place]]]


def breadth_first(
    start: Place, neighbours: Neighbours[Place, Move], is_goal: Callable[[Place], bool]
) -> list[Move] | None:
    """A shortest sequence of moves from `start` to a goal, or None."""
    came_from: dict[Place, tuple[Place, Move] | None] = {start: None}
    if is_goal(start):
        return []
    waiting = [start]
    for place in waiting:
        for move, ahead in neighbours(place):
            if ahead not in came_from:
                came_from[ahead] = (place, move)
                if is_goal(ahead):
                    return _trace(came_from, ahead)
                waiting.append(ahead)
    return None


def a_star(
    start: Place,
    neighbours: Neighbours[Place, Move],
    is_goal: Callable[[Place], bool],
    estimate: Callable[[Place], int],
) -> list[Move] | None:
    """A shortest sequence of moves, led by an estimate that never exceeds the true distance."""
    order = count()  # equal estimates are visited first in, first out
    queue = [(estimate(start), next(order), start)]
    came_from: dict[Place, tuple[Place, Move] | None] = {start: None}
    length = {start: 0}
    while queue:
        promise, _, place = heappop(queue)
        if is_goal(place):
            return _trace(came_from, place)
        if promise > length[place] + estimate(place):
            continue  # reached by a shorter way since it was queued
        for move, ahead in neighbours(place):
            if ahead not in length or length[place] + 1 < length[ahead]:
                length[ahead] = length[place] + 1
                came_from[ahead] = (place, move)
                heappush(queue, (length[ahead] + estimate(ahead), next(order), ahead))
    return None


def _trace(came_from: Mapping[Place, tuple[Place, Move] | None], place: Place) -> list[Move]:
    moves = []
    while (step := came_from[place]) is not None:
        place, move = step
        moves.append(move)
    return moves[::-1]


def meet_in_the_middle(
    start: Place,
    goal: Place,
    neighbours: Neighbours[Place, Any],
    longest: float = math.inf,
    behind: Neighbours[Place, Any] | None = None,
) -> list[Place] | None:
    """The places on a shortest way between two, where every move can be undone.

    None if they are apart, or by more than `longest` moves. Where moves lead one way only, `behind`
    gives the places that are one move before a place.
    """
    if start == goal:
        return [start]
    parents: tuple[dict[Place, Place | None], ...] = ({start: None}, {goal: None})
    fringes, ways = [[start], [goal]], (neighbours, behind or neighbours)
    length = 0
    while all(fringes) and length < longest:
        length += 1
        side = 0 if len(fringes[0]) <= len(fringes[1]) else 1
        mine, other = parents[side], parents[1 - side]
        ahead = []
        for place in fringes[side]:
            for _, near in ways[side](place):
                if near in mine:
                    continue
                mine[near] = place
                if near in other:
                    return [*_ancestors(parents[0], near)[::-1], *_ancestors(parents[1], near)[1:]]
                ahead.append(near)
        fringes[side] = ahead
    return None


def _ancestors(parents: Mapping[Place, Place | None], place: Place) -> list[Place]:
    line = []
    at: Place | None = place
    while at is not None:
        line.append(at)
        at = parents[at]
    return line


def places_away(start: Place, neighbours: Neighbours[Place, Any], moves: int) -> list[Place]:
    """Every place exactly so many moves away, where every move can be undone."""
    before: set[Place] = set()
    layer = dict.fromkeys([start])  # in the order of discovery
    for _ in range(moves):
        ahead = dict.fromkeys(near for place in layer for _, near in neighbours(place))
        before, layer = (
            set(layer),
            {place: None for place in ahead if place not in before and place not in layer},
        )
    return list(layer)


def walked(
    place: Place, neighbours: Neighbours[Place, Any], moves: int, rng: Random
) -> Place | None:
    """Where random moves lead that never come back to an earlier place; None if they are stuck."""
    seen = {place}
    for _ in range(moves):
        options = [near for _, near in neighbours(place) if near not in seen]
        if not options:
            return None
        place = rng.choice(options)
        seen.add(place)
    return place


def shortest_plan(
    task: Task[State], state: State, is_goal: Callable[[State], bool] | None = None
) -> list[Call]:
    """A shortest plan on any task with finitely many calls; empty if there is none."""
    reached = is_goal or (lambda each: task.score(each) >= 1)
    return breadth_first(state, task.moves, reached) or []


def with_round_trips(
    task: Task[State],
    state: State,
    plan: Iterable[Call],
    steps: int | None,
    rng: Random,
    there_and_back: Callable[[State], list[Call]] | None = None,
    ends_itself: bool = False,
) -> list[Call]:
    """`plan` with moves there and back put in at random until it has `steps` calls, or one more.

    Where the episode `ends_itself` at the end of the plan, no detour may reach that end.
    """
    calls = list(plan)
    missing = 0 if steps is None else -(-(steps - len(calls)) // 2)
    if missing <= 0:
        return calls
    states = [state]
    for call in calls:
        states.append(task.apply(states[-1], call))
    room = len(states) - ends_itself
    places = sorted(rng.randrange(room) for _ in range(missing)) if room else []
    padded: list[Call] = []
    for index, at in enumerate(states):
        for _ in range(places.count(index)):
            padded += there_and_back(at) if there_and_back else _round_trip(task, at, rng)
        padded += calls[index : index + 1]
    return padded


def _round_trip(task: Task[State], state: State, rng: Random) -> list[Call]:
    moves = [
        (call, away) for call, away in task.moves(state) if away != state and not task.is_over(away)
    ]
    rng.shuffle(moves)
    for call, away in moves:
        back = next((again for again, home in task.moves(away) if home == state), None)
        if back is not None:
            return [call, back]
    return []


def exact_cover(rows: Mapping[Row, Sequence[Item]], items: Iterable[Item]) -> Iterator[list[Row]]:
    """Every choice of rows that contains each item once, found by Knuth's Algorithm X."""
    columns: dict[Item, set[Row]] = {item: set() for item in items}
    for row, members in rows.items():
        for item in members:
            columns[item].add(row)
    rank = {row: number for number, row in enumerate(rows)}
    yield from _cover(rows, rank, columns, [])


def _cover(
    rows: Mapping[Row, Sequence[Item]],
    rank: Mapping[Row, int],
    columns: dict[Item, set[Row]],
    chosen: list[Row],
) -> Iterator[list[Row]]:
    if not columns:
        yield list(chosen)
        return
    scarce = min(columns, key=lambda item: len(columns[item]))
    for row in sorted(columns[scarce], key=rank.__getitem__):
        removed = [_take_out(rows, columns, item) for item in rows[row]]
        yield from _cover(rows, rank, columns, [*chosen, row])
        for item, rivals in zip(reversed(rows[row]), reversed(removed), strict=True):
            _put_back(rows, columns, item, rivals)


def _take_out(
    rows: Mapping[Row, Sequence[Item]], columns: dict[Item, set[Row]], item: Item
) -> set[Row]:
    """Drop an item that is covered now, and every row that would cover it again."""
    rivals = columns.pop(item)
    for rival in rivals:
        for other in rows[rival]:
            if other in columns:
                columns[other].discard(rival)
    return rivals


def _put_back(
    rows: Mapping[Row, Sequence[Item]],
    columns: dict[Item, set[Row]],
    item: Item,
    rivals: set[Row],
) -> None:
    for rival in rivals:
        for other in rows[rival]:
            if other in columns:
                columns[other].add(rival)
    columns[item] = rivals
