"""Compile and keep what pictures need, so that tests side by side do not each compile it."""

from __future__ import annotations

from choices import TASKS
from toys_3d import board
from visgym import catalog
from visgym.core.episode import begin
from visgym.kit.framing import sight
from visgym.kit.solid.scene import layer
from visgym.kit.solid.values import Camera, Light

if __name__ == "__main__":
    still, moving = board()
    layer(still, Camera((0, 5, 7), (0, 0, 0)), Light(shadows=True), (64, 64)).draw(moving)
    for id in TASKS:
        task = catalog.load(id)
        sight(task, begin(task, 0).start)
