"""The copy of a log says what the log says, and nothing where the log has changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hand_made import made
from visgym.agents.agent import Usage
from visgym.evaluation import column_copy
from visgym.evaluation.column_copy import COPY_FILE, read_copy
from visgym.evaluation.decoding import read_record
from visgym.evaluation.records import Record, from_line, to_line
from visgym.evaluation.store import Store


def various() -> list[Record]:
    """Records of every form."""
    base = [
        made("a", "maze_2d/easy", 0, "solved", ("done", "refused"), Usage(9, 1, 2, 0, 0.25)),
        made("b \N{SNOWMAN}", "maze_2d/easy", 1, "wrong", reply="half \ud800 \N{GRINNING FACE}\n"),
        made("a", "maze_2d/easy", 2, "error"),
        made("a", "maze_2d/hard", 3, "out_of_steps", (), wrappers=("text", "history=2")),
        made("a", "maze_2d/hard", 4, "overflow"),
    ]
    told = replace(base[0], finish=("stop", "length"), reasoning=("", "Hm."), waited=(0.5, 1.25))
    more = {"players": (0,), "payoffs": (0.5,), "attempt": 2, "earlier": Usage(1)}
    entries = [replace(base[0].entry, seed=100), replace(base[1].entry, seed=101)]
    again = replace(base[0], entry=replace(base[0].entry, sample=2))
    others = [replace(told, entry=entries[0]), replace(base[1], entry=entries[1], **more)]  # type: ignore[arg-type]
    return [*base, *others, again]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(column_copy, "LEAST", 1)
    for kept in various():
        Store(tmp_path).append(kept)
    with (tmp_path / "episodes.jsonl").open("a") as file:
        file.write("no record\n" + json.dumps({"key": [1]}) + "\n")
    return Store(tmp_path)


def test_a_copy_gives_what_the_log_gives(store: Store) -> None:
    log = store.folder / "episodes.jsonl"
    assert read_copy(log) is None
    first = store.contents()
    copied = read_copy(log)
    assert copied is not None and [kept for _, kept in copied if kept] == various()
    assert all(kept is None or key == kept.entry.key for key, kept in copied)
    assert store.contents() == first and first.unreadable == [9, 10]


def test_a_log_that_has_grown_is_read_itself(store: Store) -> None:
    store.contents()
    fresh = made("late", "maze_2d/easy", 7)
    store.append(fresh)
    assert read_copy(store.folder / "episodes.jsonl") is None
    assert store.records()[-1] == fresh
    assert read_copy(store.folder / "episodes.jsonl") is not None


@pytest.mark.parametrize("spoiled", [b"", b"PK no zip", b"\x00" * 5000])
def test_a_spoiled_copy_is_made_anew(store: Store, spoiled: bytes) -> None:
    first = store.contents()
    (store.folder / COPY_FILE).write_bytes(spoiled)
    assert store.contents() == first and read_copy(store.folder / "episodes.jsonl") is not None


def test_a_copy_cut_short_is_no_copy(store: Store) -> None:
    first = store.contents()
    path = store.folder / COPY_FILE
    path.write_bytes(path.read_bytes()[:-400])
    assert store.contents() == first


def test_lines_are_read_quickly_as_they_are_read_carefully() -> None:
    rng = Random(5)
    odd = [None, True, 7, 0.5, "x", [], ["y"], [1], {}, [{}]]
    read = 0
    for _ in range(3000):
        line = to_line(rng.choice(various()))
        place = rng.choice([line, line["entry"], *line["usage"]])
        name = rng.choice([*place, "players", "finish", "waited", "counted", "other"])
        if rng.random() < 0.2:
            place.pop(name, None)
        else:
            place[name] = rng.choice(odd)
        quick = read_record(json.dumps(line))
        assert quick == carefully(line)
        read += quick is not None
    assert 300 < read < 2900


def carefully(line: Any) -> Record | None:
    try:
        return from_line(line)
    except (ValueError, KeyError, TypeError):
        return None
