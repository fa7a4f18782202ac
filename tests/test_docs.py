"""The documentation says what is so."""

from __future__ import annotations

from pathlib import Path

from visgym.conformance.catalogue_pages import catalogue

DOCS = Path(__file__).parents[1] / "docs"


def test_the_catalogue_page_is_current() -> None:
    page = (DOCS / "tasks.md").read_text(encoding="utf-8")
    assert page == "\n".join(catalogue()) + "\n", "Run make docs."
