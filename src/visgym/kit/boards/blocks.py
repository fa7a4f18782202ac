"""Stacks of coloured blocks: moves, shortest plans, random stacks, and stacks as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Literal, TypeAlias

from visgym.core.calls import Illegal
from visgym.kit.search import breadth_first

Block = Literal["blue", "yellow", "purple", "orange", "red", "green"]
Target = Literal["blue", "yellow", "purple", "orange", "red", "green", "table"]
Stack: TypeAlias = tuple[Block, ...]
Stacks: TypeAlias = tuple[Stack, ...]
"""From left to right, each from bottom to top."""
BlockMove: TypeAlias = tuple[Block, Target]

COLORS: tuple[Block, ...] = ("blue", "yellow", "purple", "orange", "red", "green")
COUNTS = (3, 4, 5)
LENGTHS = (1, 3, 5, 7)

RULES = (
    "Each block has a colour of its own: blue, yellow, purple, orange, red or green. Only the top "
    "block of a stack can be moved, to the top of another stack or to the table, where it begins "
    "a new stack."
)
BlockView = Literal["photo", "flat"]


def legend(medium: str) -> str:
    """How to read the picture or the text of stacks."""
    if medium == "text":
        return "Stacks are listed from left to right, the blocks of each from bottom to top."
    return "Blocks stand in stacks on a table."


# Moves


def moved(stacks: Stacks, block: str, target: str) -> Stacks:
    """The stacks after a move, or `Illegal` if it cannot be made."""
    tops: dict[str, int] = {stack[-1]: number for number, stack in enumerate(stacks)}
    if not any(block in stack for stack in stacks):
        raise Illegal(f"There is no {block} block.")
    if block not in tops:
        raise Illegal(f"The {block} block is covered.")
    if target == block:
        raise Illegal(f"The {block} block cannot stand on itself.")
    if target != "table" and target not in tops:
        raise Illegal(f"There is no stack with the {target} block on top.")
    after = [list(stack) for stack in stacks]
    lifted = after[tops[block]].pop()
    if target == "table":
        after.append([lifted])
    else:
        after[tops[target]].append(lifted)
    return tuple(tuple(stack) for stack in after if stack)


def legal_moves(stacks: Stacks) -> list[BlockMove]:
    """Every move that changes something."""
    tops = [stack[-1] for stack in stacks]
    onto: list[BlockMove] = [(top, other) for top in tops for other in tops if top != other]
    down: list[BlockMove] = [(stack[-1], "table") for stack in stacks if len(stack) > 1]
    return onto + down


def is_same(one: Stacks, other: Stacks) -> bool:
    """Whether the same stacks stand on the table, in whatever order."""
    return sorted(one) == sorted(other)


# Search, on sets of piles of anything

Piles: TypeAlias = frozenset[tuple[int, ...]]


def shortest(start: Stacks, end: Stacks) -> list[BlockMove]:
    """A shortest plan from one state to another."""
    number = {color: index for index, color in enumerate(COLORS)}
    numbered = [
        frozenset(tuple(number[b] for b in stack) for stack in each) for each in (start, end)
    ]
    plan = breadth_first(numbered[0], _ahead, lambda piles: piles == numbered[1])
    named: list[BlockMove] = []
    for block, target in plan or ():
        named.append((COLORS[block], "table" if target < 0 else COLORS[target]))
    return named


def _ahead(piles: Piles) -> Iterator[tuple[tuple[int, int], Piles]]:
    """Each top block with what it goes to, -1 for the table, and the piles then."""
    for pile in sorted(piles):
        top, below = pile[-1], pile[:-1]
        rest = piles - {pile} | ({below} if below else frozenset())
        if below:
            yield (top, -1), rest | {(top,)}
        for other in sorted(piles - {pile}):
            yield (top, other[-1]), rest - {other} | {(*other, top)}


@lru_cache(maxsize=128)
def _at_distance(shape: tuple[int, ...], moves: int) -> tuple[Piles, ...]:
    """The states that take exactly so many moves from the first state of a shape."""
    fringe, seen = {_first(shape)}, {_first(shape)}
    for _ in range(moves):
        fringe = {after for piles in fringe for _, after in _ahead(piles)} - seen
        seen |= fringe
    return tuple(sorted(fringe, key=sorted))


def _first(shape: tuple[int, ...]) -> Piles:
    numbers = iter(range(sum(shape)))
    return frozenset(tuple(next(numbers) for _ in range(height)) for height in shape)


@lru_cache(maxsize=16)
def _shapes(count: int, tallest: int) -> tuple[tuple[int, ...], ...]:
    """Every way to divide blocks among stacks, none taller than `tallest`."""
    if count == 0:
        return ((),)
    return tuple(
        (height, *rest)
        for height in range(min(count, tallest), 0, -1)
        for rest in _shapes(count - height, height)
    )


# Generation


def stacks_of(count: int, rng: Random) -> Stacks:
    """Random stacks of so many blocks."""
    return _colored(_first(rng.choice(_shapes(count, count))), count, rng)[0]


def far_apart(count: int, moves: int, rng: Random) -> tuple[Stacks, Stacks] | None:
    """Two states that are exactly so many moves apart; None if no two are."""
    pairs = [shape for shape in _shapes(count, count) if _at_distance(shape, moves)]
    if not pairs:
        return None
    shape = rng.choice(pairs)
    start, end = _colored(_first(shape), count, rng, rng.choice(_at_distance(shape, moves)))
    return start, end


def _colored(piles: Piles, count: int, rng: Random, *more: Piles) -> list[Stacks]:
    """Piles of numbers as stacks of the same random colours, each state in random order."""
    colors = rng.sample(COLORS, count)
    found: list[Stacks] = []
    for each in (piles, *more):
        stacks = [tuple(colors[number] for number in pile) for pile in sorted(each)]
        rng.shuffle(stacks)
        found.append(tuple(stacks))
    return found


# Texts


def in_words(stacks: Stacks) -> str:
    """The stacks as a list, from left to right."""
    return "\n".join(_stack_in_words(stack) for stack in stacks)


def _stack_in_words(stack: Stack) -> str:
    named = ", ".join(f"{block} block" for block in stack)
    return f"- Stack with {named}" + (", from bottom to top" if len(stack) > 1 else "")


def written(plan: Sequence[tuple[str, str]]) -> str:
    """A plan as a numbered list."""
    listed = enumerate(plan, start=1)
    return "\n".join(f"{number}. move({block},{target})" for number, (block, target) in listed)
