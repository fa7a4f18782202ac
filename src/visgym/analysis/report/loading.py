"""Run folders as one set of records, each contender under a name of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from visgym.analysis.report import wording
from visgym.analysis.statistics import Successes, successes
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.store import EPISODES_FILE, RUN_FILE, Store


@dataclass(frozen=True)
class RunFolder:
    """One folder: what was asked, and how much of it is there."""

    folder: Path
    config: dict[str, Any]
    records: tuple[Record, ...]
    broken: tuple[int, ...]
    """Numbers of the lines that hold no record."""
    written: datetime
    """When the last episode was added."""

    @property
    def warning(self) -> str | None:
        """What is wrong with the folder, in one sentence."""
        if not self.broken:
            return None
        lines = wording.plural(len(self.broken), "line")
        where = wording.listing(list(self.broken))
        return (
            f"{lines} of {self.folder.name}/{EPISODES_FILE} could not be read and "
            f"{'is' if len(self.broken) == 1 else 'are'} left out: {where}."
        )


@dataclass(frozen=True)
class Loaded:
    """Everything a report is made from."""

    runs: tuple[RunFolder, ...]
    records: tuple[Record, ...]
    """Every episode once; `entry.agent` is unique to agent, setup and wrappers."""
    doubles: int
    """Episodes that more than one folder holds."""

    @cached_property
    def successes(self) -> Successes:
        """The share of solved episodes, counted once for all that a report shows."""
        return successes(self.records)


def load(folders: Iterable[Path]) -> Loaded:
    """The runs in some folders."""
    runs = tuple(_run(folder) for folder in dict.fromkeys(path.resolve() for path in folders))
    latest: dict[str, Record] = {}
    for kept in (kept for run in runs for kept in run.records):
        key = kept.entry.key
        if key not in latest or latest[key].outcome == "error":
            latest[key] = kept
    doubles = sum(len(run.records) for run in runs) - len(latest)
    return Loaded(runs, tuple(_labelled(list(latest.values()))), doubles)


def _run(folder: Path) -> RunFolder:
    store = Store(folder)
    config = store.config()
    contents = store.contents()
    episodes = folder / EPISODES_FILE
    last = (episodes if episodes.exists() else folder / RUN_FILE).stat().st_mtime
    return RunFolder(
        folder,
        config,
        tuple(contents.records.values()),
        tuple(contents.unreadable),
        datetime.fromtimestamp(last, UTC),
    )


def _labelled(records: Sequence[Record]) -> list[Record]:
    labels: dict[tuple[str, str, tuple[str, ...]], str] = {}
    found = []
    for kept in records:
        entry = kept.entry
        contender = (entry.agent, entry.setup, entry.wrappers)
        if contender not in labels:
            labels[contender] = _unused(set(labels.values()), entry)
        found.append(replace(kept, entry=replace(entry, agent=labels[contender])))
    return found


def _unused(names: set[str], entry: Entry) -> str:
    """A name that tells a contender from those before it."""
    first = wording.name(entry.agent)
    if entry.wrappers:
        first += " + " + wording.name(", ".join(entry.wrappers))
    options = [first, f"{first} ({wording.name(entry.setup[:6])})"]
    options += [f"{first} ({number})" for number in range(2, len(names) + 3)]
    return next(option for option in options if option not in names)
