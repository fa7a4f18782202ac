"""Playing cards: a deck as numbers, and faces, backs, piles as vector pictures.

A card is its number from 0 to 51: 13 for each suit, the ace first and the king last.
"""

from __future__ import annotations

from collections.abc import Sequence

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import (
    BLUE,
    INK,
    LINE,
    MUTED,
    PAPER,
    RED,
    SHEET,
    WALL,
    Canvas,
    Color,
    text_width,
)

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SHORT = "A is an ace, J a jack, Q a queen, K a king; C, D, H, S are clubs, diamonds, hearts, spades"
"""How to read `code`."""

WIDTH, HEIGHT = 60, 84  # pixels of a card
STEP, BACK_STEP = 25, 9  # pixels that a covered card shows, and one with its face down
RADIUS = 6  # pixels
RANK_TEXT = 19  # pixels


# Values


def deck(suits: Sequence[int] = range(4)) -> list[int]:
    """All cards of some suits, as often as they are named."""
    return [13 * suit + rank for suit in suits for rank in range(13)]


def rank(card: int) -> int:
    """From 0 for an ace to 12 for a king."""
    return card % 13


def suit(card: int) -> int:
    return card // 13


def is_red(card: int) -> bool:
    return suit(card) in (DIAMONDS, HEARTS)


def name(card: int) -> str:
    """A card in words.

    >>> name(25)
    'king of diamonds'
    """
    return f"{RANKS[rank(card)]} of {SUITS[suit(card)]}"


def code(card: int) -> str:
    """A card in two or three letters.

    >>> code(25), code(9)
    ('KD', '10C')
    """
    return _index(card) + SUITS[suit(card)][0].upper()


def _index(card: int) -> str:
    """What stands in the corner of a card."""
    word = RANKS[rank(card)]
    return word if word[0].isdigit() else word[0].upper()


# Pictures


@cached_layer
def face(card: int, covers: bool = False) -> Frame:
    """The front of a card; `covers` where there is another card behind its upper corners."""
    canvas, color = _blank(covers), RED if is_red(card) else INK
    canvas.text(7, STEP / 2 + 1, _index(card), RANK_TEXT, color, bold=True, align="left")
    across = 7 + text_width(_index(card), RANK_TEXT, True)
    pip(canvas, suit(card), across + 11, STEP / 2 + 1, 15)
    pip(canvas, suit(card), WIDTH / 2, 0.64 * HEIGHT, 32)
    return canvas.frame


@cached_layer
def back(covers: bool = False) -> Frame:
    """A card with its face down."""
    canvas = _blank(covers)
    canvas.rect(4, 4, WIDTH - 8, HEIGHT - 8, BLUE, radius=3)
    for x in range(10, WIDTH - 5, 8):
        for y in range(10, HEIGHT - 5, 8):
            canvas.disc(x, y, 1.5, LINE)
    return canvas.frame


@cached_layer
def slot(label: str = "") -> Frame:
    """A place for a card without one."""
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    canvas.outline(0, 0, WIDTH, HEIGHT, 1, WALL, radius=RADIUS)
    canvas.text(WIDTH / 2, HEIGHT / 2, label, 24, MUTED)
    return canvas.frame


@cached_layer
def suit_slot(kind: int) -> Frame:
    """A place for the cards of a suit without one."""
    canvas = Canvas.on(slot())
    pip(canvas, kind, WIDTH / 2, HEIGHT / 2, 26, WALL)
    return canvas.frame


def fan(canvas: Canvas, x: int, y: int, cards: Sequence[int], face_down: int = 0) -> None:
    """A pile that hangs down from a point, the last card in front; the first ones show backs."""
    for place, card in enumerate(cards):
        hidden = place < face_down
        canvas.paste(back(place > 0) if hidden else face(card, place > 0), x, y)
        y += BACK_STEP if hidden else STEP


def fan_height(face_up: int, face_down: int = 0) -> int:
    """Pixels that a pile takes at most."""
    return face_down * BACK_STEP + max(face_up - 1, 0) * STEP + HEIGHT


def pip(
    canvas: Canvas, kind: int, x: float, y: float, size: float, color: Color | None = None
) -> None:
    """The sign of a suit around a point, `size` pixels high."""
    half = size / 2
    color = color or (RED if kind in (DIAMONDS, HEARTS) else INK)

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * half, y + down * half

    if kind == DIAMONDS:
        canvas.polygon((at(0, -1), at(0.76, 0), at(0, 1), at(-0.76, 0)), color)
        return
    if kind == CLUBS:
        for place in (at(0, -0.52), at(-0.5, 0.22), at(0.5, 0.22)):
            canvas.disc(*place, 0.46 * half, color)
        canvas.polygon((at(-0.14, 0), at(0.14, 0), at(0.36, 1), at(-0.36, 1)), color)
        return
    turn, lobe = (1, -0.46) if kind == HEARTS else (-1, -0.28)
    for side in (-1, 1):
        canvas.disc(*at(0.44 * side, turn * lobe), 0.46 * half, color)
    rim = (0.855, turn * (lobe + 0.2))
    tip, notch = at(0, turn * (lobe + 1.42)), at(0, turn * lobe)
    canvas.polygon((notch, at(*rim), tip, at(-rim[0], rim[1])), color)
    if kind == SPADES:
        canvas.polygon((at(-0.12, 0), at(0.12, 0), at(0.36, 1), at(-0.36, 1)), color)


def _blank(covers: bool) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    if covers:  # the card behind, as far as it is seen around the corners
        canvas.rect(0, 0, WIDTH, RADIUS, SHEET)
        canvas.outline(0, -2, WIDTH, RADIUS + 4, 1, WALL)
    canvas.rect(0, 0, WIDTH, HEIGHT, SHEET, radius=RADIUS)
    canvas.outline(0, 0, WIDTH, HEIGHT, 1, WALL, radius=RADIUS)
    return canvas
