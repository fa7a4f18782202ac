"""People at an arcade in a real Chromium: keys are held, and time goes on meanwhile."""

from __future__ import annotations

from typing import Any

import visgym

ID = "arcade_platformer/level_0"


def begin(page: Any) -> None:
    page.goto(f"/play?id={ID}&seed=1")
    page.locator("#frame[style*=ratio]").wait_for()


def replies(page: Any) -> list[str]:
    found: list[str] = page.locator("#moves li button span").all_inner_texts()
    return found


def test_held_keys_press_again_and_again_until_they_are_let_go(page: Any) -> None:
    begin(page)
    page.keyboard.down("ArrowRight")
    page.locator("#moves li").nth(3).wait_for()
    page.keyboard.down(" ")
    page.locator("#moves li", has_text="jump").nth(1).wait_for()
    page.keyboard.up(" ")
    page.keyboard.up("ArrowRight")
    said = replies(page)
    assert said[:4] == ["('press', (['right'], 3))"] * 4
    assert "('press', (['right', 'jump'], 3))" in said
    episode = visgym.begin(ID, 1)
    for each in said:
        episode = visgym.advance(episode, each)
    assert episode.turns[-1].verdict == "done"
    assert episode.state.world.x > episode.start.world.x


def test_time_stands_still_unless_it_is_told_to_go_on(page: Any) -> None:
    begin(page)
    page.get_by_role("button", name="wait").click()
    page.locator("#moves li").first.wait_for()
    assert replies(page) == ["('press', ([], 3))"]
    page.get_by_label("time goes on by itself").check()
    page.locator("#moves li").nth(3).wait_for()
    assert set(replies(page)) == {"('press', ([], 3))"}
