"""Colourings of graphs, from the neighbours of each vertex as bits of a number."""

from __future__ import annotations

from visgym.kit.graphs.graph import bits


def coloured(neighbours: list[int], count: int) -> tuple[int, ...] | None:
    """A colouring with at most so many colours, always going on where the fewest fit, or None.

    >>> coloured([0b10, 0b101, 0b10], 2), coloured([0b10, 0b101, 0b10], 1)
    ((1, 0, 1), None)
    """
    everybody = range(len(neighbours))
    stack = [((-1,) * len(neighbours), 0)]
    while stack:
        colours, used = stack.pop()
        left = [vertex for vertex in everybody if colours[vertex] < 0]
        if not left:
            return colours
        taken = {v: {colours[other] for other in bits(neighbours[v])} - {-1} for v in left}
        chosen = max(left, key=lambda v: (len(taken[v]), neighbours[v].bit_count()))
        for colour in set(range(min(used + 1, count))) - taken[chosen]:
            more = (*colours[:chosen], colour, *colours[chosen + 1 :])
            stack.append((more, max(used, colour + 1)))
    return None


def first_fit(neighbours: list[int]) -> int:
    """How many colours it takes to give each vertex in turn the first colour that fits.

    >>> first_fit([0b1000, 0b100, 0b1010, 0b101])
    3
    """
    groups: list[int] = []
    for vertex, around in enumerate(neighbours):
        fits = [number for number, group in enumerate(groups) if not group & around]
        if fits:
            groups[fits[0]] |= 1 << vertex
        else:
            groups.append(1 << vertex)
    return len(groups)


def fewest_colours(neighbours: list[int]) -> int:
    """How many colours are needed: covers by sets without edges are counted, by leaving some out.

    >>> fewest_colours([0b1000, 0b100, 0b1010, 0b101])
    2
    """
    size = len(neighbours)
    counts = [1] * (1 << size)  # sets without edges among some vertices
    for among in range(1, len(counts)):
        first, rest = (among & -among).bit_length() - 1, among & (among - 1)
        counts[among] = counts[rest] + counts[rest & ~neighbours[first]]
    covers = [1 - 2 * ((size - among.bit_count()) % 2) for among in range(len(counts))]
    colours = 0
    while not sum(covers):
        covers = [cover * count for cover, count in zip(covers, counts, strict=True)]
        colours += 1
    return colours


def complete_colouring(neighbours: list[int], count: int) -> tuple[int, ...] | None:
    """A colouring with so many colours, any two of which meet on an edge, or None.

    >>> complete_colouring([0b10, 0b101, 0b1010, 0b100], 3)
    (0, 1, 2, 0)
    """
    size, pairs = len(neighbours), count * (count - 1) // 2
    later = [sum((neighbours[w] & (1 << w) - 1).bit_count() for w in range(v, size))
             for v in range(size + 1)]  # fmt: skip
    stack: list[tuple[tuple[int, ...], int]] = [((0,), 0)]
    while stack:
        colours, met = stack.pop()
        vertex, used = len(colours), max(colours) + 1
        missing = pairs - met.bit_count()
        if vertex == size:
            if used == count and not missing:
                return colours
        elif used + size - vertex >= count and missing <= later[vertex]:
            beside = {colours[other] for other in bits(neighbours[vertex] & (1 << vertex) - 1)}
            for colour in set(range(min(used + 1, count))) - beside:
                more = sum(1 << _pair(colour, other) for other in beside)
                stack.append(((*colours, colour), met | more))
    return None


def _pair(one: int, other: int) -> int:
    """A number for each two colours."""
    low, high = min(one, other), max(one, other)
    return high * (high - 1) // 2 + low


def most_colours(neighbours: list[int]) -> int:
    """How many colours a colouring can have, any two of which meet: all groupings are tried.

    >>> most_colours([0b10, 0b101, 0b1010, 0b100])
    3
    """
    return _most(neighbours, (1 << len(neighbours)) - 1, ())


def _most(neighbours: list[int], left: int, groups: tuple[int, ...]) -> int:
    """The most groups of one colour each, group by group; 0 where some would not meet."""
    if not left:
        around = [_around(neighbours, group) for group in groups]
        meet = all(a & b for n, a in enumerate(around) for b in groups[:n])
        return len(groups) if meet else 0
    first = left & -left
    found, growing = 0, [(first, left & ~first & ~_around(neighbours, first))]
    while growing:
        group, free = growing.pop()
        if free:
            low = free & -free
            growing.append((group, free ^ low))
            growing.append((group | low, (free ^ low) & ~_around(neighbours, low)))
        else:
            found = max(found, _most(neighbours, left & ~group, (*groups, group)))
    return found


def _around(neighbours: list[int], group: int) -> int:
    """Whoever is joined to some vertex of a group."""
    found = 0
    for vertex in bits(group):
        found |= neighbours[vertex]
    return found
