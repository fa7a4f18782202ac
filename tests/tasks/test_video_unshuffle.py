"""Video Unshuffle: orders by hand, every simulated action, and the dataset's own layout."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from visgym.core.calls import Call, Illegal
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.solving import solve
from visgym.kit.datasets import videos
from visgym.kit.staged.clips.playing import ACTS, Clip, frames, label
from visgym.tasks.puzzles.video_unshuffle import VideoState, VideoUnshuffle

CLIP = Clip("open", 1)


def test_only_the_order_of_time_is_right() -> None:
    task = VideoUnshuffle()
    assert task.score(VideoState(CLIP, (0, 1, 2, 3))) == 1.0
    assert task.score(VideoState(CLIP, (3, 2, 1, 0))) == 0.0
    assert task.score(VideoState(CLIP, (0, 2, 1, 3))) == 0.0


def test_swaps_and_reorders_name_positions_from_one() -> None:
    task, state = VideoUnshuffle(), VideoState(CLIP, (2, 0, 3, 1))
    assert task.swap(state, 1, 4).times == (1, 0, 3, 2)
    assert task.reorder(state, (2, 4, 1, 3)).times == (0, 1, 2, 3)
    with pytest.raises(Illegal):
        task.swap(state, 2, 2)


def test_the_solvers_need_the_fewest_swaps_or_one_reorder() -> None:
    task, state = VideoUnshuffle(), VideoState(CLIP, (2, 0, 3, 1))
    assert solve(task, state, "reordering")[:-1] == [Call("reorder", ((2, 4, 1, 3),))]
    assert len(solve(task, state)) == 3 + 1
    assert len(solve(task, VideoState(CLIP, (1, 0, 3, 2)))) == 2 + 1


def test_the_action_is_told_and_no_line_stands_in_the_picture() -> None:
    task = VideoUnshuffle()
    start = task.start(0)
    assert isinstance(start.clip, Clip)
    assert f"is: '{label(start.clip)}'." in present(begin(task, 0))[0].text
    drawn = task.draw(start)
    first = frames(start.clip, 4)[start.times[0]]
    assert (drawn[8:232, 8:232] == first).all()
    assert drawn.shape == (8 + 224 + 30, 8 + 4 * 232, 3)


@pytest.mark.parametrize("act", sorted(ACTS))
def test_every_action_shows_in_each_frame(act: str) -> None:
    for seed in (1, 2):
        clip = Clip(act, seed)
        greys = [videos.grey(frame) for frame in frames(clip, 4)]
        assert label(clip)
        assert all(videos.difference(a, b) > 0.001 for a, b in pairwise(greys))


# Something-Something v2


def _film(path: Path, pictures: list[np.ndarray]) -> None:
    av = pytest.importorskip("av")
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libvpx", rate=Fraction(12))
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for picture in pictures:
            for packet in stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)


def _bar(step: int) -> np.ndarray:
    """A white bar that moves to the right."""
    picture = np.full((48, 64, 3), 30, np.uint8)
    picture[:, 4 * step : 4 * step + 12] = 230
    return picture


@pytest.fixture
def ssv2_folder(tmp_path: Path) -> Path:
    (tmp_path / "labels").mkdir()
    (tmp_path / "videos").mkdir()
    entries = [
        {
            "id": "11",
            "label": "moving a bar",
            "template": "Moving [something]",
            "placeholders": ["a bar"],
        },
        {
            "id": "12",
            "label": "holding a bar",
            "template": "Holding [something]",
            "placeholders": ["a bar"],
        },
    ]
    (tmp_path / "labels/train.json").write_text(json.dumps(entries))
    _film(tmp_path / "videos/11.webm", [_bar(step) for step in range(13)])
    _film(tmp_path / "videos/12.webm", [_bar(3)] * 13)
    return tmp_path


@pytest.mark.parametrize("sampling", ["distinct", "salient"])
def test_ssv2_frames_are_taken_in_the_order_of_time(
    ssv2_folder: Path, sampling: videos.Sampling
) -> None:
    task = VideoUnshuffle(data=str(ssv2_folder), sampling=sampling)
    for seed in range(5):
        state = task.generate(Random(seed))
        assert isinstance(state.clip, videos.Video)
        assert state.clip.id == "11"  # in the other nothing moves
        pictures = videos.frames(task.data, state.clip, 224)
        places = [float((p[..., 0] > 128).any(axis=0).argmax()) for p in pictures]
        assert places == sorted(places)
        assert len(set(places)) == 4 or places.count(0.0) == 2  # the middle square cuts the bar
        assert task.draw(state).shape == task.draw(task.goal(state)).shape


def test_missing_and_broken_videos_are_named(ssv2_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"labels/train\.json"):
        VideoUnshuffle(data=str(tmp_path / "nowhere")).generate(Random(0))
    (ssv2_folder / "videos/11.webm").write_bytes(b"no video")
    with pytest.raises(Mistake, match=r"11\.webm cannot be decoded"):
        videos.thumbs(str(ssv2_folder), "11")
    (ssv2_folder / "videos/12.webm").unlink()
    with pytest.raises(Mistake, match=r"12\.webm is missing"):
        videos.thumbs(str(ssv2_folder), "12")
    (ssv2_folder / "labels/train.json").write_text("{}")
    videos.labels.cache_clear()
    with pytest.raises(Mistake, match="lists no video"):
        VideoUnshuffle(data=str(ssv2_folder)).generate(Random(0))
