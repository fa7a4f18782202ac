"""Pictures as files: encoded once, kept by the hash of their pixels, least used dropped first."""

from __future__ import annotations

from collections import OrderedDict
from io import BytesIO
from threading import Lock
from typing import Any

from PIL import Image

from visgym.core.task import Frame, Task
from visgym.evaluation.records import frame_hash
from visgym.kit.framing import sight
from visgym.kit.png import encode

THUMBNAIL = 480  # pixels at most, on either side
CAPACITY = 192 << 20  # bytes
MOST_NAMES = 4096  # states whose pictures are known without drawing them


class Pictures:
    """Files in memory by name, up to a number of bytes."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._names: dict[tuple[Task[Any], Any, int | None], str] = {}
        self._room = capacity
        self._lock = Lock()

    def get(self, name: str) -> bytes | None:
        """The file of that name, if it is still here."""
        with self._lock:
            if name in self._files:
                self._files.move_to_end(name)
            return self._files.get(name)

    def put(self, name: str, file: bytes) -> bytes:
        """Keep a file, and let go of those unused for longest."""
        with self._lock:
            if name not in self._files:
                self._files[name] = file
                self._room -= len(file)
            while self._room < 0 and len(self._files) > 1:
                self._room += len(self._files.popitem(last=False)[1])
        return file

    def add(self, task: Task[Any], state: Any, player: int | None = None) -> str:
        """Draw what a player sees, by default the evaluated one; gives the name of the picture."""
        name = self._names.get((task, state, player))
        if name is None or self.get(name) is None:
            name = self.add_frame(sight(task, state, player))
            self._remember((task, state, player), name)
        return name

    def add_frame(self, frame: Frame) -> str:
        """Keep a picture; gives its name."""
        name = frame_hash(frame)
        if self.get(name) is None:
            self.put(name, encode(frame))
        return name

    def _remember(self, seen: tuple[Task[Any], Any, int | None], name: str) -> None:
        with self._lock:
            if len(self._names) >= MOST_NAMES:
                self._names.clear()
            self._names[seen] = name


def thumbnail(frame: Frame) -> bytes:
    """A small WebP file of a picture."""
    image = Image.fromarray(frame)
    image.thumbnail((THUMBNAIL, THUMBNAIL), Image.Resampling.LANCZOS)
    file = BytesIO()
    image.save(file, "WEBP", quality=84, method=4)
    return file.getvalue()
