"""Code gets nowhere from its sandbox, whatever it tries, and the episode goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tools.escapes import (
    ESCAPED,
    ESCAPES,
    FILES,
    NETWORK,
    PROCESSES,
    PROTOCOL,
    RESOURCES,
    RIGHTS,
    Escape,
)
from toys import Counter
from visgym import advance, begin
from visgym.core.errors import Mistake
from visgym.tools.python import Python
from visgym.tools.sandbox.process import Broken, Sandbox, SandboxLimits, protection

SEEN = [np.zeros((8, 8, 3), np.uint8)]
LIMITS = SandboxLimits(seconds=0.4, wait=4.0, memory=1 << 29, scratch=4 << 20)
MARK = Path("/tmp/escaped")


@pytest.fixture(scope="module", autouse=True)
def _safe() -> None:
    try:
        protection()
    except Mistake as error:
        pytest.skip(str(error))


class Cell:
    """A sandbox that is started again when it broke, as the pool does."""

    def __init__(self, namespaces: bool) -> None:
        self.namespaces = namespaces
        self.sandbox: Sandbox | None = None

    def attempt(self, escape: Escape) -> str:
        """What an escape brought; afterwards code runs as before."""
        told = self._run(escape.code)
        answer = self._run("6 * 7")
        if self.sandbox is None:  # it was spoiled before, and is so only for who spoiled it
            answer = self._run("6 * 7")
        assert answer.strip() == "42"
        return told

    def _run(self, code: str) -> str:
        if self.sandbox is None:
            self.sandbox = Sandbox(LIMITS, self.namespaces)
        try:
            return self.sandbox.run(code, SEEN)[0]
        except Broken as error:
            self.close()
            return f"The code {error}."

    def close(self) -> None:
        if self.sandbox is not None:
            self.sandbox.close()
        self.sandbox = None


@pytest.fixture(scope="module", params=[True, False], ids=["namespaces", "landlock"])
def cell(request: pytest.FixtureRequest) -> Iterator[Cell]:
    found = Cell(request.param)
    try:
        Sandbox(LIMITS, request.param).close()
    except OSError as error:
        pytest.skip(f"not on this machine: {error}")
    yield found
    found.close()


def test_there_are_enough_of_them() -> None:
    assert len({escape.name for escape in ESCAPES}) == len(ESCAPES) >= 60


@pytest.mark.parametrize("escape", [*FILES, *NETWORK, *PROCESSES, *RIGHTS], ids=lambda e: e.name)
def test_nothing_is_reached(cell: Cell, escape: Escape) -> None:
    told = cell.attempt(escape)
    assert ESCAPED not in told, told
    assert not MARK.exists()


@pytest.mark.parametrize("escape", [*RESOURCES, *PROTOCOL], ids=lambda e: e.name)
def test_nothing_is_used_up_and_nobody_is_deceived(
    monkeypatch: pytest.MonkeyPatch, escape: Escape
) -> None:
    monkeypatch.setenv("SECRET", "TOP-SECRET")
    cell, before = Cell(protection()), _children()
    try:
        told = cell.attempt(escape)
    finally:
        cell.close()
    assert ESCAPED not in told, told
    assert len(told) <= LIMITS.characters + 100
    assert _children() <= before


def _children() -> set[str]:
    """Processes that this one has started and that are still there."""
    found = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
    return set(found.split())


def test_an_episode_goes_on_after_the_worst() -> None:
    nasty = [
        "ended",
        "while True: pass",
        "import os\nos._exit(1)",
        "import os\nos.closerange(0, 64)",
    ]
    episode = begin(Counter(), 1, tools=(Python(0.3),))
    episode = advance(episode, "('python', 'kept = 5')")
    for code in nasty:
        episode = advance(episode, {"name": "python", "arguments": {"code": code}})
    episode = advance(episode, "('python', 'kept + 1')")
    assert [turn.verdict for turn in episode.turns] == ["done"] * 2 + ["refused"] * 3 + ["done"]
    assert episode.turns[-1].shown[0].text == "6"
    assert episode.step == 1 and episode.state == episode.start
    assert "all names are as they were" in episode.turns[2].feedback


ORPHAN = """
import numpy as np
from visgym.tools.sandbox.process import Sandbox, SandboxLimits, protection
sandbox = Sandbox(SandboxLimits(seconds=60, wait=60), protection())
print(sandbox._process.pid, sandbox._pid, flush=True)
sandbox.run("import time\\nwhile True: time.sleep(60)", [np.zeros((8, 8, 3), np.uint8)])
"""


def test_a_sandbox_ends_with_whoever_started_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        processes = started.stdout.readline().split()
        assert len(processes) == 2 and all(map(_runs, processes))
        started.kill()
    while any(map(_runs, processes)):
        time.sleep(0.05)


def _runs(process: str) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    except FileNotFoundError:
        return False
    return state.split()[0] != "Z"
