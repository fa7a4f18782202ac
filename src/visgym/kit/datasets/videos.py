"""Something-Something v2 in its native layout: `labels/train.json` and `videos/<id>.webm`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from visgym.core.errors import Mistake
from visgym.core.optional import require
from visgym.core.task import Frame
from visgym.kit.caches import cached_layer

LAYOUT = "the expected layout is labels/train.json and videos/<id>.webm"
MOST_FRAMES = 100  # of a video that are looked at
THUMB = 56  # pixels of a side, for differences
TRIES = 60

Sampling = Literal["distinct", "salient"]
Grey = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Video:
    """A video by its id, and the numbers of the chosen frames in the order of time."""

    id: str
    frames: tuple[int, ...]


@lru_cache(maxsize=4)
def labels(folder: str) -> dict[str, str]:
    """What happens in each video."""
    path = Path(folder, "labels", "train.json")
    if not path.is_file():
        raise Mistake(f"There is no file {path}; {LAYOUT}.")
    try:
        entries = json.loads(path.read_bytes())
        found = {str(entry["id"]): str(entry["label"]) for entry in entries}
    except (ValueError, LookupError, TypeError) as error:
        raise Mistake(f"The file {path} is no list of videos ({error!r}); {LAYOUT}.") from None
    if not found:
        raise Mistake(f"The file {path} lists no video; {LAYOUT}.")
    return found


def choose(folder: str, count: int, sampling: Sampling, least: float, rng: Random) -> Video:
    """A video with so many frames that can be told apart."""
    ids = sorted(labels(folder))
    for _ in range(TRIES):
        video = rng.choice(ids)
        chosen = pick(thumbs(folder, video), count, sampling, least)
        if chosen:
            return Video(video, chosen)
    raise Mistake(f"None of {TRIES} videos of {folder} has {count} frames unlike each other.")


# Which frames


def grey(frame: Frame) -> Grey:
    """The grey levels of a picture."""
    red, green, blue = (frame[..., i].astype(np.int64) for i in range(3))
    return (3 * red + 6 * green + blue) // 10


def difference(one: Grey, other: Grey) -> float:
    """How far two grey pictures are apart, from 0 to 1."""
    return int(np.abs(one - other).sum()) / (255 * one.size)


def pick(greys: list[Grey], count: int, sampling: Sampling, least: float) -> tuple[int, ...] | None:
    """Frames, each at least so different from its neighbours; None where there are too few."""
    if len(greys) < count:
        return None
    chosen = _salient(greys, count, least) if sampling == "salient" else _distinct(greys, count)
    steps = [difference(greys[a], greys[b]) for a, b in pairwise(chosen)]
    if len(chosen) < count or min(steps) < least:
        return None
    return tuple(chosen)


def _salient(greys: list[Grey], count: int, least: float) -> list[int]:
    """The first frame, then each that differs enough from the one before; spread evenly."""
    kept = [0]
    for number, grey in enumerate(greys):
        if difference(grey, greys[kept[-1]]) >= least:
            kept.append(number)
    if len(kept) < count:
        return kept
    return [kept[i * (len(kept) - 1) // (count - 1)] for i in range(count)]


def _distinct(greys: list[Grey], count: int) -> list[int]:
    """The first and the last frame, then always the one that differs most from all chosen."""
    chosen = [0, len(greys) - 1]
    while len(chosen) < count:
        rest = [i for i in range(len(greys)) if i not in chosen]
        chosen.append(max(rest, key=lambda i: min(difference(greys[i], greys[c]) for c in chosen)))
    return sorted(chosen)


# Pixels


@lru_cache(maxsize=16)
def thumbs(folder: str, video: str) -> list[Grey]:
    """The frames of a video, small and grey; of long ones every second, third..."""
    small = (image.resize((THUMB, THUMB)) for image in _decoded(folder, video))
    return [grey(np.asarray(image)) for image in small]


@cached_layer
def frames(folder: str, video: Video, side: int) -> tuple[Frame, ...]:
    """The chosen frames, each cut to its middle square."""
    every = _decoded(folder, video.id)
    return tuple(_square(every[number], side) for number in video.frames)


def _square(image: Image.Image, side: int) -> Frame:
    width, height = image.size
    edge = min(width, height)
    left, top = (width - edge) // 2, (height - edge) // 2
    box = (left, top, left + edge, top + edge)
    pixels = np.array(image.resize((side, side), Image.Resampling.LANCZOS, box=box))
    pixels.flags.writeable = False
    return pixels


@lru_cache(maxsize=2)
def _decoded(folder: str, video: str) -> list[Image.Image]:
    av = require("av", "video", "Reading videos")
    path = Path(folder, "videos", f"{video}.webm")
    try:
        with av.open(str(path)) as container:
            decoded = container.decode(video=0)
            images = [Image.fromarray(frame.to_ndarray(format="rgb24")) for frame in decoded]
    except (av.error.FFmpegError, OSError, IndexError) as error:
        reason = "is missing" if isinstance(error, FileNotFoundError) else "cannot be decoded"
        raise Mistake(f"The video {path} {reason}; {LAYOUT}.") from None
    return images[:: -(-len(images) // MOST_FRAMES) or 1]
