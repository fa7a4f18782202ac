"""Datasets are found below VISGYM_DATA."""

from __future__ import annotations

from pathlib import Path

import pytest

from visgym import catalog


@pytest.fixture
def llava(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VISGYM_DATA", str(tmp_path))
    folder = tmp_path / "llava"
    folder.mkdir()
    return folder


def test_a_dataset_is_read_where_its_folder_exists(llava: Path) -> None:
    assert catalog.load("jigsaw/hard").knobs()["data"] == str(llava)
    assert catalog.load("jigsaw", rows=3).knobs()["data"] == str(llava)


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
