"""Results, replays, the gallery and the report in a real Chromium, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hand_made import made, many, really, stored, two_runs
from visgym.analysis.report.loading import load
from visgym.analysis.report.page import page as report
from visgym.web.context import Settings

Serve = Callable[[Settings], str]
WIDTH = "document.documentElement.scrollWidth"
HOSTILE = "\u202e\u05d0\u05d1\u05d2 (left) " + "W" * 3000


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 200 made-up tasks by 12 agents."""
    root = tmp_path_factory.mktemp("wide")
    stored(root / "run", list(many(seeds=1)))
    return root


@pytest.fixture
def tab(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a tab of some width; an error in a script fails the test."""
    contexts, errors = [], []

    def made(width: int = 1280, scheme: str = "light", site: str | None = None) -> Any:
        context = browser.new_context(
            base_url=site, viewport={"width": width, "height": 844}, color_scheme=scheme
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield made
    for context in contexts:
        context.close()
    assert errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_two_hundred_tasks_fit_a_phone(
    serve: Serve, wide: Path, tab: Callable[..., Any], scheme: str
) -> None:
    page = tab(390, scheme, serve(Settings(wide)))
    for address in ("/results?open=charts&open=graphs", "/compare?preset=hard", "/episodes"):
        page.goto(address)
        assert page.evaluate(WIDTH) <= 390, address


def test_a_category_opens_and_leads_to_episodes(
    serve: Serve, wide: Path, tab: Callable[..., Any]
) -> None:
    page = tab(1280, "light", serve(Settings(wide)))
    page.goto("/results")
    assert page.locator(".tall").count() == 0
    page.get_by_role("link", name="Charts").first.click()
    page.locator(".tall").first.wait_for()
    head, box = page.locator(".board thead th").first, page.locator(".tall-box")
    before = head.bounding_box()
    box.evaluate("box => box.scrollTo(400, 200)")
    after = head.bounding_box()
    assert (before["x"], before["y"]) == (after["x"], after["y"])
    page.get_by_role("link", name="openai:frontier-5 on charts.task_010").click()
    page.get_by_text("1 episode.").wait_for()


def test_two_agents_are_chosen_and_compared(
    serve: Serve, tmp_path: Path, tab: Callable[..., Any]
) -> None:
    two_runs(tmp_path)
    page = tab(1280, "light", serve(Settings(tmp_path)))
    page.goto("/results")
    page.get_by_role("button", name="Compare").click()
    page.get_by_text("Where they differ").wait_for()
    page.get_by_role("link", name="side by side").first.click()
    assert page.locator("[data-side]").count() == 2


def test_hostile_replies_leave_a_phone_its_width_and_its_direction(
    serve: Serve, tmp_path: Path, tab: Callable[..., Any]
) -> None:
    kept = made("a" * 90, "maze_2d/easy", verdicts=["done", "refused"], reply=HOSTILE)
    other = made("b", "maze_2d/easy", reply="x" * 9000)
    stored(tmp_path / "run", [kept, other])
    page = tab(390, "light", serve(Settings(tmp_path)))
    address = f"/replay?run=run&key={kept.entry.key}"
    alone = f"/replay?run=run&key={other.entry.key}"
    for each in (alone, address, f"{address}&run2=run&key2={other.entry.key}"):
        page.goto(each)
        page.get_by_role("button", name="Next step").click()
        assert page.evaluate(WIDTH) <= 390
    said = page.locator(".said").first
    assert "\u202e" not in said.inner_text() and said.get_attribute("dir") == "auto"
    page.get_by_role("link", name="The whole reply").wait_for()


def test_pictures_of_a_replay_open_in_full_size(
    serve: Serve, tmp_path: Path, tab: Callable[..., Any]
) -> None:
    solved, _ = really("maze_2d/easy")
    stored(tmp_path / "run", [solved])
    page = tab(390, "light", serve(Settings(tmp_path)))
    page.goto(f"/replay?run=run&key={solved.entry.key}")
    page.locator("[data-picture][src]").wait_for()
    full = page.get_by_role("link", name="Open this picture in full size").get_attribute("href")
    assert full == page.locator("[data-picture]").get_attribute("src")


def test_counting_has_one_undo(page: Any) -> None:
    page.goto("/play?id=counting/easy&seed=0")
    page.locator("#line").get_by_text("This is step 1.").wait_for()
    assert page.get_by_role("button", name="Undo").count() == 1
    assert page.get_by_role("button", name="Take back").is_visible()


def test_cards_fill_as_pictures_are_drawn(
    serve: Serve, tmp_path: Path, tab: Callable[..., Any]
) -> None:
    page = tab(1280, "light", serve(Settings(tmp_path, cache=tmp_path / "cache")))
    page.goto("/")
    card = page.locator(".card", has_text="Board state inference")
    assert card.locator(".name").inner_text() == "Board state inference"
    card.locator("img[src]:not([data-waiting])").wait_for(timeout=120_000)


def test_the_report_opens_categories_pairs_and_samples(
    tmp_path: Path, tab: Callable[..., Any]
) -> None:
    records = [*really("maze_2d/easy"), *really("sliding_block/easy", 1)]
    path = tmp_path / "report.html"
    path.write_text(report(load([stored(tmp_path / "run", records)])), encoding="utf-8")
    page = tab(390, "dark")
    page.goto(path.as_uri())
    assert page.evaluate(WIDTH) <= 390
    cell = page.locator("#success thead .task").first
    assert not cell.is_visible()
    page.get_by_role("checkbox", name="Show the tasks of Puzzles").first.check()
    assert cell.is_visible() and cell.inner_text().startswith("Sliding block")
    assert "solver against random" in page.locator("#duel-which").inner_text()
    page.locator("#duel-episodes a").first.click()
    assert page.locator("#who").inner_text() == "solver on maze_2d/easy, seed 0"
    page.get_by_label("Outcome").select_option("solved")
    assert page.locator("#chosen").inner_text() == "2 of 4 fit"
    page.get_by_label("Task or words of a reply").fill("sliding")
    assert page.locator("#chosen").inner_text() == "1 of 4 fit"
    assert page.locator("#who").inner_text() == "solver on sliding_block/easy, seed 1"
    assert page.evaluate(WIDTH) <= 390
