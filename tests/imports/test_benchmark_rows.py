"""Tables of VLMEvalKit and lmms-eval become suites, and suites such tables, without loss."""

from __future__ import annotations

import base64
import csv
import io
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import visgym
from benchmark_replies import choice_replies, open_replies, yes_no_replies
from visgym.core.episode import advance, begin
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.parts import Message
from visgym.imports.benchmark_rows import Kit, import_rows
from visgym.imports.exported_rows import export_rows
from visgym.imports.exporting import export_table
from visgym.imports.row_cells import Scoring
from visgym.kit.official_graders import RULES
from visgym.suites.suite import Suite, suite_from_file

REPLIES = ("A", "B", "yes", "No.", "Paris", "it is C", "<answer>B</answer>", "cat")


def picture(color: str, size: tuple[int, int] = (40, 30), kind: str = "PNG") -> str:
    """A plain picture in base64."""
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, kind)
    return base64.b64encode(file.getvalue()).decode()


def write_tsv(path: Path, rows: list[dict[str, Any]]) -> Path:
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, delimiter="\t", restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def good_rows() -> list[dict[str, Any]]:
    pets = {"A": "cat", "B": "dog", "C": "fish"}
    red, blue = picture("red"), picture("blue")
    votes = str(["a cat"] * 4 + ["dog"])
    return [
        {"index": 3, "question": "Which?", **pets, "answer": "B", "category": "pets", "image": red},
        {"index": 4, "question": "Same?", **pets, "answer": "C", "category": "1990", "image": "3"},
        {"index": 5, "question": "Red?", "answer": "Yes", "image": picture("red", kind="JPEG")},
        {"index": 6, "question": "Where?", "hint": "A city.", "answer": "Paris", "image": blue},
        {"index": 7, "question": "What?", "answer": votes, "image": blue},
        {"index": 8, "question": "Two?", **pets, "answer": "A", "image": str([red, blue])},
    ]


def first_message(id: str, seed: int) -> Message:
    return present(begin(visgym.load(id), seed))[0]


def told(suite: Suite) -> list[tuple[str, list[bytes], list[float]]]:
    """What is asked, shown, and scored for some replies, question by question."""
    found = []
    for id, seeds in suite.starts.items():
        for seed in seeds:
            message = first_message(id, seed)
            task = visgym.load(id)
            scores = [advance(begin(task, seed), reply).score for reply in REPLIES]
            found.append(
                (message.text, [each.image.tobytes() for each in message.pictures], scores)
            )
    return sorted(found)


def test_every_shape_of_row_is_asked_and_scored_by_its_rule(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "pets.tsv", good_rows())
    report = import_rows(table, tmp_path / "out" / "pets.json", "vlmeval")
    assert not report.skipped and sum(report.counts.values()) == 6
    assert report.checked == 5  # all but the votes
    graders = {dict(visgym.task_ids.Id.parse(id).knobs)["grader"] for id in report.counts}
    assert graders == {f"vlmeval_{each}" for each in ("choice", "yes_no", "exact", "vqa")}
    suite = suite_from_file(report.suite)
    texts = [text for text, _, _ in told(suite)]
    assert any("A city.\nWhere?" in text for text in texts)
    shown = {text.rpartition("Question: ")[2][:4]: images for text, images, _ in told(suite)}
    assert len(shown["Two?"]) == 2 and shown["Whic"] == shown["Same"]  # by reference
    for id, seeds in suite.starts.items():
        task: Any = visgym.load(id)
        for seed in seeds:
            start = begin(task, seed).start
            assert task.grade(start.problem, task.solution(start.problem)) > 0.9


@pytest.mark.parametrize("kit", ["vlmeval", "lmms"])
def test_an_imported_suite_survives_export_and_import(tmp_path: Path, kit: Kit) -> None:
    table = write_tsv(tmp_path / "pets.tsv", good_rows())
    first = suite_from_file(import_rows(table, tmp_path / "one" / "pets.json", kit).suite)
    ending = {"vlmeval": "tsv", "lmms": "jsonl"}[kit]
    again = tmp_path / "two" / f"pets.{ending}"
    assert export_table(export_rows(first, None, []), again, kit) == 6
    second = suite_from_file(import_rows(again, tmp_path / "three" / "pets.json", kit).suite)
    assert told(first) == told(second)


@pytest.mark.parametrize("kit", ["vlmeval", "lmms"])
def test_tasks_of_ours_survive_export_and_import(tmp_path: Path, kit: Kit) -> None:
    ids = ("snake_qa/level_0", "hanoi_plan/level_0", "maze_2d/easy", "vsp_maze/level_3")
    suite, left_out = Suite("own", ids, 2), list[str]()
    table = tmp_path / ("own.tsv" if kit == "vlmeval" else "own.jsonl")
    count = export_table(export_rows(suite, 2, left_out), table, kit)
    assert left_out == ["maze_2d/easy"]
    report = import_rows(table, tmp_path / "out" / "own.json", kit)
    assert not report.skipped and sum(report.counts.values()) == count == 6
    for id, seeds in suite_from_file(report.suite).starts.items():
        plain = str(visgym.task_ids.Id.parse(id).brief)
        for seed in seeds:
            assert begin(visgym.load(id), seed).start == begin(visgym.load(plain), seed).start
            one, other = first_message(id, seed), first_message(plain, seed)
            assert one.text == other.text
            assert np.array_equal(one.pictures[0].image, other.pictures[0].image)


@pytest.mark.parametrize("kit", ["vlmeval", "lmms"])
@pytest.mark.parametrize("scoring", ["choice", "yes_no", "vqa", "anls", "relaxed", "exact"])
def test_replies_to_imported_questions_score_by_the_rule_of_the_kit(
    tmp_path: Path, kit: Kit, scoring: Scoring
) -> None:
    makers = {"choice": choice_replies, "yes_no": yes_no_replies}
    given = makers[scoring](48) if scoring in makers else open_replies(4, 48)
    replies = [each for each in given if each.said.strip()]
    rows = [
        {"question": f"Number {at}?", "options": each.options, "answers": each.answers}
        | {"image": picture("red")}
        for at, each in enumerate(replies)
    ]
    table = tmp_path / "rows.json"
    table.write_text(json.dumps(rows), encoding="utf-8")
    report = import_rows(table, tmp_path / "out" / "rows.json", kit, scoring=scoring)
    (id,) = suite_from_file(report.suite).ids
    task = visgym.load(id)
    for seed, each in enumerate(replies):
        if any(skip.path.name == f"row {seed}" for skip in report.skipped):
            continue
        score = advance(begin(task, seed), each.said).score
        assert score == RULES[f"{kit}_{scoring}"](each.said, each.answers, each.options), each
    assert sum(report.counts.values()) >= 0.8 * len(replies)


def bomb() -> str:
    """A PNG that says it has 60,000 x 60,000 pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")
        )

    size = (60_000).to_bytes(4, "big")
    head = chunk(b"IHDR", size + size + b"\x08\x02\x00\x00\x00")
    body = chunk(b"IDAT", zlib.compress(b"\0" * 100_000)) + chunk(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + head + body).decode()


HOSTILE: dict[str, dict[str, Any]] = {
    "outside of the folder": {"question": "?", "answer": "x", "image": "../secret.png"},
    "link.png": {"question": "?", "answer": "x", "image": "link.png"},
    "no file gone.png": {"question": "?", "answer": "x", "image": "gone.png"},
    "no base64": {"question": "?", "answer": "x", "image": "é" * 2000},
    "cannot be decoded": {"question": "?", "answer": "x", "image": "QUJD" * 400},
    "pixels": {"question": "?", "answer": "x", "image": bomb()},
    "no question": {"question": " ", "answer": "x", "image": picture("red")},
    "no answer": {"question": "?", "image": picture("red")},
    "none of its options": {"question": "?", "A": "x", "B": "y", "answer": "E",
                            "image": picture("red")},
    "that can be chosen from": {"question": "?", "A": "x", "answer": "A", "image": picture("red")},
    "no picture": {"question": "?", "answer": "x"},
    "no task of ours": {"question": "?", "answer": "x", "image": picture("red"),
                        "visgym_id": "os.path/x", "visgym_seed": 1},
    "with a single answer": {"question": "?", "answer": "x", "image": picture("red"),
                        "visgym_id": "dataset_rows/easy?data=/etc", "visgym_seed": 1},
    "another than ours": {"question": "?", "answer": "x", "image": picture("red"),
                          "visgym_id": "snake_qa/level_0", "visgym_seed": 1, "visgym_start": "0"},
}  # fmt: skip


def test_broken_rows_are_named_and_the_others_imported(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(base64.b64decode(picture("red")))
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    rows = [*HOSTILE.values(), {"question": "Good?", "answer": "yes", "image": picture("red")}]
    table = folder / "rows.jsonl"
    lines = [json.dumps(row) for row in rows]
    table.write_text("\n".join([*lines, "{broken", "[1]", "[" * 5000]) + "\n", encoding="utf-8")
    report = import_rows(table, tmp_path / "out" / "rows.json", "lmms")
    assert sum(report.counts.values()) == 1
    reasons = {each.path.name: each.reason for each in report.skipped}
    assert len(reasons) == len(HOSTILE) + 3
    for number, words in enumerate(HOSTILE):
        wanted = "outside of the folder" if words == "link.png" else words
        assert wanted in reasons[f"row {number}"], (words, reasons[f"row {number}"])
    assert len(list((tmp_path / "out" / "pictures").iterdir())) == 1


def test_tables_that_are_none_are_refused_in_a_sentence(tmp_path: Path) -> None:
    for name, text in {"a.csv": "x", "b.json": "{", "c.json": '{"x": 1}', "d.tsv": ""}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(Mistake):
            import_rows(tmp_path / name, tmp_path / "out" / "x.json", "lmms")
    ragged = tmp_path / "ragged.tsv"
    ragged.write_bytes(b"question\tanswer\timage\nonly one\n\xff\tx\ty\n")
    with pytest.raises(Mistake, match="1 cells where the table has 3"):
        import_rows(ragged, tmp_path / "out" / "x.json", "vlmeval")


def test_a_picture_that_was_changed_is_noticed(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "pets.tsv", good_rows()[2:3])
    report = import_rows(table, tmp_path / "out" / "pets.json", "vlmeval")
    (kept,) = (tmp_path / "out" / "pictures").iterdir()
    kept.write_bytes(kept.read_bytes() + b"\0")
    (id,) = suite_from_file(report.suite).ids
    with pytest.raises(Mistake, match="changed after its import"):
        first_message(id, 0).pictures[0].image.tobytes()
