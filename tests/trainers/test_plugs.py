"""Packages of trainers and evaluators play our episodes, each in an environment of its own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from environments import ROOT, python_of
from played_episodes import expected, rows

PLUGS = ("gem", "inspect", "skyrl", "trl", "verifiers", "verl")


@pytest.mark.parametrize("name", PLUGS)
def test_a_package_is_shown_and_pays_what_the_library_does(name: str, tmp_path: Path) -> None:
    script = Path(__file__).with_name(f"play_{name}.py")
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(script.parent)])}
    done = subprocess.run(
        [str(python_of(name)), str(script), str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, **paths},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1]) == [expected(row) for row in rows()]
