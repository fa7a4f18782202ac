"""A run as a folder: `run.json` says what was asked, `episodes.jsonl` grows by what was done."""

from __future__ import annotations

import fcntl
import json
import os
import platform
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visgym.agents.agent import Usage
from visgym.core.errors import Mistake
from visgym.evaluation.records import Record, from_line, to_line
from visgym.version import VERSION

RUN_FILE, EPISODES_FILE, LOCK_FILE = "run.json", "episodes.jsonl", ".lock"


@dataclass(frozen=True)
class Store:
    """The folder of one run; only one process writes to it at a time."""

    folder: Path

    @contextmanager
    def writing(self, config: dict[str, Any]) -> Iterator[None]:
        """Hold the folder for a run with this configuration, new or resumed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK_FILE).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Mistake(
                    f"Another process is writing to {self.folder}; wait for it."
                ) from None
            self._configure(config)
            self._drop_cut_line()
            yield

    def append(self, record: Record) -> None:
        """Add one record; what a kill cuts short is dropped by the next run."""
        line = json.dumps(to_line(record), separators=(",", ":")) + "\n"
        with self._episodes.open("ab") as file:
            file.write(line.encode())

    def config(self) -> dict[str, Any]:
        """What was asked."""
        path = self.folder / RUN_FILE
        try:
            config: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise Mistake(f"{self.folder} holds no run: {RUN_FILE} is missing.") from None
        except ValueError:
            raise Mistake(f"{path} is not valid JSON; restore it or start another run.") from None
        return config

    def records(self) -> list[Record]:
        """The last record of every entry, in the order in which entries first came."""
        return self.contents()[0]

    def finished(self) -> set[str]:
        """Keys of the entries that need not be played again."""
        return {kept.entry.key for kept in self.records() if kept.outcome != "error"}

    def spent(self) -> Usage:
        """What all attempts cost, also those that came to nothing."""
        costs = (kept.spent for _, kept in self._lines() if kept is not None)
        return sum(costs, Usage())

    def unreadable(self) -> list[int]:
        """Numbers of the lines that hold no record."""
        return self.contents()[1]

    def contents(self) -> tuple[list[Record], list[int]]:
        """What `records` and `unreadable` give, in one pass."""
        latest: dict[str, Record] = {}
        unreadable: list[int] = []
        for number, kept in self._lines():
            if kept is None:
                unreadable.append(number)
            elif kept.outcome != "error" or kept.entry.key not in latest:
                latest[kept.entry.key] = kept
        return list(latest.values()), unreadable

    @property
    def _episodes(self) -> Path:
        return self.folder / EPISODES_FILE

    def _lines(self) -> Iterable[tuple[int, Record | None]]:
        if not self._episodes.exists():
            return
        with self._episodes.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                yield number, _parsed(line)

    def _configure(self, config: dict[str, Any]) -> None:
        path = self.folder / RUN_FILE
        if path.exists():
            known = self.config()
            for fixed in ("suite", "study", "wrappers"):
                if known.get(fixed) != config.get(fixed):
                    raise Mistake(
                        f"{self.folder} holds a run with {fixed} {known.get(fixed)}, not "
                        f"{config.get(fixed)}; give another --out."
                    )
            if (known.get("data") or {}) != (config.get("data") or {}):
                raise Mistake(
                    f"{self.folder} holds a run on other data, which {RUN_FILE} names; set "
                    "VISGYM_DATA as it was, or give another --out."
                )
        versions = {"visgym": VERSION, "python": platform.python_version()}
        text = json.dumps({**config, "versions": versions}, indent=1)
        fresh = path.with_suffix(".new")
        fresh.write_text(text + "\n", encoding="utf-8")
        fresh.replace(path)

    def _drop_cut_line(self) -> None:
        """Remove the end of a line that a killed process left behind."""
        if not self._episodes.exists():
            return
        data = self._episodes.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(self._episodes, whole)


def _parsed(line: bytes) -> Record | None:
    try:
        return from_line(json.loads(line))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
