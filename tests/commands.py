"""The command as a user meets it: in this process, or where that is the point in a real one."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from visgym.cli import main
from visgym.commands.common import console

MAIN = [sys.executable, "-c", "from visgym.cli import main; main()"]
TESTS = str(Path(__file__).parent)


def surroundings() -> dict[str, str]:
    """A plain terminal, and the tasks of the tests for processes that are started."""
    paths = os.pathsep.join(filter(None, [TESTS, os.environ.get("PYTHONPATH")]))
    return {"COLUMNS": "120", "NO_COLOR": "1", "PYTHONPATH": paths}


@dataclass(frozen=True)
class Done:
    """What a finished command leaves; an error that `main` does not catch fails the test."""

    returncode: int
    stdout: str
    stderr: str


def visgym(*args: str, typed: str = "") -> Done:
    """Run the command in this process, from its arguments to its exit code."""
    out, err, code = StringIO(), StringIO(), 0
    with (
        patch.object(sys, "argv", ["visgym", *args]),
        patch.object(sys, "stdin", StringIO(typed)),
        patch.dict(os.environ, surroundings()),
        patch.object(console, "_width", 120),  # the console remembers what COLUMNS was at first
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            assert end.code is None or isinstance(end.code, int)
            code = end.code or 0
    return Done(code, out.getvalue(), err.getvalue())


def visgym_process(*args: str, typed: str = "") -> Done:
    """Run the command in a process of its own."""
    env = {**os.environ, **surroundings()}
    done = subprocess.run(
        [*MAIN, *args], input=typed, capture_output=True, text=True, env=env, timeout=300
    )
    return Done(done.returncode, done.stdout, done.stderr)
