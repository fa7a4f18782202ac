"""What servers send back, read with suspicion: an answer, or a reason to try again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from visgym.agents.error_table import FULL_FINISHES, MACHINE_FINISHES
from visgym.agents.server_errors import Reported, Transient

LONGEST_REASONING = 20_000  # characters
CONTEXT_FULL = "context_length_exceeded"  # in the words of OpenAI, which the table knows


@dataclass(frozen=True, slots=True)
class Native:
    """A model's answer before anybody read an action from it."""

    text: str
    calls: tuple[tuple[str, object], ...]
    usage: object
    """What the server counted, as it said it."""
    finish: str
    """Why the model ended, in the server's word."""
    reasoning: str


def parsed(data: bytes) -> dict[str, Any]:
    """The JSON object in a response, or `Transient`; an error in it is `Reported`."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise Transient("The response is not valid JSON.") from None
    if isinstance(found, list) and found and isinstance(found[0], dict):
        found = found[0]  # as Gemini wraps its errors
    if not isinstance(found, dict):
        raise Transient("The response is not a JSON object.")
    if found.get("error") or "error" in (found.get("object"), found.get("type")):
        raise Reported(found)
    return found


def events(data: bytes) -> Iterator[dict[str, Any]]:
    """The JSON objects of a stream of server-sent events; the mark of its end is `done`."""
    for line in data.splitlines():
        name, _, payload = line.partition(b":")
        payload = payload.strip()
        if name == b"error":  # as llama.cpp marks them
            raise Reported(payload.decode("utf-8", "replace"))
        if name != b"data" or not payload:
            continue
        yield {"done": True} if payload == b"[DONE]" else parsed(payload)


def ended(native: Native, report: object = None) -> Native:
    """An answer that the model ended itself, or `Reported`."""
    if native.finish.lower() in MACHINE_FINISHES:
        raise Reported(report or {"message": f"The answer ended with '{native.finish}'."})
    if native.finish in FULL_FINISHES and not native.text and not native.calls:
        raise Reported({"message": "There was no room for an answer.", "type": CONTEXT_FULL})
    return native


def bounded(reasoning: str) -> str:
    """Thoughts that are not longer than anybody wants to keep."""
    cut = reasoning[:LONGEST_REASONING]
    return cut if len(reasoning) <= LONGEST_REASONING else cut[:-1] + "…"


def valid_text(value: object) -> str:
    """A text that can be stored and sent again, whatever the model made of it."""
    if isinstance(value, list):
        texts = [part.get("text") for part in value if isinstance(part, dict)]
        return "".join(valid_text(text) for text in texts)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
