"""Text stands where it is told to, and lines fit."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from visgym.core.task import Frame
from visgym.kit.canvas import Align, Canvas, text_width
from visgym.kit.lettering import wrapped

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
TEXT = "Every line of these words fits, but incomprehensibilities does not. It has\na break."


def written(text: str, y: float, align: Align, size: int = 20) -> Frame:
    """Where the ink of a line is that is aligned at column 60."""
    canvas = Canvas(120, 80, WHITE)
    canvas.text(60, y, text, size, BLACK, align=align)
    return canvas.frame[..., 0] < 128


def test_text_begins_or_ends_at_its_point() -> None:
    columns = np.flatnonzero(written("Hill", 40, "left").any(axis=0))
    assert 60 <= columns[0] <= 62  # letters have some room of their own
    columns = np.flatnonzero(written("Hill", 40, "right").any(axis=0))
    assert 57 <= columns[-1] <= 59


@pytest.mark.parametrize("y", [40, 40.25, 40.5, 41, 41.5])
@pytest.mark.parametrize("size", range(11, 24))
def test_words_in_a_row_stand_on_one_line_however_tall(y: float, size: int) -> None:
    lines = [written(word, y, "left", size) for word in ("Hi", "xx", "rim", "1", "fi", "tin")]
    assert len({int(np.flatnonzero(line.any(axis=1))[-1]) for line in lines}) == 1


@pytest.mark.parametrize("width", [1, 60, 90, 150, 1000])
def test_wrapped_lines_fit_unless_a_single_word_does_not(width: int) -> None:
    lines = wrapped(TEXT, 13, width)
    assert " ".join(lines).split() == TEXT.split()
    assert all(text_width(line, 13) <= width or " " not in line for line in lines)
    for line, following in pairwise(lines):
        longer = f"{line} {following.split()[0]}"
        assert text_width(longer, 13) > width or line.endswith("has")  # none ends too soon


def test_line_breaks_are_kept_and_nothing_takes_no_line() -> None:
    assert wrapped(TEXT, 13, 10_000) == TEXT.split("\n")
    assert wrapped("one\n\ntwo", 13, 100) == ["one", "", "two"]
    assert wrapped("", 13, 100) == []


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_paragraphs_stand_below_their_point_and_tell_their_height(align: Align) -> None:
    canvas = Canvas(120, 120, WHITE)
    write = partial(canvas.paragraph, 60, 10, "one two three four five", 12, 60, BLACK)
    height, lines = write(align=align), wrapped("one two three four five", 12, 60)
    assert len(lines) > 1 and height == len(lines) * 17
    rows = np.flatnonzero((canvas.frame < 128).any(axis=(1, 2)))
    assert rows[0] >= 10 and 10 + height - 17 < rows[-1] < 10 + height
