"""PNG files are decoded by Pillow, which shares nothing with our encoder."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from threading import Thread

import numpy as np
import pytest
from PIL import Image

import visgym
from visgym.core.task import Frame
from visgym.kit import png

SHAPES = [(1, 1), (1, 700), (3, 5), (64, 31), (97, 1300), (200, 300), (431, 512), (1100, 1400)]


def decoded(file: bytes) -> Frame:
    with Image.open(io.BytesIO(file)) as image:
        assert image.mode == "RGB"
        return np.asarray(image)


def afresh(frame: Frame) -> bytes:
    """The file as a thread encodes it that never encoded anything."""
    files: list[bytes] = []
    thread = Thread(target=lambda: files.append(png.encode(frame)))
    thread.start()
    thread.join()
    return files[0]


def changing(shape: tuple[int, int], count: int) -> Iterator[Frame]:
    """Frames of noise and of plain colour that change in a pixel, some rows, or altogether."""
    rng = np.random.default_rng(shape)
    frame = rng.integers(0, 256, (*shape, 3), np.uint8)
    for _ in range(count):
        top, bottom = sorted(rng.integers(0, shape[0] + 1, 2))
        match rng.integers(5):
            case 0:
                frame[rng.integers(shape[0]), rng.integers(shape[1])] ^= 1
            case 1:
                frame[top:bottom] = rng.integers(0, 256, 3, np.uint8)
            case 2:
                frame[top:bottom] = rng.integers(0, 256, frame[top:bottom].shape, np.uint8)
            case 3:
                frame = np.roll(frame, 1, axis=0)
        yield frame


@pytest.mark.parametrize("shape", SHAPES)
def test_files_keep_every_pixel_and_do_not_depend_on_what_was_encoded_before(
    shape: tuple[int, int],
) -> None:
    for frame in changing(shape, 25):
        file = png.encode(frame)
        assert np.array_equal(decoded(file), frame)
        assert file == afresh(frame)


def test_frames_of_many_shapes_in_turn_are_not_mixed_up() -> None:
    frames = [next(changing(shape, 1)) for shape in SHAPES]
    files = [png.encode(frame) for frame in frames]
    for frame, file in [*zip(frames, files, strict=True)] * 2:
        assert png.encode(frame) == file
        assert np.array_equal(decoded(file), frame)


@pytest.mark.parametrize("id", ["maze_2d/easy", "colorization/easy", "jigsaw/easy"])
def test_the_frames_of_an_episode_keep_every_pixel(id: str) -> None:
    episode = visgym.begin(id, seed=1)
    for call in visgym.solve(episode.task, episode.state):
        episode = visgym.advance(episode, call)
        frame = episode.task.draw(episode.state)
        assert np.array_equal(decoded(png.encode(frame)), frame)


def test_a_band_that_did_not_change_is_not_compressed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compressed: list[int] = []
    make = png.compressobj
    monkeypatch.setattr(png, "compressobj", lambda *how: compressed.append(1) or make(*how))
    frame = np.random.default_rng(2).integers(0, 256, (512, 600, 3), np.uint8)
    png.encode(frame)
    every = len(compressed)
    png.encode(frame)
    assert len(compressed) == every
    frame[300, 300] ^= 1
    png.encode(frame)
    assert len(compressed) == every + 1


def test_zlib_does_where_zlib_ng_is_not_installed() -> None:
    script = (
        "import io, sys; sys.modules['zlib_ng.zlib_ng'] = None; "
        "import numpy as np; from PIL import Image; from visgym.kit import png; "
        "frame = np.random.default_rng(3).integers(0, 9, (300, 400, 3), np.uint8); "
        "assert png.compressobj.__module__ != 'zlib_ng.zlib_ng'; "
        "same = [np.array_equal(np.asarray(Image.open(io.BytesIO(png.encode(frame)))), frame) "
        "for frame in (frame, frame, np.flipud(frame))]; assert same == [True] * 3"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
