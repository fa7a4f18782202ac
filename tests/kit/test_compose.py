"""Composed scenes: what is seen is what is drawn, and nothing stands in anything else."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from visgym.kit.pointing import mark_at, middle, pixel_at
from visgym.kit.solid import objects, scene, values
from visgym.kit.staged.compose import Scene, Thing, colourless, lens, picture, view
from visgym.kit.staged.placement import cast, furnish
from visgym.kit.staged.settings import STYLES, stage
from visgym.kit.staged.surroundings import SIZE
from visgym.kit.staged.things import KINDS


def _furnished(style: str, seed: int) -> Scene:
    rng = Random(seed)
    kinds = cast(style, rng, 4)
    return furnish(style, seed, [*kinds, *kinds, *kinds], rng)


@pytest.mark.parametrize("style", STYLES)
def test_ids_agree_with_those_of_the_picture(style: str) -> None:
    place = _furnished(style, 5)
    where = stage(style, 5)
    drawn = [values.Instance(objects.coarse(t.mesh), t.transform) for t in place.things]
    _, ids = scene.render_with_ids([*where.props, *drawn], where.camera, size=SIZE)
    theirs = np.maximum(ids - len(where.props), -1)
    assert (theirs == view(place).ids).mean() > 0.985  # pixels at borders are shared
    for index in range(len(place.things)):
        both = ((theirs == index) & view(place).mask(index)).sum()
        assert both >= 0.85 * (theirs == index).sum()


@pytest.mark.parametrize("style", STYLES)
def test_no_two_things_share_ground(style: str) -> None:
    """Checked with the vertices of the meshes, not with the boxes by which they were placed."""
    for seed in range(3):
        place = _furnished(style, seed)
        solid = [_columns(thing) for thing in place.things]
        for (one, first), (other, second) in combinations(zip(place.things, solid, strict=True), 2):
            assert one.y != other.y or not first & second


def _columns(thing: Thing) -> set[tuple[int, int]]:
    """The squares of a fine grid over which a thing has a vertex, seen from above."""
    points, turn = objects.coarse(thing.mesh).vertices, thing.transform
    x, z = (points @ turn[[0, 2], :3].T + turn[[0, 2], 3]).T
    return set(zip((x * 50).astype(int).tolist(), (z * 50).astype(int).tolist(), strict=True))


def test_things_on_a_shelf_fit_below_the_next_board() -> None:
    for seed in range(6):
        place = _furnished("shelf", seed)
        heights = sorted(area.height for area in stage("shelf", seed).areas)
        for thing in place.things:
            top = thing.y + float(objects.coarse(thing.mesh).vertices[:, 1].max()) * thing.size
            above = [h for h in (*heights, 1.87) if h > thing.y + 0.01]
            assert top < min(above) - 0.07


def test_the_lens_finds_the_ground_that_it_projects() -> None:
    for style in ("table", "room", "outdoors", "sheet"):
        glass = lens(stage(style, 2).camera)
        for x, z in ((0.0, 0.0), (1.0, -0.5), (-1.3, 0.7)):
            column, row, _ = glass.spot(x, 0.0, z)
            assert glass.ground(column, row, 0.0) == pytest.approx((x, z), abs=1e-6)


def test_a_red_thing_is_red() -> None:
    for key in ("coffee_mug", "toaster", "vase"):
        mug = Thing(key, 0.0, 0.0, 0.0, 0.0, 1.2, "red")
        place = Scene("table", 1, (mug,))
        red, green, blue = picture(place)[view(place).mask(0)].mean(axis=0)
        assert red > 1.8 * max(green, blue)
    assert colourless("coffee_mug").looks[:, :3].max() == 1.0


def test_every_kind_has_its_meshes_and_its_own_names() -> None:
    known = objects.keys()
    assert all(mesh in known for kind in KINDS for mesh in kind.meshes)
    assert len({kind.name for kind in KINDS}) == len({kind.plural for kind in KINDS}) == len(KINDS)


def test_marks_and_pixels_go_back_and_forth() -> None:
    for column, row in ((0, 0), (511, 383), (17, 200), (510, 1)):
        assert pixel_at(mark_at((column, row), 512, 384), 512, 384) == (column, row)


def test_the_middle_of_a_ring_lies_on_the_ring() -> None:
    ring = np.ones((9, 9), np.bool_)
    ring[2:7, 2:7] = False
    column, row = middle(ring)
    assert ring[row, column]
