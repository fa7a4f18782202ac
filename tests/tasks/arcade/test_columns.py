"""Columns: lines vanish, chains are counted, and the reference player wins."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import visgym
from visgym.core.calls import Call, Illegal
from visgym.kit.arcade.playing import Reel
from visgym.kit.chance import Dice
from visgym.tasks.arcade.arcade_columns.rules import PRESETS, ArcadeColumns
from visgym.tasks.arcade.arcade_columns.world import (
    COLUMNS,
    ROWS,
    Jewels,
    Stacks,
    landed,
    lines,
    settled,
    ticked,
)

NOTHING: frozenset[str] = frozenset()


def well(*stacks: str, piece: str = "abc") -> Jewels:
    return Jewels((*stacks, *[""] * (COLUMNS - len(stacks))), piece, "bca", Dice(1))


def slow_lines(stacks: Stacks) -> set[tuple[int, int]]:
    """Lines by looking at every cell and every direction."""
    found = set()
    at = {(c, r): kind.lower() for c, stack in enumerate(stacks) for r, kind in enumerate(stack)}
    for column, row in at:
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = [(column + across * n, row + up * n) for n in range(3)]
            if len({at.get(cell, cell) for cell in run}) == 1:
                found.update(run)
    return found


@pytest.mark.parametrize(
    ("stacks", "gone"),
    [
        (("abb", "ab", "ab"), [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]),
        (("caaa",), [(0, 1), (0, 2), (0, 3)]),
        (("a", "ba", "bca"), [(0, 0), (1, 1), (2, 2)]),
        (("", "", "", "aab", "ba", "a"), []),
        (("", "", "", "ccA", "ba", "a"), [(3, 2), (4, 1), (5, 0)]),
        (("aa", "", "", "", "", "a"), []),
    ],
)
def test_lines_across_down_and_diagonal_vanish(
    stacks: tuple[str, ...], gone: list[tuple[int, int]]
) -> None:
    assert sorted(lines(stacks)) == sorted(gone)


def test_lines_are_those_that_a_look_at_every_cell_finds() -> None:
    rng = Random(0)
    for _ in range(300):
        stacks = tuple("".join(rng.choices("abcA", k=rng.randint(0, ROWS))) for _ in range(COLUMNS))
        assert set(lines(stacks)) == slow_lines(stacks)


def test_what_falls_may_make_a_chain() -> None:
    # the three a vanish, then b comes down beside the other two
    stacks, removed, chain, sparks = settled(("aaab", "b", "b"))
    assert (stacks, removed, chain) == (("", "", ""), 6, 2)
    assert sorted(sparks) == [(0, 0), (0, 1), (0, 2)]


def test_a_turn_moves_the_lowest_jewel_to_the_top() -> None:
    task = ArcadeColumns()
    after = task.place(Reel(well(piece="abc")), 4, 1).world
    assert after.stacks[4] == "bca"
    assert after.piece == "bca"


def test_a_column_above_the_well_is_lost_and_ends_the_game() -> None:
    task = ArcadeColumns()
    state = task.place(Reel(well("abacabacaba", piece="dcd")), 0, 0)
    assert task.is_over(state) and task.hopeless(state) and task.score(state) == 0
    with pytest.raises(Illegal):
        task.place(state, 3, 0)


def test_a_live_piece_falls_shifts_turns_and_drops() -> None:
    start = well(piece="abc")
    assert ticked(start, NOTHING, 4).row == start.row
    fallen = start
    for _ in range(10):
        fallen = ticked(fallen, NOTHING, 4)
    assert fallen.row == start.row - 1
    moved = ticked(start, frozenset({"left"}), 4)
    assert moved.column == start.column - 1
    assert ticked(moved, frozenset({"left"}), 4).column == moved.column  # it rests in between
    assert ticked(start, frozenset({"turn"}), 4).piece == "bca"
    dropped = start
    for _ in range(start.row + 1):
        dropped = ticked(dropped, frozenset({"drop"}), 4)
    assert dropped.stacks[start.column] == "abc"
    blocked = well("", "abcabcabcabca")
    assert ticked(blocked, frozenset({"left"}), 4).column == blocked.column


@pytest.mark.parametrize("preset", PRESETS)
def test_the_reference_player_wins_within_the_limit(preset: str) -> None:
    for seed in range(4):
        episode = visgym.begin(PRESETS[preset], seed=seed)
        calls = visgym.solve(episode.task, episode.start)
        assert visgym.play(episode, calls).success
        assert len(calls) * 2 <= episode.task.step_limit


def test_live_and_placed_games_have_one_action_each() -> None:
    assert list(PRESETS["level_0"].actions) == ["place"]
    assert list(PRESETS["level_0_live"].actions) == ["press"]


def test_marked_jewels_lie_lowest_and_no_line_is_there_at_first() -> None:
    for seed in range(40):
        start = PRESETS["level_2"].start(seed).world
        assert sum(stack[:1].isupper() for stack in start.stacks) == 3
        assert not any(map(str.isupper, "".join(stack[1:] for stack in start.stacks)))
        assert not lines(start.stacks)


def test_what_vanishes_is_paid_on_the_way() -> None:
    task = ArcadeColumns()
    before = Reel(replace(well("", "aa"), piece="abc"))
    after = task.place(before, 1, 0)
    assert task.reward(before, Call("place", (1, 0)), after) == pytest.approx(3 / 12)
    assert landed(before.world, 1, "abc", 4).removed == 3
