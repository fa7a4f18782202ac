"""Questions with eight pictures to choose from, under the letters a to h."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar

from visgym.core.actions import action
from visgym.core.signatures import OneOf
from visgym.core.task import Frame
from visgym.kit.asking import Question
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Canvas
from visgym.kit.options import shuffled
from visgym.kit.shapes2d.tiles import TILE

LETTERS = "abcdefgh"
ACROSS, DOWN = 4, 2  # tiles of the options
GAP, LETTER = 16, 28  # pixels between tiles, and for the letter above one
WIDTH = ACROSS * TILE + (ACROSS + 1) * GAP
HEIGHT = DOWN * (TILE + LETTER) + GAP

BELOW = "Below are eight tiles under the letters a to h, of which exactly one is right."


class _Pictured(Protocol):
    """What problems have."""

    @property
    def options(self) -> tuple[Any, ...]: ...


Problem = TypeVar("Problem", bound=_Pictured)


@dataclass(frozen=True, kw_only=True)
class PictureChoice(Question[Problem], Generic[Problem]):
    """One of eight pictures is right; an author writes `fits` in place of `grade`, which looks at
    rasters, and `found` in place of `solution`, which looks at corners."""

    letters: ClassVar[str] = LETTERS

    @abstractmethod
    def fits(self, problem: Problem, option: Any) -> bool:
        """Whether an option is right, from the definition."""

    @abstractmethod
    def found(self, problem: Problem) -> Any:
        """The right option, by another way."""

    @action
    def answer(self, problem: Problem, letter: Annotated[str, OneOf("letters")]) -> None:
        """Give the letter of the right tile."""

    def grade(self, problem: Problem, letter: str) -> float:
        return float(self.fits(problem, problem.options[LETTERS.index(letter)]))

    def solution(self, problem: Problem) -> str:
        return LETTERS[problem.options.index(self.found(problem))]

    def posed(self, problem: Problem, right: Any, wrong: Iterable[Any], rng: Random) -> Problem:
        """The problem with options, of which `fits` finds exactly one right."""
        put = shuffled(right, wrong, lambda option: self.fits(problem, option), rng)
        if len(set(put)) != len(LETTERS):
            raise AssertionError(f"{len(set(put))} different options are not {len(LETTERS)}")
        return replace(problem, options=put)  # type: ignore[type-var]


def sheet(options: Iterable[Frame], above: int = 0, width: int = WIDTH) -> Canvas:
    """Tiles under their letters, below so many pixels of room."""
    canvas = Canvas.on(_lettered(above, width))
    for place, option in enumerate(options):
        put(canvas, option, *_place(place, above, width))
    return canvas


def put(canvas: Canvas, tile: Frame, x: int, y: int) -> None:
    """Lay a tile on a sheet, channel by channel where it was turned, for then that is faster."""
    if tile.strides[1] == 3:
        canvas.paste(tile, x, y)
        return
    for channel in range(3):
        canvas.pixels[y : y + TILE, x : x + TILE, channel] = tile[:, :, channel]


def spelled(texts: Sequence[str]) -> str:
    """Options in text, a line each."""
    return "\n".join(f"{letter}: {text}" for letter, text in zip(LETTERS, texts, strict=True))


@cached_layer
def _lettered(above: int, width: int) -> Frame:
    canvas = Canvas(width, above + HEIGHT)
    for place, letter in enumerate(LETTERS):
        x, y = _place(place, above, width)
        canvas.text(x + TILE / 2, y - LETTER / 2, letter, 20, bold=True)
    return canvas.frame


def _place(place: int, above: int, width: int) -> tuple[int, int]:
    """The top left corner of an option's tile."""
    row, column = divmod(place, ACROSS)
    x = (width - WIDTH) // 2 + GAP + column * (TILE + GAP)
    return x, above + LETTER + row * (TILE + LETTER)
