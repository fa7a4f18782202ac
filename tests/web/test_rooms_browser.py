"""A walk through rooms by keyboard: arrows walk and turn, capitals carry and open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import visgym
from visgym.evaluation.store import Store

KEYS = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "forward": "ArrowUp",
    "pickup": "Shift+P",
    "drop": "Shift+D",
    "toggle": "Shift+T",
}


def test_a_door_is_unlocked_by_keyboard(page: Any, runs: Path) -> None:
    task = visgym.load("unlock_door/level_2")
    calls = visgym.solve(task, visgym.begin(task, 1).start)
    assert {call.name for call in calls} == {"turn", "forward", "pickup", "drop", "toggle"}
    page.goto("/play?id=unlock_door/level_2&seed=1&mode=strict")
    page.get_by_label("Your name").fill("ada")
    page.get_by_label("Your name").press("Enter")
    page.locator("#line").get_by_text("This is step 1.").wait_for()
    page.locator("#frame[style*=ratio]").wait_for()
    page.keyboard.press("Escape")
    for call in calls:
        page.keyboard.press(KEYS[str(call.args[0]) if call.args else call.name])
    page.locator("#ending").get_by_text("Solved").wait_for()
    (kept,) = Store(runs / "human").records()
    assert kept.success
    assert kept.replies == tuple(task.spell(call) for call in calls)
