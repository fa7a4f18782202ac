"""The base of arcades: worlds that go on tick by tick while buttons are held.

A world is an immutable value with a `clock` that counts ticks, and all of it is whole numbers, so
that play is the same everywhere. What happens depends on the buttons of each tick alone: a button
that is held in two presses in a row stays down between them. The strip below the picture shows the
world at the last ticks that are multiples of `APART`, so that motion can be seen.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations
from random import Random
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar

from visgym.core.budgets import Budget
from visgym.core.calls import Call
from visgym.core.signatures import OneOf, Span, Subset
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.arcade.hud import banner
from visgym.kit.arcade.players import LONGEST, WIDTHS, Buttons, Press, beam, calls_of
from visgym.kit.arcade.screen import MOST_EARLIER, STRIP, Screen, show_earlier
from visgym.kit.caches import cached_frame
from visgym.kit.canvas import Canvas

APART = 4  # ticks between earlier frames
TICKS = 30  # a second
ARCADE = Budget(solve=1500.0, advance=1.0, draw=1.0, demonstrations=1.0)


class _Clocked(Protocol):
    @property
    def clock(self) -> int: ...
    def __hash__(self) -> int: ...


World = TypeVar("World", bound=_Clocked)


@dataclass(frozen=True, slots=True)
class Reel(Generic[World]):
    """A world, and what it was some ticks before, oldest first."""

    world: World
    earlier: tuple[World, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ArcadeTask(Task[Any], Generic[World]):  # states are Reel[World]
    """A world to be won by holding buttons; an author writes about worlds, not states."""

    frames: int = 3
    """Small earlier frames below the picture, from 0 to 4."""

    can_stop: ClassVar[bool] = False
    budget: ClassVar[Budget] = ARCADE
    widths: ClassVar[tuple[int, ...]] = WIDTHS
    depth: ClassVar[int] = 250
    """Presses that the search tries in a row."""
    patience: ClassVar[int] = 250
    """Presses without a better world after which a narrow search gives way to a wider one."""

    # Every arcade writes these, beside `rules`

    @property
    @abstractmethod
    def buttons(self) -> tuple[str, ...]:
        """What can be held, in the order in which calls name it."""

    @abstractmethod
    def opening(self, rng: Random) -> World:
        """A world that can be won, at clock 0."""

    @abstractmethod
    def tick(self, world: World, buttons: Buttons) -> World:
        """The world a thirtieth of a second later; the clock goes on by one."""

    @abstractmethod
    def is_won(self, world: World) -> bool:
        """Whether the aim is met."""

    @abstractmethod
    def is_lost(self, world: World) -> bool:
        """Whether the aim can be met no more."""

    @abstractmethod
    def scene(self, world: World) -> Screen:
        """The world as it is drawn, without what `dials` adds."""

    # Few arcades leave these as they are

    def dials(self, canvas: Canvas, world: World) -> None:
        """Draw health, counters and the like on the doubled picture."""

    def progress(self, world: World) -> float:
        """From 0 to 1, how much is done; the metric, and in differences the reward."""
        return float(self.is_won(world))

    def presses(self, world: World) -> Sequence[Press]:
        """What the reference player tries."""
        return _usual(self.buttons)

    def rank(self, world: World) -> float:
        """How promising a world is to the reference player."""
        return self.progress(world)

    def spot(self, world: World) -> Hashable:
        """What makes worlds alike to the reference player, who looks at one of them only."""
        return world

    # What the base gives

    def validate(self) -> None:
        if not 0 <= self.frames <= MOST_EARLIER:
            raise ValueError(f"frames must be from 0 to {MOST_EARLIER}.")

    def generate(self, rng: Random) -> Reel[World]:
        return Reel(self.opening(rng))

    def legend(self, medium: Medium) -> str:
        if not self.frames:
            return "The picture shows the game as it is now."
        return (
            "The large picture shows the game as it is now. The small ones below show it some "
            "ticks ago, the oldest at the left."
        )

    @action
    def press(
        self,
        state: Reel[World],
        buttons: Annotated[tuple[str, ...], Subset(OneOf("buttons"))],
        ticks: Annotated[int, Span(1, LONGEST)],
    ) -> Reel[World]:
        """Hold some buttons, or none, for so many ticks; a second has 30 ticks."""
        return self.played(state, frozenset(buttons), ticks)

    def played(self, state: Reel[World], buttons: Buttons, ticks: int) -> Reel[World]:
        """The state after some ticks, which the end cuts short."""
        world, earlier = state.world, state.earlier
        for _ in range(ticks):
            if self.is_won(world) or self.is_lost(world):
                break
            if self.frames and world.clock % APART == 0:
                earlier = (*earlier, world)[-self.frames :]
            world = self.tick(world, buttons)
        return Reel(world, earlier)

    def options(self, world: World) -> Iterator[tuple[tuple[Press, ...], World]]:
        """What the reference player tries, and where it leads if nothing is lost."""
        for made in self.presses(world):
            after = self.played(Reel(world), *made).world
            if not self.is_lost(after):
                yield (made,), after

    def is_over(self, state: Reel[World]) -> bool:
        return self.is_won(state.world) or self.is_lost(state.world)

    def hopeless(self, state: Reel[World]) -> bool:
        return self.is_lost(state.world)

    def score(self, state: Reel[World]) -> float:
        return float(self.is_won(state.world))

    def reward(self, before: Reel[World], call: Call, after: Reel[World]) -> float:
        """What was done of the aim."""
        return self.progress(after.world) - self.progress(before.world)

    def metrics(self, state: Reel[World]) -> dict[str, float]:
        return {"progress": self.progress(state.world)}

    def draw(self, state: Reel[World]) -> Frame:
        canvas = self.scene(state.world).doubled(STRIP if self.frames else 0)
        self.dials(canvas, state.world)
        if self.is_over(state):
            banner(canvas, "You won" if self.is_won(state.world) else "You lost")
        if self.frames:
            now = state.world.clock
            shown = [(_small(self, _Same(each)), now - each.clock) for each in state.earlier]
            show_earlier(canvas, shown, self.frames)
        return canvas.frame

    @solver
    def search(self, state: Reel[World], rng: Random) -> Iterator[Call]:
        """Presses found by a beam search over worlds, as few as hold the same buttons."""
        # limits and pictures change nothing about the plan
        yield from _plan(replace(self, step_limit=1, starts="", frames=0), state.world)

    @classmethod
    def state_type(cls) -> Any:
        return Reel[super().state_type()]  # type: ignore[misc]


class _Same:
    """A world as a key of its own, since to hash all that is in it takes longer than to draw it."""

    __slots__ = ("world",)

    def __init__(self, world: Any) -> None:
        self.world = world

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.world is self.world

    def __hash__(self) -> int:
        return id(self.world)


@cached_frame
def _small(task: ArcadeTask[Any], same: _Same) -> Frame:
    return task.scene(same.world).small()


@lru_cache(maxsize=256)
def _plan(task: ArcadeTask[Any], world: Any) -> tuple[Call, ...]:
    if task.is_won(world):
        return ()
    for width in task.widths:
        found = beam(
            world,
            task.options,
            task.is_won,
            task.rank,
            task.spot,
            width,
            task.depth,
            task.patience,
        )
        if found is not None:
            return tuple(calls_of(chain.from_iterable(found), task.buttons))
    return ()


@lru_cache(maxsize=64)
def _usual(buttons: tuple[str, ...]) -> tuple[Press, ...]:
    """No button, every button alone, and every pair of them."""
    held = [set[str](), *({each} for each in buttons), *map(set, combinations(buttons, 2))]
    return tuple(Press(frozenset(each), 6) for each in held)
