"""What a task says of itself beside its knobs and methods."""

from __future__ import annotations

from typing import ClassVar

from visgym.core.budgets import FLAT, Budget
from visgym.core.tags import Tag


class Declarations:
    """The same for all presets of a task; each has a default."""

    version: ClassVar[int] = 1
    tags: ClassVar[frozenset[Tag]] = frozenset()
    budget: ClassVar[Budget] = FLAT
    single_turn: ClassVar[bool] = False
    """One answer ends the episode."""
    can_stop: ClassVar[bool] = True
    """Whether the agent says when it is done; a single answer needs no stop."""
    adversarial: ClassVar[bool] = False
    """Somebody plays against the agent, so that nobody wins every seed."""
    pays_out_of_steps: ClassVar[bool] = False
    """Whether the score counts when steps run out."""
    distinct_starts: ClassVar[float] = 0.9
    """The share of a hundred seeds that give different starts, at least."""
    one_level: ClassVar[bool] = False
    """Presets differ in the step limit alone, so that none is harder than another."""
    distance_unit: ClassVar[str] = "calls"
    """What `distance` counts in, such as degrees."""
    luck: ClassVar[float | None] = None
    """How often one answer may be right; None where the answers to choose from tell."""
    names_pictures: ClassVar[bool] = False
    """Whether questions name pictures as [picture 1], each of which then stands after its name."""
    shared_pictures: ClassVar[str] = ""
    """Which pictures training and evaluation have in common, such as an empty board, if any."""
