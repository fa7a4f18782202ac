"""The iVISPAR benchmark: 2 to 11 geoms, 2 to 11 moves, 3 boards each, alike in every modality.

The same 300 boards stand in `ivispar/3d`, `ivispar/2d` and `ivispar/text`. The protocol belongs to
the suite: rules every time, two past steps, no feedback but the boards. The mean deviation is taken
over the steps of an episode, then over episodes. The auxiliary task asks for the objects of the
300 boards of the game in `ivispar/boards_3d` and `ivispar/boards_2d`, and of 300 boards with geoms
anywhere in `ivispar/inference_3d` and `ivispar/inference_2d`.
"""

from __future__ import annotations

from visgym.suites.suite import Suite

LEVELS = range(2, 12)  # of geoms, and of moves of the shortest solution
PROTOCOL = ("history=3", "mark_past", "no_feedback", "repeat_rules")  # two past steps and this one


def _puzzles(view: str) -> tuple[str, ...]:
    return tuple(
        f"sliding_geom_puzzle/easy?view={view}&geoms={geoms}&length={length}"
        for geoms in LEVELS
        for length in LEVELS
    )


def _boards(view: str) -> tuple[str, ...]:
    return tuple(f"board_state_inference/easy?view={view}&geoms={geoms}" for geoms in LEVELS)


def _starts(view: str) -> tuple[str, ...]:
    return tuple(
        f"board_state_inference/easy?view={view}&geoms={geoms}&length={length}"
        for geoms in LEVELS
        for length in LEVELS
    )


SUITES = [
    Suite("ivispar/3d", _puzzles("3d"), 3, PROTOCOL),
    Suite("ivispar/2d", _puzzles("2d"), 3, PROTOCOL),
    Suite("ivispar/text", _puzzles("text"), 3, (*PROTOCOL, "text")),
    Suite("ivispar/inference_3d", _boards("3d"), 30),
    Suite("ivispar/inference_2d", _boards("2d"), 30),
    Suite("ivispar/boards_3d", _starts("3d"), 3),
    Suite("ivispar/boards_2d", _starts("2d"), 3),
]
