"""VisGym tasks as Gymnasium environments: a thin handle over `begin` and `advance`."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import concatenate
from numpy.typing import NDArray

from visgym import catalog
from visgym.adapters.registration import gym_id
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.messages import latest, present
from visgym.core.parts import Message, Observation, observations
from visgym.core.solving import solve
from visgym.core.task import Frame, Task
from visgym.kit.framing import sight
from visgym.task_ids import Id
from visgym.tools.build import ToolSpec, tools_of
from visgym.wrappers.build import Spec, arrange

Info = dict[str, Any]


class Reply(gymnasium.spaces.Text):
    """Any text is a reply; samples are well-formed calls of one task."""

    def __init__(self, task: Task[Any], seed: int | None = None) -> None:
        super().__init__(max_length=1_000_000, min_length=0, seed=seed)
        self.task = task

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        rng = Random(int(self.np_random.integers(2**32)))
        chosen = rng.choice(list(self.task.actions.values()))
        return self.task.spell(chosen.sample(rng))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reply) and other.task == self.task

    def __repr__(self) -> str:
        return f"Reply({self.task!r})"


class FrameBox(gymnasium.spaces.Box):
    """Frames; vector environments copy a batch of them once a step, and not twice."""


class _FreshBatch(np.ndarray[Any, Any]):
    """A batch that nobody writes to any more, so that its first holder needs no copy of it."""

    def __deepcopy__(self, memo: dict[int, Any] | None, /) -> Any:
        return self.view(np.ndarray)


@concatenate.register(FrameBox)
def _concatenate(
    space: FrameBox, items: Iterable[NDArray[np.uint8]], out: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """A new batch, where Gymnasium would fill one that it has to copy."""
    batch = np.empty_like(out, subok=False)
    for row, item in zip(batch, items, strict=True):
        row[...] = item
    return batch.view(_FreshBatch)


class VisEnv(gymnasium.Env[NDArray[np.uint8], str]):
    """One task as an environment whose observations are pictures and whose actions are replies."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        task: str,
        preset: str | None = None,
        wrappers: Iterable[Spec] = (),
        render_mode: str | None = None,
        tools: Iterable[ToolSpec] = (),
        **knobs: object,
    ) -> None:
        self.task = catalog.load(f"{task}/{preset}" if preset else task, **knobs)
        self.wrappers = arrange(wrappers, self.task)
        self.render_mode = render_mode
        space: Any = FrameBox(0, 255, _shape(self.task), np.uint8)
        self.observation_space = space
        self.action_space = Reply(self.task)
        self.tools = tools_of(tools)
        self.episode: Episode[Any] = begin(self.task, 0, tools=self.tools)
        self._seen: tuple[Observation, ...] = ()
        self._frames: tuple[Frame, ...] = ()

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], Info]:
        """Begin the episode that `seed` names, or a random one."""
        self.restart(seed)
        return self._observe()

    def restart(self, seed: int | None = None) -> None:
        """Begin the episode that `seed` names, or a random one, without looking at it."""
        super().reset(seed=seed)
        chosen = seed if seed is not None else int(self.np_random.integers(2**31))
        self.episode = begin(self.task, chosen, tools=self.tools)

    def step(self, action: str) -> tuple[NDArray[np.uint8], float, bool, bool, Info]:
        """Advance the episode by one reply: text, or a native tool call."""
        earned = self.move(action)
        image, info = self._observe()
        return image, *earned, info

    def move(self, action: str) -> tuple[float, bool, bool]:
        """Advance without looking; return the reward, and whether the end or a limit is reached."""
        self.episode = episode = advance(self.episode, action)
        reward = episode.turns[-1].reward + episode.reward
        return reward, episode.terminated, episode.truncated

    def render(self) -> NDArray[np.uint8]:
        """The picture of the current state, its frames side by side where it has several."""
        return sight(self.task, self.episode.state, self._player).copy()

    def messages(self) -> list[Message]:
        """All that the agent has been told and has said, through the wrappers."""
        return present(self.episode, self.wrappers)

    def solve(
        self, strategy: str | None = None, steps: int | None = None, seed: int = 0
    ) -> list[str]:
        """The replies that solve the current state."""
        calls = solve(self.task, self.episode.state, strategy, steps, seed)
        return [self.task.spell(call) for call in calls]

    @property
    def _player(self) -> int:
        """Who looks: the one to move, or the one who is evaluated once all is over."""
        return self.task.seat if self.episode.over else self.episode.to_move

    def _observe(self) -> tuple[NDArray[np.uint8], Info]:
        frames, info = self.look()
        if not frames:  # where a wrapper shows no picture
            return np.zeros(_shape(self.task), np.uint8), info
        if len(frames) != self.task.clip_length:
            raise Mistake(
                f"{self.task.name} shows {len(frames)} pictures here, and a space has one shape; "
                "set apart=False for one sheet."
            )
        return frames[0].copy() if len(frames) == 1 else np.stack(frames), info

    def look(self) -> tuple[tuple[Frame, ...], Info]:
        """The pictures of the current state, which nobody may change, and the information."""
        told = latest(self.episode, self.wrappers)
        seen = tuple(picture for picture in told.observations if picture.kind == "state")
        if not _are_same(seen, self._seen):  # a refused call needs no new picture
            self._seen, self._frames = seen, tuple(picture.image for picture in seen)
        return self._frames, {"text": told.text, **self._facts()}

    def _facts(self) -> Info:
        episode = self.episode
        verdict = episode.turns[-1].verdict if episode.turns else "done"
        return {
            "feedback": episode.feedback,
            "step": episode.step,
            "steps_left": episode.steps_left,
            "parsed": verdict in ("done", "refused"),
            "legal": verdict == "done",
            "score": episode.score,
            "success": episode.success,
            "player": self._player,
            "payoffs": episode.payoffs,
        }


def _are_same(one: tuple[Observation, ...], other: tuple[Observation, ...]) -> bool:
    """Whether pictures show the very same states to the same player."""
    return len(one) == len(other) and all(
        a.state is b.state and a.task is b.task and (a.player, a.frame) == (b.player, b.frame)
        for a, b in zip(one, other, strict=True)
    )


@lru_cache(maxsize=1024)
def _shape(task: Task[Any]) -> tuple[int, ...]:
    """Of what is observed: a picture, or several where a state has a clip."""
    shape = observations(task, begin(task, 0).start)[0].image.shape
    return shape if task.clip_length == 1 else (task.clip_length, *shape)


def make(id: str, wrappers: Iterable[Spec] = (), **knobs: object) -> VisEnv:
    """An environment for an id; the same as `gymnasium.make`, without its outer wrappers."""
    parts = Id.parse(id)
    name, preset, knobs = parts.task, parts.preset, {**parts.values(), **knobs}
    chosen = [wrapper.spec() for wrapper in arrange(wrappers)]
    env = VisEnv(name, preset or None, chosen, **knobs)  # type: ignore[arg-type]
    if name in catalog.task_files():
        spec = copy.deepcopy(gymnasium.spec(gym_id(name)))
        spec.kwargs.update(preset=preset or None, wrappers=chosen, **knobs)
        env.spec = spec
    return env
