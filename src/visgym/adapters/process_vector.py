"""Many episodes as one Gymnasium environment, in several processes.

Pictures come through shared memory and are copied once; texts come through pipes, since Gymnasium's
own shared memory gives back the texts of another step.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from visgym.adapters.gymnasium import Info
from visgym.adapters.vector import Booleans, VisVectorEnv, seed_list
from visgym.core.errors import Mistake
from visgym.wrappers.build import Spec

Settings = dict[str, Any]


class VisProcessVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.uint8], Sequence[str], Any]):
    """What `VisVectorEnv` is, with the environments spread over worker processes."""

    metadata = VisVectorEnv.metadata

    def __init__(
        self,
        task: str,
        num_envs: int = 2,
        workers: int = 2,
        preset: str | None = None,
        wrappers: Iterable[Spec] = (),
        **knobs: object,
    ) -> None:
        if not 1 <= workers <= num_envs:
            raise Mistake(f"{num_envs} environments need from 1 to {num_envs} workers.")
        settings: Settings = {"task": task, "preset": preset, "wrappers": list(wrappers), **knobs}
        one = VisVectorEnv(num_envs=1, **settings)
        self.num_envs, self.render_mode = num_envs, None
        self.single_observation_space = one.single_observation_space
        self.single_action_space = one.single_action_space
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)
        self._shape = (num_envs, *(self.single_observation_space.shape or ()))
        self._memory = SharedMemory(create=True, size=int(np.prod(self._shape)))
        self._images = np.ndarray(self._shape, np.uint8, self._memory.buf)
        self._workers = [
            _Worker(settings, self._memory.name, self._shape, range(*part))
            for part in _parts(num_envs, workers)
        ]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], Info]:
        """Begin an episode in each place: those from `seed` on, those of a list, or random ones."""
        seeds = list(seed_list(seed, self.num_envs))
        infos = [found for (found,) in self._asked("reset", seeds)]
        return self._images.copy(), _joined(infos)

    def step(
        self, actions: Sequence[str]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], Booleans, Booleans, Info]:
        """Advance every episode by a reply; one that was over begins anew and ignores it."""
        found = self._asked("step", list(actions))
        rewards, ended, stopped = (np.concatenate([each[at] for each in found]) for at in range(3))
        return self._images.copy(), rewards, ended, stopped, _joined([each[3] for each in found])

    def close_extras(self, **_: Any) -> None:
        """End the workers and give the memory back."""
        for worker in self._workers:
            worker.end()
        del self._images
        self._memory.close()
        self._memory.unlink()

    def _asked(self, verb: str, items: list[Any]) -> list[tuple[Any, ...]]:
        """What all workers answer, who work at the same time."""
        try:
            for worker in self._workers:
                worker.pipe.send((verb, [items[place] for place in worker.places]))
            return [worker.pipe.recv() for worker in self._workers]
        except (EOFError, ConnectionError):
            raise RuntimeError(
                "A worker process has ended, and its environments are lost; "
                "close the vector environment and make another."
            ) from None


class _Worker:
    """A process with some of the environments."""

    def __init__(
        self, settings: Settings, memory: str, shape: tuple[int, ...], places: range
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self.places = places
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(theirs, settings, memory, shape, places), daemon=True
        )
        self._process.start()
        theirs.close()

    def end(self) -> None:
        self.pipe.close()  # at which the process ends
        self._process.join(5)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()


class _SharedVectorEnv(VisVectorEnv):
    """Draws into a part of the shared memory."""

    rows: NDArray[np.uint8]

    def _room(self) -> NDArray[np.uint8]:
        return self.rows


def _work(
    pipe: Connection, settings: Settings, memory: str, shape: tuple[int, ...], places: range
) -> None:
    shared = SharedMemory(memory)
    env = _SharedVectorEnv(num_envs=len(places), **settings)
    env.rows = np.ndarray(shape, np.uint8, shared.buf)[places.start : places.stop]
    while True:
        try:
            verb, items = pipe.recv()
        except EOFError:
            break
        found = env.reset(seed=items) if verb == "reset" else env.step(items)
        pipe.send(found[1:])  # the pictures are in the memory
    del env.rows
    shared.close()


def _parts(count: int, parts: int) -> list[tuple[int, int]]:
    """Numbers from 0 on in runs of nearly equal length."""
    edges = [count * number // parts for number in range(parts + 1)]
    return list(pairwise(edges))


def _joined(infos: list[Info]) -> Info:
    return {name: np.concatenate([each[name] for each in infos]) for name in infos[0]}
