"""Files that mean harm: each is left out with one sentence, and none costs time or memory."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest

from commands import visgym
from releases import RELEASE, TABLE, candidates, is_sentence, laid_out
from visgym.core.errors import Mistake
from visgym.imports import plain_pickles
from visgym.imports.files import BrokenProblem
from visgym.imports.plain_pickles import plain_value
from visgym.imports.vsp import import_vsp

PICKLE = "google_map/task-main/maps/level1/answer-4.pkl"


def imported(tmp_path: Path, changes: dict[str, str | bytes]) -> dict[str, str]:
    """The reasons for what is skipped, by path, when some files of a release are others."""
    release = laid_out(tmp_path / "release", {**RELEASE, **changes})
    done = import_vsp(release, tmp_path / "out" / "vsp.json")
    listed = json.loads(done.reasons.read_text())
    found = {str(each.path.relative_to(release)): each.reason for each in done.skipped}
    assert [each["reason"] for each in listed] == [each.reason for each in done.skipped]
    assert all(map(is_sentence, found.values())), found
    return found


def bomb(depth: int, width: int) -> bytes:
    """Lists of the same list, again and again: small to write, endless to look at."""
    levels = (b"]\x94(" + (b"h" + bytes([n])) * width + b"e" for n in range(depth))
    return b"\x80\x04]\x94" + b"".join(levels) + b"."


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (bomb(40, 3), "something else"),
        (b"\x80\x04" + b"]" * 19_000 + b"a" * 900 + b".", "damaged|something|no list|has more"),
        (b"(" * 30_000 + b".", "more than"),
        (b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f]\x94.", "empty list"),
        (b"}(K\x01K\x02u.", "instruction"),
        (b"}K\x01K\x02s.", "instruction"),
        (b"K\x01K\x02s.", "instruction"),
        (b"cos\nsystem\n(S'true'\ntR.", "instruction GLOBAL"),
        (b"]h\x05.", "damaged"),
        (b"a.", "damaged"),
        (b"e.", "damaged"),
        (b"t.", "damaged"),
        (b"K\x01a.", "damaged"),
        (b"]", "no end|damaged"),
        (b"", "no end|damaged"),
        (b".", "damaged"),
        (b"K\x01.", "no list"),
        (b"](\x8a\xff" + b"\x7f" * 255 + b"K\x01\x86e.", "something else|damaged"),
        (b"L" + b"9" * 60_000 + b"L\n.", "damaged|no list"),
        (b"\x00" * 200_000, "more than"),
        (pickle.dumps([(1, 2.5)]), "instruction"),
        (pickle.dumps([[1, 2]]), "something else"),
        (pickle.dumps([(True, 2)]), "instruction"),
        (pickle.dumps({1: 2}), "instruction"),
    ],
)
def test_pickles_are_read_by_a_few_harmless_instructions(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    found = imported(tmp_path, {PICKLE: data})
    assert set(found) == {PICKLE}
    assert any(word in found[PICKLE] for word in reason.split("|")), found[PICKLE]


def test_pickles_of_numbers_are_read_as_pickle_does() -> None:
    for value in ([], [(1, -4), (0, 2)], [(300, 70_000)], (1, (2, 3), [4]), [(1,) * 4]):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert plain_value(pickle.dumps(value, protocol)) == value
    assert plain_value(pickle.dumps([(1, 2)] * 20)) == [(1, 2)] * 20
    with pytest.raises(BrokenProblem, match="instructions"):
        plain_value(pickle.dumps(list(range(plain_pickles.MOST_INSTRUCTIONS))))


@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        ("blocks/task-main/maps/level1/info.txt", bytes(range(256)) * 9, "is no text"),
        ("blocks/task-main/maps/level1/info.txt", "x" * 1_100_000, "more than 1000000 bytes"),
        ("blocks/task-main/maps/level1/info.txt", "a\n" * 100_000, "more than 10000 lines"),
        ("blocks/task1/maps/level3/annotation.txt", bytes(range(256)), "is no text"),
        ("maze/task1/maps/level3/question/0.txt", b"\xff\xfe", "is no text"),
        ("maze/task1/maps/level3/question/0.txt", "row 9, column 9", "beyond the map"),
        ("maze/task1/maps/level3/question/0.txt", f"row {'9' * 5000}, column 1", "no row"),
        ("maze/task3/maps/level3/answer/0.txt", "", "four candidates"),
        ("maze/task3/maps/level3/answer/0.txt", "²", "four candidates"),
        ("maze/task3/maps/level3/question/0.txt", candidates(*["x"] * 4), "from 2 to 12"),
        ("maze/task4/maps/level_step3/question/0.txt", "D" * 60, "from 1 to 50 moves"),
        ("maze/task4/maps/level_step3/question/0.txt", "DDX", "L, R, U or D"),
        ("maze/task-main/maps/level3/table/0.txt", "| Row |\n" * 400, "from 2 to 12"),
        ("blocks/task4/maps/level1/text_input/0.txt", "no moves", "no moves"),
        ("blocks/task4/maps/level1/text_input/0.txt", "move(red,blue) " * 99, "50 moves"),
        ("blocks/task2/maps/level3/text_input/0.txt", "the pink block and the x block", "pink"),
        ("collision/task-main/maps/level-default/car-speed.txt", "nan\n0.5", "from 0.01"),
        ("collision/task-main/maps/level-default/car-speed.txt", "1e400\n0.5", "from 0.01"),
        ("collision/task-main/maps/level-default/car-speed.txt", "-2\n0.5", "from 0.01"),
        ("collision/task-main/maps/level-default/car-speed.txt", "x\n0.5", "could not convert"),
    ],
)
def test_broken_texts_cost_one_sentence(
    tmp_path: Path, file: str, content: str | bytes, reason: str
) -> None:
    found = imported(tmp_path, {file: content})
    assert found and all(reason in each for each in found.values()), found


def test_what_is_missing_or_there_twice_is_named(tmp_path: Path) -> None:
    release = laid_out(tmp_path / "release", RELEASE)
    (release / "maze/task1/maps/level3/question/0.txt").unlink()
    (release / "blocks/task1/maps/level3/text_input/0.txt").unlink()
    (release / "maze/task2/maps/level3/table/0").write_text(TABLE)
    (release / "maze/task2/maps/level3/table/notes.txt").write_text("hello")
    (release / "maze/task2/maps/level3/table/00.txt").write_text(TABLE)
    done = import_vsp(release, tmp_path / "vsp.json")
    reasons = {str(each.path.relative_to(release)): each.reason for each in done.skipped}
    assert reasons == {
        "maze/task1/maps/level3/0": "There is no file 0.txt.",
        "blocks/task1/maps/level3/0": "There is no file 0.txt.",
        "maze/task2/maps/level3/0": "There are two files, 0.txt and 0; keep one of them.",
        "maze/task2/maps/level3/00": "Its name is no number of a problem.",
        "maze/task2/maps/level3/notes": "Its name is no number of a problem.",
    }


@pytest.mark.parametrize("name", ["level3?size=5", "level99", "level3&starts=x", "level"])
def test_names_of_folders_are_no_knobs(tmp_path: Path, name: str) -> None:
    found = imported(tmp_path, {f"maze/task-main/maps/{name}/table/0.txt": TABLE})
    assert found == {f"maze/task-main/maps/{name}": "There is no such level of vsp_maze."}
    suite = json.loads((tmp_path / "out" / "vsp.json").read_text())
    assert not any("size" in id or "starts=x" in id for id in suite)


def test_a_release_of_nothing_but_faults_is_no_empty_suite(tmp_path: Path) -> None:
    only = laid_out(tmp_path / "release", {"maze/task-main/maps/level3/table/0.txt": "x"})
    with pytest.raises(Mistake, match=r"No problem could be read: .*0: A map has"):
        import_vsp(only, tmp_path / "vsp.json")
    assert len(json.loads((tmp_path / "vsp.skipped.json").read_text())) == 1
    assert not (tmp_path / "vsp.json").exists()


def test_every_skip_is_listed_however_many_there_are(tmp_path: Path) -> None:
    bad = {f"maze/task-main/maps/level3/table/{n}.txt": "x" for n in range(1, 28)}
    release = laid_out(tmp_path / "release", {**RELEASE, **bad})
    done = visgym("import", "vsp", str(release), "--out", str(tmp_path / "out"))
    assert "27 problems were skipped; " in done.stdout and done.returncode == 0
    listed = json.loads((tmp_path / "out" / "vsp_release.skipped.json").read_text())
    assert len(listed) == 27 and all(is_sentence(each["reason"]) for each in listed)


def test_names_that_no_terminal_shows_are_no_traceback(tmp_path: Path) -> None:
    release = laid_out(tmp_path / "release", RELEASE)
    folder = release / "maze/task-main/maps/level3/table"
    (folder / os.fsdecode(b"\xff\x1b[2J\n.txt")).write_text("x")
    done = visgym("import", "vsp", str(release), "--out", str(tmp_path / "out"))
    assert done.returncode == 0 and "1 problems were skipped" in done.stdout
    assert "\x1b" not in done.stdout
