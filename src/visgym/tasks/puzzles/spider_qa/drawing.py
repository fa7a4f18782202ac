"""The picture of a game of Spider, and the same in words."""

from __future__ import annotations

from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit import cards
from visgym.kit.canvas import MUTED, Canvas
from visgym.tasks.puzzles.spider_qa.world import FIRST_DOWN, LONGEST, PILES, Spider

MARGIN, GAP, LABEL = 20, 12, 30  # pixels
TEXT = 15  # pixels
SHIFT = 16  # pixels from one deal of the stock to the next
BELOW = MARGIN + LABEL  # the top of piles
FOOT = BELOW + cards.fan_height(LONGEST, max(FIRST_DOWN)) + MARGIN  # the top of the stock


def picture(game: Spider) -> Frame:
    canvas = Canvas.on(_table())
    for number, (down, seen) in enumerate(zip(game.down, game.open, strict=True)):
        cards.fan(canvas, _left(number), BELOW, (0,) * down + seen, down)
    for deal in range(game.stock):
        canvas.paste(cards.back(), _left(0) + 60 + deal * SHIFT, FOOT)
    return canvas.frame


def _left(pile: int) -> int:
    return MARGIN + pile * (cards.WIDTH + GAP)


@lru_cache(maxsize=1)
def _table() -> Frame:
    """The places for cards, without a card."""
    canvas = Canvas(_left(PILES) - GAP + MARGIN, FOOT + cards.HEIGHT + MARGIN)
    for number in range(PILES):
        canvas.paste(cards.slot(), _left(number), BELOW)
        middle = _left(number) + cards.WIDTH / 2
        canvas.text(middle, BELOW - LABEL / 2, str(number + 1), TEXT, MUTED, bold=True)
    canvas.text(_left(0), FOOT + cards.HEIGHT / 2, "Stock", TEXT, MUTED, align="left")
    return canvas.frame


def in_words(game: Spider) -> str:
    lines = []
    for number, (down, seen) in enumerate(zip(game.down, game.open, strict=True), 1):
        shown = ["#"] * down + [cards.code(card)[:-1] for card in seen]
        lines.append(f"Pile {number}: {' '.join(shown) or 'empty'}")
    return "\n".join([*lines, f"Stock: {'| ' * game.stock or 'empty'}".strip()])
