"""Rows of a curriculum as a data set whose rows are decided when they are first looked at.

Trainers look at a row again for every member of a group, so that all of them play the same episode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from visgym.adapters.training import EpisodeRow, RewardKind
from visgym.evaluation.curriculum import Curriculum


class CurriculumRows:
    """As many rows as a trainer asks for, in the order in which it first does.

    >>> rows = CurriculumRows(Curriculum(["maze_2d/easy", "frozen_lake/level_0"]), 100)
    >>> rows[0] == rows[0], len(rows)
    (True, 100)
    """

    def __init__(
        self,
        curriculum: Curriculum,
        count: int,
        written: Callable[[EpisodeRow], dict[str, Any]] = EpisodeRow.columns,
        reward: RewardKind = "final",
    ) -> None:
        self.curriculum, self.written, self.reward = curriculum, written, reward
        self._count = count
        self._known: dict[int, EpisodeRow] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> dict[str, Any]:
        if not 0 <= at < self._count:
            raise IndexError(at)
        if at not in self._known:
            ((id, seed),) = self.curriculum.sample(1)
            self._known[at] = EpisodeRow(id, seed, reward=self.reward)
        return self.written(self._known[at])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[at] for at in range(self._count))
