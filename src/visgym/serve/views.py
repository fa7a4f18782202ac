"""An episode as JSON: what its player is told, and what came of the last reply."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal, get_args

from visgym.agents.images import ImageCache
from visgym.core.episode import Episode
from visgym.core.parts import Message, Text
from visgym.serve.limits import Refusal

PictureForm = Literal["data_url", "address", "none"]
"""Pictures within the JSON, under an address of their own, or not at all."""
DATA_URL = "data:image/png;base64,"
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def picture_form(said: object) -> PictureForm:
    """How somebody wants pictures; within the JSON where nothing is said."""
    for form in get_args(PictureForm):
        if said == form:
            return form  # type: ignore[no-any-return]
    if said is None:
        return "data_url"
    raise Refusal(f"pictures should be one of {', '.join(get_args(PictureForm))}.")


def standing(episode: Episode[Any]) -> dict[str, Any]:
    """Where an episode stands; its score is told when it is over and not before."""
    last = episode.turns[-1] if episode.turns else None
    over = episode.over
    score = episode.reward if over else None
    earned = (last.reward if last else 0.0) + (score or 0.0)
    return {
        "turn": len(episode.turns),
        "step": episode.step,
        "steps_left": episode.steps_left,
        "player": episode.task.seat if over else episode.to_move,
        "over": over,
        "terminated": episode.terminated,
        "truncated": episode.truncated,
        "reward": earned,
        "score": score,
        "success": over and episode.success,
        "verdict": last.verdict if last else None,
        "feedback": last.feedback if last else "",
    }


def told(message: Message, images: ImageCache, form: PictureForm, address: str) -> dict[str, Any]:
    """A message as JSON; `address` is where its pictures are, with a place for their number."""
    parts, pictures = [], 0
    for part in message.parts:
        if isinstance(part, Text):
            parts.append({"kind": part.kind, "text": part.text})
            continue
        shown: dict[str, Any] = {"kind": part.kind, "media_type": "image/png"}
        if form == "data_url":
            shown["image"] = DATA_URL + images.base64(part).decode()
        elif form == "address":
            shown["image"] = address.format(pictures)
        parts.append(shown)
        pictures += 1
    return {"role": message.role, "parts": parts}


def listed(bodies: Iterable[bytes]) -> bytes:
    """Results side by side, each JSON already."""
    return b'{"results":[' + b",".join(bodies) + b"]}"
