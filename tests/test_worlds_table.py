"""The tables of worlds in motion: rows are measured, and a measurement goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from visgym.conformance import worlds_table
from visgym.conformance.measured_rows import BEGIN, END, rows_of
from visgym.conformance.worlds_table import SEEDS, cross, row, worlds_of, write
from visgym.kit.arcade.playing import ArcadeTask
from visgym.kit.worlds.roam.walking import RoamTask


def test_players_are_measured_by_playing() -> None:
    found = cross("roam_hallway/level_0", range(3))
    assert found.solved == 3 and len(found.lengths) == 3 and found.solve > 0
    cells = row("roam_hallway/level_0", 3, 2).split(" | ")
    assert cells[:4] == ["| `roam_hallway/level_0`", "15", "3", "3"]
    assert cells[8] == "2 of 2"


def test_every_style_and_no_other_world_is_measured() -> None:
    arcades, places = list(worlds_of(ArcadeTask)), list(worlds_of(RoamTask))
    assert "arcade_platformer/level_2?style=slash" in arcades and len(set(arcades)) == len(arcades)
    assert "roam_maze/level_0_two" in places and "door_key/level_0" not in places


def test_rows_that_stand_on_the_page_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = list[str]()

    def noted(id: str) -> str:
        measured.append(id)
        return f"| `{id}` | 40 | {SEEDS} | new |"

    monkeypatch.setattr(worlds_table, "row", noted)
    monkeypatch.setattr(
        worlds_table, "worlds_of", lambda _: iter(["roam_a/x", "roam_b/x", "roam_c/x"])
    )
    page = tmp_path / "roam_worlds.md"
    rows = f"| `roam_a/x` | 40 | {SEEDS} | old |\n| `roam_c/x` | 40 | 12 | old |\n"
    page.write_text(f"before\n{BEGIN}{rows}{END}after\n", encoding="utf-8")
    write(page)
    assert measured == ["roam_b/x", "roam_c/x"]  # of which there is none, and one of few seeds
    write(page, ["roam_a"])
    assert measured[2:] == ["roam_a/x"]
    text = page.read_text(encoding="utf-8")
    assert all(line.endswith("new |") for line in rows_of(text).values())
    assert list(rows_of(text)) == ["roam_a/x", "roam_b/x", "roam_c/x"]
    assert text.startswith("before\n") and text.endswith("after\n")
