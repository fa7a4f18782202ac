"""Rows as MMMU publishes them: options as text, a column for each picture, tokens."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import visgym
from visgym.agents.contents import joined
from visgym.agents.requests import ToolOptions
from visgym.core.messages import present
from visgym.kit.questions import Columns, questions

COLUMNS = [f"image_{number}" for number in range(1, 11)]


def png(shade: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (20, 30), (shade, 0, 90)).save(buffer, "PNG")
    return buffer.getvalue()


def row(question: str, options: str, answer: str, shades: dict[int, int]) -> dict[str, Any]:
    held = {
        name: {"bytes": png(shades[at]), "path": f"{at}.png"} if at in shades else None
        for at, name in enumerate(COLUMNS, start=1)
    }
    return {"id": "x", "question": question, "options": options, "answer": answer, **held}


ROWS = [
    row("See <image 1> and <image 3>. Which?",
        "['$5', \"it's 6\", 'caf\\xe9']", "B", {1: 40, 3: 80}),
    row("Which is it?", "['<image 2>', '<image 1>', '<image 10>']", "C", {1: 10, 2: 20, 10: 200}),
    row("How much is <image 1>?", "[]", "['3/4', '0.75']", {1: 60}),
    row("What colour is <image 1>?", "[]", "red", {1: 90}),
]  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> str:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    path = tmp_path / "validation.parquet"
    parquet.write_table(arrow.Table.from_pylist(ROWS), path)
    return str(path)


def load(data: str, **knobs: Any) -> Any:
    asked = {"image": "image_*", "options": "options", "grader": "auto", "size": 100, **knobs}
    return visgym.load("dataset_rows/hard", data=data, **asked)


def test_options_in_a_text_are_read_as_the_list_that_they_are(data: str) -> None:
    known = questions(data, Columns("image_*", options="options", open_rows=True))
    assert known.broken == ()
    assert [each.options for each in known.rows][:3] == [
        ("$5", "it's 6", "café"), ("<image 2>", "<image 1>", "<image 10>"), (),
    ]  # fmt: skip
    assert known.rows[2].answers == ("3/4", "0.75")


def test_pictures_are_shown_apart_each_after_its_name(data: str) -> None:
    task = load(data)
    shades = []
    for seed in range(4):
        seen = present(visgym.begin(task, seed))[0].pictures
        shades.append([int(picture.image[50, 50, 0]) for picture in seen])
        assert all(picture.image.shape == (100, 100, 3) for picture in seen)
    assert shades == [[40, 80], [20, 10, 200], [60], [90]]  # the second names them so


def test_a_chat_has_each_picture_where_the_row_has_its_token(data: str) -> None:
    opening = present(visgym.begin(load(data), 1))[0]
    told = joined(opening, ToolOptions("off"))
    shown = [at for at, part in enumerate(told) if not isinstance(part, str)]
    names = [str(told[at - 1])[-11:] for at in shown]
    assert names == ["[picture 2]", "[picture 1]", "[picture 3]"]
    assert [int(picture.image[50, 50, 0]) for picture in opening.pictures] == [20, 10, 200]


def test_tokens_name_the_pictures_as_they_are_shown(data: str) -> None:
    texts = [present(visgym.begin(load(data), seed))[0].text for seed in range(3)]
    asked = ("See [picture 1]", " and [picture 2]", ". Which?\n(A) $5\n(B) it's 6\n(C) café")
    assert "\n\n".join(asked) in texts[0]
    assert "\n\n".join(("(A) [picture 2]", "\n(B) [picture 1]", "\n(C) [picture 3]")) in texts[1]
    assert not any("<image" in text for text in texts)


@pytest.mark.parametrize(
    ("seed", "reply", "reward"),
    [
        (0, "The answer is (B).", 1.0),
        (0, "It's 6", 1.0),
        (0, "A or B", 0.0),
        (1, "Option C", 1.0),
        (1, "A", 0.0),
        (2, "\\boxed{\\frac{3}{4}}", 1.0),
        (2, "0.7", 0.0),
        (3, "It is red.", 1.0),
        (3, "C", 0.0),
    ],
)
def test_each_row_has_the_grader_that_suits_it(
    data: str, seed: int, reply: str, reward: float
) -> None:
    assert visgym.advance(visgym.begin(load(data), seed), reply).reward == reward


def test_solutions_of_published_rows_are_credited(data: str) -> None:
    task = load(data)
    for seed in range(4):
        episode = visgym.begin(task, seed)
        (call,) = task.known(episode.start, None)
        assert visgym.advance(episode, task.phrase(call)).reward == 1


def test_one_sheet_is_still_to_be_had(data: str) -> None:
    episode = visgym.begin(load(data, apart=False), 1)
    assert len(present(episode)[0].pictures) == 1


def test_options_may_have_a_column_each(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(png(5))
    held = {"image": "x.png", "question": "What?", "answer": "C", "A": "cat", "B": "dog"}
    lines = [{**held, "C": "cow", "D": None}, {**held, "C": "hen", "D": "fly"}]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    task = load(str(path), image="image", options="A,B,C,D", grader="choice")
    asked = [visgym.begin(task, seed) for seed in range(2)]
    assert [each.start.problem.options[2:] for each in asked] == [("cow",), ("hen", "fly")]
    assert [visgym.advance(each, "C is correct").reward for each in asked] == [1, 1]


HOSTILE = ("[" * 5000, "[__import__('os')]", "['a'", "[1, 2][0]", "{'a': 1}", "['a' * 9]", "['a']")


@pytest.mark.parametrize("options", HOSTILE)
def test_what_is_no_list_of_options_makes_a_broken_row(options: str, tmp_path: Path) -> None:
    good = {"image": "x.png", "question": "What?", "answer": "A", "options": "['cat', 'dog']"}
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, [good, {**good, "options": options}])))
    with pytest.warns(UserWarning, match="1 rows of .* row 1 of rows.jsonl has no options"):
        assert len(questions(str(path), Columns(options="options")).rows) == 1


def test_broken_rows_are_counted_and_named_when_another_is_asked(tmp_path: Path) -> None:
    (tmp_path / "good.png").write_bytes(png(90))
    (tmp_path / "bad.png").write_bytes(png(90)[:60])
    good = {"image": "good.png", "question": "Is it?", "answer": "A", "options": ["yes", "no"]}
    lines = [
        good,
        {**good, "image": "bad.png"},
        {**good, "answer": "F"},
        {**good, "question": "What is <image 2>?"},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    task = load(str(path), image="image", grader="choice")
    told = [
        "rows.jsonl:1 of .*cannot be decoded, so seed 1 asks rows.jsonl:0 instead; 1 of 4",
        "rows.jsonl:2 of .*none of its options, so seed 2 asks rows.jsonl:0 instead; 2 of 4",
        "rows.jsonl:3 of .*speaks of <image 2>, which it has not, .*; 3 of 4",
    ]
    for seed, sentence in enumerate(told, start=1):
        with pytest.warns(UserWarning, match=sentence):
            assert visgym.begin(task, seed).start.problem.place == "rows.jsonl:0"
    assert [each.split()[0] for each in task.broken_rows()] == [
        f"rows.jsonl:{n}" for n in (1, 2, 3)
    ]
