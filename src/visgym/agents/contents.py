"""What a message says to a model, the same in requests and in training data.

Chat templates put the parts of a message one after the other with nothing between them, so that
texts that follow each other must be one text before they get there.
"""

from __future__ import annotations

import re

from visgym.agents.requests import TOOL_GUIDE, ToolOptions
from visgym.core.parts import Message, Picture, Text

_PLACEHOLDERS = re.compile(r"<(image|video|audio)>", re.IGNORECASE)


def joined(message: Message, talk: ToolOptions) -> list[str | Picture]:
    """Texts and pictures in order; tools speak for the actions themselves."""
    found: list[str | Picture] = []
    for part in message.parts:
        if not isinstance(part, Text):
            found.append(part)
            continue
        guide = part.kind == "actions" and talk.tools != "off"
        text = TOOL_GUIDE if guide else safe(part.text)
        if found and isinstance(before := found[-1], str):
            found[-1] = f"{before}\n\n{text}"
        else:
            found.append(text)
    return found


def safe(text: str) -> str:
    """Text in which neither a server nor a trainer finds a placeholder or a special token."""
    return _PLACEHOLDERS.sub(r"[\1]", text).replace("<|", "< |")
