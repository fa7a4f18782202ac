"""Datasets are found below VISGYM_DATA."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from visgym import catalog
from visgym.core.episode import begin


@pytest.fixture
def llava(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VISGYM_DATA", str(tmp_path))
    folder = tmp_path / "llava"
    folder.mkdir()
    return folder


def test_a_dataset_is_read_where_its_folder_exists(llava: Path) -> None:
    assert catalog.load("jigsaw/hard").knobs()["data"] == str(llava)
    assert catalog.load("jigsaw", rows=3).knobs()["data"] == str(llava)


def test_episodes_begin_on_the_photos_of_llava(llava: Path) -> None:
    folder = llava / "images" / "00453"
    folder.mkdir(parents=True)
    noise = np.random.default_rng(7).integers(0, 256, (18, 24, 3), np.uint8)
    Image.fromarray(noise).resize((336, 252)).save(folder / "004539375.jpg")
    start = begin(catalog.load("jigsaw/easy"), 0).start
    assert start.photo == "images/00453/004539375.jpg"


def test_the_knob_decides_where_it_is_given(llava: Path) -> None:
    assert catalog.load("jigsaw", data="").knobs()["data"] == ""
    assert catalog.load("jigsaw", data="elsewhere").knobs()["data"] == "elsewhere"


def test_other_tasks_and_missing_folders_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISGYM_DATA", str(tmp_path))
    assert catalog.load("jigsaw/easy") is catalog.presets("jigsaw")["easy"]
    (tmp_path / "llava").mkdir()
    assert catalog.load("maze_2d/easy") is catalog.presets("maze_2d")["easy"]
    monkeypatch.delenv("VISGYM_DATA")
    assert catalog.load("jigsaw/easy") is catalog.presets("jigsaw")["easy"]
