"""What happens in a sandbox: code is run in one namespace, and what it printed and drew is told."""

from __future__ import annotations

import ast
import random
import sys
import threading
import traceback
from collections.abc import Mapping
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

from visgym.tools.sandbox.wire import Deadline, receive, send

FILE = "<code>"
_NAMES = {"np": np, "Image": Image, "ImageDraw": ImageDraw, "ImageFilter": ImageFilter}
_LATER = (ImageFont, ImageOps)  # so that they are there


class Output:
    """Text up to a number of characters; what goes beyond is counted."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.length = 0
        self.pieces: list[str] = []

    def write(self, text: str) -> int:
        left = self.most - self.length
        if left > 0:
            self.pieces.append(text[:left])
        self.length += len(text)
        return len(text)

    def flush(self) -> None:
        """Everything is there already."""

    @property
    def text(self) -> str:
        cut = self.length - self.most
        return "".join(self.pieces) + (f"\n… and {cut} more characters" if cut > 0 else "")


class Session:
    """One namespace and what is known of the pictures to show."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.names: dict[str, Any] = {"__name__": "__main__", **_NAMES, "show": self.show}
        self.pictures: list[Any] = []

    def show(self, *pictures: Any) -> None:
        """Show pictures: arrays, Pillow images or figures."""
        for each in pictures:
            if len(self.pictures) >= self.settings["pictures"]:
                raise ValueError(f"at most {self.settings['pictures']} pictures can be shown")
            self.pictures.append(pixels(each, self.settings["side"]))

    def run(self, code: str, seen: list[Any]) -> tuple[str, list[Any]]:
        """What code prints, the value at its end or its error, and the pictures it shows."""
        self.names |= {"image": seen[-1], "images": seen, "picture": Image.fromarray(seen[-1])}
        self.pictures = []
        output = Output(self.settings["characters"])
        sys.stdout = sys.stderr = output
        try:
            value = _ended(code, self.names)
            self._value(value, output)
            self._figures(value)
        except BaseException as error:  # whatever code raises is what it is told
            output.write(_told(error))
        return output.text, self.pictures

    def _value(self, value: Any, output: Output) -> None:
        if isinstance(value, Image.Image):
            self.show(value)
        elif value is not None and not hasattr(value, "savefig"):
            output.write(f"{value!r}\n")

    def _figures(self, value: Any) -> None:
        """Show the figures that are open and the one that code ends with, and close them."""
        plots = sys.modules.get("matplotlib.pyplot")
        found = [plots.figure(each) for each in plots.get_fignums()] if plots else []
        if hasattr(value, "savefig") and value not in found:
            found.append(value)
        self.show(*found)
        if plots:
            plots.close("all")


def _ended(code: str, names: dict[str, Any]) -> Any:
    """Run code, and give the value of the expression that it ends with."""
    tree = ast.parse(code, FILE)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, FILE, "exec"), names)  # noqa: S102
        return None
    tree.body.pop()
    exec(compile(tree, FILE, "exec"), names)  # noqa: S102
    return eval(compile(ast.Expression(last.value), FILE, "eval"), names)  # noqa: S307


def _told(error: BaseException) -> str:
    """An error in one line, with the line of the code where it came up."""
    if isinstance(error, SyntaxError):
        return f"Line {error.lineno}: {type(error).__name__}: {error.msg}\n"
    frames = traceback.walk_tb(error.__traceback__)
    lines = [number for frame, number in frames if frame.f_code.co_filename == FILE]
    where = f"Line {lines[-1]}: " if lines else ""
    try:
        why = str(error)
    except BaseException:
        why = "an error that cannot be told"
    return f"{where}{type(error).__name__}: {why}"[:1000] + "\n"


def pixels(shown: Any, side: int) -> Any:
    """A picture as an array of bytes, red, green and blue, no longer than a number of pixels."""
    if hasattr(shown, "savefig"):
        from matplotlib.backends.backend_agg import (  # type: ignore[import-not-found, unused-ignore]
            FigureCanvasAgg,
        )

        canvas = FigureCanvasAgg(shown)
        canvas.draw()
        shown = np.asarray(canvas.buffer_rgba())
    if not isinstance(shown, Image.Image):
        shown = Image.fromarray(_bytes(np.asarray(shown)))
    if shown.mode in ("RGBA", "LA", "PA"):
        white = Image.new("RGBA", shown.size, "white")
        shown = Image.alpha_composite(white, shown.convert("RGBA"))
    shown = shown.convert("RGB")
    shown.thumbnail((side, side))
    return np.asarray(shown)


def _bytes(array: Any) -> Any:
    """Numbers as bytes: truth values and fractions up to 1 as shares of 255, others cut."""
    if array.ndim not in (2, 3) or 0 in array.shape or (array.ndim == 3 and array.shape[2] > 4):
        raise ValueError(f"an array of shape {array.shape} is no picture")
    if array.ndim == 3 and array.shape[2] in (1, 2):
        array = array[:, :, 0]
    if array.dtype == np.uint8:
        return array
    numbers = np.nan_to_num(array.astype(np.float64))
    if array.dtype == bool or (array.dtype.kind == "f" and numbers.max() <= 1):
        numbers = numbers * 255
    return numbers.clip(0, 255).astype(np.uint8)


def serve(requests: int, answers: int, settings: Mapping[str, Any]) -> None:
    """Answer requests until there are no more."""
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - for code that uses it, so that it does the same again
    threading.Timer.start = lambda self: None  # type: ignore[method-assign] # Matplotlib warns by one
    session = Session(settings)
    while True:
        try:
            asked, seen = receive(requests, Deadline(None), settings["request_bytes"])
        except EOFError:
            return
        text, shown = session.run(asked["code"], seen)
        send(answers, {"id": asked["id"], "text": text}, shown)
