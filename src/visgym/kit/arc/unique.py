"""Whether examples leave no doubt: no other rule explains them and says something else.

Rules are asked for what they make of the first input, each at most once, and only those of a kind
that may have made the output; the other pairs are looked at where that agrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from visgym.kit.arc.grids import ColourGrid, colours
from visgym.kit.arc.library import Library
from visgym.kit.arc.only import Only, can_be_chosen
from visgym.kit.arc.rule import Kind, Rule, change
from visgym.kit.arc.steps import Chain

Pair: TypeAlias = tuple[ColourGrid, ColourGrid]


def is_unique(
    library: Library, pairs: Sequence[Pair], test: Pair, steps: int = 0, chosen: bool = False
) -> bool:
    """Whether all rules that explain the pairs agree on the test, and none has fewer steps.

    Rules for one colour alone are tried where `chosen`; then no rule for all may explain the pairs.
    """
    outputs = Outputs(library, pairs[0][0])
    for count in range(steps + 1):
        for rival in explanations(outputs, pairs, count):
            if count < steps or chosen or rival.apply(test[0]) != test[1]:
                return False
    if not chosen:
        return True
    return all(rival.apply(test[0]) == test[1] for rival in _for_a_colour(library, pairs))


class Outputs:
    """What rules make of one grid, worked out when it is asked for."""

    def __init__(self, library: Library, before: ColourGrid) -> None:
        self.library, self.before = library, before
        self._made: dict[tuple[Kind, int], dict[ColourGrid, list[Rule]]] = {}

    def makers(self, after: ColourGrid) -> Iterator[Rule]:
        """The rules that make another grid of it."""
        found = change(self.before, after)
        for kind in found.kinds:
            for colour in {0, *found.new}:
                if made := self._of(kind, colour):  # nothing is hashed for no rules
                    yield from made.get(after, ())

    def _of(self, kind: Kind, colour: int) -> dict[ColourGrid, list[Rule]]:
        """The rules of a kind and colour by what they make."""
        if (kind, colour) not in self._made:
            found: dict[ColourGrid, list[Rule]] = {}
            for rule in self.library.sharing(kind, colour):
                found.setdefault(rule.apply(self.before), []).append(rule)
            self._made[kind, colour] = found
        return self._made[kind, colour]


def explanations(outputs: Outputs, pairs: Sequence[Pair], steps: int) -> Iterator[Rule]:
    """The rules with so many steps after them that explain all pairs."""
    before, after = pairs[0]
    for tail, goal in outputs.library.undone(after, steps):
        for rule in outputs.makers(goal) if goal != before else ():
            whole = Chain(rule, tail) if tail else rule
            if all(whole.apply(one) == other for one, other in pairs[1:]):
                yield whole


def _for_a_colour(library: Library, pairs: Sequence[Pair]) -> Iterator[Rule]:
    """The rules for one colour alone that explain all pairs."""
    before, after = pairs[0]
    found = change(before, after)
    for acting in colours(before):
        if found.old not in ({0}, {acting}):
            continue  # cells of other colours have changed
        # without a colour of its own, a rule on one colour adds nothing but that
        own = {0} if found.old != {0} or found.new == {acting} else set()
        for rule in _with_colours(library, found.kinds, found.new | own):
            rival = Only(rule, acting)
            if can_be_chosen(rule) and all(rival.explains(*pair) for pair in pairs):
                yield rival


def _with_colours(
    library: Library, kinds: Iterable[Kind], painted: Iterable[int]
) -> Iterator[Rule]:
    """The rules of some kinds that paint with some colours; with 0, those that need none."""
    for kind in kinds:
        for colour in painted:
            yield from library.sharing(kind, colour)
