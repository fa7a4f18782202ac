"""The table of a match of gin rummy: own cards by suit, the open card, stock, and the score."""

from __future__ import annotations

from dataclasses import dataclass

from visgym.core.task import Frame
from visgym.kit import cards
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, LINE, MUTED, PAPER, SHEET, Canvas
from visgym.kit.games.hands import HIDDEN
from visgym.kit.games.places import Box, box

WIDTH, HEIGHT = 760, 470  # pixels
STEP, BACKS = 64, 26  # pixels from card to card, and from back to back
ROWS = (40, 170, 306)  # pixels down to the cards of the other side, the piles, the own cards
LEFT, STOCK, OPEN = 24, 290, 380  # pixels across


@dataclass(frozen=True, slots=True)
class GinView:
    """What one player sees; cards are those of `kit.cards`, or hidden."""

    names: tuple[str, str]
    own: tuple[int, ...]
    theirs: int
    """Cards that the other player holds."""
    upcard: int
    stock: int
    lead: int
    hand: str
    phase: str
    """What is to be done now."""
    last: str = ""


def picture(view: GinView) -> Frame:
    """The table as a picture."""
    canvas = Canvas.on(_table(view.names))
    for number in range(view.theirs):
        canvas.paste(cards.back(number > 0), LEFT + 180 + number * BACKS, ROWS[0])
    for number, card in enumerate(view.own):
        canvas.paste(cards.face(card), across(number), ROWS[2])
    if view.upcard != HIDDEN:
        canvas.paste(cards.face(view.upcard), OPEN, ROWS[1])
    canvas.text(STOCK - 16, ROWS[1] + 44, str(view.stock), 20, INK, True, "right")
    canvas.text(LEFT, ROWS[1] + 16, view.hand, 17, INK, True, "left")
    canvas.text(LEFT, ROWS[1] + 64, f"{view.lead:+d}" if view.lead else "0", 26, INK, True, "left")
    canvas.text(470, ROWS[1] + 44, view.phase, 16, INK, align="left")
    canvas.paragraph(LEFT, HEIGHT - 62, view.last, 14, WIDTH - 48, MUTED)
    return canvas.frame


def across(number: int) -> int:
    """Pixels from the left to an own card."""
    return LEFT + number * STEP


def place(x: int, row: int) -> Box:
    """Where a card is in the picture."""
    return box((x, ROWS[row]), (cards.WIDTH, cards.HEIGHT), (WIDTH, HEIGHT))


def as_text(view: GinView) -> str:
    """The table in words."""
    upcard = "none" if view.upcard == HIDDEN else cards.code(view.upcard)
    lines = [
        f"{view.hand}. Your lead: {view.lead}.",
        f"Your cards: {' '.join(map(cards.code, view.own))}",
        f"Open card: {upcard}; cards in the stock: {view.stock}; "
        f"{view.names[1]} holds {view.theirs} cards.",
        view.phase,
    ]
    return "\n".join([*lines, view.last]).rstrip()


@cached_layer
def _table(names: tuple[str, str]) -> Frame:
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    for row in (0, 2):
        canvas.outline(10, ROWS[row] - 26, WIDTH - 20, cards.HEIGHT + 36, 1, LINE, radius=14)
    canvas.text(LEFT, ROWS[0] + 42, names[1], 18, INK, True, "left")
    canvas.text(LEFT, ROWS[2] - 14, f"{names[0]} (you)", 14, MUTED, True, "left")
    canvas.text(LEFT, ROWS[1] + 42, "your lead", 13, MUTED, align="left")
    canvas.paste(cards.back(), STOCK, ROWS[1])
    canvas.paste(cards.slot(), OPEN, ROWS[1])
    canvas.text(STOCK + cards.WIDTH / 2, ROWS[1] - 10, "stock", 13, MUTED)
    canvas.text(OPEN + cards.WIDTH / 2, ROWS[1] - 10, "open card", 13, MUTED)
    canvas.rect(0, HEIGHT - 2, WIDTH, 2, SHEET)
    return canvas.frame
