"""Runs found in a folder, read as they grow."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from visgym.core.errors import Mistake
from visgym.evaluation.decoding import read_record
from visgym.evaluation.records import Record
from visgym.evaluation.store import EPISODES_FILE, RUN_FILE, Store
from visgym.web.errors import Missing

DEPTH = 3  # folders below the folder of runs
LIVE = 60  # seconds since the last record for which a run counts as live
PIECE = 1 << 24  # bytes that are read at a time


@dataclass
class LiveRun:
    """One run as far as it has been read."""

    name: str
    folder: Path
    config: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    updated: float = 0.0
    _offset: int = 0
    _line: int = 0

    @property
    def live(self) -> bool:
        return time.time() - self.updated < LIVE

    @property
    def size(self) -> int:
        """Bytes that have been read."""
        return self._offset

    @property
    def agents(self) -> list[str]:
        return sorted({kept.entry.agent for kept in self.records.values()})

    def refresh(self) -> None:
        """Read what was added since the last time, or all of it if the file was replaced."""
        path = self.folder / EPISODES_FILE
        facts = path.stat() if path.is_file() else None
        if facts is None or facts.st_size < self._offset:
            self.records, self.problems, self._offset, self._line = {}, [], 0, 0
        if not self._offset:
            self._read_config()
        if facts is None or facts.st_size == self._offset:
            return
        self.updated = facts.st_mtime
        with path.open("rb") as file:
            file.seek(self._offset)
            rest = b""
            while piece := file.read(PIECE):
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    self._read(line)

    def _read(self, line: bytes) -> None:
        self._line += 1
        self._offset += len(line) + 1
        kept = read_record(line)
        if kept is None:
            self.problems.append(f"Line {self._line} of {EPISODES_FILE} holds no record.")
            return
        key = kept.entry.key
        if kept.outcome != "error" or key not in self.records:
            self.records[key] = kept

    def _read_config(self) -> None:
        try:
            self.config = Store(self.folder).config()
        except (Mistake, UnicodeDecodeError):
            self.problems = [f"{RUN_FILE} is missing or not valid JSON."]


class Archive:
    """All runs below a folder; names are matched against what was found, never joined to paths."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._runs: dict[str, LiveRun] = {}
        self._lock = Lock()

    def runs(self) -> list[LiveRun]:
        """Every run, the one updated last first."""
        with self._lock:
            found = {self._name(folder): folder for folder in self._folders()}
            self._runs = {
                name: self._runs.get(name) or LiveRun(name, folder)
                for name, folder in found.items()
            }
            for run in self._runs.values():
                _refresh(run)
            return sorted(self._runs.values(), key=lambda run: -run.updated)

    def run(self, name: str) -> LiveRun:
        """The run of that name."""
        for run in self.runs():
            if run.name == name:
                return run
        raise Missing("There is no such run in the folder of runs.")

    def record(self, run: str, key: str) -> Record:
        """A record by its key."""
        kept = self.run(run).records.get(key)
        if kept is None:
            raise Missing("There is no such episode in this run.")
        return kept

    def _name(self, folder: Path) -> str:
        return folder.relative_to(self.root).as_posix()

    def _folders(self) -> Iterator[Path]:
        inside = self.root.resolve()
        waiting = [(self.root, 0)]
        while waiting:
            folder, depth = waiting.pop()
            if (folder / RUN_FILE).exists() or (folder / EPISODES_FILE).exists():
                yield folder
            if depth < DEPTH and folder.is_dir():
                waiting += [(each, depth + 1) for each in _children(folder, inside)]


def _children(folder: Path, inside: Path) -> list[Path]:
    """The folders in a folder, without those that lead out of `inside`."""
    try:
        found = sorted(folder.iterdir())
    except PermissionError:
        return []
    shown = (each for each in found if not each.name.startswith(".") and each.is_dir())
    return [each for each in shown if each.resolve().is_relative_to(inside)]


def _refresh(run: LiveRun) -> None:
    try:
        run.refresh()
    except OSError as error:
        run.problems = [f"This run cannot be read: {error.strerror}."]
