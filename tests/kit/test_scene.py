"""Laws of the software rasteriser."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from toys_3d import FRONT, PLAIN, SHAPES, SIZE, board, square
from visgym.kit.solid import shapes
from visgym.kit.solid.lens import Lens
from visgym.kit.solid.meshes import Mesh, Texture
from visgym.kit.solid.scene import layer, render, render_with_ids
from visgym.kit.solid.transforms import compose, euler, rotate_x, rotate_y, scale, translate
from visgym.kit.solid.values import Camera, Instance, Light

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def test_numba_waits_for_the_first_frame() -> None:
    code = "import sys, visgym.kit.solid.scene; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_orthographic_square_covers_the_pixels_computed_by_hand() -> None:
    frame, ids = render_with_ids([Instance(square(), tint=RED)], FRONT, PLAIN, SIZE)
    rows, columns = np.nonzero(ids == 0)
    # 2 of 10 units are 20 of 100 pixels around the centre
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (40, 59, 40, 59)
    assert (ids == 0).sum() == 400
    assert (frame[ids == 0][:, 0] == 255).all()


def test_a_perspective_square_covers_the_pixels_computed_by_hand() -> None:
    # at distance 5 and 90 degrees the frame is 10 units high
    camera = Camera((0, 0, 5), (0, 0, 0), fov_degrees=90)
    _, ids = render_with_ids([Instance(square())], camera, PLAIN, (100, 200))
    rows, columns = np.nonzero(ids == 0)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (40, 59, 90, 109)


def test_edges_are_mixed_from_the_samples_that_are_covered() -> None:
    camera = Camera((0.05, 0, 10), (0.05, 0, 0), ortho_height=10.0)  # half a pixel to the right
    frame = render([Instance(square(), tint=(0, 0, 0))], camera, PLAIN, SIZE, (255, 255, 255))
    # two of four white samples; gamma 2
    assert frame[50, 39, 0] == frame[50, 59, 0] == round(math.sqrt(0.5) * 255)
    assert frame[50, 38, 0] == 255 and frame[50, 40, 0] == 0


def test_nearer_surfaces_hide_farther_ones() -> None:
    near, far = Instance(square(), translate(0, 0, 1), RED), Instance(square(4.0), tint=BLUE)
    for scene in ([near, far], [far, near]):
        frame = render(scene, FRONT, PLAIN, SIZE)
        assert tuple(frame[50, 50]) == RED
        assert tuple(frame[50, 35]) == BLUE


def test_crossing_surfaces_hide_each_other_pixel_by_pixel() -> None:
    left = Instance(square(), compose(rotate_y(45), scale(1.5)), RED)
    right = Instance(square(), compose(rotate_y(-45), scale(1.5)), BLUE)
    frame = render([left, right], FRONT, PLAIN, SIZE)
    assert tuple(frame[50, 44]) == RED
    assert tuple(frame[50, 56]) == BLUE


def test_surfaces_behind_the_eye_are_cut_at_the_near_plane() -> None:
    camera = Camera((0, 1, 0), (0, 1, -1), fov_degrees=90)
    _, ids = render_with_ids([Instance(shapes.plane(50, 50))], camera, PLAIN, SIZE)
    assert (ids[60:] == 0).all()
    assert (ids[:50] == -1).all()


def test_neighbouring_faces_leave_no_cracks_and_no_overlap() -> None:
    turn = compose(euler(31, 47, 13), scale(2.0))
    for name, mesh in SHAPES.items():
        frame = render([Instance(mesh, turn, (0, 0, 0))], FRONT, PLAIN, SIZE, (255, 255, 255))
        dark = frame[:, :, 0] == 0
        for row in dark:
            inside = np.nonzero(row)[0]
            assert len(inside) == 0 or row[inside[0] : inside[-1] + 1].all(), name


def test_a_texture_stands_upright_and_is_not_mirrored() -> None:
    pixels = np.zeros((2, 2, 3), np.uint8)
    pixels[0, 0], pixels[0, 1], pixels[1, 0], pixels[1, 1] = RED, GREEN, BLUE, (255, 255, 255)
    frame = render([Instance(square(8.0, Texture(pixels)))], FRONT, PLAIN, SIZE)
    assert tuple(frame[15, 15]) == RED
    assert tuple(frame[15, 85]) == GREEN
    assert tuple(frame[85, 15]) == BLUE
    assert tuple(frame[85, 85]) == (255, 255, 255)


def test_textures_are_correct_in_perspective() -> None:
    pixels = np.zeros((64, 64, 3), np.uint8)
    pixels[32:] = 255
    camera = Camera((0, 1, 0), (0, 1, -1), fov_degrees=90)
    floor = Instance(shapes.plane(8, 8, texture=Texture(pixels)), translate(0, 0, -6))
    frame = render([floor], camera, PLAIN, SIZE)
    # the texture changes at z = -6, which projects to 50 + 50 / 6
    column = frame[:, 50, 0]
    assert column[60] == 255 and column[56] == 0


def test_distant_textures_fade_to_their_mean() -> None:
    fine = (np.indices((64, 64)).sum(axis=0) % 2 * 255).astype(np.uint8)
    texture = Texture(np.repeat(fine[:, :, None], 3, axis=2))
    wall = shapes.quad((-4, -4, 0), (4, -4, 0), (4, 4, 0), (-4, 4, 0), (20, 20), texture)
    middle = render([Instance(wall)], FRONT, PLAIN, SIZE)[20:80, 20:80]
    assert int(middle.max()) - int(middle.min()) <= 2


def test_only_the_outside_of_a_face_is_seen_unless_it_is_two_sided() -> None:
    back = Instance(square(), rotate_y(180))
    assert (render_with_ids([back], FRONT, PLAIN, SIZE)[1] == -1).all()
    both = Mesh(square().vertices, square().faces, two_sided=True)
    assert (render_with_ids([Instance(both, rotate_y(180))], FRONT, PLAIN, SIZE)[1] == 0).any()


def test_a_mirrored_mesh_keeps_its_outside_and_its_light() -> None:
    ball, sun = shapes.sphere(1.5), Light(direction=(0, -1, -1))
    upright = render([Instance(ball)], FRONT, sun, SIZE)
    mirrored = render([Instance(ball, scale(-1, 1, 1))], FRONT, sun, SIZE)
    assert abs(upright.astype(int) - mirrored).max() <= 1


def test_a_surface_is_brighter_the_more_it_faces_the_sun() -> None:
    sun = Light(direction=(0, 0, -1), ambient=0.2, diffuse=0.6)
    tints = [
        int(render([Instance(square(4.0), rotate_x(tilt))], FRONT, sun, SIZE)[50, 50, 0])
        for tilt in (0, 30, 60)
    ]
    assert tints == sorted(tints, reverse=True) and len(set(tints)) == 3


def test_a_shadow_falls_on_the_side_away_from_the_sun_and_nowhere_else() -> None:
    above = Camera((0, 10, 0), (0, 0, 0), up=(0, 0, -1), ortho_height=8.0)
    scene = [Instance(shapes.plane(8, 8)), Instance(shapes.box(1, 1, 1), translate(0, 0.5, 0))]
    sun = Light(direction=(1, -1, 0), shadows=True)
    with_shadows = render(scene, above, sun, SIZE)[:, :, 0].astype(int)
    without = render(scene, above, Light(direction=(1, -1, 0)), SIZE)[:, :, 0]
    darker = with_shadows < without - 20
    # the box ends at pixel 56, its shadow one unit = 12.5 pixels farther
    assert darker[50, 58:67].all()
    assert not darker[:, :55].any() and not darker[:, 72:].any()
    assert not (with_shadows < without)[:40].any()


def test_ids_agree_with_colours_and_count_from_the_first_instance() -> None:
    tints = [RED, GREEN, BLUE]
    scene = [Instance(square(), translate(3 * i - 3, 0, 0), tints[i]) for i in range(3)]
    frame, ids = render_with_ids(scene, FRONT, PLAIN, SIZE)
    assert set(np.unique(ids)) == {-1, 0, 1, 2}
    for number, tint in enumerate(tints):
        assert (frame[ids == number] == tint).all()


def test_drawing_on_a_layer_equals_drawing_all_at_once_and_leaves_the_layer() -> None:
    still, moving = board()
    camera, sun = Camera((0, 5, 7), (0, 0, 0)), Light(specular=0.2, shadows=True)
    base = layer(still, camera, sun, (120, 160))
    before = base.frame.copy()
    drawn, whole = base.draw(moving), layer([*still, *moving], camera, sun, (120, 160))
    assert (drawn.frame == whole.frame).all() and (drawn.ids == whole.ids).all()
    assert (base.draw(moving[:2]).draw(moving[2:]).frame == whole.frame).all()
    assert (base.frame == before).all() and not drawn.frame.flags.writeable


def test_scenes_drawn_in_threads_are_as_if_drawn_alone() -> None:
    still, moving = board()
    sun = Light(specular=0.2, shadows=True)
    cameras = [Camera((x, 5, 7), (0, 0, 0)) for x in range(6)]

    def drawn(camera: Camera) -> bytes:
        return layer(still, camera, sun, (96, 128)).draw(moving).frame.tobytes()

    alone = [drawn(camera) for camera in cameras]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(drawn, cameras * 5)) == alone * 5


def test_edge_lines_darken_creases_and_not_diagonals() -> None:
    frame = render([Instance(shapes.box(4, 4, 4), edges=3.0)], FRONT, PLAIN, SIZE)[:, :, 0]
    assert frame[50, 30] < 60 and frame[50, 70] < 60 and frame[30, 50] < 60
    assert frame[35:65, 35:65].min() == frame[35:65, 35:65].max()


def test_backgrounds_are_a_colour_a_gradient_or_a_picture() -> None:
    picture = np.arange(30000, dtype=np.uint8).reshape(100, 100, 3)
    assert (render([], FRONT, size=SIZE, background=picture) == picture).all()
    assert (render([], FRONT, size=SIZE, background=RED) == RED).all()
    sky = render([], FRONT, size=SIZE, background=((0, 0, 0), (200, 200, 200)))
    assert (
        sky[0, 0, 0] < 3 and sky[99, 0, 0] > 197 and (np.diff(sky[:, 0, 0].astype(int)) >= 0).all()
    )


PLAIN_CPU = {"NUMBA_CPU_NAME": "generic"}  # then everything is compiled once more
BY_NUMBA = "from visgym.kit import compiled; compiled.SHIPPED = None; "


@pytest.mark.parametrize(
    ("digest", "cpu", "how"),
    [
        ("frame_digest", {}, ""),
        ("depth_digest", {}, BY_NUMBA),
        ("depth_digest", PLAIN_CPU, BY_NUMBA),
        pytest.param("frame_digest", {}, BY_NUMBA, marks=pytest.mark.slow),
        pytest.param("frame_digest", PLAIN_CPU, BY_NUMBA, marks=pytest.mark.slow),
    ],
)
def test_the_same_scene_gives_the_same_bits_in_another_process_however_kernels_run(
    digest: str, cpu: dict[str, str], how: str
) -> None:
    look = f"import test_scene as t; print(t.{digest}())"
    code = f"import sys; sys.path[:0] = sys.argv[1:]; {how}{look}"
    here = Path(__file__).parent
    command = [sys.executable, "-c", code, str(here), str(here.parent)]
    environment = {**os.environ, **cpu}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == globals()[digest]()


def frame_digest() -> str:
    still, moving = board()
    sun = Light(specular=0.2, shadows=True)
    frame = render([*still, *moving], Camera((1, 5, 7), (0, 0, 0)), sun, (96, 96))
    return hashlib.sha256(frame.tobytes()).hexdigest()


def depth_digest() -> str:
    """Of the kernels that place and cover, which compile much sooner than the one that shades."""
    from visgym.kit.solid.crowds import deepen, silhouettes

    bodies = [(each.mesh, each.transform) for part in board() for each in part]
    faces, ends = silhouettes(bodies, Lens(Camera((1, 5, 7), (0, 0, 0)), SIZE).view)
    depth = np.full(SIZE, np.inf, np.float32)
    deepen(faces, 0, ends[-1], depth, np.empty(SIZE, np.int32))
    assert np.isfinite(depth).any()
    return hashlib.sha256(depth.tobytes() + faces.depths[: ends[-1]].tobytes()).hexdigest()


@pytest.mark.parametrize("garbage", [0.0, -1e300, 1e300, math.nan])
def test_what_memory_held_before_never_shows(
    garbage: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    still, moving = board()
    dark = [replace(each, tint=(31, 31, 31), edges=2.0) for each in moving]  # as dark as lines
    camera, sun = Camera((4, 5, 6), (0, 0, 0)), Light(shadows=True, specular=0.4)

    def frames() -> list[bytes]:
        whole = render([*still, *dark], camera, sun, SIZE)
        return [whole.tobytes(), layer(still, camera, sun, SIZE).draw(dark).frame.tobytes()]

    def dirty(shape: int | tuple[int, ...], dtype: type = np.float64) -> np.ndarray:
        return np.full(shape, garbage if dtype is np.float64 else 77, dtype)

    expected = frames()
    monkeypatch.setattr(np, "empty", dirty)
    assert frames() == expected
