"""Searches over rooms with boxes: exact distances by pulling, and a shortest way by pushing.

Floor cells are numbered. A state is the set of cells with boxes, as bits above `BITS` bits that
have the cell of the player. `near` has for each cell the one beside it in each direction, or -1;
directions are numbered around, so that the opposite of d is d ^ 2.
"""

from __future__ import annotations

from visgym.kit.boards.kernels.sets import FREE, Numbers, clear, slot_of
from visgym.kit.compiled import optional_loop, optional_shared

BITS = 6
FAR = 1 << 20  # pushes, where none lead to a target
NO_WAY, NO_ROOM = -1, -2
PLAYER = (1 << BITS) - 1
STATES, ENTRIES, MATCHES, ROOM = 128, 129, 130, 146  # in the room that a search uses for itself


@optional_loop
def pull_back(near: Numbers, home: int, states: Numbers, ends: Numbers, table: Numbers) -> int:
    """The number of states from which the boxes come `home`, the nearest first, walks included.

    Those of distance d end at `ends[d]`. States that are listed have their exact distance, also
    where there is no room for all.
    """
    count, begin = 0, 0
    clear(table)
    for player in range(near.shape[0]):
        if not home >> player & 1:
            states[count] = home << BITS | player
            table[slot_of(table, states[count])] = states[count]
            count += 1
    for depth in range(ends.shape[0]):
        end = count
        ends[depth] = end
        if depth + 1 == ends.shape[0]:
            break
        for index in range(begin, end):
            boxes, player = states[index] >> BITS, states[index] & PLAYER
            for direction in range(4):
                before, box = near[player, direction ^ 2], near[player, direction]
                if before < 0 or boxes >> before & 1:
                    continue
                for pull in range(2):
                    state = boxes << BITS | before
                    if pull:
                        if box < 0 or not boxes >> box & 1:
                            break
                        state = (boxes ^ (1 << box) ^ (1 << player)) << BITS | before
                    slot = slot_of(table, state)
                    if table[slot] == FREE and count < states.shape[0]:
                        table[slot] = state
                        states[count] = state
                        count += 1
        begin = end
    return count


@optional_loop
def push_home(
    near: Numbers,
    far: Numbers,
    start: int,
    home: int,
    nodes: Numbers,
    table: Numbers,
    queue: Numbers,
    heads: Numbers,
    room: Numbers,
) -> int:
    """A* over pushes: the place in `table` of the state at home with the fewest moves, or why not.

    `nodes` has for each place the cost and the place before, -1 at the start. `far` has the pushes
    from a cell to each target for one box alone; the bound is the cheapest way to give each box its
    own. Entries of `queue` are a place, its cost, and the next entry in the list of one of `heads`.
    """
    clear(table)
    clear(heads)
    promise: int = bound(far, start >> BITS, room)
    place: int = slot_of(table, start)
    if promise >= FAR:
        return NO_WAY
    table[place], nodes[place, 0], nodes[place, 1] = start, 0, FREE
    put(queue, heads, 0, place, 0, promise)
    room[STATES], room[ENTRIES] = 1, 1
    while promise < heads.shape[0]:
        entry = heads[promise]
        if entry == FREE:
            promise += 1
            continue
        heads[promise] = queue[entry, 2]
        place = queue[entry, 0]
        if queue[entry, 1] > nodes[place, 0]:
            continue  # reached by a shorter way since it was queued
        if table[place] >> BITS == home:
            return place
        if not push_on(near, far, place, nodes, table, queue, heads, room):
            return NO_ROOM
    return NO_WAY


@optional_shared
def push_on(
    near: Numbers,
    far: Numbers,
    place: int,
    nodes: Numbers,
    table: Numbers,
    queue: Numbers,
    heads: Numbers,
    room: Numbers,
) -> bool:
    """Put what one push leads to into the queue, if there is room for all of it."""
    boxes = table[place] >> BITS
    walk(near, boxes, table[place] & PLAYER, room)
    for box in range(near.shape[0]):
        for direction in range(4):
            ahead, behind = near[box, direction], near[box, direction ^ 2]
            if not boxes >> box & 1 or ahead < 0 or behind < 0 or boxes >> ahead & 1:
                continue
            after = boxes ^ (1 << box) ^ (1 << ahead)
            rest = FAR if room[behind] < 0 else bound(far, after, room)
            if rest >= FAR:
                continue
            cost = nodes[place, 0] + room[behind] + 1
            there = slot_of(table, after << BITS | box)
            if table[there] == FREE:
                room[STATES] += 1
            elif nodes[there, 0] <= cost:
                continue
            if room[STATES] * 2 > table.shape[0] or room[ENTRIES] == queue.shape[0]:
                return False
            if cost + rest >= heads.shape[0]:
                return False
            table[there], nodes[there, 0], nodes[there, 1] = after << BITS | box, cost, place
            put(queue, heads, room[ENTRIES], there, cost, cost + rest)
            room[ENTRIES] += 1
    return True


@optional_shared
def put(queue: Numbers, heads: Numbers, entry: int, place: int, cost: int, promise: int) -> None:
    """A new entry before those of the same promise."""
    queue[entry, 0], queue[entry, 1], queue[entry, 2] = place, cost, heads[promise]
    heads[promise] = entry


@optional_shared
def walk(near: Numbers, boxes: int, player: int, room: Numbers) -> None:
    """Steps to each cell without a push, at the begin of `room`; -1 where none lead."""
    cells = near.shape[0]
    for cell in range(cells):
        room[cell] = FREE
    room[player], room[cells], first, last = 0, player, cells, cells + 1
    while first < last:
        here = room[first]
        first += 1
        for direction in range(4):
            ahead = near[here, direction]
            if ahead >= 0 and room[ahead] < 0 and not boxes >> ahead & 1:
                room[ahead] = room[here] + 1
                room[last] = ahead
                last += 1


@optional_shared
def bound(far: Numbers, boxes: int, room: Numbers) -> int:
    """Pushes that are needed at least, or `FAR`; from `MATCHES` on by the targets taken."""
    targets, every = far.shape[0], 1 << far.shape[0]
    for taken in range(every):
        room[MATCHES + taken] = FAR
    room[MATCHES] = 0
    for box in range(far.shape[1]):
        if not boxes >> box & 1:
            continue
        # the larger sets first, so that none is looked at that has this box already
        for taken in range(every - 1, -1, -1):
            cost = room[MATCHES + taken]
            if cost >= FAR:
                continue
            for target in range(targets):
                grown = taken | 1 << target
                total = cost + far[target, box]
                if grown != taken and total < room[MATCHES + grown]:
                    room[MATCHES + grown] = total
            room[MATCHES + taken] = FAR
    least: int = room[MATCHES + every - 1]
    return least
