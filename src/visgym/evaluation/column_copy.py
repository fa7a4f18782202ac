"""A copy of a log of episodes by columns, which is read in a fraction of the time.

The log stays what counts: a copy holds only for a log of the size and time that it was made from.
Lines that are not of the usual form are in the copy as they are.
"""

from __future__ import annotations

import gc
import json
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from itertools import accumulate, pairwise, repeat
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from visgym.agents.agent import FREE, Usage
from visgym.evaluation.decoding import read_record
from visgym.evaluation.records import Entry, Record, to_line

COPY_FILE = ".episodes.npz"
FORMAT = 1
LEAST = 2000  # records from which a copy is worth its place
Made = TypeVar("Made")
Keyed = tuple[str, Record | None]
"""A record under its key; None for a line without one."""

_SPOILED = (
    *(OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error),
)
_TURN_TEXTS = ("replies", "feedback", "verdicts", "finish", "reasoning")
_COSTS = ("input", "cached", "output", "reasoning", "dollars")
_RECORD_TEXTS = ("start", "error", "outcome")
_NUMBERS = ("version", "score", "seconds")


@dataclass
class _Texts:
    """Texts by number, each distinct one once."""

    known: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        return self.known.setdefault(text, len(self.known))

    def save(self) -> dict[str, Any]:
        whole = "".join(self.known).encode("utf-8", "surrogatepass")
        return {
            "texts": np.frombuffer(whole, np.uint8),
            "lengths": np.array([len(text) for text in self.known], np.int64),
        }


def _loaded(saved: Any) -> list[str]:
    whole = saved["texts"].tobytes().decode("utf-8", "surrogatepass")
    ends = accumulate(saved["lengths"].tolist(), initial=0)
    return [whole[begin:end] for begin, end in pairwise(ends)]


def read_log(log: Path) -> list[Keyed]:
    """The lines of a log, from a copy if there is one; a long log gets one."""
    found, stamp = read_copy(log), _stamp(log)
    if found is None:
        with log.open("rb") as lines:
            records = map(read_record, lines)
            found = [(kept.entry.key if kept else "", kept) for kept in records]
        if len(found) >= LEAST:
            write_copy(log, found, stamp)
    return found


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for garbage while many objects are made, none of which is garbage."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def write_copy(log: Path, lines: list[Keyed], stamp: list[int]) -> None:
    """Put a copy beside a log that was read when it had a stamp; none where that cannot be."""
    fresh = log.with_name(f"{COPY_FILE}.new")
    try:
        columns = _columns(lines)
        with fresh.open("wb") as file:
            np.savez(file, stamp=np.array(stamp, np.int64), **columns)
        fresh.replace(log.with_name(COPY_FILE))
    except (OSError, OverflowError):
        return


def read_copy(log: Path) -> list[Keyed] | None:
    """What a log holds, from its copy; None where there is none that holds."""
    try:
        path = log.with_name(COPY_FILE)
        with path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
            if saved["stamp"].tolist() != _stamp(log):
                return None
            return list(_rows({name: saved[name] for name in saved.files}))
    except _SPOILED:
        return None


def _stamp(log: Path) -> list[int]:
    """What changes with a log."""
    facts = log.stat()
    return [FORMAT, facts.st_size, facts.st_mtime_ns]


def _is_usual(kept: Record) -> bool:
    """Whether nothing of a record lies outside of the columns."""
    plain = (kept.players, kept.payoffs, kept.rewards, kept.tries, kept.trouble, kept.uses)
    alone = (kept.seat, kept.history, kept.counted, kept.attempt, kept.earlier)
    entry = kept.entry
    special = any(plain) or entry.versus or entry.tools or entry.sample
    return not special and alone == (0, 0, False, 1, FREE)


def _columns(lines: list[Keyed]) -> dict[str, Any]:
    texts = _Texts()
    number = texts.number
    usual = [kept if kept and _is_usual(kept) else None for _, kept in lines]
    rows = [kept for kept in usual if kept]
    others = [kept for (_, kept), own in zip(lines, usual, strict=True) if own is None]
    entries = [json.dumps([e.id, e.agent, e.setup, e.wrappers]) for e in (r.entry for r in rows)]
    found: dict[str, Any] = {
        "keys": [number(key) for key, _ in lines],
        "usual": [kept is not None for kept in usual],
        "raw": [number(json.dumps(to_line(kept)) if kept else "") for kept in others],
        "entries": list(map(number, entries)),
        "seeds": [row.entry.seed for row in rows],
        **{name: list(map(attrgetter(name), rows)) for name in _NUMBERS},
        **{name: [number(getattr(row, name) or "") for row in rows] for name in _RECORD_TEXTS},
        "is_error": [row.error is not None for row in rows],
    }
    for name in (*_TURN_TEXTS, "frames"):
        many = [getattr(row, name) for row in rows]
        found[f"{name}_counts"] = list(map(len, many))
        found[f"{name}_items"] = [number(text) for each in many for text in each]
    found["waited_counts"] = [len(row.waited) for row in rows]
    found["waited_items"] = np.array([x for row in rows for x in row.waited], np.float64)
    found["usage_counts"] = [len(row.usage) for row in rows]
    for name in _COSTS:
        kind = np.float64 if name == "dollars" else np.int64
        found[f"usage_{name}"] = np.array([getattr(u, name) for r in rows for u in r.usage], kind)
    return {name: np.asarray(values) for name, values in found.items()} | texts.save()


def _rows(saved: dict[str, Any]) -> Iterator[Keyed]:
    text = _loaded(saved).__getitem__
    usual = iter(_records(saved, text))
    raw = (read_record(text(number)) for number in saved["raw"].tolist())
    for key, is_usual in zip(saved["keys"].tolist(), saved["usual"].tolist(), strict=True):
        yield text(key), next(usual) if is_usual else next(raw)


def _records(saved: dict[str, Any], text: Callable[[int], str]) -> list[Record]:
    def column(name: str) -> list[Any]:
        found: list[Any] = saved[name].tolist()
        return found

    def groups(name: str, items: list[Any]) -> list[tuple[Any, ...]]:
        ends = accumulate(column(f"{name}_counts"), initial=0)
        return [tuple(items[begin:end]) for begin, end in pairwise(ends)]

    def texts(name: str) -> list[str]:
        return list(map(text, column(name)))

    about = {number: json.loads(text(number)) for number in set(column("entries"))}
    who = [about[number] for number in column("entries")]
    names = ("id", "agent", "setup")
    own = {name: [each[at] for each in who] for at, name in enumerate(names)}
    wrappers = [tuple(each[3]) for each in who]
    errors = zip(texts("error"), column("is_error"), strict=True)
    costs = _made(Usage, {name: column(f"usage_{name}") for name in _COSTS})
    columns = {
        "entry": _made(Entry, {**own, "seed": column("seeds"), "wrappers": wrappers}),
        **{name: column(name) for name in _NUMBERS},
        **{name: texts(name) for name in ("start", "outcome")},
        "error": [error if is_error else None for error, is_error in errors],
        **{name: groups(name, texts(f"{name}_items")) for name in (*_TURN_TEXTS, "frames")},
        "waited": groups("waited", column("waited_items")),
        "usage": groups("usage", costs),
    }
    return _made(Record, columns)


def _made(kind: type[Made], columns: dict[str, list[Any]]) -> list[Made]:
    """Many values of a dataclass with slots, from the columns of its fields.

    Slots are filled directly, which takes a tenth of the time of as many calls of the class.
    """
    count = len(next(iter(columns.values())))
    found = list(map(object.__new__, repeat(kind, count)))
    for each in fields(kind):  # type: ignore[arg-type]
        values = columns.get(each.name, repeat(each.default, count))
        set_slot = getattr(kind, each.name).__set__
        deque(map(set_slot, found, values), maxlen=0)
    return found
