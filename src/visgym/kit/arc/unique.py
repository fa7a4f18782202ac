"""Whether examples leave no doubt: no other rule explains them and says something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from visgym.kit.arc.grids import ColourGrid, counts
from visgym.kit.arc.library import Library, Steps
from visgym.kit.arc.only import Only, can_be_chosen
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.steps import Chain

Pair: TypeAlias = tuple[ColourGrid, ColourGrid]


def is_unique(
    library: Library, pairs: Sequence[Pair], test: Pair, steps: int = 0, chosen: bool = False
) -> bool:
    """Whether all rules that explain the pairs agree on the test, and none has fewer steps.

    Rules for one colour alone are tried where `chosen`; then no rule for all may explain the pairs.
    """
    for count in range(steps + 1):
        for rival in explanations(library, pairs, count):
            if count < steps or chosen or rival.apply(test[0]) != test[1]:
                return False
    if not chosen:
        return True
    return all(rival.apply(test[0]) == test[1] for rival in _for_a_colour(library, pairs))


def explanations(library: Library, pairs: Sequence[Pair], steps: int) -> Iterator[Rule]:
    """The rules with so many steps after them that explain all pairs, found lazily."""
    before, after = pairs[0]
    made: dict[ColourGrid, list[Rule]] = {}
    for tail in library.tails[steps]:
        goal = undone(after, tail)
        if goal is None or goal == before:
            continue
        if goal not in made:
            found = library.candidates(before, goal)
            made[goal] = [rule for rule in found if rule.apply(before) == goal]
        for rule in made[goal]:
            whole = Chain(rule, tail) if tail else rule
            if all(whole.apply(one) == other for one, other in pairs[1:]):
                yield whole


def undone(grid: ColourGrid, tail: Steps) -> ColourGrid | None:
    """What stood before some steps, None where these cannot have made the grid."""
    found: ColourGrid | None = grid
    for step in reversed(tail):
        found = step.undo(found) if found is not None else None
    return found


def _for_a_colour(library: Library, pairs: Sequence[Pair]) -> Iterator[Rule]:
    before, after = pairs[0]
    rules = [rule for rule in library.candidates(before, after) if can_be_chosen(rule)]
    for colour in counts(before):
        for rule in rules:
            rival = Only(rule, colour)
            if all(rival.apply(one) == other for one, other in pairs):
                yield rival
