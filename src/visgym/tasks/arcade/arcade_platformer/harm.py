"""What it costs to be hurt."""

from __future__ import annotations

from dataclasses import replace

from visgym.tasks.arcade.arcade_platformer.world import Run

SPARED = 45  # ticks in which nothing hurts again


def hurt(run: Run) -> Run:
    """The hero after something touched him that he had better not met."""
    if run.hurt:
        return run
    if run.form and not run.form_left:  # a helmet
        return replace(run, form="", hurt=SPARED)
    return replace(run, health=run.health - 1, hurt=SPARED, dx=-24 * run.facing)
