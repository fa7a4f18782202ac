"""RefCOCO in its native layout: `refs(unc).p` and `instances.json` beside COCO's photos."""

from __future__ import annotations

import io
import json
import pickle
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from visgym.core.errors import Mistake
from visgym.core.task import Frame
from visgym.kit import pictures
from visgym.kit.caches import cached_layer
from visgym.kit.datasets.masks import Mask, Outline, fit, fit_mask, paint, read_outline

SIZE = (480, 640)  # rows and columns on which every photo is fitted
LAYOUT = "the expected layout is refs(unc).p and instances.json beside train2014/*.jpg"
REFS = ("refs(unc).p", "refcoco/refs(unc).p", "refs(google).p", "refs(umd).p")
PHOTOS = ("train2014", "images", "images/train2014", "images/mscoco/images/train2014", ".")
FEWEST_PIXELS = 150
TRIES = 400


class _Plain(pickle.Unpickler):
    """Reads numbers, texts, lists and dictionaries, and nothing that could run code."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}")

    def persistent_load(self, key: object) -> NoReturn:
        raise pickle.UnpicklingError("it asks for an object outside of it")


def plain_pickle(data: bytes) -> Any:
    """The plain data in a pickle; UnpicklingError for anything else."""
    try:
        return _Plain(io.BytesIO(data), encoding="latin1").load()
    except pickle.UnpicklingError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, EOFError, OverflowError) as error:
        raise pickle.UnpicklingError(f"it is damaged: {error}") from None


@dataclass(frozen=True, slots=True)
class RefcocoSample:
    """One of the referring expressions, by its number."""

    sentence: int


@dataclass(frozen=True, eq=False)
class RefcocoEntry:
    """An expression, its photo and the outline of what it names."""

    text: str
    photo: str
    height: int
    width: int
    outline: Outline


@lru_cache(maxsize=2)
def entries(folder: str) -> dict[int, RefcocoEntry]:
    """Every referring expression of a folder, by number."""
    path = next((Path(folder, name) for name in REFS if Path(folder, name).is_file()), None)
    if path is None:
        raise Mistake(f"There is no file refs(unc).p in {folder}; {LAYOUT}.")
    notes = path.with_name("instances.json")
    try:
        refs = plain_pickle(path.read_bytes())
    except pickle.UnpicklingError as error:
        raise Mistake(f"The file {path} is refused, {error}; {LAYOUT}.") from None
    if not notes.is_file():
        raise Mistake(f"There is no file {notes}; {LAYOUT}.")
    try:
        return _read(refs, json.loads(notes.read_bytes()))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Mistake(f"{path} and {notes} do not fit together ({error!r}); {LAYOUT}.") from None


def _read(refs: Any, notes: Any) -> dict[int, RefcocoEntry]:
    images = {image["id"]: image for image in notes["images"]}
    outlines = {note["id"]: note["segmentation"] for note in notes["annotations"]}
    found: dict[int, RefcocoEntry] = {}
    for ref in refs:
        image = images[ref["image_id"]]
        height, width = int(image["height"]), int(image["width"])
        outline = read_outline(outlines[ref["ann_id"]], height, width)
        for sentence in ref["sentences"]:
            text = " ".join(str(sentence["sent"]).split())
            found[int(sentence["sent_id"])] = RefcocoEntry(
                text, str(image["file_name"]), height, width, outline
            )
    return found


def choose(folder: str, rng: Random) -> RefcocoSample:
    """An expression for something large enough to point at."""
    numbers = sorted(entries(folder))
    for _ in range(TRIES if numbers else 0):
        sample = RefcocoSample(rng.choice(numbers))
        if mask(folder, sample).sum() >= FEWEST_PIXELS:
            return sample
    raise Mistake(f"No expression in {folder} names something large enough; {LAYOUT}.")


def text(folder: str, sample: RefcocoSample) -> str:
    """The referring expression."""
    return entries(folder)[sample.sentence].text


@cached_layer
def picture(folder: str, sample: RefcocoSample) -> Frame:
    """The photo on a canvas of one size."""
    name = entries(folder)[sample.sentence].photo
    place = next((p for p in PHOTOS if Path(folder, p, name).is_file()), PHOTOS[0])
    return fit(pictures.photo(str(Path(folder, place)), name), *SIZE)


@cached_layer
def mask(folder: str, sample: RefcocoSample) -> Mask:
    """The pixels of what is named, on that canvas."""
    entry = entries(folder)[sample.sentence]
    return fit_mask(paint(entry.outline, entry.height, entry.width), *SIZE)
