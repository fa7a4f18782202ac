"""Referring Dot-Pointing: what phrases mean, where marks lie, and the dataset's own layout."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.solving import solve
from visgym.kit.datasets.refcoco import plain_pickle
from visgym.kit.staged.compose import Scene, picture, view
from visgym.kit.staged.referring import Seen, referents, sights, unique_phrases
from visgym.tasks.perception.referring_dot_pointing import ReferringDotPointing


def _seen(name: str, paint: str, x: float, y: float, side: float = 40, distance: float = 5) -> Seen:
    box = (x - side / 2, y - side / 2, x + side / 2, y + side / 2)
    return Seen(name, paint, box, distance, side / 100)


MUGS = [
    _seen("mug", "red", 60, 200),
    _seen("mug", "red", 300, 200),
    _seen("mug", "blue", 420, 300, 80, 4),
    _seen("lamp", "", 200, 120, 60, 6),
    _seen("vase", "red", 330, 235),
]


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("the lamp", [3]),
        ("the mug", [0, 1, 2]),
        ("the red mug", [0, 1]),
        ("the blue mug", [2]),
        ("the green mug", []),
        ("the leftmost mug", [0]),
        ("the rightmost red mug", [1]),
        ("the largest mug", [2]),
        ("the smallest mug", None),
        ("the mug closest to the camera", [2]),
        ("the mug farthest from the camera", None),
        ("the red mug to the left of the lamp", [0]),
        ("the mug to the right of the lamp", [1, 2]),
        ("the mug to the right of the red vase", [2]),
        ("the red mug in front of the red vase", None),
        ("the mug nearest to the red vase", [1]),
        ("the mug to the left of the mug", None),
        ("the mug below the lamp", None),
        ("the lamp above the red vase", None),
        ("the mug on the top shelf", []),
    ],
)
def test_a_phrase_means_what_a_reader_takes_it_for(phrase: str, meant: list[int] | None) -> None:
    assert referents(phrase, MUGS) == meant


def test_phrases_have_no_spare_words() -> None:
    forms = unique_phrases(2, MUGS, "table")
    assert forms[""] == ["the blue mug"]
    assert all("blue" not in text for form in forms if form for text in forms[form])


def test_a_generated_phrase_fits_its_target_alone() -> None:
    for seed in range(12):
        state = ReferringDotPointing().generate(Random(seed))
        assert isinstance(state.place, Scene)
        assert referents(state.phrase, sights(state.place)) == [state.target]


def test_marks_begin_on_the_thing_and_end_in_its_middle() -> None:
    task = ReferringDotPointing()
    for seed in range(6):
        state = task.generate(Random(seed))
        for steps in (None, 1, 7):
            *marks, _ = solve(task, state, steps=steps, seed=seed)
            assert len(marks) == (steps or 3)
            assert task.score(task.apply(state, marks[0])) == 1.0
            assert task.score(task.apply(state, marks[-1])) == 1.0


def test_a_mark_counts_only_on_the_thing_itself() -> None:
    task = ReferringDotPointing()
    state = task.generate(Random(1))
    assert isinstance(state.place, Scene)
    ids = view(state.place).ids
    for row in range(0, 384, 37):
        for column in range(0, 512, 41):
            marked = task.mark(state, column / 511, row / 383)
            assert task.score(marked) == float(ids[row, column] == state.target)


def test_the_phrase_is_asked_for_and_the_picture_is_the_photo_itself() -> None:
    task = ReferringDotPointing()
    start = task.start(0)
    assert f"Point at '{start.phrase}'." in present(begin(task, 0))[0].text
    assert isinstance(start.place, Scene)
    assert (task.draw(start) == picture(start.place)).all()


# RefCOCO

# like the letter C, so that its centre of mass lies outside of it
RING = [
    [
        10.0,
        10.0,
        110.0,
        10.0,
        110.0,
        30.0,
        30.0,
        30.0,
        30.0,
        90.0,
        110.0,
        90.0,
        110.0,
        110.0,
        10.0,
        110.0,
    ],
]


@pytest.fixture
def refcoco_folder(tmp_path: Path) -> Path:
    refs = [
        {
            "ref_id": 1,
            "ann_id": 5,
            "image_id": 9,
            "category_id": 1,
            "split": "val",
            "file_name": "COCO_train2014_000000000009_5.jpg",
            "sent_ids": [40, 41],
            "sentences": [
                {
                    "sent_id": 40,
                    "sent": "the clasp",
                    "raw": "the clasp",
                    "tokens": ["the", "clasp"],
                },
                {
                    "sent_id": 41,
                    "sent": "open ring",
                    "raw": "Open ring",
                    "tokens": ["open", "ring"],
                },
            ],
        }
    ]
    instances = {
        "images": [
            {"id": 9, "file_name": "COCO_train2014_000000000009.jpg", "height": 120, "width": 160}
        ],
        "annotations": [{"id": 5, "image_id": 9, "category_id": 1, "segmentation": RING}],
        "categories": [{"id": 1, "name": "clasp"}],
    }
    (tmp_path / "refs(unc).p").write_bytes(pickle.dumps(refs, protocol=2))
    (tmp_path / "instances.json").write_text(json.dumps(instances))
    (tmp_path / "train2014").mkdir()
    photo = Image.new("RGB", (160, 120), (30, 140, 90))
    photo.save(tmp_path / "train2014/COCO_train2014_000000000009.jpg")
    return tmp_path


def test_refcoco_is_read_and_concave_things_are_hit(refcoco_folder: Path) -> None:
    task = ReferringDotPointing(data=str(refcoco_folder))
    phrases = set()
    for seed in range(12):
        state = task.generate(Random(seed))
        phrases.add(state.phrase)
        *marks, _ = solve(task, state, seed=seed)
        assert task.score(task.apply(state, marks[-1])) == 1.0
        assert task.score(task.mark(state, 0.5, 0.5)) == 0.0  # the hole of the C
        assert task.draw(state).shape == (480, 640, 3)
    assert phrases == {"the clasp", "open ring"}


class _Shell:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("echo harm",)


class _Eval:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return eval, ("1 + 1",)


@pytest.mark.parametrize(
    "hostile",
    [
        *(pickle.dumps([{"sent": _Shell()}], protocol) for protocol in range(5)),
        pickle.dumps(_Eval()),
        pickle.dumps({1, 2}, 0),
        pickle.dumps(Path("/")),
        b"cos\nsystem\n(S'echo harm'\ntR.",
        b"\x80\x04\x95",
        b"P0\n.",
        b"",
        b"garbage",
    ],
)
def test_pickles_that_hold_more_than_plain_data_are_refused(hostile: bytes, tmp_path: Path) -> None:
    with pytest.raises(pickle.UnpicklingError):
        plain_pickle(hostile)
    (tmp_path / "refs(unc).p").write_bytes(hostile)
    with pytest.raises(Mistake, match=r"refs\(unc\)\.p is refused"):
        ReferringDotPointing(data=str(tmp_path)).generate(Random(0))


def test_missing_files_are_named(refcoco_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"no file refs\(unc\)\.p"):
        ReferringDotPointing(data=str(tmp_path / "nowhere")).generate(Random(0))
    (refcoco_folder / "instances.json").write_text('{"images": [], "annotations": []}')
    with pytest.raises(Mistake, match="do not fit together"):
        ReferringDotPointing(data=str(refcoco_folder)).generate(Random(0))
    (refcoco_folder / "instances.json").unlink()
    from visgym.kit.datasets import refcoco

    refcoco.entries.cache_clear()
    with pytest.raises(Mistake, match=r"instances\.json"):
        ReferringDotPointing(data=str(refcoco_folder)).generate(Random(0))
