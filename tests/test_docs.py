"""The documentation says what is so; pictures are not drawn for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from visgym import catalog
from visgym.conformance.catalogue_pages import index_section, page

DOCS = Path(__file__).parents[1] / "docs"
INDEX = (DOCS / "tasks" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("category", catalog.categories())
def test_the_pages_of_a_category_are_current(category: str) -> None:
    written = (DOCS / "tasks" / f"{category}.md").read_text(encoding="utf-8")
    assert written == page(category), "Run make docs."
    assert index_section(category) in INDEX, "Run make docs."


def test_the_index_names_every_task_and_category_once() -> None:
    rows = [line for line in INDEX.splitlines() if line.startswith("| [")]
    assert len(rows) == len(catalog.task_names())
    headings = [line for line in INDEX.splitlines() if line.startswith("## ")]
    assert headings == [f"## [{each}]({each}.md)" for each in catalog.categories()]


def test_there_is_a_page_for_each_category_and_a_picture_for_each_task_and_no_other() -> None:
    pages = {path.stem for path in (DOCS / "tasks").iterdir()}
    assert pages == {*catalog.categories(), "README"}
    assert {path.stem for path in (DOCS / "pictures").iterdir()} == set(catalog.task_names())
