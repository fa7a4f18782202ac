"""Every task of the catalog obeys the laws; test_laws_broken.py shows that these can be broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from visgym import catalog
from visgym.conformance.fingerprints import fingerprints_elsewhere, fingerprints_of
from visgym.conformance.laws import check

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
