"""LVIS v1 in its native layout: `annotations/lvis_v1_*.json` beside COCO's `train2017/*.jpg`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from visgym.core.errors import Mistake
from visgym.core.task import Frame
from visgym.kit import pictures
from visgym.kit.caches import cached_layer
from visgym.kit.datasets.masks import Mask, Outline, fit, fit_mask, paint, read_outline

SIZE = (480, 640)  # rows and columns on which every photo is fitted
LAYOUT = "the expected layout is annotations/lvis_v1_*.json beside COCO's train2017/*.jpg"
FEWEST_PIXELS = 150  # of each counted instance, in the fitted photo
TRIES = 400


@dataclass(frozen=True, slots=True)
class LvisSample:
    """A photo and a category whose instances in it are all annotated."""

    image: int
    category: int


@dataclass(frozen=True, eq=False)
class Index:
    """What an annotation file says."""

    files: dict[int, tuple[str, int, int]]  # path below the folder, height, width
    names: dict[int, str]
    outlines: dict[LvisSample, list[Outline]]


@lru_cache(maxsize=2)
def index(folder: str) -> Index:
    """The annotations of a folder; the validation part if there is one, for it is the smaller."""
    found = sorted(
        Path(folder).glob("annotations/lvis_v1_*.json"), key=lambda p: "val" not in p.name
    )
    if not found:
        raise Mistake(f"There is no file annotations/lvis_v1_*.json in {folder}; {LAYOUT}.")
    try:
        return _read(json.loads(found[0].read_bytes()))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Mistake(f"The file {found[0]} is not LVIS v1 JSON ({error}); {LAYOUT}.") from None


def _read(data: Any) -> Index:
    names = {
        item["id"]: item["name"].split("_(")[0].replace("_", " ") for item in data["categories"]
    }
    files, unsure = {}, {}
    for image in data["images"]:
        path = image.get("file_name") or image["coco_url"]
        folder, name = path.rsplit("/", 2)[-2:] if "/" in path else ("train2017", path)
        files[image["id"]] = (f"{folder}/{name}", int(image["height"]), int(image["width"]))
        unsure[image["id"]] = set(image.get("not_exhaustive_category_ids", ()))
    outlines: dict[LvisSample, list[Outline]] = {}
    for note in data["annotations"]:
        sample = LvisSample(note["image_id"], note["category_id"])
        if sample.category not in unsure[sample.image]:
            _, height, width = files[sample.image]
            outline = read_outline(note["segmentation"], height, width)
            outlines.setdefault(sample, []).append(outline)
    return Index(files, names, outlines)


def choose(folder: str, fewest: int, most: int, rng: Random) -> LvisSample:
    """A sample with a number of instances in a range, each large enough to be seen."""
    samples = _within(folder, fewest, most)
    for _ in range(TRIES if samples else 0):
        sample = rng.choice(samples)
        if all(mask.sum() >= FEWEST_PIXELS for mask in masks(folder, sample)):
            return sample
    raise Mistake(f"No photo in {folder} shows {fewest} to {most} clear instances; {LAYOUT}.")


@lru_cache(maxsize=4)
def _within(folder: str, fewest: int, most: int) -> list[LvisSample]:
    return [s for s, o in index(folder).outlines.items() if fewest <= len(o) <= most]


def name(folder: str, sample: LvisSample) -> str:
    """What the category is called, as LVIS calls it."""
    return f"instances of '{index(folder).names[sample.category]}'"


def count(folder: str, sample: LvisSample) -> int:
    """How many instances are annotated."""
    return len(index(folder).outlines[sample])


@cached_layer
def picture(folder: str, sample: LvisSample) -> Frame:
    """The photo on a canvas of one size."""
    return fit(pictures.photo(folder, index(folder).files[sample.image][0]), *SIZE)


@cached_layer
def masks(folder: str, sample: LvisSample) -> tuple[Mask, ...]:
    """The pixels of each instance on that canvas."""
    known = index(folder)
    _, height, width = known.files[sample.image]
    whole = (paint(outline, height, width) for outline in known.outlines[sample])
    return tuple(fit_mask(mask, *SIZE) for mask in whole)
