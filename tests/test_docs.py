"""The documentation says what is so."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from visgym import catalog
from visgym.conformance import catalogue_pages

DOCS = Path(__file__).parents[1] / "docs"
NAMES = catalog.task_names()


def parts() -> dict[str, list[str]]:
    """The lines of the page about each task, from the empty line above its heading on."""
    page = (DOCS / "tasks.md").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    starts = [page.index(f"## {name}") - 1 for name in NAMES]
    assert starts == sorted(starts), "Run make docs."
    found = {"": page[: starts[0]]}
    for name, (start, end) in zip(NAMES, pairwise([*starts, len(page)]), strict=True):
        found[name] = page[start:end]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_catalogue_page_is_current(name: str) -> None:
    current = "\n".join(catalogue_pages.section(name)).split("\n")
    assert parts()[name] == current, "Run make docs."


def test_the_catalogue_page_has_a_beginning_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue_pages, "section", lambda name: [])
    assert parts()[""] == list(catalogue_pages.catalogue()), "Run make docs."
