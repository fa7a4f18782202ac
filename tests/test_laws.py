"""Every task of the catalog obeys the laws; test_laws_broken.py shows that these can be broken."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from choices import PRESETS
from visgym import catalog
from visgym.conformance.fingerprints import fingerprints_elsewhere, fingerprints_of
from visgym.conformance.laws import check
from visgym.core.episode import begin
from visgym.core.identity import fingerprint

GOLDEN = Path(__file__).with_name("golden.json")


def test_tasks_obey_the_laws(preset_id: str, law_seeds: Sequence[int]) -> None:
    assert list(check(catalog.load(preset_id), law_seeds, preset_id)) == []


def test_another_process_gives_the_same_starts_and_pictures(task_ids: list[str]) -> None:
    assert fingerprints_elsewhere(task_ids, range(3)) == {
        id: fingerprints_of(id, range(3)) for id in task_ids
    }


def starts_of(id: str) -> list[str]:
    """The fingerprints of the first starts."""
    return [fingerprint(begin(catalog.load(id), seed).start) for seed in range(5)]


def test_starts_are_those_of_the_golden_file(request: pytest.FixtureRequest) -> None:
    now = {id: starts_of(id) for id in PRESETS}
    if request.config.getoption("--update-golden"):
        GOLDEN.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    changed = [id for id in PRESETS if golden.get(id) != now[id]]
    assert not changed, "Raise `version` of these tasks, then run pytest --update-golden."


def test_files_are_named_after_their_tasks(preset_id: str) -> None:
    assert catalog.load(preset_id).name == preset_id.partition("/")[0]
