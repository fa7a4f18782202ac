"""What tools showed, between turns of replay and report, in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from my_tasks.ruler import ruler
from visgym import advance, begin
from visgym.agents.agent import Usage
from visgym.analysis.report.loading import load
from visgym.analysis.report.page import page as report
from visgym.evaluation.records import Entry, record
from visgym.evaluation.store import Store
from visgym.web.context import Settings

ID = "maze_2d/easy"


def test_texts_and_pictures_of_tools_are_seen(
    browser: Any, serve: Callable[[Settings], str], tmp_path: Path
) -> None:
    episode = begin(ID, 0, tools=["look", ruler])
    for reply in ("('look', (0, 0, 60, 40))", "('ruler', (0, 0, 3, 4))", "('stop', 'stop')"):
        episode = advance(episode, reply)
    entry = Entry(ID, 0, "somebody", tools=("look", "my_tasks.ruler:ruler"))
    with (store := Store(tmp_path / "runs" / "run")).writing({"suite": "visgym/easy"}):
        store.append(record(entry, episode, (Usage(),) * 3, seconds=0.1))
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    site = serve(Settings(tmp_path / "runs"))
    page.goto(f"{site}/replay?run=run&key={entry.key}&step=1")
    page.get_by_alt_text("Shown by the tool look").wait_for()
    page.wait_for_function("document.querySelector('img.by-tool').naturalWidth === 640")
    page.keyboard.press("ArrowRight")
    page.locator("pre.by-tool", has_text="5.0 pixels").wait_for()
    page.keyboard.press("ArrowRight")
    assert page.locator(".by-tool").count() == 0

    file = tmp_path / "report.html"
    file.write_text(report(load([tmp_path / "runs" / "run"])), encoding="utf-8")
    page.goto(file.as_uri())
    for _ in range(2):
        page.locator("[data-go=next]").click()
    page.locator("#shown pre", has_text="5.0 pixels").wait_for()
    assert page.locator("#speaker").inner_text() == "Tool ruler"
    page.locator("[data-go=previous]").click()
    page.locator("#shown img").wait_for()
    page.close()
