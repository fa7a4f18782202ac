"""Commands find datasets below VISGYM_DATA, and what they write says which data was used."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from hand_made import made, stored
from visgym import catalog
from visgym.analysis.report import loading, page
from visgym.cli import app
from visgym.commands.common import data_folders, expand, located
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.evaluation.records import Record, replayed
from visgym.evaluation.store import Store
from visgym.task_ids import Id

JIGSAW = Id("jigsaw", "easy")
PHOTO = "images/00453/004539375.jpg"


@pytest.fixture
def llava(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one photo, below the folder that the variable names."""
    monkeypatch.setenv("VISGYM_DATA", str(tmp_path / "data"))
    folder = tmp_path / "data" / "llava"
    path = folder / PHOTO
    path.parent.mkdir(parents=True)
    noise = np.random.default_rng(7).integers(0, 256, (18, 24, 3), np.uint8)
    Image.fromarray(noise).resize((336, 252)).save(path)
    return folder


def visgym(*args: str) -> str:
    done = CliRunner().invoke(app, args)
    if isinstance(done.exception, Mistake):
        return str(done.exception)
    assert done.exit_code == 0, done.output
    return done.output


def records(run: Path) -> list[Record]:
    return Store(run).records()


def test_an_id_alone_means_the_same_task_on_every_machine(llava: Path) -> None:
    assert catalog.load("jigsaw/easy") is catalog.presets("jigsaw")["easy"]


def test_a_dataset_is_written_into_the_id_where_its_folder_exists(llava: Path) -> None:
    found = catalog.with_data(JIGSAW, llava.parent)
    assert str(found) == f"jigsaw/easy?data={llava}"
    assert begin(catalog.load(str(found)), 0).start.photo == PHOTO
    assert catalog.with_data(Id("maze_2d", "easy"), llava.parent) == Id("maze_2d", "easy")
    assert catalog.with_data(JIGSAW, llava) == JIGSAW


@pytest.mark.parametrize("data", ["", "elsewhere"])
def test_an_id_that_names_its_data_keeps_it(llava: Path, data: str) -> None:
    id = JIGSAW.with_knob("data", data)
    assert catalog.with_data(id, llava.parent) == id
    assert catalog.load(str(id)).knobs()["data"] == data


def test_commands_read_the_variable(llava: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert expand(["jigsaw", "maze_2d/easy"]) == [
        f"jigsaw/easy?data={llava}",
        f"jigsaw/hard?data={llava}",
        "maze_2d/easy",
    ]
    assert data_folders(["jigsaw/easy", "maze_2d/easy"]) == {"jigsaw": str(llava)}
    monkeypatch.delenv("VISGYM_DATA")
    assert located("jigsaw/easy") == "jigsaw/easy"


def test_show_shows_the_data_unless_embedded_data_is_asked_for(llava: Path, tmp_path: Path) -> None:
    picture = ["--picture", str(tmp_path / "x.png")]
    assert str(llava) in "".join(visgym("show", "jigsaw/easy", *picture).split())
    for embedded in (["jigsaw/easy", "-k", 'data=""'], ["jigsaw/easy?data="]):
        assert str(llava) not in "".join(visgym("show", *embedded, *picture).split())


def test_a_run_says_which_data_it_used_and_replays_without_the_variable(
    llava: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    args = ["evaluate", "--agent", "stop", "--tasks", "jigsaw,maze_2d", "--episodes", "2"]
    visgym(*args, "--out", str(run))
    assert {kept.entry.id for kept in records(run)} == {
        f"jigsaw/easy?data={llava}",
        "maze_2d/easy",
    }
    assert {kept.outcome for kept in records(run)} == {"wrong"}
    config = json.loads((run / "run.json").read_text())
    assert config["data"]["jigsaw"] == str(llava)
    monkeypatch.delenv("VISGYM_DATA")
    starts = {replayed(k).start.photo for k in records(run) if k.entry.id.startswith("jigsaw")}
    assert starts == {PHOTO}
    refused = visgym(*args, "--out", str(run))
    assert "holds a run on other data" in refused and "give another --out" in refused


def test_a_study_says_which_data_it_used(llava: Path, tmp_path: Path) -> None:
    args = ["--tasks", "jigsaw", "--agent", "stop", "--episodes", "1", "--out", str(tmp_path / "x")]
    assert "jigsaw" in visgym("diagnose", "goal", *args)
    assert {kept.entry.id for kept in records(tmp_path / "x")} == {f"jigsaw/easy?data={llava}"}
    assert json.loads((tmp_path / "x" / "run.json").read_text())["data"]["jigsaw"] == str(llava)


def test_a_manifest_says_which_data_demonstrations_show(llava: Path, tmp_path: Path) -> None:
    args = ["--tasks", "jigsaw", "--episodes", "2", "--format", "jsonl"]
    visgym("demonstrate", *args, "--out", str(tmp_path / "rows"))
    manifest = json.loads((tmp_path / "rows" / "manifest.json").read_text())
    assert manifest["recipe"]["ids"] == [f"jigsaw/easy?data={llava}"]
    assert manifest["embedded_data"] == []


def test_reports_say_where_different_data_count_together(tmp_path: Path) -> None:
    mixed = [made("a", "jigsaw/easy"), made("a", "jigsaw/easy?data=/x")]
    (notice,) = page.notices(loading.load([stored(tmp_path / "mixed", mixed)]))
    assert notice.startswith("jigsaw/easy was played on different data")
    alike = [made("a", "jigsaw/easy?data=/x", seed) for seed in range(2)]
    assert page.notices(loading.load([stored(tmp_path / "alike", alike)])) == []
