"""Records come from anywhere, so that reading them runs no code that nobody asked for."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hand_made import made
from visgym.commands.common import import_recorded
from visgym.core.errors import Mistake
from visgym.evaluation.records import Record, replayed

TASK = """
from pathlib import Path
from my_tasks.counter import PRESETS

Path(__file__).with_name("was_here").touch()
"""


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Record:
    """A record of a task in a module that leaves a trace when it is imported."""
    (tmp_path / "lying_about").mkdir()
    (tmp_path / "lying_about" / "game.py").write_text(TASK)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("lying_about", "lying_about.game"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    known = made("agent", "maze_2d/easy")
    return replace(known, entry=replace(known.entry, id="lying_about.game/easy"))


def test_a_record_imports_no_module(planted: Record, tmp_path: Path) -> None:
    import_recorded([planted], trusted=False)
    with pytest.raises(Mistake, match=r"lying_about\.game, which is not ours.*--trust-records"):
        replayed(planted)
    assert not (tmp_path / "lying_about" / "was_here").exists()


def test_modules_are_imported_where_the_user_trusts_the_records(
    planted: Record, tmp_path: Path
) -> None:
    import_recorded([planted], trusted=True)
    assert (tmp_path / "lying_about" / "was_here").exists()
    with pytest.raises(Mistake, match="starts otherwise"):  # it is looked at, and is another task
        replayed(planted)
