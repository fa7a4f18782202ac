"""Games of consoles as tasks, on a stand-in for the emulator: play depends on the state alone."""

from __future__ import annotations

import sys
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from visgym import catalog
from visgym.adapters import retro_game
from visgym.adapters.retro_game import RetroGame
from visgym.core.errors import Mistake
from visgym.core.task import Frame


class Chip:
    """What the console holds: a number that grows while B is held, and a count of frames."""

    def __init__(self) -> None:
        self.score = self.frame = 0

    def get_state(self) -> bytes:
        return bytes((self.score, self.frame))

    def set_state(self, saved: bytes) -> None:
        self.score, self.frame = saved


class Figures:
    """What reads the variables of a game."""

    def reset(self) -> None: ...

    def update_ram(self) -> None: ...


class StandIn:
    """A console whose picture shows the number."""

    buttons = ("B", None, "UP", "LEFT")

    def __init__(self) -> None:
        self.em, self.data = Chip(), Figures()

    def reset(self) -> None:
        self.em.set_state(b"\0\0")

    def close(self) -> None: ...

    def step(self, mask: Frame) -> tuple[Frame, float, bool, bool, dict[str, int]]:
        self.em.frame += 1
        self.em.score += int(mask[0])
        picture = np.full((4, 6, 3), self.em.score, np.uint8)
        return picture, 0.0, self.em.frame >= 250, False, {"score": self.em.score, "lives": 3}


def make(game: str, *args: object, **more: object) -> StandIn:
    if game != "Airstriker-Genesis-v0":
        raise FileNotFoundError(game)
    return StandIn()


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> None:
    made = SimpleNamespace(
        make=make, State=SimpleNamespace(DEFAULT=0), Actions=SimpleNamespace(ALL=0)
    )
    monkeypatch.setitem(sys.modules, "stable_retro", made)
    monkeypatch.setattr(retro_game, "_CONSOLE", retro_game._Console())


TASK = RetroGame(aim=20)


@pytest.mark.usefixtures("emulator")
def test_a_press_holds_its_buttons_for_its_ticks() -> None:
    start = TASK.start(0)
    assert TASK.buttons == ("b", "up", "left")
    assert TASK.value(start) == 0
    after = TASK.press(start, ("b",), 3)
    assert TASK.value(after) == 3 * TASK.frame_skip
    assert TASK.value(TASK.press(after, ("up",), 5)) == TASK.value(after)


@pytest.mark.usefixtures("emulator")
def test_states_can_be_drawn_and_played_in_any_order() -> None:
    start = TASK.start(0)
    one = TASK.press(start, ("b",), 2)
    two = TASK.press(one, ("b", "left"), 2)
    shown = [int(TASK.draw(each).max()) for each in (two, start, one, two)]
    assert shown == [8, 0, 4, 8]
    assert TASK.press(one, ("b", "left"), 2) == two


@pytest.mark.usefixtures("emulator")
def test_the_aim_ends_the_game_and_so_does_the_console() -> None:
    state = TASK.start(0)
    for call in TASK.search(state, Random(0)):
        state = TASK.apply(state, call)
    assert TASK.score(state) == 1 and TASK.is_over(state)
    idle = TASK.start(0)
    while not TASK.is_over(idle):
        idle = TASK.press(idle, (), 12)
    assert TASK.hopeless(idle) and TASK.score(idle) == 0


@pytest.mark.usefixtures("emulator")
def test_games_and_variables_that_are_not_there_are_told_in_a_sentence() -> None:
    with pytest.raises(Mistake, match=r"no file for the game 'Pong'.*by the knob rom"):
        RetroGame(game="Pong").start(0)
    with pytest.raises(Mistake, match="tells no coins; variable may be lives, score"):
        RetroGame(variable="coins").start(0)


def test_without_the_emulator_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stable_retro", None)
    monkeypatch.setattr(retro_game, "_CONSOLE", retro_game._Console())
    task = catalog.load("visgym.adapters.retro_game/airstriker")
    with pytest.raises(Mistake, match=r"needs stable_retro; .*pip install 'visgym\[arcade\]'"):
        task.start(0)
