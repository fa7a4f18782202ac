"""A walk with one's own eyes by keyboard: arrows turn and walk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import visgym
from visgym.evaluation.store import Store

ID, SEED = "roam_hallway/level_0", 1
KEYS = {"left": "ArrowLeft", "right": "ArrowRight", "forward": "ArrowUp"}


def test_a_corridor_is_walked_by_keyboard(page: Any, runs: Path) -> None:
    task = visgym.load(ID)
    keys = [
        KEYS[str(call.args[0]) if call.name == "turn" else call.name]
        for call in visgym.solve(task, visgym.begin(task, SEED).start)
        for _ in range(int(str(call.args[-1])))
    ]
    assert len(set(keys)) > 1
    page.goto(f"/play?id={ID}&seed={SEED}&mode=strict")
    page.get_by_label("Your name").fill("ada")
    page.get_by_label("Your name").press("Enter")
    page.locator("#line").get_by_text("This is step 1.").wait_for()
    page.locator("#frame[style*=ratio]").wait_for()
    page.keyboard.press("Escape")
    for key in keys:
        page.keyboard.press(key)
    page.locator("#ending").get_by_text("Solved").wait_for()
    (kept,) = Store(runs / "human").records()
    assert kept.success and len(kept.replies) == len(keys)
