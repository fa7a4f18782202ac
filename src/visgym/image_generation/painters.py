"""Who makes pictures: a server, or the painter of the embedded sample, which proves it solvable."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from PIL import Image, ImageDraw

from visgym.agents.agent import AgentFailure
from visgym.agents.endpoints import JsonEndpoint
from visgym.core.errors import Mistake
from visgym.image_generation.picture_files import pictures_for
from visgym.image_generation.prompts import ImagePrompt
from visgym.image_generation.shape_detector import COLORS
from visgym.kit.canvas import PAPER
from visgym.kit.stored_pictures import BadPicture, opened

IN_FLIGHT = 4
SIDE, CELLS = 512, 4  # pixels of a side, and cells on a side in which the sample's painter paints
PLACES = {"left of": (0, -1), "right of": (0, 1), "above": (-1, 0), "below": (1, 0)}


class Painter(Protocol):
    """Anything that makes a picture of a prompt."""

    async def paint(self, prompt: ImagePrompt) -> bytes:
        """The bytes of a picture, or `AgentFailure`."""

    async def close(self) -> None:
        """Let go of connections."""


class ServerPainter:
    """Asks an OpenAI-compatible server for pictures, at `/images/generations`."""

    def __init__(self, model: str, size: str = "1024x1024") -> None:
        self._endpoint = JsonEndpoint("/images/generations", model)
        self._size = size

    async def paint(self, prompt: ImagePrompt) -> bytes:
        body = {"prompt": prompt.text, "n": 1, "size": self._size, "response_format": "b64_json"}
        found = await self._endpoint.ask(body)
        try:
            data = base64.b64decode(found["data"][0]["b64_json"], validate=True)
            opened(data)
        except (LookupError, TypeError, ValueError, binascii.Error, BadPicture) as error:
            raise AgentFailure(f"The server sent no picture: {error}") from None
        return data

    async def close(self) -> None:
        await self._endpoint.close()


class ShapePainter:
    """Paints what a prompt of the sample wants, without reading its words."""

    async def paint(self, prompt: ImagePrompt) -> bytes:
        file = BytesIO()
        Image.fromarray(painted(prompt.wanted["include"])).save(file, "PNG")
        return file.getvalue()

    async def close(self) -> None:
        """There is nothing to let go of."""


def painted(wanted: Sequence[dict[str, Any]]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A picture of coloured shapes, each in a cell of its own."""
    image = Image.new("RGB", (SIDE, SIDE), PAPER)
    taken: list[tuple[int, int]] = []
    firsts: list[tuple[int, int]] = []
    for each in wanted:
        places = _places(each, firsts, taken)
        firsts.append(places[0])
        taken += places
        for place in places:
            _put(ImageDraw.Draw(image), each["class"], COLORS[each.get("color", "blue")], place)
    return np.asarray(image)


def _places(
    each: dict[str, Any], firsts: Sequence[tuple[int, int]], taken: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Free cells for a thing, in reading order, or where its place is."""
    cells = [(row, column) for row in range(1, CELLS) for column in range(1, CELLS)]
    if "position" in each:
        relation, target = each["position"]
        row, column = firsts[target]
        down, right = PLACES[relation]
        cells = [(row + down, column + right)]
    free = [cell for cell in cells if cell not in taken]
    if len(free) < each["count"]:
        raise Mistake("The painter of the sample has no room for what this prompt wants.")
    return free[: each["count"]]


def _put(
    draw: ImageDraw.ImageDraw, shape: str, color: tuple[int, int, int], place: tuple[int, int]
) -> None:
    side = SIDE // CELLS
    top, left = (each * side + side // 8 for each in place)
    bottom, right = top + side * 3 // 4, left + side * 3 // 4
    if shape == "circle":
        draw.ellipse((left, top, right, bottom), color)
    elif shape == "square":
        draw.rectangle((left, top, right, bottom), color)
    elif shape == "triangle":
        draw.polygon([(left, bottom), (right, bottom), ((left + right) // 2, top)], color)
    else:
        raise Mistake(
            f"The painter of the sample paints circles, squares and triangles, no {shape}."
        )


async def paint_all(
    painter: Painter,
    prompts: Sequence[ImagePrompt],
    folder: Path,
    watch: Callable[[], None] = lambda: None,
) -> list[str]:
    """Make the pictures that are not there yet; gives what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    free = asyncio.Semaphore(IN_FLIGHT)
    wrong: list[str] = []

    async def one(prompt: ImagePrompt) -> None:
        async with free:
            if not pictures_for(folder, prompt):
                try:
                    data = await painter.paint(prompt)
                except AgentFailure as error:
                    wrong.append(f"{prompt.name}: {error}")
                else:
                    (folder / f"{prompt.name}.png").write_bytes(data)
            watch()

    try:
        await asyncio.gather(*(one(prompt) for prompt in prompts))
    finally:
        await painter.close()
    return wrong
