"""Games of old consoles as tasks, for owners of their files: `visgym.adapters.retro_game`.

The emulator is stable-retro, of the extra `arcade`; one game that may be passed on comes with it. A
state is what the emulator held before the last frame, and the buttons of that frame: it is played
again for the picture, which a saved emulator does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Annotated, Any, ClassVar

import numpy as np

from visgym.authoring import Call, Medium, Mistake, Task, action, solver
from visgym.core.budgets import Budget
from visgym.core.optional import require
from visgym.core.signatures import OneOf, Span, Subset
from visgym.core.task import Frame
from visgym.kit.arcade.players import LONGEST, Press, beam, calls_of

CONSOLE = Budget(generate=2000.0, first=20.0, solve=60_000.0, advance=200.0, draw=20.0)
HEADINGS = ("up", "down", "left", "right")
WAIT = 120  # frames of waiting in which starts differ
WIDTH, DEPTH = 3, 80  # of the search for presses

Held = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConsoleState:
    saved: bytes
    """What the emulator held before the last frame."""
    held: Held
    """The buttons of the last frame."""
    values: tuple[tuple[str, int], ...]
    """Variables of the game after the last frame, by name."""
    is_done: bool


@dataclass(frozen=True)
class Cartridge:
    """A game, the saved place that it begins at, and the file that it is in."""

    game: str
    place: str
    rom: str


@dataclass
class _Console:
    """The one emulator that a process may have."""

    lock: Lock = field(default_factory=Lock)
    cartridge: Cartridge | None = None
    env: Any = None

    def buttons(self, cartridge: Cartridge) -> Held:
        """The names of the buttons that the console has."""
        with self.lock:
            return tuple(name.lower() for name in self._inserted(cartridge).buttons if name)

    def run(
        self, cartridge: Cartridge, saved: bytes | None, frames: Sequence[Held]
    ) -> tuple[ConsoleState, Frame]:
        """The state after some frames from a saved one, or from the beginning, and its picture."""
        with self.lock:
            env = self._inserted(cartridge)
            if saved is None:
                env.reset()
            else:
                env.em.set_state(saved)
                env.data.reset()
                env.data.update_ram()
            for held in frames:
                before = env.em.get_state()
                mask = [bool(name) and name.lower() in held for name in env.buttons]
                screen, _, is_done, _, found = env.step(np.array(mask, np.int8))
                if is_done:
                    break
            values = tuple(sorted((name, int(value)) for name, value in found.items()))
            return ConsoleState(bytes(before), held, values, is_done), np.array(screen, np.uint8)

    def _inserted(self, cartridge: Cartridge) -> Any:
        if self.cartridge != cartridge:
            retro = require("stable_retro", "arcade", "A game of a console")
            if self.env is not None:
                self.env.close()
            self.env, self.cartridge = None, None
            self.env = _opened(retro, cartridge)
            self.cartridge = cartridge
            self.env.reset()
        return self.env


def _opened(retro: Any, cartridge: Cartridge) -> Any:
    if cartridge.rom:
        retro.data.merge(cartridge.rom)
    try:
        return retro.make(
            cartridge.game,
            cartridge.place or retro.State.DEFAULT,
            use_restricted_actions=retro.Actions.ALL,
            render_mode="rgb_array",
        )
    except FileNotFoundError:
        raise Mistake(
            f"stable-retro has no file for the game '{cartridge.game}' at '{cartridge.place}'; "
            "name the file of your game by the knob rom, or another game by game."
        ) from None


_CONSOLE = _Console()


@dataclass(frozen=True, kw_only=True)
class RetroGame(Task[ConsoleState]):
    game: str = "Airstriker-Genesis-v0"
    """The game, as stable-retro names it."""
    place: str = ""
    """The saved place of the game to begin at; empty for the usual one."""
    rom: str = ""
    """The file of the game, where stable-retro does not have it yet."""
    frame_skip: int = 2
    """Frames of the console that a tick lasts."""
    variable: str = "score"
    """What is to grow, as stable-retro names it."""
    aim: int = 100
    """How far it is to grow."""
    step_limit: int = 200

    tags = frozenset({"synthetic", "partial", "unknown", "planning"})
    can_stop: ClassVar[bool] = False
    budget: ClassVar[Budget] = CONSOLE

    def validate(self) -> None:
        if not 1 <= self.frame_skip <= 8 or self.aim < 1:
            raise ValueError("frame_skip must be from 1 to 8, and aim at least 1.")

    def generate(self, rng: Random) -> ConsoleState:
        frames = [()] * (1 + rng.randrange(WAIT))
        start, _ = _CONSOLE.run(self._cartridge, None, frames)
        if self.variable not in dict(start.values):
            known = ", ".join(name for name, _ in start.values) or "nothing"
            raise Mistake(f"{self.game} tells no {self.variable}; variable may be {known}.")
        return start

    def rules(self) -> str:
        return (
            f"You play a game on a console. You succeed when its {self.variable} is {self.aim} or "
            "more. What the buttons do must be found out."
        )

    def legend(self, medium: Medium) -> str:
        return "The picture is the screen of the game."

    @property
    def buttons(self) -> Held:
        """What can be held."""
        return _CONSOLE.buttons(self._cartridge)

    @property
    def _cartridge(self) -> Cartridge:
        return Cartridge(self.game, self.place, self.rom)

    @action
    def press(
        self,
        state: ConsoleState,
        buttons: Annotated[tuple[str, ...], Subset(OneOf("buttons"))],
        ticks: Annotated[int, Span(1, LONGEST)],
    ) -> ConsoleState:
        """Hold some buttons, or none, for so many ticks."""
        frames = [state.held, *[tuple(buttons)] * (ticks * self.frame_skip)]
        return _CONSOLE.run(self._cartridge, state.saved, frames)[0]

    def value(self, state: ConsoleState) -> int:
        """How far the variable has grown."""
        return dict(state.values)[self.variable]

    def is_over(self, state: ConsoleState) -> bool:
        return state.is_done or self.value(state) >= self.aim

    def hopeless(self, state: ConsoleState) -> bool:
        return state.is_done and self.value(state) < self.aim

    def score(self, state: ConsoleState) -> float:
        return float(self.value(state) >= self.aim)

    def reward(self, before: ConsoleState, call: Call, after: ConsoleState) -> float:
        """What was done of the aim."""
        return self.metrics(after)["progress"] - self.metrics(before)["progress"]

    def metrics(self, state: ConsoleState) -> dict[str, float]:
        return {"progress": min(max(self.value(state) / self.aim, 0.0), 1.0)}

    def draw(self, state: ConsoleState) -> Frame:
        frame = _CONSOLE.run(self._cartridge, state.saved, [state.held])[1]
        frame.flags.writeable = False
        return frame

    @solver
    def search(self, state: ConsoleState, rng: Random) -> Iterator[Call]:
        """Presses by a narrow search after the variable; it wins simple games only."""
        found = beam(
            state, self._options, self.is_over, self.value, lambda each: each.saved, WIDTH, DEPTH
        )
        yield from calls_of(found or (), self.buttons)

    def _options(self, state: ConsoleState) -> Iterator[tuple[Press, ConsoleState]]:
        names = self.buttons
        for heading in ("", *(each for each in HEADINGS if each in names)):
            held = frozenset({heading, "b"} & {*names})
            after = self.press(state, tuple(sorted(held)), LONGEST)
            if not self.hopeless(after):
                yield Press(held, LONGEST), after


PRESETS = {"airstriker": RetroGame()}
