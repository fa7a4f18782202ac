"""What every script of this folder plays, and what it should have seen; needs visgym alone."""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from visgym import catalog
from visgym.adapters.training import EpisodeRow, training_rows
from visgym.core.episode import advance, begin
from visgym.core.messages import latest
from visgym.core.solving import solve

IDS = ("maze_2d/easy", "jigsaw/easy", "maze_3d/easy")


def rows() -> list[EpisodeRow]:
    """An episode of a flat task, of one with photos and of one in three dimensions."""
    return training_rows(IDS, len(IDS))


def solution(row: EpisodeRow) -> list[str]:
    """The replies that solve the episode of a row."""
    task = catalog.load(row.id)
    return [task.spell(call) for call in solve(task, task.start(row.seed))]


def digest(pixels: bytes) -> str:
    """A picture in few letters."""
    return hashlib.sha256(pixels).hexdigest()[:16]


def expected(row: EpisodeRow) -> dict[str, Any]:
    """The reward of a solved episode, and the pictures before each of its replies."""
    episode = begin(catalog.load(row.id), row.seed)
    pictures = list[str]()
    for reply in solution(row):
        pictures += [digest(each.image.tobytes()) for each in latest(episode).pictures]
        episode = advance(episode, reply)
    return {"id": row.id, "reward": episode.reward, "pictures": pictures}


def report(found: list[dict[str, Any]]) -> None:
    """Print what was found, for the test that started this script."""
    sys.stdout.write("\n" + json.dumps(found) + "\n")


def pixels_of(url: str) -> str:
    """The digest of a picture in a data URL."""
    import base64
    import io

    from PIL import Image

    file = io.BytesIO(base64.b64decode(url.partition(",")[2]))
    return digest(Image.open(file).convert("RGB").tobytes())
