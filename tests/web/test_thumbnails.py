"""Pictures of the gallery are drawn once, and no card is ever empty."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from visgym.core.errors import Mistake
from visgym.web import thumbnails
from visgym.web.picture_files import Pictures
from visgym.web.public_tasks import PublicTasks
from visgym.web.thumbnails import Thumbnails, draw_missing, in_order, path_of

FEW = ["maze_2d/easy", "jigsaw/easy", "maze_2d/hard"]


class Sleeping:
    """A process that has something to do for as long as it is let."""

    def __new__(cls) -> Any:
        return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])


def test_first_presets_come_first() -> None:
    ids = list(in_order(PublicTasks(("my_tasks.counter",))))
    tasks = [id.partition("/")[0] for id in ids]
    assert len(set(tasks)) == len(set(tasks[: len(set(tasks))]))
    assert "my_tasks.counter" not in tasks and len(ids) == len(set(ids))


def test_what_is_missing_is_drawn_and_what_cannot_be_is_excused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks, draw, drawn = PublicTasks(), thumbnails.drawn, []

    def once(tasks: PublicTasks, id: str) -> bytes:
        drawn.append(id)
        if id == "jigsaw/easy":
            raise Mistake("Photos need an extra; pip install it.")
        return draw(tasks, id)

    monkeypatch.setattr(thumbnails, "in_order", lambda tasks: FEW)
    monkeypatch.setattr(thumbnails, "drawn", once)
    draw_missing(tmp_path, tasks)
    draw_missing(tmp_path, tasks)
    assert drawn == [*FEW, "jigsaw/easy"]
    files = {path.name.partition("-")[0]: path.suffix for path in tmp_path.iterdir()}
    assert files == {"maze_2d": ".webp", "jigsaw": ".txt"}


def test_pictures_wait_for_the_worker_and_come_from_the_folder(tmp_path: Path) -> None:
    kept = Thumbnails(PublicTasks(), Pictures(), tmp_path)
    assert kept.folder is not None
    kept.folder.mkdir()
    assert not kept.waiting("maze_2d/easy")
    kept._worker = Sleeping()
    assert kept.waiting("maze_2d/easy")
    path_of(kept.folder, PublicTasks(), "maze_2d/easy").write_bytes(b"a picture")
    assert not kept.waiting("maze_2d/easy") and kept.get("maze_2d/easy") == b"a picture"
    excuse = path_of(kept.folder, PublicTasks(), "jigsaw/easy").with_suffix(".txt")
    excuse.write_text("No photos here.", encoding="utf-8")
    assert kept.problem("jigsaw/easy") == "No photos here." and not kept.waiting("jigsaw/easy")
    kept.stop()
    assert not kept.waiting("maze_2d/hard") and kept.get("maze_2d/hard")[:4] == b"RIFF"


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = Thumbnails(PublicTasks(), Pictures(), tmp_path / "file")
    kept.start()
    assert kept.folder is None and kept.get("maze_2d/easy")[:4] == b"RIFF"


def test_the_gallery_says_what_is_still_to_come(shared_site: str) -> None:
    text = httpx.get(shared_site).text
    assert '<span class="name">Maze 2D</span>' in text and "data-waiting" not in text
    ids = {"id": ["maze_2d/easy", "jigsaw/easy"]}
    said = httpx.get(f"{shared_site}/api/thumbnails", params=ids).json()
    assert said == {"waiting": [], "problems": {"maze_2d/easy": None, "jigsaw/easy": None}}
    assert httpx.get(f"{shared_site}/api/thumbnails?id=os.path/easy").status_code == 400
