"""People at word games in a real Chromium: words by keyboard, cells by mouse."""

from __future__ import annotations

from typing import Any

import visgym


def begin(page: Any, id: str, seed: int) -> Any:
    page.goto(f"/play?id={id}&seed={seed}")
    page.locator("#frame[style*=ratio]").wait_for()
    return visgym.begin(id, seed)


def test_words_are_typed_and_sent_with_the_enter_key(page: Any) -> None:
    episode = begin(page, "wordle/level_1", 3)
    page.get_by_label("word", exact=True).click()
    for call in visgym.solve(episode.task, episode.start):
        page.keyboard.type(str(call.args[0]).lower())
        page.keyboard.press("Enter")
    page.locator("#ending").get_by_text("Solved").wait_for()


def test_words_of_a_grid_are_marked_by_dragging_over_them_in_the_picture(page: Any) -> None:
    episode = begin(page, "word_search/level_0", 5)
    size, (left, top, width, height) = episode.task.size, episode.task.picture_board()
    for number, call in enumerate(visgym.solve(episode.task, episode.start), start=1):
        box = page.locator("#picture").bounding_box()
        ends = []
        for row, column in call.args:
            across, down = left + width * (column - 0.5) / size, top + height * (row - 0.5) / size
            ends.append((box["x"] + box["width"] * across, box["y"] + box["height"] * down))
        page.mouse.move(*ends[0])
        page.mouse.down()
        page.mouse.move(*ends[1])
        page.mouse.up()
        page.locator("#moves li").nth(number - 1).wait_for()
    page.locator("#ending").get_by_text("Solved").wait_for()


def test_clicks_beside_the_cells_pick_nothing(page: Any) -> None:
    begin(page, "crosswords/level_0", 1)
    box = page.locator("#picture").bounding_box()
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 0.5 * box["height"])
    pressed = page.locator(".cells button[aria-pressed=true]")
    assert pressed.count() == 0
    page.mouse.click(box["x"] + 0.2 * box["width"], box["y"] + 0.5 * box["height"])
    assert pressed.count() == 1
