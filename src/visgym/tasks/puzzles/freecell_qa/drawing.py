"""The picture of a game of FreeCell, and the same in words."""

from __future__ import annotations

from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit import cards
from visgym.kit.canvas import MUTED, Canvas
from visgym.tasks.puzzles.freecell_qa.world import CASCADES, CELLS, LONGEST, FreeCellLayout

MARGIN, GAP = 20, 14  # pixels around the cards, and between them
LABEL = 34  # pixels for the numbers of cascades, and for the names above the cells
TEXT = 15  # pixels
ACROSS = cards.WIDTH + GAP
TOP = MARGIN + LABEL  # of cells and foundations
BELOW = TOP + cards.HEIGHT + LABEL  # the top of cascades


def picture(layout: FreeCellLayout, is_fresh: bool) -> Frame:
    canvas = Canvas.on(_table(7 if is_fresh else LONGEST))
    for place, card in enumerate(layout.cells):
        canvas.paste(cards.face(card), _left(place), TOP)
    for kind, count in enumerate(layout.home):
        if count:
            canvas.paste(cards.face(13 * kind + count - 1), _left(CELLS + kind), TOP)
    for number, cascade in enumerate(layout.cascades):
        cards.fan(canvas, _left(number), BELOW, cascade)
    return canvas.frame


def _left(place: int) -> int:
    return MARGIN + place * ACROSS + (GAP if place >= CELLS else 0)


@lru_cache(maxsize=2)
def _table(longest: int) -> Frame:
    """The places for cards, without a card."""
    width = _left(CASCADES) - GAP + MARGIN
    canvas = Canvas(width, BELOW + cards.fan_height(longest) + MARGIN)
    for place in range(CELLS):
        canvas.paste(cards.slot(), _left(place), TOP)
        canvas.paste(cards.suit_slot(place), _left(CELLS + place), TOP)
    for number in range(CASCADES):
        canvas.paste(cards.slot(), _left(number), BELOW)
        middle = _left(number) + cards.WIDTH / 2
        canvas.text(middle, BELOW - LABEL / 2, str(number + 1), TEXT, MUTED, bold=True)
    for text, place in (("Free cells", 0), ("Foundations", CELLS)):
        canvas.text(_left(place), TOP - LABEL / 2, text, TEXT, MUTED, align="left")
    return canvas.frame


def in_words(layout: FreeCellLayout) -> str:
    cells = " ".join(map(cards.code, layout.cells)) or "empty"
    tops = [cards.code(13 * kind + n - 1) for kind, n in enumerate(layout.home) if n]
    lines = [f"Free cells: {cells}", f"Foundations: {' '.join(tops) or 'empty'}"]
    for number, cascade in enumerate(layout.cascades, 1):
        lines.append(f"Cascade {number}: {' '.join(map(cards.code, cascade)) or 'empty'}")
    return "\n".join(lines)
