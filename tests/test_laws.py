"""Every task of the catalog obeys the laws, and the laws notice tasks that do not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from choices import PRESETS
from toys import Counter, Growing, Silent, Solved, Unsolvable
from visgym import catalog
from visgym.conformance.fingerprints import fingerprints_elsewhere, fingerprints_of
from visgym.conformance.laws import check
from visgym.core.episode import begin
from visgym.core.identity import fingerprint
from visgym.core.task import Task

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


@pytest.mark.parametrize(
    ("task", "law"),
    [
        (Counter(), None),
        (Unsolvable(), "default solver solves within the limit"),
        (Counter(step_limit=1), "default solver solves within the limit"),
        (Solved(), "default solver solves within the limit"),
        (Solved(), "seeds decide starts"),
        (Silent(), "pictures and texts change together"),
        (Growing(), "pictures are of one shape"),
    ],
)
def test_the_laws_notice_what_breaks_them(task: Task[object], law: str | None) -> None:
    broken = {violation.law for violation in check(task, range(6), "toy")}
    assert (law in broken) if law else not broken, broken
