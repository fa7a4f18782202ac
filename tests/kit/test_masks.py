"""Masks as COCO stores them, against pycocotools and by hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from visgym.kit.datasets.masks import Runs, fit, fit_mask, paint, read_outline

coco = pytest.importorskip("pycocotools.mask")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def _random_mask(rng: Random, height: int, width: int) -> np.ndarray:
    mask = np.zeros((height, width), np.uint8)
    for _ in range(4):
        top, left = rng.randrange(height), rng.randrange(width)
        mask[top : top + rng.randrange(1, 9), left : left + rng.randrange(1, 9)] = 1
    return mask


def test_runs_as_text_and_as_numbers_are_read_as_pycocotools_reads_them() -> None:
    for seed in range(30):
        mask = _random_mask(Random(seed), 23, 31)
        packed = coco.encode(np.asfortranarray(mask))
        outline = read_outline(
            {"size": packed["size"], "counts": packed["counts"].decode()}, 23, 31
        )
        assert isinstance(outline, Runs)
        assert np.array_equal(paint(outline, 23, 31), mask == 1)
        numbers = read_outline({"size": [23, 31], "counts": list(outline.counts)}, 23, 31)
        assert np.array_equal(paint(numbers, 23, 31), mask == 1)


def test_polygons_cover_what_pycocotools_covers_up_to_their_border() -> None:
    polygon = [[4.0, 3.0, 25.0, 5.0, 20.0, 18.0, 8.0, 16.0]]
    ours = paint(read_outline(polygon, 24, 32), 24, 32)
    theirs = coco.decode(coco.merge(coco.frPyObjects(polygon, 24, 32))) == 1
    border = 21 + 14 + 12 + 14  # pixels
    assert (ours ^ theirs).sum() <= 0.1 * border
    assert ours[10, 14]
    assert not ours[1, 1]


@pytest.mark.parametrize(
    "broken",
    [
        [],
        "abc",
        [[1.0, 2.0, 3.0]],
        {"size": [4, 4], "counts": [3, 3]},
        {"size": [5, 4], "counts": [20]},
        {"size": [4, 4], "counts": "~~\x00"},
        {"size": [4, 4], "counts": [20, -4]},
    ],
)
def test_other_data_is_refused(broken: object) -> None:
    with pytest.raises(ValueError):
        read_outline(broken, 4, 4)


def test_a_mask_is_fitted_to_where_its_picture_is() -> None:
    picture = np.zeros((20, 40, 3), np.uint8)
    picture[5:15, 30:40] = 255
    mask = picture[..., 0] == 255
    shown = fit(picture, 90, 80)[..., 0] > 128
    fitted = fit_mask(mask, 90, 80)
    assert fitted.sum() == 20 * 20
    assert (shown & fitted).sum() >= 0.9 * fitted.sum()
