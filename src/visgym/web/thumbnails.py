"""Small pictures of starts for the gallery, drawn once by a process of its own and kept as files.

Run as `python -m visgym.web.thumbnails FOLDER [DATA]`, which draws what is missing in the folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.identity import digest
from visgym.kit.framing import sight
from visgym.version import VERSION
from visgym.web.picture_files import Pictures, thumbnail
from visgym.web.public_tasks import PublicTasks

PATIENCE = 10  # niceness of the process that draws, so that pages come first
NO_PICTURE = ".txt"  # the ending of a file that says why there is no picture


class Thumbnails:
    """Pictures in a folder, made in the background; without a folder, when they are asked for."""

    def __init__(self, tasks: PublicTasks, pictures: Pictures, cache: Path | None) -> None:
        self._tasks, self._pictures = tasks, pictures
        self.folder = cache / f"thumbnails-{VERSION}" if cache else None
        self._worker: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin to draw what is missing; a folder that cannot be written is done without."""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            self.folder = None
            return
        data = [str(self._tasks.data)] if self._tasks.data else []
        command = [sys.executable, "-m", "visgym.web.thumbnails", str(self.folder), *data]
        self._worker = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        """End the process that draws, if it still does."""
        if self._worker is not None:
            self._worker.terminate()
            self._worker.wait()

    def waiting(self, id: str) -> bool:
        """Whether a picture is still to come."""
        drawing = self._worker is not None and self._worker.poll() is None
        if not drawing or id.partition("/")[0] in self._tasks.modules:
            return False
        path = self._path(id)
        return path is not None and not path.exists() and self.problem(id) is None

    def problem(self, id: str) -> str | None:
        """Why there is no picture, in one sentence."""
        path = self._path(id)
        said = path.with_suffix(NO_PICTURE) if path else None
        return said.read_text(encoding="utf-8") if said and said.exists() else None

    def get(self, id: str) -> bytes:
        """The picture of an id, drawn now if it has to be."""
        label, path = f"thumbnail {id}", self._path(id)
        file = self._pictures.get(label)
        if file is None:
            kept = path is not None and path.exists()
            file = path.read_bytes() if kept and path else drawn(self._tasks, id)
            self._pictures.put(label, file)
        return file

    def _path(self, id: str) -> Path | None:
        if self.folder is None or id.partition("/")[0] in self._tasks.modules:
            return None  # modules of somebody's may change from one start to the next
        return path_of(self.folder, self._tasks, id)


def path_of(folder: Path, tasks: PublicTasks, id: str) -> Path:
    """The file of a picture, named after all that it depends on."""
    about = digest([tasks.located(id), tasks.load(id).version])
    return folder / f"{id.replace('/', '-')}-{about[:12]}.webp"


def drawn(tasks: PublicTasks, id: str) -> bytes:
    """The start of seed 0, small."""
    task = tasks.load(id)
    return thumbnail(sight(task, begin(task, 0).start))


def in_order(tasks: PublicTasks) -> Iterator[str]:
    """Every id of the catalog, the first presets of all tasks before the second ones."""
    names = [name for name in tasks.names() if name not in tasks.modules]
    presets = ([f"{name}/{preset}" for preset in tasks.presets(name)] for name in names)
    for turn in zip_longest(*presets):
        yield from (id for id in turn if id is not None)


def draw_missing(folder: Path, tasks: PublicTasks) -> None:
    """Draw every picture that the folder does not have, or say why there is none."""
    for id in in_order(tasks):
        path = path_of(folder, tasks, id)
        if path.exists():
            continue
        try:
            file = drawn(tasks, id)
        except (Mistake, ImportError) as error:
            path.with_suffix(NO_PICTURE).write_text(str(error), encoding="utf-8")
            continue
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(file)
        fresh.replace(path)
        path.with_suffix(NO_PICTURE).unlink(missing_ok=True)


def main() -> None:
    """Draw what the arguments ask for, in the background of everything else."""
    os.nice(PATIENCE)
    folder, *data = sys.argv[1:]
    draw_missing(Path(folder), PublicTasks(data=Path(data[0]) if data else None))


if __name__ == "__main__":
    main()
