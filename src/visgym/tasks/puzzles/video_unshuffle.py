"""Video Unshuffle: put the frames of a short clip back into the order of time.

The published clips are those of Something-Something v2, which `data` names; without it clips are
simulated, each with one direction of time, and so the tag is synthetic.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

from visgym.core.budgets import STAGED
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Permutation, Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, PAPER, Canvas
from visgym.kit.datasets import videos
from visgym.kit.datasets.videos import Sampling, Video
from visgym.kit.permutations import fewest_swaps, gathered, shuffled, sorting_swaps, swapped
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.search import with_round_trips
from visgym.kit.staged.clips import playing
from visgym.kit.staged.clips.playing import SIDE, Clip

MOST_CLIPS = 60  # played before a difference counts as impossible
GAP, LABEL = 8, 30  # pixels


@dataclass(frozen=True, slots=True)
class VideoState:
    """A clip, and the time of the frame at each position, 0 for the first."""

    clip: Clip | Video
    times: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class VideoUnshuffle(Task[VideoState]):
    frames: int = 4
    """Frames to be put in order."""
    sampling: Sampling = "distinct"
    """How frames are taken from a video: unlike each other, or wherever enough has changed."""
    min_frame_diff: float = 0.0
    """Least mean difference of grey, from 0 to 1, between frames that follow each other; 0 stands
    for 0.05 in videos and 0.002 in simulated clips, whose background stays."""
    data: str = ""
    """A folder with Something-Something v2; empty for simulated playing."""

    version: ClassVar[int] = 2
    dataset: ClassVar[str] = "ssv2"
    distance_unit: ClassVar[str] = "swaps"
    tags = frozenset({"synthetic", "full", "known", "ordering"})
    budget = replace(STAGED, generate=60.0)

    # Generation

    def validate(self) -> None:
        if not 3 <= self.frames <= 8:
            raise ValueError("frames must be from 3 to 8.")
        if not 0 <= self.min_frame_diff < 1:
            raise ValueError("min_frame_diff must be at least 0 and below 1.")

    def generate(self, rng: Random) -> VideoState:
        return VideoState(self._clip(rng), shuffled(range(self.frames), rng))

    def _clip(self, rng: Random) -> Clip | Video:
        least = self.min_frame_diff or (0.05 if self.data else 0.002)
        if self.data:
            return videos.choose(self.data, self.frames, self.sampling, least, rng)

        def draw() -> Clip | None:
            clip = playing.random_clip(rng)
            greys = [videos.grey(frame) for frame in playing.frames(clip, self.frames)]
            differ = all(videos.difference(a, b) >= least for a, b in itertools.pairwise(greys))
            return clip if differ else None

        wanted = f"clips has {self.frames} frames that differ by {least:g}"
        return first_accepted(draw, f"{wanted}; lower frames or min_frame_diff", MOST_CLIPS)

    # Rules

    def rules(self) -> str:
        return (
            f"You are given {self.frames} frames of a short video clip, from left to right in a "
            "shuffled order. Pay attention to how the action that is performed in the video "
            "proceeds. Positions are numbered from 1 at the left. You succeed if the frames are in "
            "the order of time from left to right when you stop."
        )

    def legend(self, medium: Medium) -> str:
        return (
            "Under each frame is the number of its position; the numbers belong to positions and "
            "do not move with the frames."
        )

    def question(self, state: VideoState) -> str:
        return f"The action performed in the video is: '{_label(self.data, state.clip)}'."

    @action
    def swap(
        self,
        state: VideoState,
        i: Annotated[int, Span(1, "frames")],
        j: Annotated[int, Span(1, "frames")],
    ) -> VideoState:
        """Exchange the frames at two positions."""
        if i == j:
            raise Illegal(f"Both positions are {i}; a swap needs two different ones.")
        return replace(state, times=swapped(state.times, i - 1, j - 1))

    @action
    def reorder(
        self, state: VideoState, order: Annotated[tuple[int, ...], Permutation("frames", first=1)]
    ) -> VideoState:
        """Move all frames at once: the list names, for each position from left to right, the
        position where the frame that shall go there is now."""
        return replace(state, times=gathered(state.times, [place - 1 for place in order]))

    def score(self, state: VideoState) -> float:
        return float(all(a < b for a, b in itertools.pairwise(state.times)))

    def distance(self, state: VideoState) -> float:
        return float(fewest_swaps(state.times))

    # Observation

    def draw(self, state: VideoState) -> Frame:
        canvas = Canvas.on(_sheet(self.frames))
        pictures = _pictures(self.data, state.clip, self.frames)
        for column, time in enumerate(state.times):
            canvas.paste(pictures[time], GAP + column * (SIDE + GAP), GAP)
        return canvas.frame

    # Solvers

    @solver
    def swapping(self, state: VideoState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Fewest swaps, each bringing a frame to its position, and swaps there and back."""
        swaps = sorting_swaps(state.times, rng)
        plan = [Call("swap", (one + 1, other + 1)) for one, other in swaps]
        yield from self._padded(state, plan, steps, rng)

    @solver
    def reordering(
        self, state: VideoState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """All frames at once, with swaps there and back where more steps are wanted."""
        order = tuple(state.times.index(time) + 1 for time in range(self.frames))
        plan = [Call("reorder", (order,))] if order != tuple(sorted(order)) else []
        yield from self._padded(state, plan, steps, rng)

    def _padded(
        self, state: VideoState, plan: list[Call], steps: int | None, rng: Random
    ) -> list[Call]:
        def there_and_back(_: VideoState) -> list[Call]:
            return [Call("swap", tuple(rng.sample(range(1, self.frames + 1), 2)))] * 2

        return with_round_trips(self, state, plan, steps, rng, there_and_back)


def _pictures(data: str, clip: Clip | Video, count: int) -> tuple[Frame, ...]:
    """The frames in the order of time."""
    if isinstance(clip, Video):
        return videos.frames(data, clip, SIDE)
    return playing.frames(clip, count)


def _label(data: str, clip: Clip | Video) -> str:
    """What happens in the clip."""
    return videos.labels(data)[clip.id] if isinstance(clip, Video) else playing.label(clip)


@cached_layer
def _sheet(count: int) -> Frame:
    """The picture without the frames."""
    canvas = Canvas(GAP + count * (SIDE + GAP), GAP + SIDE + LABEL, PAPER)
    for column in range(count):
        middle = GAP + column * (SIDE + GAP) + SIDE / 2
        canvas.text(middle, GAP + SIDE + LABEL / 2, str(column + 1), 18, INK, bold=True)
    return canvas.frame


PRESETS = {
    "easy": VideoUnshuffle(frames=4, step_limit=20),
    "hard": VideoUnshuffle(frames=5, step_limit=30),
}
