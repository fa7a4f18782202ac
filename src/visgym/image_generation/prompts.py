"""What pictures are asked for: prompts in the layouts of GenEval, GenExam and WISE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from visgym.core.errors import Mistake
from visgym.imports.table_files import table_rows

Shape = Literal["geneval", "genexam", "wise"]

LONGEST_PROMPT, MOST_PROMPTS = 8_000, 20_000
MOST_WANTED = 50  # objects of a prompt, or points of an exam
RELATIONS = ("left of", "right of", "above", "below")
SUM_OFF = 5e-5  # by which points of an exam may miss 1, as its script rounds to four digits


@dataclass(frozen=True)
class ImagePrompt:
    """A prompt, its place in its file, and what its row says besides."""

    index: int
    name: str
    """What its pictures are called by."""
    text: str
    category: str
    wanted: Mapping[str, Any]


def read_prompts(path: Path | None, shape: Shape) -> list[ImagePrompt]:
    """The prompts of a file, or the embedded sample; a row that is none is told in a sentence."""
    source = path or Path(str(files("visgym.data"))) / "image_prompts.jsonl"
    found = []
    for index, row in enumerate(table_rows(source)):
        if index >= MOST_PROMPTS:
            raise Mistake(f"{source} has more than {MOST_PROMPTS} prompts.")
        try:
            if isinstance(row, str):
                raise ValueError(row)
            found.append(_READERS[shape](index, row))
        except (ValueError, LookupError, TypeError) as error:
            raise Mistake(f"Row {index} of {source} is no prompt of {shape}: {error}.") from None
    if not found:
        raise Mistake(f"{source} has no prompts.")
    return found


def _text(row: Mapping[str, Any], *names: str) -> str:
    text = next((row[name] for name in names if isinstance(row.get(name), str)), "")
    if not 0 < len(text.strip()) <= LONGEST_PROMPT:
        raise ValueError(f"it has no {names[0]} of up to {LONGEST_PROMPT} characters")
    return text.strip()


def _geneval(index: int, row: Mapping[str, Any]) -> ImagePrompt:
    wanted = {name: list(row.get(name) or ()) for name in ("include", "exclude")}
    if not wanted["include"] or max(map(len, wanted.values())) > MOST_WANTED:
        raise ValueError(f"it includes nothing, or more than {MOST_WANTED} things")
    for place, each in enumerate(wanted["include"]):
        relation, target = each.get("position", ("above", 0))
        is_known = relation in RELATIONS and type(target) is int
        if not is_known or not 0 <= target < max(1, place):
            raise ValueError(f"the position {each['position']!r:.60} names nothing before it")
    for each in (*wanted["include"], *wanted["exclude"]):
        if not isinstance(each["class"], str) or type(each["count"]) is not int:
            raise ValueError("a thing has no class and count")
    return ImagePrompt(index, f"{index:05d}", _text(row, "prompt"), _text(row, "tag"), wanted)


def _genexam(index: int, row: Mapping[str, Any]) -> ImagePrompt:
    points = row["scoring_points"]
    if not isinstance(points, list) or not 0 < len(points) <= MOST_WANTED:
        raise ValueError(f"it has no scoring_points, or more than {MOST_WANTED}")
    questions = [(_text(each, "question"), float(each["score"])) for each in points]
    if abs(sum(score for _, score in questions) - 1) > SUM_OFF:
        raise ValueError("its points do not add up to 1")
    name = str(row.get("id", index))
    subject = str(row.get("subject") or row.get("category") or "all")
    return ImagePrompt(index, name, _text(row, "prompt"), subject, {"points": questions})


def _wise(index: int, row: Mapping[str, Any]) -> ImagePrompt:
    number = row.get("prompt_id", index)
    told = {"explanation": str(row.get("Explanation") or row.get("explanation") or "")}
    return ImagePrompt(
        index, str(number), _text(row, "Prompt", "prompt"), _field(row, number), told
    )


def _field(row: Mapping[str, Any], number: object) -> str:
    """The one of six fields that the scripts of WISE count a prompt to, by its number."""
    place = number if type(number) is int else 0
    if 401 <= place <= 700:
        part = str(row.get("Subcategory", ""))
        return "time" if part in ("Longitudinal time", "Horizontal time") else "space"
    ranges = {"cultural": (1, 400), "biology": (701, 800), "physics": (801, 900)}
    ranges["chemistry"] = (901, 1000)
    named = str(row.get("Category") or row.get("category") or "all").strip().lower()
    is_numbered = "prompt_id" in row and "Explanation" in row
    found = (field for field, (low, high) in ranges.items() if low <= place <= high)
    return next(found, named) if is_numbered else named


_READERS = {"geneval": _geneval, "genexam": _genexam, "wise": _wise}
