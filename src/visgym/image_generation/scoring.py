"""Scores of pictures: by our detector of shapes, by results of others, or by a judge."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from visgym.agents.agent import Agent
from visgym.core.errors import Mistake
from visgym.image_generation.geneval import DetectedObject, geneval_summary, verdict
from visgym.image_generation.judge import NoJudgement, judge
from visgym.image_generation.picture_files import load_picture, pictures_for
from visgym.image_generation.prompts import ImagePrompt, Shape
from visgym.image_generation.shape_detector import detect
from visgym.image_generation.weighted import (
    ASPECTS,
    WISE_WEIGHTS,
    genexam_scores,
    genexam_summary,
    wise_score,
    wise_summary,
)
from visgym.imports.table_files import table_rows

IN_FLIGHT = 8
SHAPES = "shapes"
"""The name of our own detector."""


@dataclass(frozen=True)
class PictureScore:
    """The scores of a picture by name, or the sentence that says why there are none."""

    prompt: str
    category: str
    picture: str
    scores: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""
    problem: str = ""


def scored(
    prompt: ImagePrompt, shape: Shape, said: Mapping[str, Any]
) -> tuple[dict[str, float], str]:
    """The scores of a picture from what a detector, a file or a judge says about it."""
    if shape == "wise":
        judged = {name: float(said[name]) for name in WISE_WEIGHTS}
        return {"wiscore": wise_score(judged), **judged}, ""
    if shape == "genexam":
        aspects = {name: float(said[name]) for name in ASPECTS}
        return genexam_scores(prompt.wanted["points"], said["answers"], aspects), ""
    if "correct" in said:
        return {"correct": float(bool(said["correct"]))}, str(said.get("reason", ""))
    if "answers" in said:
        return {"correct": float(all(said["answers"]))}, ""
    right, reason = verdict(prompt.wanted, prompt.category, said["objects"])
    return {"correct": float(right)}, reason


def score_by_shapes(prompts: Sequence[ImagePrompt], folder: Path) -> list[PictureScore]:
    """Scores of GenEval by our detector of coloured shapes."""
    found = []
    for prompt in prompts:
        for path in _paths(folder, prompt):
            said = {"objects": detect(load_picture(path))} if path else None
            found.append(_score(prompt, "geneval", path, said))
    return found


async def score_by_judge(
    agent: Agent,
    prompts: Sequence[ImagePrompt],
    folder: Path,
    shape: Shape,
    watch: Callable[[], None] = lambda: None,
) -> list[PictureScore]:
    """Scores by a model that looks at every picture, several at a time."""
    free = asyncio.Semaphore(IN_FLIGHT)

    async def one(prompt: ImagePrompt, path: Path | None) -> PictureScore:
        async with free:
            watch()
            if path is None:
                return _score(prompt, shape, None, None)
            try:
                return _score(
                    prompt, shape, path, await judge(agent, prompt, load_picture(path), shape)
                )
            except NoJudgement as error:
                return PictureScore(prompt.name, prompt.category, path.name, problem=str(error))

    pairs = [(prompt, path) for prompt in prompts for path in _paths(folder, prompt)]
    try:
        return list(await asyncio.gather(*(one(*pair) for pair in pairs)))
    finally:
        await agent.close()


def score_by_file(
    prompts: Sequence[ImagePrompt], results: Path, shape: Shape
) -> list[PictureScore]:
    """Scores from results of others, a row for each picture, in the layout of the benchmark."""
    by_name = {prompt.name: prompt for prompt in prompts}
    by_text = {prompt.text: prompt for prompt in prompts}
    found = []
    for number, row in enumerate(table_rows(results)):
        if isinstance(row, str):
            raise Mistake(f"Row {number} of {results}: {row}")
        named = str(row.get("name", row.get("prompt_id", row.get("id", row.get("index", "")))))
        prompt = by_name.get(named) or by_text.get(str(row.get("prompt", row.get("Prompt", ""))))
        if prompt is None:
            raise Mistake(f"Row {number} of {results} names no prompt: {named!r:.60}.")
        try:
            scores, reason = scored(prompt, shape, _said(row, shape))
        except (LookupError, TypeError, ValueError) as error:
            raise Mistake(f"Row {number} of {results} is no result of {shape}: {error}.") from None
        picture = Path(str(row.get("filename", f"{named}.png"))).name
        found.append(PictureScore(prompt.name, prompt.category, picture, scores, reason))
    return found


def _said(row: Mapping[str, Any], shape: Shape) -> Mapping[str, Any]:
    """A row of results as our scores need it."""
    if shape == "wise" or "correct" in row:
        return row
    if shape == "genexam":
        whole = row.get("global_evaluation", {})
        named = {"spelling": "Spelling", "readability": "Clarity and Readability"}
        named["logical_consistency"] = "Logical Consistency"
        aspects = {ours: whole[name]["score"] for ours, name in named.items()} if whole else row
        answers = [a["answer"] if isinstance(a, dict) else a for a in row["answers"]]
        return {"answers": [each == 1 for each in answers], **{n: aspects[n] for n in ASPECTS}}
    colors = row.get("colors", {})
    return {
        "objects": {
            name: [
                DetectedObject(tuple(box[:4]), float(box[4]), (colors.get(name) or [""] * 99)[at])
                for at, box in enumerate(boxes)
            ]
            for name, boxes in row["detections"].items()
        }
    }


def _paths(folder: Path, prompt: ImagePrompt) -> Sequence[Path | None]:
    return pictures_for(folder, prompt) or [None]


def _score(
    prompt: ImagePrompt, shape: Shape, path: Path | None, said: Mapping[str, Any] | None
) -> PictureScore:
    if path is None or said is None:
        return PictureScore(prompt.name, prompt.category, "", problem="There is no picture for it.")
    scores, reason = scored(prompt, shape, said)
    return PictureScore(prompt.name, prompt.category, path.name, scores, reason)


def summary(found: Sequence[PictureScore], shape: Shape) -> dict[str, float]:
    """The figures of a benchmark over all pictures that have scores."""
    known = [each for each in found if not each.problem]
    if not known:
        first = found[0].problem if found else "there are no results"
        raise Mistake(f"No picture could be scored: {first.rstrip('.')}.")
    if shape == "wise":
        return wise_summary([(each.category, each.scores["wiscore"]) for each in known])
    if shape == "genexam":
        return genexam_summary([(each.category, each.scores) for each in known])
    return geneval_summary([(e.category, e.prompt, e.scores["correct"] == 1) for e in known])


def write_scores(found: Sequence[PictureScore], figures: Mapping[str, float], path: Path) -> None:
    """Write the figures, and the score of each picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {"figures": dict(figures), "pictures": [asdict(each) for each in found]}
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
