"""The plain from behind the flyer: what stands or flies on it comes nearer with every tick.

Across is from the middle to the right, height from the floor, depth ahead of the flyer, all of them
in points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from visgym.kit.arcade.shooting import BURNS, lowered, swing

SPEED = 5  # points a tick
WIDE, HIGH, FLOOR = 100, 88, 8  # as far as the flyer goes: across, up and down
BODY = 7  # points to each side of the middle of the flyer
RELOAD, FAST, RANGE = 5, 26, 520  # ticks, points a tick, and how far a shot goes
SAFE, LIVES = 40, 3
POST, TREE = 17, 15  # half the width of a column and of a tree
HEDGE, BEAM = 44, 46  # the height of a hedge, and from which height on a beam shuts the way
TREETOP = 50
ORB = 15  # points to each side of a foe in which it is hit, and half that in which it hurts
SIGHT = 640  # depth from which on things are seen
BOLT = 9  # points a tick beyond the pace


@dataclass(frozen=True, slots=True)
class Oncoming:
    """An obstacle, or a foe that sways around its place."""

    kind: str
    x: int
    y: int
    far: int
    """Points of depth at the beginning."""
    sway: int = 0
    lift: int = 0
    period: int = 60
    delay: int = 0
    """Ticks by which the parts of a serpent follow its head."""
    fires: int = 0
    """The depth at which it fires; 0 if it does not."""


Bolt = tuple[int, int, int, int, int, int]
"""What a foe fires: from where across and how high, to where, and its first depth and tick."""


@dataclass(frozen=True, slots=True)
class Ride:
    things: tuple[Oncoming, ...]
    """In the order in which they come."""
    left: tuple[int, ...]
    """1 for each of the foes among them that is still there, 0 for all else."""
    pace: int
    """Points of depth each tick."""
    x: int = 0
    y: int = 44
    clock: int = 0
    lives: int = LIVES
    hurt: int = 0
    reload: int = 0
    shots: tuple[tuple[int, int, int], ...] = ()
    """Across, height, and the tick of its birth; all fly straight ahead."""
    bolts: tuple[Bolt, ...] = ()
    sparks: tuple[tuple[int, int, int, int], ...] = ()
    """Where a foe burst: across, height, depth, and the tick."""


FOES = frozenset({"orb", "kite", "head", "part"})
OBSTACLES = frozenset({"column", "tree", "hedge", "beam"})


def depth_of(thing: Oncoming, pace: int, clock: int) -> int:
    """How far ahead a thing is."""
    return thing.far - pace * clock


def place(thing: Oncoming, clock: int) -> tuple[int, int]:
    """Where a thing is across and how high."""
    if not thing.sway and not thing.lift:
        return thing.x, thing.y
    age = clock - thing.delay
    rise = swing(age + thing.period // 4, thing.lift, thing.period)
    return thing.x + swing(age, thing.sway, thing.period), thing.y + rise


def bars(thing: Oncoming, x: int, y: int) -> bool:
    """Whether an obstacle is in the way of a flyer at its depth."""
    if thing.kind == "column":
        return abs(x - thing.x) < POST + BODY
    if thing.kind == "tree":
        return abs(x - thing.x) < TREE + BODY and y - BODY < TREETOP
    return y - BODY < HEDGE if thing.kind == "hedge" else y + BODY > BEAM


def ticked(ride: Ride, buttons: frozenset[str]) -> Ride:
    """The ride a tick later."""
    clock = ride.clock + 1
    x = ride.x + SPEED * (("right" in buttons) - ("left" in buttons))
    y = ride.y + SPEED * (("up" in buttons) - ("down" in buttons))
    x, y = min(max(x, -WIDE), WIDE), min(max(y, FLOOR), HIGH)
    reload = max(ride.reload - 1, 0)
    shots = ride.shots
    if "fire" in buttons and not reload:
        shots, reload = (*shots, (x, y, clock)), RELOAD
    left, shots, sparks = _struck(ride, shots, clock)
    hurt = max(ride.hurt - 1, 0)
    bolts, burnt = _bolts(ride, left, (x, y), clock)
    is_hit = not hurt and (burnt or _meets(ride, left, x, y, clock))
    return replace(
        ride,
        left=left,
        x=x,
        y=y,
        clock=clock,
        lives=ride.lives - is_hit,
        hurt=SAFE if is_hit else hurt,
        reload=reload,
        shots=shots,
        bolts=bolts,
        sparks=sparks,
    )


Shots = tuple[tuple[int, int, int], ...]
Sparks = tuple[tuple[int, int, int, int], ...]


def _struck(ride: Ride, shots: Shots, clock: int) -> tuple[tuple[int, ...], Shots, Sparks]:
    """Foes that are left, shots that fly on, and sparks, after shots went ahead for a tick."""
    sparks = tuple(each for each in ride.sparks if clock - each[3] < BURNS) if ride.sparks else ()
    if not shots:
        return ride.left, shots, sparks
    hit, going = list[int](), list[tuple[int, int, int]]()
    near = [
        (number, thing, depth_of(thing, ride.pace, clock))
        for number, thing in enumerate(ride.things)
        if 0 < depth_of(thing, ride.pace, clock) < RANGE
        and (thing.kind in OBSTACLES or ride.left[number])
    ]
    for shot in shots:
        ahead = (clock - shot[2]) * FAST
        met = next((each for each in near if _is_met(shot, each, ahead, ride.pace, clock)), None)
        if met is None and ahead < RANGE:
            going.append(shot)
        elif met and met[1].kind in FOES:
            hit.append(met[0])
            sparks += ((*place(met[1], clock), met[2], clock),)
    return lowered(ride.left, hit), tuple(going), sparks


def _is_met(
    shot: tuple[int, int, int], each: tuple[int, Oncoming, int], ahead: int, pace: int, clock: int
) -> bool:
    """Whether a shot passed through the depth of a thing in the last tick, and met it there."""
    _, thing, depth = each
    if not ahead - FAST < depth + pace or not depth <= ahead:
        return False
    x, y = place(thing, clock)
    if thing.kind in FOES:
        return abs(shot[0] - x) <= ORB and abs(shot[1] - y) <= ORB
    return bars(thing, shot[0], shot[1])


def bolt_depth(bolt: Bolt, pace: int, clock: int) -> int:
    """How far ahead a bolt is."""
    return bolt[4] - (pace + BOLT) * (clock - bolt[5])


def _bolts(
    ride: Ride, left: tuple[int, ...], at: tuple[int, int], clock: int
) -> tuple[tuple[Bolt, ...], bool]:
    """Bolts that fly, and whether one hit; they end where the flyer was when they began."""
    going, burnt = list[Bolt](), False
    for bolt in ride.bolts:
        if bolt_depth(bolt, ride.pace, clock) > 0:
            going.append(bolt)
        elif abs(bolt[2] - at[0]) < BODY + 3 and abs(bolt[3] - at[1]) < BODY + 3:
            burnt = True
    for number, thing in enumerate(ride.things):
        if thing.fires and left[number]:
            depth = depth_of(thing, ride.pace, clock)
            if depth <= thing.fires < depth + ride.pace:
                going.append((*place(thing, clock), *at, depth, clock))
    return tuple(going), burnt


def _meets(ride: Ride, left: tuple[int, ...], x: int, y: int, clock: int) -> bool:
    """Whether something that reaches the flyer in this tick is in the way."""
    for number, thing in enumerate(ride.things):
        depth = depth_of(thing, ride.pace, clock)
        if not -ride.pace < depth <= 0:
            continue
        if thing.kind in OBSTACLES:
            if bars(thing, x, y):
                return True
        elif left[number]:
            across, high = place(thing, clock)
            if abs(across - x) < ORB // 2 + BODY and abs(high - y) < ORB // 2 + BODY:
                return True
    return False
