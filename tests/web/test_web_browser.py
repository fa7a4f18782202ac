"""People at work in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import visgym
from visgym.evaluation.records import Record
from visgym.evaluation.store import Store
from visgym.web.context import Settings

ARROWS = {0: "ArrowRight", 1: "ArrowUp", 2: "ArrowLeft", 3: "ArrowDown"}
PAGES = ("/", "/play?id=jigsaw/easy", "/tasks/sliding_block/easy", "/results", "/episodes", "/nope")
UNNAMED = """() => [...document.querySelectorAll('button, a[href], input, select, img')]
  .filter(e => e.checkVisibility() && !e.closest('[aria-hidden=true]'))
  .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.hasAttribute('alt')
    || e.labels?.[0]?.textContent.trim())).map(e => e.outerHTML)"""


def begin_strict(page: Any, id: str, seed: int) -> None:
    page.goto(f"/play?id={id}&seed={seed}&mode=strict")
    page.get_by_label("Your name").fill("ada")
    page.get_by_label("Your name").press("Enter")
    page.locator("#line").get_by_text("This is step 1.").wait_for()
    page.locator("#frame[style*=ratio]").wait_for()
    page.keyboard.press("Escape")


def stored(runs: Path) -> Record:
    (kept,) = Store(runs / "human").records()
    return kept


def click_share(page: Any, across: float, down: float) -> None:
    box = page.locator("#picture").bounding_box()
    page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])


def wait_step(page: Any, step: int) -> None:
    page.locator("#line").get_by_text(f"This is step {step}.").wait_for()


def test_a_maze_by_keyboard_is_stored_and_replayed(page: Any, runs: Path) -> None:
    task = visgym.load("maze_2d/easy")
    calls = visgym.solve(task, visgym.begin(task, 3).start)
    begin_strict(page, "maze_2d/easy", 3)
    for call in calls[:-1]:
        page.keyboard.press(ARROWS[int(call.args[0])])
    wait_step(page, len(calls))
    page.keyboard.press("Shift+S")
    page.locator("#ending").get_by_text("Solved").wait_for()
    kept = stored(runs)
    assert kept.entry.agent == "human:ada"
    assert kept.success
    assert kept.replies == tuple(task.spell(call) for call in calls)

    page.get_by_role("link", name="Watch the replay").click()
    page.locator("[data-picture][src]").wait_for()
    page.keyboard.press("End")
    assert f"step={len(calls)}" in page.url
    assert kept.frames[-1] in page.locator("[data-picture]").get_attribute("src")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Next step").click()
    assert "1 /" in page.locator("[data-count]").inner_text()
    page.reload()
    page.locator("[data-picture][src]").wait_for()
    assert "1 /" in page.locator("[data-count]").inner_text()


def test_a_jigsaw_by_clicking_and_dragging(page: Any, runs: Path) -> None:
    task = visgym.load("jigsaw/easy")
    start = visgym.begin(task, 2).start
    begin_strict(page, "jigsaw/easy", 2)
    swaps = [visgym.Call("swap", pair) for pair in _swaps(start.pieces)]
    for number, swap in enumerate(swaps):
        (first, second) = (((c + 0.5) / 2, (r + 0.5) / 2) for r, c in swap.args)
        if number:
            _drag(page, first, second)
        else:
            click_share(page, *first)
            click_share(page, *second)
        wait_step(page, number + 2)
    page.get_by_role("button", name="Stop").click()
    page.locator("#ending").get_by_text("Solved").wait_for()
    assert stored(runs).replies[:-1] == tuple(task.spell(call) for call in swaps)


def _swaps(pieces: tuple[int, ...]) -> list[tuple[Any, Any]]:
    """Swaps of places that bring every piece home, one after the other."""
    now, found = list(pieces), []
    for place in range(len(now)):
        other = now.index(place)
        if other != place:
            found.append((divmod(place, 2), divmod(other, 2)))
            now[place], now[other] = now[other], now[place]
    return found


def _drag(page: Any, first: tuple[float, float], second: tuple[float, float]) -> None:
    box = page.locator("#picture").bounding_box()
    for act, (across, down) in ((page.mouse.down, first), (page.mouse.up, second)):
        page.mouse.move(box["x"] + across * box["width"], box["y"] + down * box["height"])
        act()


def test_coordinates_by_clicking_on_the_picture(page: Any, runs: Path) -> None:
    dot = visgym.begin("my_tasks.dots/easy", 4).start.dot
    begin_strict(page, "my_tasks.dots/easy", 4)
    click_share(page, *dot)
    wait_step(page, 2)
    page.get_by_role("button", name="Stop").click()
    page.locator("#ending").get_by_text("Solved").wait_for()
    assert stored(runs).success


def test_exploring_can_take_back_and_branch(page: Any, runs: Path) -> None:
    page.goto("/play?id=sliding_block/easy&seed=0")
    wait_step(page, 1)
    before = page.locator("#picture").get_attribute("src")
    page.locator("#call").fill("('move', (1, 0))")
    page.locator("#call").press("Enter")
    wait_step(page, 2)
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    wait_step(page, 1)
    assert page.locator("#picture").get_attribute("src") == before
    page.keyboard.press("3")
    page.keyboard.press("ArrowDown")
    wait_step(page, 2)
    assert page.locator("#moves .branch").inner_text().startswith("or ('move', (1, 0))")
    assert "('move', (3, 2))" in page.locator("#moves").inner_text()
    assert not (runs / "human").exists()


def test_every_kind_of_parameter_has_a_control(page: Any) -> None:
    page.goto("/play?id=my_tasks.counter/easy&seed=0")
    wait_step(page, 1)

    def group(name: str) -> Any:
        return page.get_by_role("group", name=name, exact=True).first

    def said(number: int) -> str:
        wait_step(page, number + 1)
        return str(page.locator("#moves li").last.inner_text())

    group("add").get_by_label("amount", exact=True).fill("3")
    group("add").get_by_role("button", name="Add").click()
    assert said(1) == "('add', 3)"
    for index in (2, 0, 1, 3):
        group("reorder").get_by_role("button", name=str(index)).click()
    group("reorder").get_by_role("button", name="Reorder").click()
    assert said(2) == "('reorder', [2, 0, 1, 3])"
    group("paint").get_by_role("button", name="green").click()
    assert said(3) == "('paint', 'green')"
    group("say").get_by_label("words").fill("it's")
    group("say").get_by_role("button", name="Say").click()
    assert "done" in page.locator("#moves li").last.get_attribute("class") or said(4)
    group("walk").get_by_role("button", name="up").click()
    group("walk").get_by_role("button", name="right").click()
    group("walk").get_by_role("button", name="Walk").click()
    assert said(5) == "('walk', [1, 0])"
    group("shove").get_by_label("angle", exact=True).fill("-9.5")
    group("shove").get_by_role("button", name="Shove").click()
    assert said(6) == "('shove', [0, 0, -9.5])"
    assert page.locator("#moves li:not(.done)").count() == 0


def test_two_runs_side_by_side(page: Any) -> None:
    page.goto("/episodes?id=maze_2d/easy&seed=0&player=random")
    page.get_by_role("link", name="maze_2d/easy").click()
    page.locator("[data-picture][src]").wait_for()
    page.locator("[data-compare] select").select_option(label="solver · first")
    page.wait_for_url(re.compile("key2="))
    page.locator("[data-picture][src]").nth(1).wait_for()
    page.get_by_role("button", name="Last step").click()
    sides = page.locator("[data-side]")
    assert sides.count() == 2
    assert "Solved" in sides.nth(1).inner_text()
    sources = [page.locator("[data-picture]").nth(n).get_attribute("src") for n in (0, 1)]
    assert sources[0] != sources[1]
    assert page.locator("[data-list] .refused").count() > 0


def test_the_gallery_finds_tasks(page: Any) -> None:
    page.goto("/")
    page.get_by_label("Search tasks").fill("maze above")
    assert page.locator(".card:visible h2").all_inner_texts() == ["Maze 2D"]
    page.get_by_label("Search tasks").fill("")
    page.get_by_label("Tag").select_option("navigation")
    assert "Maze 2D" in page.locator(".card:visible h2").all_inner_texts()
    assert "tag=navigation" in page.url


def test_the_solver_plays_on_the_task_page(page: Any) -> None:
    page.goto("/tasks/maze_2d/easy")
    page.get_by_text("calls on an episode that belongs to no suite").wait_for()
    page.get_by_label("Speed").select_option("5×")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("('stop', 'stop')").first.wait_for()


def test_a_malformed_record_does_not_break_the_page(page: Any, runs: Path) -> None:
    with (runs / "first" / "episodes.jsonl").open("a") as file:
        file.write("<img src=x onerror=alert(1)>\n")
    page.goto("/results")
    page.get_by_text("Line 9 of episodes.jsonl holds no record.").wait_for()
    assert page.locator(".board").is_visible()


def test_a_path_outside_the_runs_is_refused(page: Any) -> None:
    answer = page.goto("/replay?run=../../first&key=x")
    assert answer.status == 404
    page.get_by_text("There is no such run").wait_for()


def test_tables_follow_a_run(page: Any, runs: Path) -> None:
    path = runs / "first" / "episodes.jsonl"
    lines = path.read_text().splitlines()
    path.write_text(lines[0] + "\n")
    page.goto("/episodes")
    page.get_by_text("1 episode.").wait_for()
    path.write_text("\n".join(lines) + "\n")
    page.get_by_text("8 episodes.").wait_for()


def test_only_the_right_token_opens_the_door(
    browser: Any, serve: Callable[[Settings], str], runs: Path
) -> None:
    context = browser.new_context(base_url=serve(Settings(runs, token="sesame")))
    page = context.new_page()
    assert page.goto("/results").status == 401
    for token, heading in (("wrong", "A token, please"), ("sesame", "Results")):
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Come in").click()
        page.get_by_role("heading", name=heading, exact=True).wait_for()
    assert "token" not in page.url
    page.goto("/play?id=maze_2d/easy")
    wait_step(page, 1)
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_and_name_their_controls(browser: Any, site: str, scheme: str) -> None:
    context = browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, color_scheme=scheme
    )
    page = context.new_page()
    for address in PAGES:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address
        assert page.evaluate(UNNAMED) == [], address
    context.close()
