"""Pictures of questions: a sheet around what is asked about, with room for the answer given."""

from __future__ import annotations

from functools import lru_cache

from visgym.core.calls import Value, brief
from visgym.core.task import Frame
from visgym.kit.canvas import PAPER, Canvas

MARGIN, FOOT = 16, 40  # pixels
LONGEST = 120  # characters of an answer that are shown


@lru_cache(maxsize=16)
def blank(width: int, height: int) -> Frame:
    """An empty sheet for a picture of this size."""
    return Canvas(width + 2 * MARGIN, height + MARGIN + FOOT, PAPER).frame


def framed(frame: Frame) -> Frame:
    """A picture on its sheet."""
    canvas = Canvas.on(blank(frame.shape[1], frame.shape[0]))
    canvas.paste(frame, MARGIN, MARGIN)
    return canvas.frame


def answered(sheet: Frame, answer: Value) -> Frame:
    """A sheet with the answer at its foot, once one was given."""
    if answer is None:
        return sheet
    canvas = Canvas.on(sheet)
    height, width = sheet.shape[:2]
    text = f"Answer: {_plain(answer)}"
    size = max(7, min(16, int(1.6 * width / len(text))))
    canvas.text(width / 2, height - FOOT / 2, text, size)
    return canvas.frame


def told(text: str, answer: Value) -> str:
    """The text of a question with the answer below, once one was given."""
    return text if answer is None else f"{text}\nAnswer: {_plain(answer)}"


def _plain(answer: Value) -> str:
    """`North 1, East 4` for (("North", 1), ("East", 4)); the same wherever it is shown."""
    if not isinstance(answer, tuple):
        return brief(f"{answer:g}" if isinstance(answer, float) else str(answer), LONGEST)
    return brief(", ".join(_plain(item).replace(", ", " ") for item in answer) or "none", LONGEST)
