"""Many episodes of a task as one Gymnasium environment, which draws into its batches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from visgym.adapters.gymnasium import Info, VisEnv
from visgym.tools.build import ToolSpec, tools_of
from visgym.wrappers.build import Spec

Booleans = NDArray[np.bool_]


class VisVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.uint8], Sequence[str], Any]):
    """What `SyncVectorEnv` is for environments of a task, with one copy of each picture."""

    metadata = {**VisEnv.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        task: str,
        num_envs: int = 1,
        preset: str | None = None,
        wrappers: Iterable[Spec] = (),
        render_mode: str | None = None,
        tools: Iterable[ToolSpec] = (),
        **knobs: object,
    ) -> None:
        specs, offered = list(wrappers), tools_of(tools)
        self.envs = [
            VisEnv(task, preset, specs, render_mode, offered, **knobs) for _ in range(num_envs)
        ]
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], Info]:
        """Begin an episode in each place: those from `seed` on, those of a list, or random ones."""
        seeds = seed_list(seed, self.num_envs)
        for env, each in zip(self.envs, seeds, strict=True):
            env.restart(each)
        self._over = np.zeros(self.num_envs, np.bool_)
        return self._look()

    def step(
        self, actions: Sequence[str]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], Booleans, Booleans, Info]:
        """Advance every episode by a reply; one that was over begins anew and ignores it."""
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), np.bool_)
        for place, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            if self._over[place]:
                env.restart()
            else:
                rewards[place], terminated[place], truncated[place] = env.move(action)
        self._over = terminated | truncated
        images, infos = self._look()
        return images, rewards, terminated, truncated, infos

    def render(self) -> tuple[NDArray[np.uint8], ...]:
        """The picture of each current state."""
        return tuple(env.render() for env in self.envs)

    def _look(self) -> tuple[NDArray[np.uint8], Info]:
        """The current pictures in one new array, and the columns of what is known beside."""
        images = self._room()
        rows: list[Info] = []
        for image, env in zip(images, self.envs, strict=True):
            frames, info = env.look()
            image[...] = frames[0] if len(frames) == 1 else frames or 0
            rows.append(info)
        infos: Info = {}
        for name in rows[0]:
            infos[name] = _column([row[name] for row in rows])
            infos[f"_{name}"] = np.ones(self.num_envs, np.bool_)
        return images, infos

    def _room(self) -> NDArray[np.uint8]:
        """Where the next pictures go."""
        return np.empty(self.observation_space.shape or (), np.uint8)


def seed_list(seed: int | Sequence[int | None] | None, count: int) -> Sequence[int | None]:
    if seed is None:
        return [None] * count
    return range(seed, seed + count) if isinstance(seed, int) else seed


def _column(values: list[Any]) -> NDArray[Any]:
    """Numbers and truths as such, everything else as objects."""
    if isinstance(values[0], bool | int | float):
        return np.array(values, type(values[0]))
    column = np.empty(len(values), object)
    column[:] = values
    return column
