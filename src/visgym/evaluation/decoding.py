"""Lines of a log as records, quickly: a folder holds tens of thousands."""

from __future__ import annotations

import json
from functools import lru_cache
from operator import itemgetter
from typing import Any

from visgym.agents.agent import Usage
from visgym.evaluation.records import Entry, Record, from_line

_ENTRY = itemgetter("id", "seed", "agent", "setup")
_ABOUT = {"id", "seed", "agent", "setup", "wrappers"}
_USAGE = itemgetter("input", "cached", "output", "reasoning", "dollars")
_COUNTS = (int, int, int, int, float)
_REST = ("version", "start", "outcome", "score", "seconds", "error")
_TEXTS = ("replies", "feedback", "verdicts", "frames")
_MORE: dict[str, type] = {"finish": str, "reasoning": str, "waited": float}
_KNOWN = {"key", "entry", "usage", *_REST, *_TEXTS, *_MORE}
_OUTCOMES = ("solved", "wrong", "out_of_steps", "overflow", "error")
_shared_usage = lru_cache(maxsize=4096)(Usage)


def read_record(line: bytes | str) -> Record | None:
    """The record on a line; None where it holds none."""
    try:
        data = json.loads(line)
        return _usual(data) or from_line(data)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _usual(data: Any) -> Record | None:
    """A record of the usual form; None for one that has to be looked at more closely."""
    if type(data) is not dict or not data.keys() <= _KNOWN:
        return None
    version, start, outcome, score, seconds, error = itemgetter(*_REST)(data)
    about = data["entry"]
    if type(about) is not dict or not about.keys() <= _ABOUT:
        return None
    id, seed, agent, setup = _ENTRY(about)
    kinds = (id, seed, agent, setup, version, start, score, seconds)
    if tuple(map(type, kinds)) != (str, int, str, str, int, str, float, float):
        return None
    if outcome not in _OUTCOMES or not (error is None or type(error) is str):
        return None
    wrappers = about["wrappers"]
    lists = [data[name] for name in _TEXTS]
    more = {name: data[name] for name in _MORE if name in data}
    if not all(_are(str, each) for each in (wrappers, *lists)):
        return None
    if not all(_are(_MORE[name], each) for name, each in more.items()):
        return None
    usage = _spent(data["usage"])
    if usage is None:
        return None
    entry = Entry(id, seed, agent, setup, tuple(wrappers))
    replies, feedback, verdicts, frames = map(tuple, lists)
    return Record(
        entry,
        version,
        start,
        outcome,
        score,
        replies,
        feedback,
        verdicts,
        frames,
        usage,
        seconds,
        error,
        **{name: tuple(each) for name, each in more.items()},  # type: ignore[arg-type]
    )


def _are(kind: type, values: Any) -> bool:
    return type(values) is list and set(map(type, values)) <= {kind}


def _spent(data: Any) -> tuple[Usage, ...] | None:
    if not _are(dict, data):
        return None
    found = [_USAGE(each) for each in data]
    if any(tuple(map(type, each)) != _COUNTS for each in found):
        return None
    return tuple(_shared_usage(*each) for each in found)
