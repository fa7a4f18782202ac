"""The table of a poker match: own cards, backs of the other's, board, bets, pot and the score."""

from __future__ import annotations

from dataclasses import dataclass

from visgym.core.task import Frame
from visgym.kit import cards
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, INK, LINE, MUTED, PAPER, RED, SHEET, Canvas, Color
from visgym.kit.games.hands import HIDDEN

WIDTH, HEIGHT = 600, 440  # pixels
GAP = 8  # pixels between cards
MIDDLE = 324  # pixels to the middle of rows of cards
ROWS = (44, 160, 276)  # pixels down to the cards of the other side, the board, the own cards
CHIPS: tuple[Color, Color] = (BLUE, RED)


@dataclass(frozen=True, slots=True)
class PokerView:
    """What one player sees of a table; cards are those of `kit.cards`, or hidden."""

    names: tuple[str, str]
    """Of the player who looks, and of the other one."""
    side: int
    own: tuple[int, ...]
    board: tuple[int, ...]
    paid: tuple[int, int]
    """Chips in the pot, own ones first."""
    lead: int
    """Chips won so far, less those of the other player."""
    hand: str
    """Which hand is played, in words."""
    first: bool
    """Whether the sign D is with the player who looks."""
    left: tuple[int, int] | None = None
    """Chips that are not in the pot, own ones first, where they are limited."""
    last: str = ""
    """How the last hand ended."""


def picture(view: PokerView) -> Frame:
    """The table as a picture."""
    canvas = Canvas.on(_table(len(view.own), len(view.board), view.names, view.side, view.first))
    for row, shown in ((1, view.board), (2, view.own)):
        for place, card in enumerate(shown):
            if card != HIDDEN:
                canvas.paste(cards.face(card), _left(len(shown), place), ROWS[row])
    for row, player in ((0, 1), (2, 0)):
        canvas.text(546, ROWS[row] + 34, str(view.paid[player]), 20, INK, bold=True)
        if view.left:
            canvas.text(546, ROWS[row] + 78, f"{view.left[player]} left", 14, INK)
    canvas.text(546, ROWS[1] + 54, str(sum(view.paid)), 26, INK, bold=True)
    canvas.text(20, ROWS[1] + 20, view.hand, 17, INK, bold=True, align="left")
    canvas.text(20, ROWS[1] + 60, f"{view.lead:+d}" if view.lead else "0", 26, INK, True, "left")
    canvas.paragraph(20, HEIGHT - 54, view.last, 14, WIDTH - 40, MUTED)
    return canvas.frame


def as_text(view: PokerView) -> str:
    """The table in words."""
    board = " ".join(cards.code(card) for card in view.board if card != HIDDEN) or "none yet"
    lines = [
        f"{view.hand}. Your lead: {view.lead}.",
        f"Your cards: {' '.join(cards.code(card) for card in view.own)}",
        f"Board: {board}",
        f"Chips in the pot: {view.paid[0]} of yours, {view.paid[1]} of {view.names[1]}.",
        f"D is with {view.names[0] if view.first else view.names[1]}.",
    ]
    if view.left:
        lines.append(f"Chips left: {view.left[0]} of yours, {view.left[1]} of {view.names[1]}.")
    return "\n".join([*lines, view.last]).rstrip()


@cached_layer
def _table(own: int, board: int, names: tuple[str, str], side: int, first: bool) -> Frame:
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    for row in (0, 2):
        canvas.rect(10, ROWS[row] - 28, WIDTH - 20, cards.HEIGHT + 38, SHEET, radius=14)
        canvas.outline(10, ROWS[row] - 28, WIDTH - 20, cards.HEIGHT + 38, 1, LINE, radius=14)
    for place in range(own):
        x = _left(own, place)
        canvas.paste(_on_sheet(), x, ROWS[0])
        canvas.rect(x, ROWS[2], cards.WIDTH, cards.HEIGHT, SHEET)
    for place in range(board):
        canvas.paste(cards.slot(), _left(board, place), ROWS[1])
    for row, name, color in ((0, names[1], CHIPS[1 - side]), (2, names[0], CHIPS[side])):
        told = f"{name} (you)" if row == 2 else name
        canvas.text(24, ROWS[row] + 42, told, 18, color, bold=True, align="left")
        _chip(canvas, 510, ROWS[row] + 34, color)
        canvas.text(546, ROWS[row] + 58, "in the pot", 13, MUTED)
    canvas.text(546, ROWS[1] + 26, "pot", 15, MUTED)
    canvas.text(20, ROWS[1] + 42, "your lead", 13, MUTED, align="left")
    _button(canvas, 40, ROWS[2 if first else 0] + 68)
    return canvas.frame


def _left(count: int, place: int) -> int:
    """Pixels to the left edge of a card in the middle of the table."""
    step = cards.WIDTH + GAP
    return MIDDLE - (count * step - GAP) // 2 + place * step


@cached_layer
def _on_sheet() -> Frame:
    canvas = Canvas(cards.WIDTH, cards.HEIGHT, SHEET)
    canvas.pixels[:] = cards.back()
    return canvas.frame


def _chip(canvas: Canvas, x: int, y: int, color: Color) -> None:
    canvas.disc(x, y, 13, color)
    canvas.ring(x, y, 8, 2, SHEET)


def _button(canvas: Canvas, x: int, y: int) -> None:
    """The sign that moves from hand to hand."""
    canvas.disc(x, y, 11, INK)
    canvas.text(x, y, "D", 13, SHEET, bold=True)
