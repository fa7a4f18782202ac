"""Rows of datasets as episodes: read from any layout, graded kindly, broken ones named."""

from __future__ import annotations

import base64
import io
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import visgym
from visgym import Mistake
from visgym.core.messages import present
from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.exports.formats import FORMATS
from visgym.demonstrations.exports.validate import validate
from visgym.demonstrations.recipes import Recipe
from visgym.kit.graders import Grader, grade, number
from visgym.kit.questions import Columns, questions


def png(shade: int, size: tuple[int, int] = (40, 20)) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, (shade, 0, 0)).save(buffer, "PNG")
    return buffer.getvalue()


def rows() -> list[dict[str, Any]]:
    return [
        {"picture": png(40 * n), "ask": f"How much is {n} + 1?", "right": str(n + 1)}
        for n in range(1, 6)
    ]


def as_jsonl(folder: Path) -> Path:
    lines = []
    for at, row in enumerate(rows()):
        (folder / f"{at}.png").write_bytes(row["picture"])
        held = f"{at}.png" if at % 2 else base64.b64encode(row["picture"] + bytes(900)).decode()
        lines.append(json.dumps({**row, "picture": held}))
    path = folder / "rows.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


def as_parquet(folder: Path) -> Path:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    path = folder / "rows.parquet"
    parquet.write_table(arrow.Table.from_pylist(rows()), path, row_group_size=2)
    return path


def as_datasets(folder: Path) -> Path:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    features = datasets.Features(
        {n: datasets.Value("string") for n in ("ask", "right")} | {"picture": datasets.Image()}
    )
    data = [{**row, "picture": {"bytes": row["picture"], "path": None}} for row in rows()]
    datasets.Dataset.from_list(data, features=features).save_to_disk(str(folder / "saved"))
    return folder / "saved"


@pytest.mark.parametrize("layout", [as_jsonl, as_parquet, as_datasets])
def test_every_layout_gives_the_same_episodes(layout: Any, tmp_path: Path) -> None:
    task = visgym.load(
        "dataset_rows/hard", data=str(layout(tmp_path)), image="picture",
        question_column="ask", answer_column="right", grader="number", size=100,
    )  # fmt: skip
    seen = set()
    for seed in range(30):
        episode = visgym.begin(task, seed)
        value = int(episode.start.problem.text.split()[3])
        seen.add(value)
        assert f"How much is {value} + 1?" in present(episode)[0].text
        frame = task.draw(episode.start.problem)
        assert tuple(frame[50, 50]) == (40 * value, 0, 0) and frame.shape == (100, 100, 3)
        right = visgym.advance(episode, f"So it is\n\\boxed{{{value + 1}.0}}")
        wrong = visgym.advance(episode, f"<answer>{value}</answer>")
        assert (right.reward, wrong.reward, right.terminated) == (1.0, 0.0, True)
    assert seen == {1, 2, 3, 4, 5}


def test_several_pictures_stand_side_by_side(tmp_path: Path) -> None:
    for at in range(3):
        (tmp_path / f"{at}.png").write_bytes(png(80 * at + 40, (30, 30)))
    row = {"image": ["0.png", "1.png", "2.png"], "question": "Which?", "answer": ["first", "1"]}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row))
    task = visgym.load("dataset_rows/hard", data=str(tmp_path / "rows.jsonl"), size=128)
    frame = task.draw(visgym.begin(task, 0).start.problem)
    assert [int(frame[y, x, 0]) for y, x in ((32, 32), (32, 96), (96, 32))] == [40, 120, 200]
    assert visgym.advance(visgym.begin(task, 0), "Answer: The First.").reward == 1


def test_broken_rows_are_named_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "good.png").write_bytes(png(90))
    (tmp_path / "bad.png").write_bytes(b"not a picture")
    good = {"image": "good.png", "question": "What?", "answer": "red"}
    lines = [
        good,
        {**good, "answer": None},
        {**good, "question": " "},
        {**good, "image": "bad.png"},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text(
        "\n".join([*map(json.dumps, lines), "{cut", "\udcff[]"]), errors="surrogateescape"
    )
    with pytest.warns(UserWarning, match="4 rows of .* row 1 of rows.jsonl has no answer; row 2"):
        known = questions(str(path), Columns())
    assert len(known.rows) == 2 and len(known.broken) == 4
    task = visgym.load("dataset_rows/hard", data=str(path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asked = {visgym.begin(task, seed).start.problem.place for seed in range(20)}
    assert asked == {"rows.jsonl:0"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "holds no questions; give a .jsonl or .parquet file"),
        ("", "has no question that can be asked: there are no rows"),
        ('{"question": "What?"}', "row 0 of rows.jsonl has no answer"),
        ('{"question": "What?", "answer": 1}', "No picture of .* rows.jsonl:0 has no picture"),
        ('{"question": "What?", "answer": 1, "image": "x.png"}', "x.png, which is missing"),
    ],
)
def test_files_without_questions_get_one_sentence(
    content: str | None, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "rows.jsonl"
    if content is not None:
        path.write_text(content)
    task = visgym.load("dataset_rows/hard", data=str(path))
    with pytest.raises(Mistake, match=sentence):
        visgym.begin(task, 0)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("<answer>4</answer>", "4"),
        ("<answer>3</answer> no, <ANSWER> 4 </ANSWER> done", " 4 "),
        ("<answer>4", "4"),
        ("It is \\boxed{\\frac{1}{2}} then", "\\frac{1}{2}"),
        ("Let me see.\nFinal answer: a cat.\n", "a cat."),
        ("Thinking.\n42", "42"),
        ("\\boxed{never closed", "\\boxed{never closed"),
        ("  \n ", None),
        ("<answer></answer>", None),
        ("İ<answer>x</answer>", "x"),
    ],
)
def test_answers_are_found_in_tags_boxes_or_the_last_line(reply: str, answer: str | None) -> None:
    heard = visgym.load("dataset_rows/hard").hear(reply)
    assert (heard.args[0] if heard else None) == answer


OPTIONS = ("a cat", "a dog", "B. a bird")


@pytest.mark.parametrize(
    ("grader", "said", "right", "verdict"),
    [
        ("exact", "The  Eiffel tower.", ["Eiffel Tower"], True),
        ("exact", "“Paris”", ["Rome", "paris"], True),
        ("exact", "Paris, France", ["Paris"], False),
        ("choice", "B", ["a dog"], True),
        ("choice", "(b) a dog", ["B"], True),
        ("choice", "A dog", ["B"], True),
        ("choice", "C.", ["a dog"], False),
        ("choice", "Z", ["Z"], True),
        ("choice", "A or B", ["a cat"], False),
        ("choice", "either (A) or (B)", ["A"], False),
        ("choice", "A/B", ["A"], False),
        ("choice", "B and C", ["B"], False),
        ("number", "1 or 2", ["1"], False),
        ("number", "1 or 2", ["2"], False),
        ("choice", "the letter", ["a dog"], False),
        ("number", "about 1,250 km", ["1250"], True),
        ("number", "1251", ["1250"], True),
        ("number", "1300", ["1250"], False),
        ("number", "3/4", ["0.75"], True),
        ("number", "75%", ["75"], True),
        ("number", "1e999", ["5"], False),
        ("number", "five", ["Five"], True),
        ("set", "red, blue and green", ["green", "red", "blue"], True),
        ("set", "[2, 1.0]", ["1, 2"], True),
        ("set", "red, blue", ["red", "blue", "green"], False),
        ("list", "1; 2; 3", ["1", "2", "3"], True),
        ("list", "(3, 2, 1)", ["1", "2", "3"], False),
    ],
)
def test_graders(grader: Grader, said: str, right: list[str], verdict: bool) -> None:
    assert grade(said, right, grader, OPTIONS, 0.01) is verdict


def test_hostile_numbers_are_no_numbers() -> None:
    for text in ("9" * 5000, "1_000", "nan", "inf", "1/0", "/", "--", "0x10"):
        assert number(text) is None, text


def test_rows_become_training_data_like_any_other_task(tmp_path: Path) -> None:
    recipe = Recipe(ids=("dataset_rows/easy",), style="think")
    manifest = demonstrate(recipe, 10, "llamafactory", tmp_path, shard=10)
    assert list(validate(tmp_path)) == []
    row = next(FORMATS["llamafactory"].samples(tmp_path))
    said = row.messages[-1]["content"][0]["text"]
    assert said.count("<answer>") == 1 and said[8] in "ABCD"
    assert all(each["file"].startswith("photos/") for each in manifest["embedded_data"])
    assert np.asarray(Image.open(io.BytesIO(row.images[0]))).shape == (512, 512, 3)
