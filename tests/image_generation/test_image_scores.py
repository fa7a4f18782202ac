"""Pictures for prompts are scored as GenEval, GenExam and WISE score them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from commands import visgym
from visgym.agents.agent import Answer
from visgym.core.errors import Mistake
from visgym.core.parts import Message
from visgym.image_generation.geneval import DetectedObject, geneval_summary, relations, verdict
from visgym.image_generation.painters import ShapePainter, paint_all, painted
from visgym.image_generation.prompts import Shape, read_prompts
from visgym.image_generation.scoring import (
    score_by_file,
    score_by_judge,
    score_by_shapes,
    summary,
)
from visgym.image_generation.shape_detector import COLORS, detect
from visgym.image_generation.weighted import (
    genexam_scores,
    genexam_summary,
    wise_score,
    wise_summary,
)

PROMPTS = read_prompts(None, "geneval")


def seen(left: float, top: float, color: str = "", confidence: float = 1.0) -> DetectedObject:
    return DetectedObject((left, top, left + 10, top + 10), confidence, color)


def test_the_painter_of_the_sample_gets_every_prompt_right(tmp_path: Path) -> None:
    assert asyncio.run(paint_all(ShapePainter(), PROMPTS, tmp_path)) == []
    found = score_by_shapes(PROMPTS, tmp_path)
    assert len(found) == 10 and all(each.scores == {"correct": 1} for each in found), found
    assert summary(found, "geneval")["overall"] == 1


def test_pictures_of_other_prompts_and_empty_ones_are_wrong(tmp_path: Path) -> None:
    for prompt in PROMPTS:
        other = PROMPTS[(prompt.index + 5) % len(PROMPTS)]
        frame = painted(other.wanted["include"])
        Image.fromarray(frame).save(tmp_path / f"{prompt.name}.png")
        Image.new("RGB", (64, 64), "white").save(tmp_path / f"{prompt.name}_1.png")
    found = score_by_shapes(PROMPTS, tmp_path)
    assert len(found) == 20 and all(each.reason for each in found if not each.scores["correct"])
    right = {each.prompt for each in found if each.scores["correct"]}
    assert right == {"00000", "00001", "00002", "00006"}  # a red circle is a circle, and so on
    assert summary(found, "geneval")["correct_images"] == 0.2


@pytest.mark.parametrize("shape", ["circle", "square", "triangle"])
@pytest.mark.parametrize("color", [name for name in COLORS if name != "white"])
def test_shapes_are_found_with_their_colours_at_any_size(shape: str, color: str) -> None:
    frame = painted([{"class": shape, "count": 2, "color": color}])
    for side in (128, 512, 900):
        small = np.asarray(Image.fromarray(frame).resize((side, side)))
        found = detect(small)
        assert {name: [each.color for each in known] for name, known in found.items()} == {
            shape: [color, color]
        }


def test_geneval_wants_counts_colours_and_places() -> None:
    two = {"include": [{"class": "cat", "count": 2}], "exclude": [{"class": "cat", "count": 3}]}
    assert verdict(two, "counting", {"cat": [seen(0, 0), seen(20, 0)]}) == (True, "")
    assert not verdict(two, "counting", {"cat": [seen(0, 0), seen(20, 0, "", 0.8)]})[0]
    assert verdict(two, "two_object", {"cat": [seen(0, 0), seen(20, 0, "", 0.8)]})[0]
    assert not verdict(two, "counting", {"cat": [seen(at, 0) for at in (0, 20, 40)]})[0]
    red: dict[str, Any] = {"include": [{"class": "cat", "count": 1, "color": "red"}], "exclude": []}
    sure = [seen(0, 0, "blue", 0.9), seen(20, 0, "red", 0.8)]
    assert not verdict(red, "colors", {"cat": sure})[0]  # the surest one is blue
    place = {"class": "dog", "count": 1, "position": ["left of", 0]}
    left: dict[str, Any] = {"include": [{"class": "cat", "count": 1}, place], "exclude": []}
    assert verdict(left, "position", {"cat": [seen(50, 0)], "dog": [seen(0, 0)]})[0]
    assert not verdict(left, "position", {"cat": [seen(0, 0)], "dog": [seen(50, 0)]})[0]
    assert "nothing for dog" in verdict(left, "position", {"dog": [seen(50, 0)]})[1]


def test_places_are_told_once_objects_are_clearly_apart() -> None:
    assert relations(seen(0, 0), seen(30, 0)) == {"left of"}
    assert relations(seen(30, 30), seen(0, 0)) == {"right of", "below"}
    assert relations(seen(0, 0), seen(1, 1)) == set()
    assert relations(seen(0, -40), seen(10, 0)) == {"above"}


def test_summaries_weigh_as_the_papers_say() -> None:
    rows = [("a", "1", True), ("a", "1", False), ("a", "2", False), ("b", "3", True)]
    assert geneval_summary(rows) == pytest.approx(
        {"overall": (1 / 3 + 1) / 2, "a": 1 / 3, "b": 1, "correct_images": 0.5,
         "correct_prompts": 2 / 3}
    )  # fmt: skip
    judged = {"consistency": 2.0, "realism": 1.0, "aesthetic_quality": 0.0}
    assert wise_score(judged) == pytest.approx(0.8)
    fields = ("cultural", "time", "space", "biology", "physics", "chemistry")
    whole = wise_summary([(name, place / 5) for place, name in enumerate(fields)])
    assert whole["overall"] == pytest.approx(0.167 * 0.2 + 0.133 * 0.4 + 0.1 * (0.6 + 0.8 + 1))
    points = [("one?", 0.4), ("two?", 0.6)]
    aspects = {"spelling": 2.0, "readability": 1.0, "logical_consistency": 2.0}
    some = genexam_scores(points, [True, False], aspects)
    assert some["strict"] == 0 and some["relaxed"] == pytest.approx(0.4 * 0.7 + 0.1 + 0.05 + 0.1)
    best = genexam_scores(points, [True, True], dict.fromkeys(aspects, 2.0))
    assert best["strict"] == best["relaxed"] == 1
    means = genexam_summary([("maths", best), ("maths", some), ("music", some)])
    assert means["strict"] == pytest.approx(0.25) and means["strict: music"] == 0


@dataclass
class Judge:
    """A judge that says what it is told to."""

    replies: list[str]
    asked: list[list[Message]] = field(default_factory=list)
    name: str = "judge"

    def spec(self) -> dict[str, Any]:
        return {}

    async def answer(self, episode: object, messages: list[Message]) -> Answer:
        self.asked.append(list(messages))
        return Answer(self.replies.pop(0))

    async def close(self) -> None: ...


GOOD = '{"consistency": 2, "realism": 1, "aesthetic_quality": 2}'


def test_a_judge_sees_the_picture_and_bad_answers_are_asked_for_once_more(tmp_path: Path) -> None:
    file = tmp_path / "wise.jsonl"
    rows = [{"prompt_id": n, "Prompt": "ice at noon", "Explanation": "it melts"} for n in (1, 401)]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    known = read_prompts(file, "wise")
    assert [each.category for each in known] == ["cultural", "space"]
    for each in known:
        Image.new("RGB", (8, 8), "red").save(tmp_path / f"{each.name}.png")
    judge = Judge(["no idea", f"```json\n{GOOD}\n```", '{"consistency": 3}', "[]"])
    found = asyncio.run(score_by_judge(judge, known, tmp_path, "wise"))
    first, second = sorted(found, key=lambda each: bool(each.problem))
    assert first.scores["wiscore"] == pytest.approx((1.4 + 0.2 + 0.2) / 2)
    assert "could not be used" in second.problem
    assert judge.asked[0][0].pictures[0].image[0, 0].tolist() == [255, 0, 0]
    assert "it melts" in judge.asked[0][0].text
    assert summary(found, "wise")["overall"] == pytest.approx(0.9)  # the other counts nowhere


def test_results_of_others_are_scored_from_files(tmp_path: Path) -> None:
    boxes = {"circle": [[0, 0, 10, 10, 0.95]], "square": [[50, 0, 60, 10, 0.95]]}
    named = {"detections": boxes, "colors": {"circle": ["red"]}}
    rows: list[dict[str, Any]] = [{"index": f"{number:05d}", **named} for number in (0, 2, 5, 7)]
    rows.append({"prompt": PROMPTS[3].text, "correct": True, "filename": "x/00003.png"})
    file = tmp_path / "results.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = {each.prompt: each for each in score_by_file(PROMPTS, file, "geneval")}
    right = {name: each.scores["correct"] for name, each in found.items()}
    assert right == {"00000": 1, "00002": 1, "00005": 1, "00007": 0, "00003": 1}
    file.write_text('{"index": "99", "correct": true}', encoding="utf-8")
    with pytest.raises(Mistake, match="names no prompt"):
        score_by_file(PROMPTS, file, "geneval")


@pytest.mark.parametrize(
    ("shape", "row"),
    [
        ("geneval", {"prompt": "x", "tag": "y", "include": []}),
        ("geneval", {"prompt": "x", "tag": "y",
                     "include": [{"class": "c", "count": 1, "position": ["above", 3]}]}),
        ("genexam", {"prompt": "x", "scoring_points": [{"question": "?", "score": 0.5}]}),
        ("wise", {"Prompt": ""}),
        ("geneval", []),
    ],
)  # fmt: skip
def test_rows_that_are_no_prompts_are_refused(tmp_path: Path, shape: Shape, row: Any) -> None:
    file = tmp_path / "prompts.jsonl"
    file.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(Mistake, match="Row 0 of"):
        read_prompts(file, shape)


def test_pictures_outside_of_the_folder_are_not_looked_at(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    Image.new("RGB", (8, 8)).save(tmp_path / "secret.png")
    (folder / "00000.png").symlink_to(tmp_path / "secret.png")
    (folder / "00001.png").write_bytes(b"no picture")
    assert score_by_shapes(PROMPTS[:1], folder)[0].problem == "There is no picture for it."
    with pytest.raises(Mistake, match="cannot be scored"):
        score_by_shapes(PROMPTS[1:2], folder)


def test_the_commands_make_and_score_the_sample(tmp_path: Path) -> None:
    done = visgym("images", "make", str(tmp_path / "pictures"))
    assert "10 of 10 prompts" in done.stdout, done
    out = tmp_path / "scores.json"
    done = visgym("images", "score", str(tmp_path / "pictures"), "--json", str(out))
    assert "overall" in done.stdout
    assert json.loads(out.read_text(encoding="utf-8"))["figures"]["overall"] == 1
