"""Every task of the catalog obeys the laws, and the laws notice tasks that do not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toys import Counter, Growing, Silent, Solved, Unsolvable
from visgym import catalog
from visgym.conformance.fingerprints import fingerprints_elsewhere, fingerprints_of
from visgym.conformance.laws import check
from visgym.core.task import Task

IDS = catalog.ids()
GOLDEN = Path(__file__).with_name("golden.json")


@pytest.mark.parametrize("id", IDS)
def test_tasks_obey_the_laws(id: str) -> None:
    assert list(check(catalog.load(id), range(5), id)) == []


def test_another_process_gives_the_same_starts_and_pictures() -> None:
    assert fingerprints_elsewhere(IDS, range(3)) == {
        id: fingerprints_of(id, range(3)) for id in IDS
    }


def test_starts_are_those_of_the_golden_file(request: pytest.FixtureRequest) -> None:
    now = {id: [line.split()[0] for line in fingerprints_of(id, range(5))] for id in IDS}
    if request.config.getoption("--update-golden"):
        GOLDEN.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    changed = [id for id in IDS if golden.get(id) != now[id]]
    assert not changed, "Raise `version` of these tasks, then run pytest --update-golden."


@pytest.mark.parametrize("id", IDS)
def test_files_are_named_after_their_tasks(id: str) -> None:
    assert catalog.load(id).name == id.partition("/")[0]


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
