"""All rules on strips and on grids, and the steps that may follow them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

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
    strip_steps,
    tiling,
)
from visgym.kit.arc.grids import ColourGrid
from visgym.kit.arc.only import Only
from visgym.kit.arc.rule import Kind, Rule
from visgym.kit.arc.steps import Chain, Step

Steps = tuple[Step, ...]


@dataclass(frozen=True, eq=False)
class Library:
    """Families of rules, and the steps that may follow: of places first, then of colours."""

    families: tuple[type[Rule], ...]
    moves: tuple[type[Step], ...]
    dyes: tuple[type[Step], ...]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule with all its parameters."""
        return tuple(rule for family in self.families for rule in family.every())

    @cached_property
    def tails(self) -> tuple[tuple[Steps, ...], ...]:
        """All that may follow a rule: no step, one step, or two."""
        one = tuple((step,) for step in (*self._moves, *self._dyes))
        return ((),), one, tuple(product(self._moves, self._dyes))

    def undone(self, grid: ColourGrid, steps: int) -> Iterator[tuple[Steps, ColourGrid]]:
        """What may have stood before so many steps that made a grid, and the steps."""
        if steps == 0:
            yield (), grid
        elif steps == 1:
            for step in (*self._moves, *self._dyes):
                if (found := step.undo(grid)) is not None:
                    yield (step,), found
        else:
            for dye in self._dyes:
                if (half := dye.undo(grid)) is None:
                    continue
                for move in self._moves:
                    if (found := move.undo(half)) is not None:
                        yield (move, dye), found

    def sharing(self, kind: Kind, colour: int) -> list[Rule]:
        """The rules of a kind that paint with a colour; with 0, those that need none."""
        return self._sorted.get((kind, colour), [])

    def named(self, text: str) -> Rule:
        """The rule that has written itself as a text."""
        first, *following = text.split(" then ")
        name, where, colour = first.partition(" where ")
        rule = self._by_name[name]
        if where:
            rule = Only(rule, int(colour))
        found = tuple(self._by_name[each] for each in following)
        return Chain(rule, found) if found else rule  # type: ignore[arg-type]

    @cached_property
    def _moves(self) -> tuple[Step, ...]:
        return tuple(step for family in self.moves for step in family.every())  # type: ignore[misc]

    @cached_property
    def _dyes(self) -> tuple[Step, ...]:
        return tuple(step for family in self.dyes for step in family.every())  # type: ignore[misc]

    @cached_property
    def _by_name(self) -> dict[str, Rule]:
        return {str(rule): rule for rule in self.rules}

    @cached_property
    def _sorted(self) -> dict[tuple[Kind, int], list[Rule]]:
        found: dict[tuple[Kind, int], list[Rule]] = {}
        for rule in self.rules:
            found.setdefault((rule.kind, rule.colour_given), []).append(rule)
        return found


STRIP_GROUPS: dict[str, tuple[type[Rule], ...]] = {
    "moves": (
        strip_steps.WrapStrip,
        strip_moves.Shift,
        strip_moves.StripGravity,
        strip_moves.Gather,
        strip_moves.Part,
        strip_moves.StepBySize,
        strip_moves.MoveOne,
        strip_moves.Swell,
        strip_moves.ToMiddle,
        strip_moves.Fan,
    ),
    "blocks": (
        strip_dots.GrowToDot,
        strip_dots.MoveToDot,
        strip_dots.JumpDot,
        strip_blocks.StripDenoise,
        strip_blocks.Heal,
        strip_blocks.FillBetween,
        strip_blocks.KeepEnds,
        strip_blocks.Thicken,
        strip_blocks.StripRay,
        strip_blocks.Trim,
        strip_blocks.Lengthen,
        strip_blocks.KeepOne,
        strip_blocks.StripDrop,
        strip_blocks.Invert,
        strip_blocks.MeetHalfway,
        strip_marks.Pad,
        strip_marks.MarkEnds,
        strip_marks.MarkMiddle,
        strip_marks.MarkPairs,
        strip_marks.Stripe,
        strip_marks.RepeatPattern,
        strip_marks.CopyToDots,
        strip_marks.CountBlocks,
    ),
    "orders": (
        strip_steps.FlipStrip,
        strip_steps.SwapStrip,
        strip_moves.TradePlaces,
        strip_orders.SortBlocks,
        strip_orders.SortColours,
        strip_orders.PaintOne,
        strip_orders.PaintParity,
        strip_orders.PaintBySize,
        strip_orders.StripKey,
        strip_orders.StripCommon,
        strip_orders.KeepRepeated,
        strip_orders.PassColours,
        strip_mirrors.CopyHalf,
        strip_mirrors.TurnBlocks,
        strip_mirrors.FlipOrder,
    ),
}
"""Families of rules on strips."""

STRIPS = Library(
    tuple(family for group in STRIP_GROUPS.values() for family in group),
    (strip_steps.FlipStrip, strip_steps.WrapStrip),
    (strip_steps.SwapStrip,),
)

PAINTING: tuple[type[Rule], ...] = (
    recolouring.PaintExtreme,
    recolouring.PaintByRank,
    recolouring.PaintByCount,
    recolouring.PaintSymmetric,
    recolouring.PaintAtRim,
    recolouring.PaintHoled,
    recolouring.PaintAlike,
    shading.PaintPart,
    shading.PaintHalf,
    shading.Checker,
    shading.TakeKey,
    shading.PaintCommon,
)
ADDING: tuple[type[Rule], ...] = (
    filling.FillHoles,
    filling.Surround,
    filling.Stamp,
    filling.Shadow,
    filling.Beam,
    filling.Ray,
    filling.RimToRim,
    filling.Connect,
    filling.FillBox,
    completing.CompleteSymmetry,
    completing.RepairMosaic,
    completing.Continue,
    completing.FrameGrid,
    completing.Quarter,
)
MOVING: tuple[type[Rule], ...] = (
    moving.Gravity,
    moving.Fall,
    moving.SortBars,
    moving.FlipThings,
    moving.Push,
    removing.Denoise,
    removing.KeepExtreme,
    removing.DropColour,
    removing.Hollow,
    removing.DropAtRim,
)
RESIZING: tuple[type[Rule], ...] = (
    resizing.Crop,
    resizing.CropColour,
    resizing.Unframe,
    resizing.Half,
    resizing.Combine,
    resizing.Overlay,
    resizing.Squeeze,
    resizing.CountThings,
    resizing.ListColours,
    tiling.Shrink,
    tiling.SelfTile,
    tiling.Kaleidoscope,
)
WHOLE: tuple[type[Step], ...] = (
    steps.Turned,
    steps.Wrap,
    steps.Double,
    steps.Scale,
    steps.Border,
)

GRIDS = Library((*PAINTING, *ADDING, *MOVING, *RESIZING, *WHOLE, steps.Swap), WHOLE, (steps.Swap,))
