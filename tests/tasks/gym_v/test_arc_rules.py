"""Rules on colour grids: made by hand, of the kind that they say, and referees for their parts."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from scipy import ndimage

from visgym.kit.arc import (
    completing,
    filling,
    moving,
    recolouring,
    removing,
    resizing,
    shading,
    steps,
    strip_blocks,
    strip_dots,
    strip_marks,
    strip_mirrors,
    strip_moves,
    strip_orders,
    tiling,
)
from visgym.kit.arc.grids import enclosed, from_text, things, transposed, turned
from visgym.kit.arc.library import GRIDS, STRIP_GROUPS, STRIPS, Library
from visgym.kit.arc.only import Only
from visgym.kit.arc.rule import Rule, change

LIBRARIES = pytest.mark.parametrize(
    ("library", "size"), [(STRIPS, 16), (GRIDS, 12)], ids=["strips", "grids"]
)

BY_HAND: list[tuple[Rule, str, str]] = [
    (strip_moves.Shift("left", 2), "1022000", "2200000"),
    (strip_moves.StripGravity("right"), "0102030", "0000123"),
    (strip_moves.Gather("left"), "0110022", "1102200"),
    (strip_moves.Part("middle"), "10020300", "00123000"),
    (strip_moves.StepBySize("right"), "1102000", "0011200"),
    (strip_moves.MoveOne("first", 2), "0001102", "0110002"),
    (strip_moves.Swell("left"), "0010200", "1020000"),
    (strip_moves.ToMiddle(), "1120000", "0011200"),
    (strip_moves.TradePlaces(), "0120340", "0210430"),
    (strip_moves.Fan("left"), "1020300", "1002003"),
    (strip_dots.GrowToDot(), "0330005", "0333335"),
    (strip_dots.MoveToDot(1), "5000330", "5033000"),
    (strip_dots.JumpDot(False), "2204000", "0004022"),
    (strip_blocks.StripDenoise(), "1022030", "0022000"),
    (strip_blocks.Heal(), "0224220", "0222220"),
    (strip_blocks.FillBetween(0), "0300300", "0333300"),
    (strip_blocks.KeepEnds(), "4444055", "4004055"),
    (strip_blocks.Thicken(1), "0100020", "1110222"),
    (strip_blocks.StripRay("right"), "0100200", "0111222"),
    (strip_blocks.Trim("both"), "0444050", "0040000"),
    (strip_blocks.Lengthen("right"), "1100200", "1111220"),
    (strip_blocks.KeepOne("longest"), "1102022", "1100022"),
    (strip_blocks.Invert(), "0400440", "4044004"),
    (strip_blocks.MeetHalfway(), "1000002", "1110222"),
    (strip_marks.Pad(7), "0020030", "0727737"),
    (strip_marks.MarkEnds("both", 9), "0444022", "0949099"),
    (strip_marks.MarkMiddle(8), "3330220", "3830220"),
    (strip_marks.MarkPairs(6), "1010204", "1610204"),
    (strip_marks.Stripe(5), "4444033", "4545035"),
    (strip_marks.RepeatPattern(), "1201200", "1201201"),
    (strip_marks.CopyToDots(), "1200500", "1200120"),
    (strip_marks.CountBlocks(), "0330303", "3330000"),
    (strip_orders.SortBlocks("rising"), "1110220", "2201110"),
    (strip_orders.SortColours("sinking"), "0103020", "0302010"),
    (strip_orders.PaintOne("shortest", 9), "1101000", "1109000"),
    (strip_orders.PaintParity("even", 4), "1102220", "4402220"),
    (strip_orders.PaintBySize(), "0770777", "0220333"),
    (strip_orders.StripKey("first"), "4011022", "4044044"),
    (strip_orders.StripCommon("most"), "0110220202", "0220220202"),
    (strip_orders.KeepRepeated(True), "1102203301", "1100000001"),
    (strip_orders.PassColours("left"), "1022030", "3011020"),
    (strip_mirrors.CopyHalf("left", True), "12000000", "12000021"),
    (strip_mirrors.TurnBlocks(), "0123045", "0321054"),
    (strip_mirrors.FlipOrder(), "1020300", "3020100"),
    (recolouring.PaintExtreme("largest", 5), "110 100 002", "550 500 002"),
    (recolouring.PaintByRank("smallest", 3), "880 000 888", "330 000 444"),
    (recolouring.PaintByCount(), "770 000 777", "220 000 333"),
    (recolouring.PaintSymmetric("left-right", 4), "1110 0100 0002 0022", "4440 0400 0002 0022"),
    (recolouring.PaintAtRim("inside", 6), "1000 0020 0000", "1000 0060 0000"),
    (recolouring.PaintHoled("with a hole", 9), "11100 10102 11100", "99900 90902 99900"),
    (recolouring.PaintAlike(), "2011 0000 1101", "2011 0000 1102"),
    (shading.PaintPart("inside", 8), "333 333 333", "333 383 333"),
    (shading.PaintHalf("left", 7), "0220 0220", "0720 0720"),
    (shading.Checker("corner", 9), "440 440", "940 490"),
    (shading.TakeKey("top right"), "005 110 022", "005 550 055"),
    (shading.PaintCommon("fewest"), "110 120 000", "220 220 000"),
    (filling.FillHoles(4), "222 202 222", "222 242 222"),
    (filling.Surround(False, 1), "000 050 000", "010 151 010"),
    (filling.Stamp("cross", 3), "000 020 000", "303 020 303"),
    (filling.Shadow("down", 9), "110 000", "110 990"),
    (filling.Beam("up", 4), "000 000 020", "040 040 020"),
    (filling.Ray("left"), "0002 1003", "2222 1333"),
    (filling.RimToRim("across"), "000 030 000", "000 333 000"),
    (filling.Connect("down", 6), "20 00 20", "20 60 20"),
    (filling.FillBox(7), "0300 0330", "0370 0330"),
    (completing.CompleteSymmetry("left-right"), "1200 0030", "1221 0330"),
    (completing.RepairMosaic("repeats"), "12121 34043 12121", "12121 34343 12121"),
    (completing.RepairMosaic("top-bottom"), "120 000 123", "123 000 123"),
    (completing.Continue("right"), "12120000", "12121212"),
    (completing.FrameGrid(2), "100 000 000", "122 202 222"),
    (completing.Quarter(True), "1200 0000", "1221 1221"),
    (moving.Gravity("down"), "102 000 030", "000 000 132"),
    (moving.Fall("up"), "000 011 001", "011 001 000"),
    (moving.SortBars("rising"), "300 320 321", "003 023 123"),
    (moving.FlipThings("left-right"), "1100 1000", "1100 0100"),
    (moving.Push("right", 4), "4010 4400", "0410 0440"),
    (removing.Denoise(1), "1022 0022", "0022 0022"),
    (removing.KeepExtreme("smallest"), "1100 0002", "0000 0002"),
    (removing.DropColour(3), "1303", "1000"),
    (removing.Hollow("rim"), "555 555 555", "555 505 555"),
    (removing.DropAtRim("inside"), "1000 0020 0000", "0000 0020 0000"),
    (resizing.Crop("largest"), "0000 0110 0010 3000", "11 01"),
    (resizing.CropColour(2), "0020 1000 2000", "002 100 200"),
    (resizing.Unframe(4), "44440 40240 41040 44440", "02 10"),
    (resizing.Half("bottom"), "12 34 56 78", "56 78"),
    (resizing.Combine("both", 9), "1105011 1005110", "090 900"),
    (resizing.Overlay("right"), "1005022 0105200", "122 210"),
    (resizing.Squeeze(), "100 000 002", "10 02"),
    (resizing.CountThings(6), "101 000 330", "666"),
    (resizing.ListColours("most"), "1122 2000", "2 1"),
    (tiling.Shrink(2), "1122 1122", "12"),
    (tiling.SelfTile(), "10 02", "1000 0200 0010 0002"),
    (tiling.Kaleidoscope(), "12", "1221 1221"),
    (steps.Turned("quarter"), "12 34", "31 42"),
    (steps.Wrap("right", 1), "123 456", "312 645"),
    (steps.Swap(1, 2), "123", "213"),
    (steps.Double("down", True), "12 30", "12 30 30 12"),
    (steps.Scale(2), "10", "1100 1100"),
    (steps.Border(5), "1", "555 515 555"),
    (Only(filling.FillHoles(4), 2), "2220333 2020303 2220333", "2220333 2420303 2220333"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "before", "after"), BY_HAND, ids=[str(r) for r, _, _ in BY_HAND])
def test_a_rule_does_by_hand_what_it_says(rule: Rule, before: str, after: str) -> None:
    assert rule.apply(from_text(before)) == from_text(after)


def test_every_family_has_a_grid_made_by_hand() -> None:
    tried = {type(rule) for rule, _, _ in BY_HAND}
    inherited = {kind for each in tried for kind in each.__mro__}
    missing = {family for family in (*STRIPS.families, *GRIDS.families) if family not in inherited}
    assert {family.__name__ for family in missing} <= {
        "WrapStrip", "SwapStrip", "FlipStrip", "StripDrop",
    }  # fmt: skip


def test_there_are_as_many_families_as_the_catalogue_asks_for() -> None:
    assert len(STRIPS.families) >= 35
    assert len(GRIDS.families) >= 40
    assert sum(len(group) for group in STRIP_GROUPS.values()) == len(set(STRIPS.families))


@LIBRARIES
def test_a_rule_is_of_its_kind_on_every_grid(library: Library, size: int) -> None:
    rng = Random(1)
    grids = [rule.sample(rng, size) for rule in library.rules[:: len(library.rules) // 60]]
    for rule in library.rules[::3]:
        for before in grids:
            after = rule.apply(before)
            assert after and all(len(row) == len(after[0]) > 0 for row in after)
            if after != before and any(map(any, after)):
                found = change(before, after)
                assert rule.kind in found.kinds
                assert rule.colour_given in {0, *found.new}


@LIBRARIES
def test_names_of_rules_are_names(library: Library, size: int) -> None:
    assert all(library.named(str(rule)) == rule for rule in library.rules)
    chain = steps.Chain(library.rules[0], library.tails[2][5])
    assert library.named(str(chain)) == chain


@LIBRARIES
def test_steps_are_undone(library: Library, size: int) -> None:
    rng = Random(2)
    for (step,) in library.tails[1]:
        grid = step.sample(rng, size)
        assert step.undo(step.apply(grid)) == grid


def test_samples_fit_and_show_the_rule() -> None:
    rng = Random(3)
    for library, size in ((STRIPS, 10), (GRIDS, 8), (GRIDS, 22)):
        for family in library.families:
            rule = rng.choice(list(family.every()))
            grids = [rule.sample(rng, size) for _ in range(8)]
            assert all(max(len(grid), len(grid[0])) <= size for grid in grids)
            assert any(rule.apply(grid) != grid and rule.shows(grid) for grid in grids), rule


def test_things_and_holes_agree_with_scipy() -> None:
    rng = Random(4)
    for _ in range(40):
        grid = tuple(tuple(rng.choice((0, 0, 1, 1, 2)) for _ in range(9)) for _ in range(7))
        array = np.array(grid)
        count = sum(int(ndimage.label(array == colour)[1]) for colour in (1, 2))
        assert len(things(grid)) == count
        holes = ndimage.binary_fill_holes(array > 0) & (array == 0)
        assert enclosed(grid) == {(int(row), int(column)) for row, column in np.argwhere(holes)}
        assert np.array_equal(np.array(turned(grid, 1)), np.rot90(array, -1))
        assert np.array_equal(np.array(transposed(grid)), array.T)
