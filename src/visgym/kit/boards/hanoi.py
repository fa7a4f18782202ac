"""Discs on pegs: what may be moved, how far every arrangement is from a tower, and pictures.

An arrangement is the peg of each disc, the smallest disc first; discs count from 1 in texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from visgym.core.task import Frame, Medium
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import GREEN, INK, PAPER, PIECES, WALL, WOOD, Canvas, ink_on

NAMES = "ABCDE"
MOST = 5_000  # arrangements that are looked at to tell how far they are
COLORS = (*PIECES[:2], *PIECES[3:8])  # without green, which marks the target

STEP, HEIGHT, MARGIN, LABEL = 22, 28, 20, 64  # pixels: from disc to disc, of a disc, around, below

Arrangement = tuple[int, ...]
Move = tuple[int, int]
"""The peg that a disc leaves and the one that it goes to."""


def top(arrangement: Arrangement, peg: int) -> int | None:
    """The smallest disc on a peg, None if it is empty."""
    return arrangement.index(peg) if peg in arrangement else None


def obstacle(arrangement: Arrangement, source: int, target: int) -> str:
    """Why the top disc of a peg cannot go to another, in a sentence; empty if it can."""
    disc, below = top(arrangement, source), top(arrangement, target)
    if disc is None:
        return f"There is no disc on peg {NAMES[source]}."
    if source == target:
        return f"Disc {disc + 1} is on peg {NAMES[target]} already."
    if below is not None and below < disc:
        return f"Disc {disc + 1} cannot lie on disc {below + 1}, which is smaller."
    return ""


def put(arrangement: Arrangement, disc: int, peg: int) -> Arrangement:
    """The arrangement with one disc elsewhere."""
    return (*arrangement[:disc], peg, *arrangement[disc + 1 :])


def moves(arrangement: Arrangement, pegs: int) -> Iterator[tuple[Move, Arrangement]]:
    """Every move that is possible now, and the arrangement after it."""
    tops = {peg: disc for disc, peg in reversed(list(enumerate(arrangement)))}
    for source, disc in tops.items():
        for target in range(pegs):
            if tops.get(target, len(arrangement)) > disc:
                yield (source, target), put(arrangement, disc, target)


@cache
def distances(discs: int, pegs: int) -> dict[Arrangement, int]:
    """The fewest moves from every arrangement to the tower on the first peg."""
    tower = (0,) * discs
    found = {tower: 0}
    for arrangement in (waiting := [tower]):
        for _, near in moves(arrangement, pegs):
            if near not in found:
                found[near] = found[arrangement] + 1
                waiting.append(near)
    return found


def distance(arrangement: Arrangement, pegs: int, target: int) -> int:
    """The fewest moves to the tower on a peg; all pegs are alike, so one table serves."""
    swapped = {target: 0, 0: target}
    known = distances(len(arrangement), pegs)
    return known[tuple(swapped.get(peg, peg) for peg in arrangement)]


def scattered(
    discs: int, pegs: int, fewest: int, most: int, rng: Random
) -> tuple[Arrangement, int]:
    """An arrangement and a peg to build the tower on, so many moves apart."""
    chosen = rng.choice(_between(discs, pegs, fewest, most))
    names = rng.sample(range(pegs), pegs)
    return tuple(names[peg] for peg in chosen), names[0]


@cache
def _between(discs: int, pegs: int, fewest: int, most: int) -> list[Arrangement]:
    return [each for each, far in distances(discs, pegs).items() if fewest <= far <= most]


def check_knobs(discs: int, pegs: int, fewest: int, most: int) -> None:
    """Raise ValueError with one sentence if no arrangement is as far as it should be."""
    if not 3 <= pegs <= len(NAMES) or not 2 <= discs <= 7 or pegs**discs > MOST:
        raise ValueError(
            "There must be 3 pegs with 2 to 7 discs, 4 with up to 6 or 5 with up to 5."
        )
    if not 1 <= fewest <= most:
        raise ValueError("fewest must be from 1 to most.")
    if not _between(discs, pegs, fewest, most):
        farthest = max(distances(discs, pegs).values())
        raise ValueError(
            f"No arrangement is {fewest} moves away; the farthest ones are {farthest}."
        )


# What is seen


def legend(medium: Medium) -> str:
    """How to read the picture, or the text."""
    if medium == "text":
        return "Each line is a peg with its discs from the bottom to the top; disc 1 is smallest."
    return "Pegs are seen from the side; disc 1 is the smallest. The target peg is marked in green."


def in_words(arrangement: Arrangement, pegs: int, target: int) -> str:
    """The discs of each peg, from the bottom to the top."""
    lines = []
    for peg in range(pegs):
        held = [str(disc + 1) for disc, at in enumerate(arrangement) if at == peg]
        lines.append(" ".join([f"{NAMES[peg]}:", *reversed(held)]))
    return "\n".join([*lines, f"target: {NAMES[target]}"])


def picture(arrangement: Arrangement, pegs: int, target: int) -> Frame:
    """The pegs from the side."""
    discs = len(arrangement)
    canvas = Canvas.on(_empty(discs, pegs, target))
    floor = [_floor(discs)] * pegs
    for disc in reversed(range(discs)):
        peg = arrangement[disc]
        floor[peg] -= HEIGHT
        layer = _disc(disc)
        middle = _middle(discs, peg)
        canvas.paste(layer, middle - layer.shape[1] // 2, floor[peg] + 1)
    return canvas.frame


def _width(disc: int) -> int:
    return 44 + STEP * disc


def _middle(discs: int, peg: int) -> int:
    """How far to the right a peg stands."""
    span = _width(discs - 1) + 16
    return MARGIN + span * peg + span // 2


def _floor(discs: int) -> int:
    """How far down the lowest disc ends."""
    return MARGIN + HEIGHT * discs + 24


@cached_layer
def _empty(discs: int, pegs: int, target: int) -> Frame:
    """The pegs without discs."""
    width, floor = _middle(discs, pegs - 1) + _middle(discs, 0), _floor(discs)
    canvas = Canvas(width, floor + LABEL, PAPER)
    canvas.rect(MARGIN // 2, floor, width - MARGIN, 8, WALL, radius=3)
    for peg in range(pegs):
        middle, is_target = _middle(discs, peg), peg == target
        canvas.rect(middle - 4, MARGIN, 8, floor - MARGIN, GREEN if is_target else WOOD)
        canvas.text(middle, floor + 25, NAMES[peg], 20, GREEN if is_target else INK, bold=True)
        if is_target:
            canvas.text(middle, floor + 48, "target", 14, GREEN, bold=True)
    return canvas.frame


@cached_layer
def _disc(disc: int) -> Frame:
    """A disc with its number, which covers the peg."""
    width, color = _width(disc), COLORS[disc]
    canvas = Canvas(width, HEIGHT - 2, PAPER)
    canvas.rect(0, 0, width, HEIGHT - 2, color, radius=9)
    canvas.text(width / 2, HEIGHT / 2 - 1, str(disc + 1), 17, ink_on(color), bold=True)
    return canvas.frame
