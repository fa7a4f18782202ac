"""Answers without the picture: how they are measured, and that they are at chance."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from visgym.conformance.blind_baselines import (
    Blind,
    as_line,
    as_markdown,
    closed_ids,
    entropy,
    measure,
    write,
)
from visgym.conformance.option_guessing import Guesser, Posed, longest

SEEDS = 100
WORLDS = (
    "chess_ranger_qa", "freecell_qa", "hue_qa", "jewel_qa", "maze_3d_qa", "maze_qa", "odd_one_out",
    "pacman_qa", "pyramid_chess_qa", "rhythm_qa", "rubiks_cube_qa", "sequence_completion",
    "snake_qa", "space_invaders_qa", "spider_qa", "symmetry_fill", "tetris_qa", "tic_tac_toe_qa",
    "transform_result", "ultra_tic_tac_toe_qa", "word_search_qa", "zuma_qa",
)  # fmt: skip


def test_a_classifier_finds_what_texts_give_away() -> None:
    rng = Random(1)
    middling = []
    for _ in range(200):
        first = rng.randint(0, 40)
        numbers = [first, first + 1, first + 2, first + 3]
        rng.shuffle(numbers)
        middling.append(Posed(("how", "many"), (*map(str, numbers),), numbers.index(first + 1)))
    guesser = Guesser(middling[:100])
    assert sum(map(guesser.by_text, middling[100:])) > 80
    assert sum(map(guesser.by_frequency, middling[100:])) < 50


def test_ties_count_by_their_share_and_the_longest_is_the_longest() -> None:
    assert longest(Posed((), ("a", "bb", "cc"), 1)) == 0.5
    assert longest(Posed((), ("a", "bb", "ccc"), 1)) == 0
    assert Guesser([]).by_frequency(Posed((), ("a", "b", "c", "d"), 2)) == 0.25
    assert entropy(["a"] * 4) == 0


def test_every_world_is_measured_and_the_page_has_a_row_for_each_kind() -> None:
    assert {*WORLDS} <= {id.partition("/")[0] for id in closed_ids()}
    row = Blind("a/b", "c", 300, 0.25, 0.2, 0.3, 0.25, 0.26, 2.0)
    assert row.most == pytest.approx(0.05)
    assert row.noise == pytest.approx(0.075)
    assert "| a/b | c | 0.25 | 0.08 | 0.20 | 0.30 | 0.25 | 0.26 | 2.00 |" in as_markdown(
        [as_line(row)]
    )


def test_a_page_keeps_the_lines_of_tasks_that_are_not_measured_again(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    kept = "| a_task/level_0 | kind | 0.25 |"
    page.write_text(as_markdown([kept, "| snake_qa/level_0 | old | 0.25 |"]))
    write(page, ["snake_qa"], seeds=10)
    lines = page.read_text().splitlines()
    assert kept in lines
    assert not [line for line in lines if " old " in line]
    assert [line.split()[1] for line in lines if line.startswith("| snake_qa")] == [
        "snake_qa/level_0", "snake_qa/level_0", "snake_qa/level_0", "snake_qa/level_1",
        "snake_qa/level_2",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["space_invaders_qa", "snake_qa"])
def test_no_answer_without_the_picture_is_much_better_than_chance(name: str) -> None:
    for row in (row for level in range(3) for row in measure(f"{name}/level_{level}", SEEDS)):
        assert row.most < 4 * row.noise / 3, row
        assert row.bits > 1.5, row


@pytest.mark.parametrize("name", WORLDS)
def test_no_world_is_answered_without_its_picture(
    name: str, request: pytest.FixtureRequest
) -> None:
    if not request.config.getoption("--deep"):
        pytest.skip("takes minutes, with --deep")
    for row in (row for level in range(3) for row in measure(f"{name}/level_{level}")):
        assert row.most < 4 * row.noise / 3, row
