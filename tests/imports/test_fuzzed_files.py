"""Releases with bytes changed, cut and repeated at random: no traceback, no silence, no harm."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import choices
from releases import BOARD, RELEASE, is_sentence, laid_out
from visgym.core.errors import Mistake
from visgym.imports.files import BrokenProblem
from visgym.imports.ivispar import import_ivispar
from visgym.imports.plain_pickles import plain_value
from visgym.imports.vsp import import_vsp
from visgym.suites.suite import find_suite

ODD = [
    b"",
    b"\x00",
    b"\xff",
    b"-1",
    b"1e999",
    b"NaN",
    b"\n" * 9,
    b"[" * 99,
    b"9" * 99,
    b"{}",
    b"\t",
]


def mutated(data: bytes, rng: Random) -> bytes:
    """The data with a few accidents."""
    for _ in range(rng.randint(1, 4)):
        at, to = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        part = data[at:to][:200]
        change = rng.choice([b"", part + part, rng.choice(ODD), rng.randbytes(rng.randint(1, 6))])
        data = data[:at] + change + data[at + len(part) * rng.randrange(2) :]
    return data


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    return 40 if choices.is_deep(request.config) else 3


def test_fuzzed_releases_are_imported_or_refused(tmp_path: Path, rounds: int) -> None:
    """Each round mutates every file of a release, one at a time."""
    rng = Random("vsp")
    release = laid_out(tmp_path / "release", RELEASE)
    whole = {file: (release / file).read_bytes() for file in RELEASE}
    for _ in range(rounds):
        for file, data in whole.items():
            (release / file).write_bytes(mutated(data, rng))
            done = import_vsp(release, tmp_path / "out" / "vsp.json")
            assert all(is_sentence(each.reason) for each in done.skipped), (file, done.skipped)
            assert find_suite(str(done.suite)).starts
            (release / file).write_bytes(data)


def test_fuzzed_boards_are_imported_or_refused(tmp_path: Path, rounds: int) -> None:
    rng = Random("ivispar")
    data, path = json.dumps(BOARD).encode(), tmp_path / "board.json"
    for _ in range(100 * rounds):
        path.write_bytes(mutated(data, rng))
        try:
            done = import_ivispar([path], tmp_path / "out" / "suite.json")
        except Mistake as error:
            assert is_sentence(str(error)), error
        else:
            assert done.counts and not done.skipped


def test_fuzzed_suite_files_are_read_or_refused(tmp_path: Path, rounds: int) -> None:
    rng = Random("suite")
    suite = import_vsp(laid_out(tmp_path / "release", RELEASE), tmp_path / "vsp.json").suite
    data = suite.read_bytes()
    for _ in range(100 * rounds):
        suite.write_bytes(mutated(data, rng))
        try:
            assert find_suite(str(suite)).ids
        except Mistake as error:
            assert is_sentence(str(error)), error


def test_fuzzed_pickles_are_plain_or_refused(rounds: int) -> None:
    rng = Random("pickle")
    data = next(each for file, each in RELEASE.items() if file.endswith(".pkl"))
    assert isinstance(data, bytes)
    for _ in range(400 * rounds):
        try:
            plain_value(mutated(data, rng))
        except BrokenProblem as error:
            assert is_sentence(str(error)), error
