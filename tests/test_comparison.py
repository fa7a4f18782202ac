"""Laws of the page that sets our speed beside the published gym's."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from visgym import catalog
from visgym.conformance import comparison
from visgym.conformance.comparison_page import MEASURES, Compared, page
from visgym.suites.visgym import TASKS

DATA = Path(__file__).parents[1] / "benchmarks"


def both(id: str, ours: float, size: tuple[int, int] = (100, 100)) -> Compared:
    """A task where the published gym takes 8 of everything on 100 x 100 pixels."""
    theirs, own = dict.fromkeys(MEASURES, 8.0), dict.fromkeys(MEASURES, ours)
    return Compared(id, (100, 100), size, theirs, own)


def lines_of(text: list[str], begin: str) -> list[str]:
    return [line for line in text if line.startswith(begin)]


def test_ratios_have_geometric_means_and_what_is_below_1_is_marked() -> None:
    text = list(page([both("a/easy", 1.0), both("b/easy", 16.0)], {}))
    assert lines_of(text, "| a/easy")[0] == "| a/easy |" + " 8 |" * 7
    assert lines_of(text, "| b/easy")[0] == "| b/easy |" + " **0.5** ▼ |" * 7
    assert lines_of(text, "| **geometric mean**")[0] == "| **geometric mean** |" + " 2 |" * 7


def test_frames_of_another_size_are_compared_per_pixel_too() -> None:
    text = list(page([both("a/easy", 1.0), both("b/easy", 16.0, (200, 200))], {}))
    assert lines_of(text, "| b/easy")[1] == "| b/easy | 100 x 100 | 200 x 200 |" + " 2 |" * 4
    assert len(lines_of(text, "| a/easy")) == 2  # as a ratio and in figures


def test_earlier_ratios_stand_beside_the_least_of_now() -> None:
    compared = [both("a/easy", 1.0), both("a/hard", 4.0)]
    then = {("solve", "a"): 0.25, ("solve", "geometric mean"): 3.0, ("solve", "gone"): 0.5}
    text = list(page(compared, then))
    assert lines_of(text, "| solve | ") == [
        "| solve | a | **0.25** ▼ | 2 |",
        "| solve | geometric mean | 3 | 4 |",
    ]


def test_the_published_figures_are_of_our_tasks() -> None:
    with (DATA / comparison.FIGURES).open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["id"] for row in rows} == {f"{t}/{p}" for t in TASKS for p in ("easy", "hard")}
    assert all(float(row[what]) > 0 for row in rows for what in ("reset", "step", "memory"))
    with (DATA / comparison.RATIOS).open(newline="") as file:
        ratios = list(csv.DictReader(file))
    assert {row["task"] for row in ratios} <= {*TASKS, "geometric mean"}
    assert {row["what"] for row in ratios} <= set(MEASURES)


def test_a_task_is_measured_in_all_that_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "demonstrations_per_second", lambda id, seeds: 50.0)
    found = comparison.measure("maze_2d/easy", 225, 225, seeds=2)
    assert {*MEASURES} - {"memory"} <= found.keys() and found["demonstration"] == 20
    shape = catalog.load("maze_2d/easy").draw(catalog.load("maze_2d/easy").start(0)).shape
    assert (found["height"], found["width"]) == shape[:2]
    row = {"reset": "1", "step": "2", "solve": "3", "steps": "4", "memory": "5", "id": "a/easy"}
    compared = comparison._compared(row, (225, 225), {**found, "pillow_png": 0.5})
    assert compared.theirs["demonstration"] == 1 + 3 + 0.5 + 4 * (2 + 0.5)
    assert comparison.peak("maze_2d/easy", episodes=1) > 20  # megabytes of NumPy alone
