"""Phrases that name one thing of a scene, and what such a phrase means.

`phrases` writes what could be said of a thing. `referents` reads any such text and says which
things it fits; it leaves out nothing that a reader could take it for, and refuses doubtful cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from visgym.kit.staged.compose import PAINTS, Box, Scene, lens, outline
from visgym.kit.staged.settings import stage
from visgym.kit.staged.things import SHEET, SHELF


@dataclass(frozen=True)
class Seen:
    """What can be said of a thing in a picture."""

    name: str
    paint: str
    box: Box
    distance: float
    """From the camera, along its axis."""
    size: float
    """Its longest side in the world."""
    row: int = 0
    """The shelf on which it stands, 1 for the top one, or 0."""
    rows: int = 0

    @property
    def x(self) -> float:
        return (self.box[0] + self.box[2]) / 2

    @property
    def y(self) -> float:
        return (self.box[1] + self.box[3]) / 2

    @property
    def extent(self) -> float:
        """How large it looks: its width and height in pixels."""
        return self.box[2] - self.box[0] + self.box[3] - self.box[1]


def sights(place: Scene) -> list[Seen]:
    """The things of a scene as they are seen."""
    where = stage(place.style, place.seed)
    through = lens(where.camera)
    levels = [round(area.height, 3) for area in where.areas] if place.style == SHELF else []
    return [
        Seen(
            thing.kind.name,
            thing.paint,
            outline(thing, through),
            through.spot(thing.x, thing.y, thing.z)[2],
            thing.size,
            levels.index(thing.y) + 1 if levels else 0,
            len(levels),
        )
        for thing in place.things
    ]


# Writing

EDGES = ("leftmost", "rightmost", "largest", "smallest")
SHELVES = ("on the top shelf", "on the bottom shelf")
DEPTHS = ("closest to the camera", "farthest from the camera")


def phrases(target: Seen, things: Sequence[Seen], style: str) -> Iterator[tuple[str, str]]:
    """Forms of speech with what could be said of a thing, whether or not it fits others too."""
    names = [f"{target.paint} {target.name}".strip(), target.name]
    sides = {SHEET: ("above", "below"), SHELF: ()}.get(style, ("in front of", "behind"))
    for name in dict.fromkeys(names):
        yield "", f"the {name}"
        yield from ((word, f"the {word} {name}") for word in EDGES)
        endings = SHELVES if target.row else () if style == SHEET else DEPTHS
        yield from ((ending, f"the {name} {ending}") for ending in endings)
        for other in things:
            if other.name != target.name:
                anchor = f"{other.paint} {other.name}".strip()
                for link in ("to the left of", "to the right of", "nearest to", *sides):
                    yield link, f"the {name} {link} the {anchor}"


def unique_phrases(target: int, things: Sequence[Seen], style: str) -> dict[str, list[str]]:
    """By form of speech, the phrases without a spare word that fit one thing only."""
    said = [
        (form, text)
        for form, text in phrases(things[target], things, style)
        if referents(text, things) == [target]
    ]
    words = [frozenset(text.split()) for _, text in said]
    found: dict[str, list[str]] = {}
    for (form, text), mine in zip(said, words, strict=True):
        if not any(others < mine for others in words):
            found.setdefault(form, []).append(text)
    return found


# Reading

Verdict = bool | None  # None for doubt


def referents(text: str, things: Sequence[Seen]) -> list[int] | None:
    """The things that a phrase fits, or None where some reader could think otherwise."""
    words = text.removeprefix("the ")
    for link, relation in RELATIONS.items():
        if f" {link} the " in words:
            name, anchor = words.split(f" {link} the ")
            return _related(_named(name, things), _named(anchor, things), things, relation)
    for ending in SHELVES:
        if words.endswith(ending):
            pool = _named(words.removesuffix(f" {ending}"), things)
            return [i for i in pool if things[i].row == (1 if "top" in ending else things[i].rows)]
    for phrase, measures in _EXTREMES.items():
        if words.startswith(f"{phrase} ") or words.endswith(f" {phrase}"):
            pool = _named(words.replace(phrase, "").strip(), things)
            return _extreme(pool, things, measures)
    return _named(words, things)


def _named(words: str, things: Sequence[Seen]) -> list[int]:
    first, _, rest = words.partition(" ")
    paint, name = (first, rest) if first in PAINTS else ("", words)
    return [i for i, t in enumerate(things) if t.name == name and paint in ("", t.paint)]


def _related(
    pool: list[int], anchors: list[int], things: Sequence[Seen], relation: Relation
) -> list[int] | None:
    if len(anchors) != 1:
        return None
    anchor = things[anchors[0]]
    if relation is _near:
        return _nearest(pool, anchor, things)
    verdicts = [(i, relation(things[i], anchor)) for i in pool]
    if any(verdict is None for _, verdict in verdicts):
        return None
    return [i for i, verdict in verdicts if verdict]


def _nearest(pool: list[int], anchor: Seen, things: Sequence[Seen]) -> list[int] | None:
    order = sorted(pool, key=lambda i: _apart(things[i], anchor))
    if len(order) < 2 or _apart(things[order[1]], anchor) > 1.6 * _apart(things[order[0]], anchor):
        return order[:1]
    return None


def _apart(one: Seen, other: Seen) -> float:
    """Pixels between two things; up and down count more, for the ground is foreshortened."""
    return float(((one.x - other.x) ** 2 + (1.5 * (one.box[3] - other.box[3])) ** 2) ** 0.5)


Relation = Callable[[Seen, Seen], Verdict]


def _beside(gone: float, width: float, aside: float) -> Verdict:
    """Whether something lies so far from a thing's middle, beyond its edge, and not too askew."""
    if gone < 0:
        return False
    return True if gone > width / 2 + 4 and aside <= gone else None


def _left(one: Seen, other: Seen) -> Verdict:
    verdict = _beside(other.x - one.x, other.box[2] - other.box[0], abs(one.y - other.y))
    return None if verdict and one.row != other.row else verdict


def _right(one: Seen, other: Seen) -> Verdict:
    verdict = _beside(one.x - other.x, other.box[2] - other.box[0], abs(one.y - other.y))
    return None if verdict and one.row != other.row else verdict


def _above(one: Seen, other: Seen) -> Verdict:
    return _beside(other.y - one.y, other.box[3] - other.box[1], abs(one.x - other.x))


def _below(one: Seen, other: Seen) -> Verdict:
    return _beside(one.y - other.y, other.box[3] - other.box[1], abs(one.x - other.x))


def _before(one: Seen, other: Seen) -> Verdict:
    """In front of it: nearer, and in about the same direction."""
    aside, width = abs(one.x - other.x), other.box[2] - other.box[0]
    if one.distance > other.distance or aside > 2.5 * width + 40:
        return False
    lower = one.box[3] - other.box[3] > 12
    return True if lower and aside < 0.8 * width + 10 else None


def _behind(one: Seen, other: Seen) -> Verdict:
    return _before(other, one)


def _near(one: Seen, other: Seen) -> Verdict:
    """A marker: the nearest is chosen among all."""
    return None


RELATIONS: dict[str, Relation] = {
    "to the left of": _left,
    "to the right of": _right,
    "in front of": _before,
    "behind": _behind,
    "above": _above,
    "below": _below,
    "nearest to": _near,
}

Measure = tuple[Callable[[Seen], float], float]  # what is least, and by how much at least
_EXTREMES: dict[str, tuple[Measure, ...]] = {
    "leftmost": ((lambda t: t.x, 18.0), (lambda t: t.box[0], 8.0)),
    "rightmost": ((lambda t: -t.x, 18.0), (lambda t: -t.box[2], 8.0)),
    "largest": ((lambda t: -t.size, 0.12), (lambda t: -t.extent, 18.0)),
    "smallest": ((lambda t: t.size, 0.12), (lambda t: t.extent, 18.0)),
    "closest to the camera": ((lambda t: t.distance, 0.35), (lambda t: -t.box[3], 14.0)),
    "farthest from the camera": ((lambda t: -t.distance, 0.35), (lambda t: t.box[3], 14.0)),
}


def _extreme(
    pool: list[int], things: Sequence[Seen], measures: tuple[Measure, ...]
) -> list[int] | None:
    """The one that is least in every measure, by a margin that everybody sees."""
    if len(pool) < 2:
        return None
    winners = set()
    for measure, margin in measures:
        values = sorted((measure(things[i]), i) for i in pool)
        if values[1][0] - values[0][0] < margin:
            return None
        winners.add(values[0][1])
    return list(winners) if len(winners) == 1 else None
