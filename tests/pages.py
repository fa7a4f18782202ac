"""A page as its reader gets it."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from visgym.analysis.report.loading import load
from visgym.analysis.report.page import page

VOID = {"meta", "link", "img", "input", "br", "hr", "wbr"}


class Reader(HTMLParser):
    """Collects tables by their labels, tags with attributes, scripts and visible text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.scripts: list[str] = []
        self.words: list[str] = []
        self.region = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if given.get("role") == "region":
            self.region = given["aria-label"] or ""
            self.tables[self.region] = []
        if tag == "tr":
            self.tables[self.region].append([])
        if tag in ("td", "th"):
            self.tables[self.region][-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, self.getpos()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        inside = set(self.open)
        if "script" in inside:
            self.scripts.append(data)
        elif "style" not in inside:
            self.words.append(data)
            if inside & {"td", "th"}:
                self.tables[self.region][-1][-1] += data.strip()

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def rows(self, label: str) -> dict[str, list[str]]:
        return {row[0]: row[1:] for row in self.tables[label][1:]}


def read(*folders: Path) -> Reader:
    reader = Reader(page(load(folders)))
    assert reader.open == []
    return reader


def data_of(reader: Reader) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(reader.scripts[0])
    return found
