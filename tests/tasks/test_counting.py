"""Counting: known scenes, the dataset's own layout, and what may go wrong with it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from visgym.core.calls import Call, Illegal
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.solving import solve
from visgym.kit.staged.compose import Scene, Thing, picture, view
from visgym.kit.staged.placement import is_clear
from visgym.tasks.perception.counting import Counting, CountingState

MUGS = tuple(Thing("coffee_mug", x, 0.0, 0.4, 30.0, 0.5, "red") for x in (-1.2, 0.0, 1.2))
LAMP = Thing("desk_lamp", 0.0, 0.0, -0.8, 0.0, 0.7, "blue")
TABLE = CountingState(Scene("table", 3, (*MUGS, LAMP)), "coffee mugs")


def test_only_things_of_the_noun_count() -> None:
    task = Counting()
    assert task.score(task.guess(TABLE, 3)) == 1.0
    assert task.score(task.guess(TABLE, 4)) == 0.0
    assert task.score(TABLE) == 0.0
    assert task.score(task.guess(task.guess(TABLE, 3), 4)) == 0.0


def test_each_mark_of_the_solver_lies_on_another_thing_of_the_noun() -> None:
    *marks, guess, _ = solve(Counting(), TABLE)
    assert guess == Call("guess", (3,))
    ids = view(TABLE.place).ids  # type: ignore[arg-type]
    hit = {ids[round(y * 383), round(x * 511)] for _, (x, y) in ((c.name, c.args) for c in marks)}
    assert hit == {0, 1, 2}


def test_the_noun_is_asked_for_and_the_picture_is_the_photo_itself() -> None:
    told = present(begin(Counting(), 0))[0].text
    start = Counting().start(0)
    assert f"Count the {start.noun} in the picture." in told
    assert isinstance(start.place, Scene)
    assert np.array_equal(Counting().draw(start), picture(start.place))
    guessed = Counting().draw(Counting().guess(start, 7))
    assert (guessed != Counting().draw(start)).any()


def test_dots_are_taken_back_in_turn() -> None:
    task = Counting()
    two = task.mark(task.mark(TABLE, 0.1, 0.2), 0.3, 0.4)
    assert task.undo(two).dots == ((0.1, 0.2),)
    with pytest.raises(Illegal):
        task.undo(TABLE)


def test_a_thing_behind_another_is_not_clear_and_a_free_one_is() -> None:
    hidden = Thing("coffee_mug", 0.0, 0.0, -0.3, 0.0, 0.3)
    crate = Thing("crate", 0.0, 0.0, 0.4, 0.0, 0.9)
    free = Thing("coffee_mug", 1.5, 0.0, 0.0, 0.0, 0.5)
    seen = view(Scene("table", 1, (hidden, crate, free)))
    assert not is_clear(seen, 0)
    assert is_clear(seen, 1)
    assert is_clear(seen, 2)


def test_everything_in_a_generated_scene_is_clearly_visible() -> None:
    for seed in range(8):
        state = Counting(fewest=5, most=30).generate(Random(seed))
        assert isinstance(state.place, Scene)
        seen = view(state.place)
        assert all(is_clear(seen, index) for index in range(len(state.place.things)))


# LVIS


def _square(left: int, top: int, side: int) -> list[list[float]]:
    right, bottom = left + side, top + side
    return [[float(n) for n in (left, top, right, top, right, bottom, left, bottom)]]


def _runs(left: int, top: int, side: int, height: int, width: int) -> dict[str, object]:
    """A square as uncompressed runs, column by column."""
    mask = np.zeros((height, width), np.uint8)
    mask[top : top + side, left : left + side] = 1
    flat = mask.T.reshape(-1)
    edges = np.flatnonzero(np.diff(flat)) + 1
    return {"size": [height, width], "counts": np.diff([0, *edges, flat.size]).tolist()}


@pytest.fixture
def lvis_folder(tmp_path: Path) -> Path:
    """Two photos: three balls, one of them as runs, and cups that are not all annotated."""
    (tmp_path / "annotations").mkdir()
    (tmp_path / "train2017").mkdir()
    url = "http://images.cocodataset.org/train2017/{:012d}.jpg"
    images = [
        {
            "id": i,
            "coco_url": url.format(i),
            "height": 200,
            "width": 300,
            "not_exhaustive_category_ids": [2] if i == 7 else [],
            "neg_category_ids": [],
        }
        for i in (7, 8)
    ]
    shapes = [_square(20, 20, 40), _square(120, 60, 50), _runs(200, 100, 60, 200, 300)]
    notes = [(7, 1, s) for s in shapes] + [(7, 2, _square(0, 150, 30))] * 3
    notes += [(8, 2, _square(10 + 60 * k, 90, 40)) for k in range(2)]
    notes += [(8, 1, _square(10 + 8 * k, 10, 4)) for k in range(5)]  # too small to be fair
    annotations = [
        {"id": k, "image_id": i, "category_id": c, "segmentation": s, "area": 1.0, "bbox": []}
        for k, (i, c, s) in enumerate(notes)
    ]
    names = [{"id": 1, "name": "ball"}, {"id": 2, "name": "cup_(drinking)"}]
    data = {"images": images, "annotations": annotations, "categories": names}
    (tmp_path / "annotations/lvis_v1_train.json").write_text(json.dumps(data))
    for i in (7, 8):
        Image.new("RGB", (300, 200), (40 * i % 256, 90, 120)).save(
            tmp_path / f"train2017/{i:012d}.jpg"
        )
    return tmp_path


def test_lvis_gives_exhaustive_categories_of_clear_instances(lvis_folder: Path) -> None:
    task = Counting(data=str(lvis_folder))
    found = {(s.noun, solve(task, s)[-2].args) for s in map(task.generate, map(Random, range(20)))}
    assert found == {("instances of 'ball'", (3,)), ("instances of 'cup'", (2,))}


def test_lvis_marks_lie_inside_polygons_and_runs(lvis_folder: Path) -> None:
    task = replace(Counting(), data=str(lvis_folder), fewest=3)
    state = task.generate(Random(0))
    marks = [call.args for call in solve(task, state) if call.name == "mark"]
    scale, top = 640 / 300, (480 - 640 * 200 // 300) // 2
    points = [(x * 639 / scale, (y * 479 - top) / scale) for x, y in marks]  # type: ignore[operator]
    for (x, y), (left, upper, side) in zip(
        points, ((20, 20, 40), (120, 60, 50), (200, 100, 60)), strict=True
    ):
        assert abs(x - left - side / 2) < 2
        assert abs(y - upper - side / 2) < 2
    assert task.draw(state).shape == (480, 640, 3)


def test_missing_and_broken_files_are_named(lvis_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"annotations/lvis_v1_\*\.json"):
        Counting(data=str(tmp_path / "nowhere")).generate(Random(0))
    (lvis_folder / "train2017/000000000007.jpg").unlink()
    task = Counting(data=str(lvis_folder), fewest=3)
    with pytest.raises(Mistake, match=r"000000000007\.jpg is missing"):
        task.draw(task.generate(Random(0)))


def test_a_file_that_is_not_lvis_is_refused(tmp_path: Path) -> None:
    (tmp_path / "annotations").mkdir()
    (tmp_path / "annotations/lvis_v1_val.json").write_text('{"images": [1]}')
    with pytest.raises(Mistake, match=r"lvis_v1_val\.json is not LVIS"):
        Counting(data=str(tmp_path)).generate(Random(0))
