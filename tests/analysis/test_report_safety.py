"""The report stands whatever agents say and whatever became of a folder."""

from __future__ import annotations

import csv
import io
import re
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from commands import visgym
from hand_made import made, really, series, stored, two_runs
from pages import Reader, data_of, read
from visgym.analysis.report import tables, wording
from visgym.analysis.report.loading import load
from visgym.analysis.report.page import notices, page
from visgym.core.errors import Mistake
from visgym.evaluation.store import EPISODES_FILE

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\x00\x1b[31m\u202e\ud800"


def test_hostile_names_and_replies_stay_text(tmp_path: Path) -> None:
    long = "=cmd" + HOSTILE + "A" * 1_000_000
    records = [made(HOSTILE, "maze_2d/easy", reply=HOSTILE), made(long, "maze_2d/easy", reply=long)]
    records.append(replace(made(HOSTILE, HOSTILE, 3, "error"), error=HOSTILE))
    loaded = load([stored(tmp_path, records)])
    text = page(loaded)
    assert len(text) < 100_000
    text.encode()
    reader = Reader(text)
    assert [tag for tag, _ in reader.tags].count("script") == 2
    handlers = [name for _, given in reader.tags for name in given if name.startswith("on")]
    assert handlers == [] and "\x1b" not in text and "\u202e" not in text
    reply = str(data_of(reader)["episodes"][1]["steps"])
    assert "more characters)" in reply and len(reply) < 3000
    for row in csv.reader(io.StringIO(tables.as_csv(tables.rows(loaded)))):
        assert not row[0].startswith("=")


def test_the_page_asks_nothing_of_the_network(tmp_path: Path) -> None:
    text = page(load(two_runs(tmp_path)))
    for tag, given in Reader(text).tags:
        for name in ("src", "href", "action", "data", "srcset", "poster"):
            address = given.get(name) or "#"
            assert address.startswith(("#", "data:")), (tag, address)
    assert "url(" not in text and "@import" not in text and "http://" not in text
    assert "default-src 'none'" in text


def test_everything_to_operate_or_look_at_has_a_name(tmp_path: Path) -> None:
    for tag, given in read(stored(tmp_path, really("maze_2d/easy"))).tags:
        if tag in ("button", "input") or given.get("role"):
            assert given.get("aria-label"), (tag, given)
        if tag == "img":
            assert "alt" in given


def test_broken_lines_are_counted_and_named(tmp_path: Path) -> None:
    folder = stored(tmp_path / "run", series("a", "maze_2d/easy", 1, 3))
    with (folder / EPISODES_FILE).open("ab") as file:
        file.write(b"not json\n\xff\xfe\n[1]\n" + b"[" * 100_000 + b'\n{"key": "cut')
    loaded = load([folder])
    sentence = "5 lines of"
    assert loaded.runs[0].broken == (4, 5, 6, 7, 8) and len(loaded.records) == 3
    assert sentence in notices(loaded)[0] and "4, 5, 6, 7, 8." in notices(loaded)[0]
    assert sentence in read(folder).text


def test_empty_and_spoiled_runs_get_a_kind_sentence(tmp_path: Path) -> None:
    assert "No episode has been played to its end so far." in read(stored(tmp_path / "a", [])).text
    spoiled = read(stored(tmp_path / "b", [made("a", "maze_2d/easy", 0, "error")])).text
    assert "No episode has been played" in spoiled and "503 from the server" in spoiled


def test_a_run_in_progress_is_reported_with_a_word_of_caution(tmp_path: Path) -> None:
    records = [*series("a", "maze_2d/easy", 1, 3), *series("b", "maze_2d/easy", 1, 2)]
    assert "have not all finished the same episodes" in read(stored(tmp_path, records)).text


def test_an_episode_in_two_folders_counts_once(tmp_path: Path) -> None:
    first = stored(tmp_path / "a", [made("a", "maze_2d/easy", 0, "error")])
    second = stored(tmp_path / "b", series("a", "maze_2d/easy", 1, 2))
    loaded = load([first, second, second])
    assert len(loaded.records) == 2 and loaded.doubles == 1
    assert all(kept.outcome != "error" for kept in loaded.records)
    assert "1 episode stood in more than one folder" in notices(loaded)[0]


def test_conditions_and_setups_are_told_apart(tmp_path: Path) -> None:
    plain = made("a", "maze_2d/easy")
    other = replace(plain, entry=replace(plain.entry, setup="0123456789"))
    wrapped = made("a", "maze_2d/easy", wrappers=("history=2", "no_rules"))
    loaded = load([stored(tmp_path, [plain, other, wrapped])])
    names = [kept.entry.agent for kept in loaded.records]
    assert names == ["a", "a (setup 012345)", "a + history=2, no_rules"]


def test_without_jinja2_the_way_out_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(Mistake, match=r"pip install 'visgym\[report\]'"):
        page(load(two_runs(tmp_path)))


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_text_is_readable_on_every_fill_in_both_schemes() -> None:
    style = (files("visgym.analysis.report") / "templates" / "report.css").read_text(
        encoding="utf-8"
    )
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w{6})", part)) for part in style.split("@media screen")[:2]
    )
    for colors in (light, dark):
        for shade in range(11):
            ink = colors["low-ink" if shade < 6 else "mid-ink" if shade == 6 else "high-ink"]
            assert contrast(ink, colors[f"f{shade}"]) >= 4.5, shade
        for ink in ("ink", "muted", "link", "solved", "unsolved"):
            for paper in ("paper", "sheet"):
                assert contrast(colors[ink], colors[paper]) >= 4.5, (ink, paper)


def test_words_for_numbers() -> None:
    assert [wording.short(n) for n in (0, 9999, 17_210_540, 12_345)] == [
        "0",
        "9,999",
        "17.2 M",
        "12.3 k",
    ]
    assert [wording.dollars(n) for n in (None, 0, 0.0123, 12.5)] == ["–", "$0", "$0.0123", "$12.50"]
    assert [wording.points(n) for n in (0.1, -0.1, -0.0001)] == ["+10.0", "−10.0", "0.0"]
    assert (
        wording.name(" a\n b\t\x00 ") == "a b \N{REPLACEMENT CHARACTER}"
        and wording.name("") == "(no name)"
    )


def test_the_command_writes_what_is_asked_and_prints_the_path_last(tmp_path: Path) -> None:
    runs = two_runs(tmp_path)
    first, second = map(str, runs)
    done = visgym("report", first, second)
    path = runs[0] / "report.html"
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == str(path.resolve())
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "alpha" in done.stdout and "87.5" in done.stdout
    wanted = [tmp_path / "deep" / name for name in ("a.csv", "a.json")]
    done = visgym("report", first, "--csv", str(wanted[0]), "--json", str(wanted[1]))
    assert done.returncode == 0 and all(each.exists() for each in wanted)


def test_a_folder_that_is_no_run_is_named(tmp_path: Path) -> None:
    done = visgym("report", str(tmp_path))
    assert done.returncode == 2 and "run.json is missing" in done.stderr
    (tmp_path / "run.json").write_text("[]", encoding="utf-8")
    done = visgym("report", str(tmp_path))
    assert done.returncode == 2 and "no description of a run" in done.stderr
    assert "Traceback" not in done.stderr
