"""GenEval's verdict on a picture, from what a detector found in it, and its summary of verdicts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

SURE, SURE_TO_COUNT = 0.3, 0.9  # confidences above which a detection counts, and counts in counting
MOST_OBJECTS = 16  # of a class
CLEAR = 0.1  # share of both sizes by which middles must be apart
LEANING = 0.5  # of the way from one middle to the other, to lie on that side
TINY = 1e-3  # pixels that are none


@dataclass(frozen=True)
class DetectedObject:
    """Something in a picture: its box as left, top, right, bottom, how sure, and its colour."""

    box: tuple[float, float, float, float]
    confidence: float = 1.0
    color: str = ""


Detections = Mapping[str, Sequence[DetectedObject]]
"""What was found, by class."""


def verdict(wanted: Mapping[str, Any], tag: str, found: Detections) -> tuple[bool, str]:
    """Whether a picture shows what is wanted, and what is wrong with it."""
    kept = {name: _sure(objects, tag) for name, objects in found.items()}
    wrong: list[str] = []
    groups: list[Sequence[DetectedObject] | None] = []
    for each in wanted["include"]:
        objects = kept.get(each["class"], [])[: each["count"]]
        fault = _missing(each, objects) or _misplaced(each, objects, groups)
        groups.append(None if fault else objects)
        wrong += [fault] if fault else []
    for each in wanted["exclude"]:
        count = len(kept.get(each["class"], []))
        if count >= each["count"]:
            wrong.append(f"{count} {each['class']} where fewer than {each['count']} are wanted")
    return not wrong, "; ".join(wrong)


def _sure(objects: Sequence[DetectedObject], tag: str) -> list[DetectedObject]:
    """The objects of a class that count, the surest first."""
    least = SURE_TO_COUNT if tag == "counting" else SURE
    kept = [each for each in objects if each.confidence > least]
    return sorted(kept, key=lambda each: -each.confidence)[:MOST_OBJECTS]


def _missing(wanted: Mapping[str, Any], objects: Sequence[DetectedObject]) -> str:
    name, count = wanted["class"], wanted["count"]
    if len(objects) < count:
        return f"{len(objects)} {name} where {count} are wanted"
    color = wanted.get("color")
    right = sum(each.color == color for each in objects)
    return f"{right} {color} {name} where {count} are wanted" if color and right < count else ""


def _misplaced(
    wanted: Mapping[str, Any],
    objects: Sequence[DetectedObject],
    groups: Sequence[Sequence[DetectedObject] | None],
) -> str:
    if "position" not in wanted:
        return ""
    relation, target = wanted["position"]
    others = groups[target]
    if others is None:
        return f"nothing for {wanted['class']} to be {relation}"
    is_right = all(relation in relations(one, other) for one in objects for other in others)
    return "" if is_right else f"{wanted['class']} is not {relation} its target"


def relations(one: DetectedObject, other: DetectedObject) -> set[str]:
    """Where one object lies as seen from another, once both are clearly apart."""
    away = [_middle(one, axis) - _middle(other, axis) for axis in (0, 1)]
    sizes = [_extent(one, axis) + _extent(other, axis) for axis in (0, 1)]
    clear = [
        math.copysign(max(abs(offset) - CLEAR * size, 0), offset)
        for offset, size in zip(away, sizes, strict=True)
    ]
    if all(abs(each) < TINY for each in clear):
        return set()
    across, down = (each / math.hypot(*away) for each in clear)
    found = {
        "left of": across < -LEANING,
        "right of": across > LEANING,
        "above": down < -LEANING,
        "below": down > LEANING,
    }
    return {name for name, holds in found.items() if holds}


def _middle(each: DetectedObject, axis: int) -> float:
    return (each.box[axis] + each.box[axis + 2]) / 2


def _extent(each: DetectedObject, axis: int) -> float:
    return abs(each.box[axis + 2] - each.box[axis])


def geneval_summary(rows: Sequence[tuple[str, str, bool]]) -> dict[str, float]:
    """Figures from the tag, the prompt and the verdict of each picture; overall is over tags."""
    tags = dict.fromkeys(tag for tag, _, _ in rows)
    by_tag = {tag: fmean(right for each, _, right in rows if each == tag) for tag in tags}
    prompts: dict[str, bool] = {}
    for _, prompt, right in rows:
        prompts[prompt] = prompts.get(prompt, False) or right
    return {
        "overall": fmean(by_tag.values()),
        **by_tag,
        "correct_images": fmean(right for _, _, right in rows),
        "correct_prompts": fmean(prompts.values()),
    }
