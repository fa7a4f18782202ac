"""A run as a folder: `run.json` says what was asked, `episodes.jsonl` grows by what was done.

Answers of episodes that are not over stand in a log of their own; see `turn_log`.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from visgym.agents.agent import Usage, settings
from visgym.core.errors import Mistake
from visgym.core.identity import digest
from visgym.evaluation.column_copy import read_log, uncollected
from visgym.evaluation.contents import Contents, Held, held_by
from visgym.evaluation.records import Record, to_line
from visgym.evaluation.turn_log import (
    AppendFile,
    LoggedTurn,
    has_turns,
    join_logs,
    own_log,
    read_turns,
    turn_line,
)
from visgym.version import VERSION

RUN_FILE, EPISODES_FILE = "run.json", "episodes.jsonl"
LOCK_FILE, WORKERS_FILE = ".lock", ".workers"
PATIENCE = 20.0  # seconds for workers to come to their end


@dataclass(frozen=True)
class Store:
    """The folder of one run; only one process writes to it at a time."""

    folder: Path
    _open: dict[str, AppendFile] = field(default_factory=dict, repr=False, compare=False)

    def __reduce__(self) -> tuple[type[Store], tuple[Path]]:
        return Store, (self.folder,)  # open files stay in their process

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
            if not self._are_workers_gone(PATIENCE):
                raise Mistake(f"Workers of an earlier run still write to {self.folder}; end them.")
            self._configure(config)
            self._drop_cut_line()
            self._join_logs()
            try:
                yield
            finally:
                if self._are_workers_gone(PATIENCE):
                    self._join_logs()

    @contextmanager
    def helping(self) -> Iterator[None]:
        """Hold the folder as a worker of the run that holds it; the next run waits for the end."""
        with self._workers.open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
            yield

    def append(self, record: Record) -> None:
        """Add one record; what a kill cuts short is dropped by the next run."""
        line = json.dumps(to_line(record), separators=(",", ":")) + "\n"
        self._file(EPISODES_FILE).append(line.encode())

    def log(self, turn: LoggedTurn) -> None:
        """Add one answer of an episode that is not over yet."""
        self._file(own_log()).append(turn_line(turn))

    def config(self) -> dict[str, Any]:
        """What was asked."""
        path = self.folder / RUN_FILE
        try:
            config: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise Mistake(f"{self.folder} holds no run: {RUN_FILE} is missing.") from None
        except ValueError:
            raise Mistake(f"{path} is not valid JSON; restore it or start another run.") from None
        if not isinstance(config, dict):
            raise Mistake(f"{path} is no description of a run; restore it or start another run.")
        return config

    def records(self) -> list[Record]:
        """The last record of every entry, in the order in which entries first came."""
        return list(self.contents().records.values())

    def spent(self) -> Usage:
        """What all attempts cost, also those that came to nothing."""
        return self.held().spent

    def unreadable(self) -> list[int]:
        """Numbers of the lines that hold no record."""
        return self.contents().unreadable

    def held(self) -> Held:
        """All that is there already: records, answers without a record, and what they cost."""
        contents = self.contents()
        return held_by(contents, read_turns(self.folder, contents.finished))

    def contents(self) -> Contents:
        """What the log of episodes holds, in one pass or from its copy."""
        found = Contents()
        if self._episodes.exists():
            with uncollected():
                for key, kept in read_log(self._episodes):
                    found.add(key, kept)
        return found

    def _file(self, name: str) -> AppendFile:
        """A file that lines are added to."""
        if (file := self._open.get(name)) is None:
            file = self._open[name] = AppendFile(self.folder / name)
        return file

    @property
    def _episodes(self) -> Path:
        return self.folder / EPISODES_FILE

    @property
    def _workers(self) -> Path:
        return self.folder / WORKERS_FILE

    def _join_logs(self) -> None:
        if has_turns(self.folder):
            join_logs(self.folder, self.contents().finished)

    def _are_workers_gone(self, seconds: float) -> bool:
        """Whether the workers of a run come to their end within some time."""
        deadline = time.monotonic() + seconds
        with self._workers.open("ab") as lock:
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return True
                except OSError:
                    if time.monotonic() > deadline:
                        return False
                    time.sleep(0.05)

    def _configure(self, config: dict[str, Any]) -> None:
        path = self.folder / RUN_FILE
        if path.exists():
            known = self.config()
            for fixed in ("suite", "study", "wrappers", "tools", "overflow"):
                if known.get(fixed) != config.get(fixed):
                    raise Mistake(
                        f"{self.folder} holds a run with {fixed} {known.get(fixed)}, not "
                        f"{config.get(fixed)}; give another --out."
                    )
            if known.get("adaptive") != config.get("adaptive"):
                raise Mistake(
                    f"{self.folder} holds a run with other ladders or adaptive options, which "
                    f"{RUN_FILE} names; give another --out."
                )
            if (known.get("data") or {}) != (config.get("data") or {}):
                raise Mistake(
                    f"{self.folder} holds a run on other data, which {RUN_FILE} names; set "
                    "VISGYM_DATA as it was, or give another --out."
                )
            config = {**config, "agents": _merged(known.get("agents"), config.get("agents"))}
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


def _merged(known: Any, fresh: Any) -> list[Any]:
    """The specs of all agents, each setup once, as it was when it came first."""
    found: dict[str, Any] = {}
    lists = (each for each in (known, fresh) if isinstance(each, list))
    for spec in (spec for each in lists for spec in each if isinstance(spec, dict)):
        found.setdefault(digest(settings(spec)), spec)
    return list(found.values())
