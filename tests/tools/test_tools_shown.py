"""What tools showed is seen in the report and in the replay of the web pages."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from my_tasks.ruler import ruler
from visgym import advance, begin
from visgym.agents.agent import Usage
from visgym.analysis.report.loading import load
from visgym.analysis.report.samples import gather
from visgym.core.parts import Raster
from visgym.evaluation.records import Entry, Record, frame_hash, record
from visgym.evaluation.store import Store

ID = "maze_2d/easy"
REPLIES = ("('look', (0, 0, 60, 40))", "('ruler', (0, 0, 3, 4))", "('stop', 'stop')")


@pytest.fixture
def kept(tmp_path: Path) -> Record:
    """A stored episode with two tools."""
    episode = begin(ID, 0, tools=["look", ruler])
    for reply in REPLIES:
        episode = advance(episode, reply)
    entry = Entry(ID, 0, "somebody", tools=("look", "my_tasks.ruler:ruler"))
    found = record(entry, episode, (Usage(),) * 3, seconds=0.1)
    store = Store(tmp_path / "run")
    with store.writing({"suite": "visgym/easy", "tools": list(entry.tools)}):
        store.append(found)
    return found


def test_the_report_shows_texts_and_pictures_of_tools(kept: Record, tmp_path: Path) -> None:
    loaded = load([tmp_path / "run"])
    (found,) = loaded.records
    who = "somebody + look, my_tasks.ruler:ruler"
    assert found == replace(kept, entry=replace(kept.entry, agent=who))
    assert loaded.setups == {who: "tools look, my_tasks.ruler:ruler"}
    samples = gather([found], [who], [ID])
    steps = samples.episodes[0]["steps"]
    assert (steps[1]["tool"], steps[2]["tool"]) == ("look", "ruler") and "tool" not in steps[3]
    assert steps[2]["shown"] == [{"text": "5.0 pixels"}]
    place = steps[1]["shown"][1]["picture"]
    assert list(samples.pictures.values())[place].startswith("data:image/png")
    assert place != steps[1]["picture"]
    assert json.dumps(samples.episodes)


def test_the_replay_page_shows_texts_and_pictures_of_tools(kept: Record, tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    httpx = pytest.importorskip("httpx")
    from visgym.evaluation.records import replayed
    from visgym.web.context import Settings
    from web.conftest import serving

    with serving(Settings(tmp_path)) as address, httpx.Client(base_url=address) as client:
        page = client.get("/replay", params={"run": "run", "key": kept.entry.key})
        assert page.status_code == 200 and "5.0 pixels" in page.text
        look = replayed(kept).turns[0].shown[1]
        assert isinstance(look, Raster)
        name = frame_hash(look.image)
        where = {"run": "run", "key": kept.entry.key, "step": 1, "part": 1}
        assert f"/frames/{name}.png" in page.text
        file = client.get(f"/frames/{name}.png", params=where)
        assert file.status_code == 200 and file.content.startswith(b"\x89PNG")
        absent = client.get("/frames/drawn.png", params={**where, "part": 7})
        assert absent.status_code == 404
