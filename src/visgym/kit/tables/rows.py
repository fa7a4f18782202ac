"""Things side by side: cards, coins, arrows and bars in a row, with their numbers beneath."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, INK, MUTED, SHEET, YELLOW, Canvas, Color, ink_on
from visgym.kit.tables.boards import MARGIN

NUMBERED = "The small numbers beneath count from the left."
"""How to read a row with the numbers of its places."""
LISTED = "The list goes from left to right."
"""How to read `as_list`."""

NUMBER, NUMBER_TEXT = 26, 14  # pixels for the number of a place, and the height of its text
GAP = 12  # pixels between lines
HEADROOM = 22  # pixels above the highest bar, for what is written there


@dataclass(frozen=True)
class Row:
    """Places side by side, in lines of at most so many.

    >>> row = Row(5)
    >>> row.cards((3, 1, 4, 1, 5)).shape == (row.height, row.width, 3)
    True
    """

    count: int
    across: int = 12
    """Places in a line, at most."""
    place: int = 60
    """Pixels from one place to the next."""
    tall: int = 60
    """Pixels of a line without its numbers."""
    first: int | None = 1
    """The number of the first place; none for no numbers."""
    foot: int = 0
    """Pixels beneath a line for what else is said of its places."""

    @property
    def lines(self) -> int:
        return -(-self.count // self.across)

    @property
    def width(self) -> int:
        return 2 * MARGIN + min(self.count, self.across) * self.place

    @property
    def height(self) -> int:
        return 2 * MARGIN + self.lines * self._line - GAP

    def left(self, number: int) -> int:
        """The left edge of a place."""
        return MARGIN + number % self.across * self.place

    def top(self, number: int) -> int:
        """The upper edge of a place."""
        return MARGIN + number // self.across * self._line

    def middle(self, number: int) -> tuple[float, float]:
        return self.left(number) + self.place / 2, self.top(number) + self.tall / 2

    # Drawing

    def canvas(self) -> Canvas:
        """A canvas with the numbers of empty places."""
        return Canvas.on(_empty(self))

    def cards(self, texts: Sequence[object], fill: Color = SHEET) -> Frame:
        """A card with a text at every place."""

        def card(canvas: Canvas, number: int) -> None:
            box = (self.left(number) + 4, self.top(number), self.place - 8, self.tall)
            canvas.rect(*box, fill, radius=8)
            canvas.outline(*box, 2, MUTED, radius=8)

        return self._written(texts, fill, card)

    def discs(self, texts: Sequence[object], fill: Color = YELLOW) -> Frame:
        """A disc with a text at every place."""

        def disc(canvas: Canvas, number: int) -> None:
            x, y = self.middle(number)
            canvas.disc(x, y, self.place * 0.44, fill)
            canvas.ring(x, y, self.place * 0.44, 2, INK)

        return self._written(texts, fill, disc)

    def bars(self, heights: Sequence[int], highest: int, fill: Color = BLUE) -> Canvas:
        """A bar with its height above it at every place; `highest` is as high as there is room."""
        canvas = self.canvas()
        for number, height in enumerate(heights):
            ground = self.top(number) + self.tall
            high = round((self.tall - HEADROOM) * height / highest)
            canvas.rect(self.left(number) + 8, ground - high, self.place - 16, high, fill)
            canvas.rect(self.left(number), ground, self.place, 2, MUTED)
            x, _ = self.middle(number)
            canvas.text(x, ground - high - HEADROOM / 2, str(height), 16)
        return canvas

    def _written(
        self, texts: Sequence[object], fill: Color, under: Callable[[Canvas, int], None]
    ) -> Frame:
        canvas = self.canvas()
        for number, text in enumerate(texts):
            under(canvas, number)
            canvas.text(*self.middle(number), str(text), 22, ink_on(fill))
        return canvas.frame

    @property
    def _line(self) -> int:
        return self.tall + self.foot + GAP + (0 if self.first is None else NUMBER)


@lru_cache(maxsize=64)
def _empty(row: Row) -> Frame:
    canvas = Canvas(row.width, row.height)
    if row.first is not None:
        for number in range(row.count):
            x, _ = row.middle(number)
            y = row.top(number) + row.tall + NUMBER / 2 + 3
            canvas.text(x, y, str(number + row.first), NUMBER_TEXT, MUTED)
    return canvas.frame


def as_list(values: Sequence[object]) -> str:
    """Values from left to right, as text.

    >>> as_list((3, 1, 4))
    '3, 1, 4'
    """
    return ", ".join(map(str, values))
