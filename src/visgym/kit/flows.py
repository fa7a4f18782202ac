"""Flows through networks with capacities: the largest, and the most that one can pay."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

Arc = tuple[int, int, int, int]
"""From, to, capacity, and what each unit pays."""


def most_from(arcs: Sequence[Arc], source: int, sink: int, units: int) -> int:
    """What so many units pay at most on their ways from source to sink.

    >>> most_from([(0, 1, 1, 5), (0, 1, 9, 0), (1, 2, 9, 1)], 0, 2, 2)
    7
    """
    ends, room, pays, leaving = _residual(arcs)
    total = 0
    for _ in range(units):
        gain, came_by = _best_way(ends, room, pays, leaving, source)
        if sink not in gain:
            raise ValueError("The network does not carry so many units.")
        total += gain[sink]
        node = sink
        while node != source:
            arc = came_by[node]
            room[arc] -= 1
            room[arc ^ 1] += 1
            node = ends[arc ^ 1]
    return total


def _residual(
    arcs: Sequence[Arc],
) -> tuple[list[int], list[int], list[int], dict[int, list[int]]]:
    """Ends, room and pay of arcs, each followed by its way back, and the arcs that leave a node."""
    ends, room, pays = list[int](), list[int](), list[int]()
    leaving: dict[int, list[int]] = {}
    for start, end, capacity, pay in arcs:
        leaving.setdefault(start, []).append(len(ends))
        leaving.setdefault(end, []).append(len(ends) + 1)
        ends += [end, start]
        room += [capacity, 0]
        pays += [pay, -pay]
    return ends, room, pays, leaving


def _best_way(
    ends: list[int], room: list[int], pays: list[int], leaving: dict[int, list[int]], source: int
) -> tuple[dict[int, int], dict[int, int]]:
    """The most that one unit gains on its way to each node, and the arcs by which it comes."""
    gain, came_by = {source: 0}, dict[int, int]()
    waiting, queued = deque([source]), {source}
    while waiting:
        node = waiting.popleft()
        queued.discard(node)
        for arc in leaving[node]:
            end = ends[arc]
            if room[arc] and gain[node] + pays[arc] > gain.get(end, -(10**9)):
                gain[end], came_by[end] = gain[node] + pays[arc], arc
                if end not in queued:
                    waiting.append(end)
                    queued.add(end)
    return gain, came_by


def largest(arcs: Sequence[tuple[int, int, int]], source: int, sink: int) -> int:
    """The most that flows from source to sink.

    >>> largest([(0, 1, 5), (1, 2, 3)], 0, 2)
    3
    """
    return _filled(arcs, source, sink)[0]


def cut(arcs: Sequence[tuple[int, int, int]], source: int, sink: int) -> set[int]:
    """The nodes on the side of the source of a cut with the least capacity.

    >>> cut([(0, 1, 5), (1, 2, 3)], 0, 2)
    {0, 1}
    """
    return _filled(arcs, source, sink)[1]


def _filled(arcs: Sequence[tuple[int, int, int]], source: int, sink: int) -> tuple[int, set[int]]:
    """The largest flow, and the nodes that could be reached with more."""
    ends, room, _, leaving = _residual([(start, end, most, 0) for start, end, most in arcs])
    flow = 0
    while True:
        came_by = {source: -1}
        waiting = deque([source])
        while waiting and sink not in came_by:
            node = waiting.popleft()
            for arc in leaving.get(node, ()):
                if room[arc] and ends[arc] not in came_by:
                    came_by[ends[arc]] = arc
                    waiting.append(ends[arc])
        if sink not in came_by:
            return flow, set(came_by)
        way, node = list[int](), sink
        while node != source:
            way.append(came_by[node])
            node = ends[came_by[node] ^ 1]
        units = min(room[arc] for arc in way)
        flow += units
        for arc in way:
            room[arc] -= units
            room[arc ^ 1] += units
