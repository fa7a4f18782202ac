"""Files that are either whole or absent, and folders of pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from visgym.demonstrations.conversations import Conversation

IMAGES = "images"
MANIFEST = "manifest.json"
WORK = ".work"
BLOCK = 1 << 20  # bytes read at a time


@contextmanager
def whole(folder: Path, name: str) -> Iterator[Path]:
    """A temporary path for the file `name` of a folder; it gets its name once it is whole."""
    path = folder / name
    fresh = folder / WORK / f"{path.name}.new"
    for parent in (path.parent, fresh.parent):
        parent.mkdir(parents=True, exist_ok=True)
    yield fresh
    fresh.replace(path)


def sha256(path: Path) -> str:
    """The SHA-256 of a file."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            found.update(block)
    return found.hexdigest()


def suffix(image: bytes) -> str:
    """How the name of a picture file ends, told from its first bytes."""
    if image.startswith(b"\xff\xd8"):
        return "jpg"
    return "webp" if image[8:12] == b"WEBP" else "png"


class ImageFolder:
    """The pictures of one shard as files, and one hash over all of them."""

    def __init__(self, folder: Path, shard: str) -> None:
        self.folder, self.name = folder, f"{IMAGES}/{shard}"
        self._hash = hashlib.sha256()
        (folder / self.name).mkdir(parents=True, exist_ok=True)

    def save(self, row: Conversation) -> list[str]:
        """Write the pictures of a row; their paths below the folder, in order."""
        paths = [
            f"{self.name}/{row.key}_{at:03d}.{suffix(image)}" for at, image in enumerate(row.images)
        ]
        for path, image in zip(paths, row.images, strict=True):
            (self.folder / path).write_bytes(image)
            self._hash.update(image)
        return paths

    @property
    def hashes(self) -> dict[str, str]:
        return {f"{self.name}/": self._hash.hexdigest()}
