"""How large rows are, and rows that end with the last reply that fits."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from PIL import Image

from visgym.demonstrations.conversations import IMAGE, Conversation, Plain

LETTERS = 4  # characters of English text in a token, about
PATCH = 28  # pixels on a side of what becomes one token in many models


def text_tokens(messages: list[Plain]) -> int:
    """An estimate, from the number of characters."""
    parts = (part for message in messages for part in message["content"])
    return sum(len(part.get("text") or "") for part in parts) // LETTERS


def image_tokens(image: bytes) -> int:
    """An estimate, from the number of pixels."""
    with Image.open(BytesIO(image)) as opened:
        width, height = opened.size
    return int(-(-width // PATCH) * -(-height // PATCH))


def capped(
    row: Conversation, most_images: int | None, most_tokens: int | None
) -> Conversation | None:
    """The row up to the last reply that fits, as evaluation shows it there; None if none does."""
    if most_images is None and most_tokens is None:
        return row
    tokens = [image_tokens(image) for image in row.images] if most_tokens is not None else []
    ends = [at + 1 for at, each in enumerate(row.messages) if each["role"] == "assistant"]
    for count in range(len(ends), 0, -1):
        messages = row.messages[: ends[count - 1]]
        images = sum(part == IMAGE for each in messages for part in each["content"])
        if most_images is not None and images > most_images:
            continue
        text = text_tokens(messages) + len(str(row.tools)) // LETTERS
        used = text + sum(tokens[:images]) if most_tokens is not None else 0
        if most_tokens is not None and used > most_tokens:
            continue
        missing = len(ends) - count
        if missing and row.facts["window"]:
            return None  # it is there for its last reply
        learn = row.facts["learn"][:count]
        facts = {**row.facts, "reply": row.facts["reply"] - missing, "learn": learn}
        return replace(row, messages=messages, images=row.images[:images], facts=facts)
    return None
