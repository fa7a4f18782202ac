"""Which photos a task draws from: those for one use, whole or cut at random.

The manifest of the embedded photos says what each is for, so that nothing that is trained on is
evaluated on. In a folder of many photos the digest of a path decides; a folder of few is not split.
Pictures that are drawn have keys that begin with their use, so that none serves two.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from random import Random
from typing import Literal, TypeVar

from visgym.core.errors import Mistake
from visgym.kit import pictures
from visgym.kit.pictures import PhotoView

Found = TypeVar("Found")
Use = Literal["evaluation", "training", "all"]

TRIES = 400  # photos that are looked at before a source is given up
FEWEST = 100  # photos in a folder that is split
ONE_IN = 10  # of those is for evaluation
LEAST_SHARE, LEAST_SIDE = 0.55, 200  # of each side that a cut keeps: a share, and pixels


@dataclass(frozen=True)
class PhotoSource:
    """The photos of a folder, or the embedded ones without one, that are for some use."""

    folder: str = ""
    use: Use = "evaluation"
    crops: bool = False
    """Whether photos are cut at random, and half of them mirrored."""

    def choose(self, rng: Random, suits: Callable[[str], Found | None]) -> Found:
        """What `suits` finds in a random photo; photos in which it finds None are passed over."""
        for _ in range(TRIES):
            key = self._key(rng)
            found = suits(self._cut(key, rng) if self.crops else key)
            if found is not None:
                return found
        raise Mistake(
            f"None of {TRIES} photos taken from {pictures.root(self.folder)} suits this task: they "
            "are too small, too plain or too much alike."
        )

    def _key(self, rng: Random) -> str:
        """A random picture."""
        if self.folder not in pictures.DRAWN:
            return rng.choice(_keys(self.folder, self.use))
        use = rng.choice(("evaluation", "training")) if self.use == "all" else self.use
        return f"{use}/{rng.getrandbits(40):010x}"

    def _cut(self, key: str, rng: Random) -> str:
        """The key of a random part of a photo."""
        sides = pictures.size_of(self.folder, key)
        spans = []
        for side in sides:
            length = rng.randint(min(side, max(LEAST_SIDE, int(LEAST_SHARE * side))), side)
            spans.append((rng.randint(0, side - length), length))
        (left, wide), (top, tall) = spans
        return PhotoView(key, (left, top, wide, tall), rng.random() < 0.5).key


@lru_cache(maxsize=16)
def _keys(folder: str, use: Use) -> tuple[str, ...]:
    """The photos for a use, in sorted order."""
    every = pictures.keys(folder)
    if use == "all" or (folder and len(every) < FEWEST):
        return every
    known = {key: _use_of(key) for key in every} if folder else _manifest()
    found = tuple(key for key in every if known[key] == use)
    if not found:
        raise Mistake(f"No photo in {pictures.root(folder)} is for {use}; choose photos=all.")
    return found


def _use_of(key: str) -> Use:
    """What a photo of a folder is for, wherever the folder lies."""
    number = int.from_bytes(sha256(key.encode()).digest()[:4], "big")
    return "evaluation" if number % ONE_IN == 0 else "training"


@lru_cache(maxsize=1)
def _manifest() -> dict[str, str]:
    """What each embedded photo is for."""
    text = (files("visgym.data") / "photos" / "manifest.json").read_text(encoding="utf-8")
    return {entry["file"]: entry["use"] for entry in json.loads(text)}
