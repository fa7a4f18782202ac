"""What an agent is told, as the content blocks that trainers and evaluators take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PIL import Image

from visgym.agents.images import ImageCache, ImageOptions
from visgym.core.parts import Picture

Block = dict[str, Any]

_files = ImageCache(ImageOptions(), most_bytes=256 * 2**20)


def pillow(picture: Picture) -> Image.Image:
    """A picture as it was drawn, without any encoding."""
    return Image.fromarray(picture.image)


def data_url(picture: Picture) -> str:
    """A picture as a PNG file in a URL, encoded once."""
    return "data:image/png;base64," + _files.base64(picture).decode("ascii")


def image_blocks(told: Iterable[str | Picture]) -> list[Block]:
    """Texts, and pictures as Pillow images, as chat templates of transformers take them."""
    return [
        {"type": "text", "text": each}
        if isinstance(each, str)
        else {"type": "image", "image": pillow(each)}
        for each in told
    ]


def url_blocks(told: Iterable[str | Picture]) -> list[Block]:
    """Texts, and pictures as data URLs, as chat completions take them."""
    return [
        {"type": "text", "text": each}
        if isinstance(each, str)
        else {"type": "image_url", "image_url": {"url": data_url(each)}}
        for each in told
    ]


def tagged(told: Iterable[str | Picture], tag: str = "<image>") -> str:
    """One text in which a tag stands where a picture is."""
    return "\n\n".join(each if isinstance(each, str) else tag for each in told)
