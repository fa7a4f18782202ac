"""Demonstrations on the device, and batches of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from examples.train.layers import Layout
from examples.train.model import AHEAD
from visgym.demonstrations.tensors import TensorRows

PART = 1000  # episodes that are moved at a time
NAMES = ("frames", "said", "right", "captions", "later")  # of what is held of each turn
MORE = 1.1  # times the room that the first episodes ask for


@dataclass(frozen=True)
class Batch:
    """Rows of a set and where they stand."""

    rows: Tensor
    place: Tensor
    learned: Tensor
    """Which rows count."""


class DeviceSet:
    """Turns one after the other, all on the device, and where each episode begins."""

    def __init__(self, device: torch.device, turns: int, seed: int) -> None:
        self.device, self.turns = device, turns
        self.frames = self.said = self.right = self.captions = self.later = torch.empty(0)
        self.first: NDArray[np.int64] = np.zeros(0, np.int64)
        self.lengths: NDArray[np.int64] = np.zeros(0, np.int64)
        self._rng = np.random.default_rng(seed)
        self._order: NDArray[np.int64] = np.zeros(0, np.int64)
        self._at = self._fed = self._room = self.grown = 0

    @property
    def total(self) -> int:
        return int(self.lengths.sum())

    def feed(self, rows: TensorRows) -> None:
        """Take the rows that were finished since the last time, in their order."""
        unmade = np.flatnonzero(rows.lengths == 0)
        ready = int(unmade[0]) if len(unmade) else rows.count
        for low in range(self._fed, ready, PART):
            part = slice(low, min(low + PART, ready))
            lengths = rows.lengths[part].astype(np.int64)
            here = np.arange(rows.format.turns) < lengths[:, None]
            self.extend(
                rows.frames[part][here],
                rows.said[part][here],
                rows.right[part][here],
                rows.captions[part][here],
                lengths[lengths > 0],
                room=int(rows.count * lengths.clip(0).mean() * MORE),
            )
        self._fed = ready

    def extend(
        self,
        frames: NDArray[np.uint8],
        said: NDArray[np.int16],
        right: NDArray[np.int16],
        captions: NDArray[np.int16],
        lengths: NDArray[np.int64],
        room: int = 0,
    ) -> None:
        """Append episodes; `room` says for how many turns there will be some."""
        begun, ended = self.total, self.total + len(frames)
        later = ahead(said, right, lengths)
        every = {
            "frames": frames,
            "said": said,
            "right": right,
            "captions": captions,
            "later": later,
        }
        for name, more in every.items():
            held = getattr(self, name)
            if len(held) < ended:
                grown = torch.zeros(
                    (max(ended, room), *more.shape[1:]),
                    dtype=torch.uint8 if name == "frames" else torch.int16,
                    device=self.device,
                )
                grown[:begun] = held[:begun] if begun else 0
                setattr(self, name, grown)
                self.grown = ended
            getattr(self, name)[begun:ended] = torch.from_numpy(np.ascontiguousarray(more))
        firsts = begun + np.cumsum(lengths) - lengths
        self.first = np.concatenate([self.first, firsts])
        self.lengths = np.concatenate([self.lengths, lengths])

    def episodes_for(self, frames: int) -> int:
        """Room for the episodes of a batch, the same for all batches of so many frames."""
        if not self._room:
            self._room = min(frames, int(frames / self.lengths.mean() * 1.6) + 8)
        return self._room

    def batch(self, frames: int, history: int) -> Batch:
        """Exactly so many rows: whole episodes but the last, or windows of a short history."""
        return self._windows(frames, history) if history else self._episodes(frames)

    def layout(self, batch: Batch, history: int) -> Layout:
        if history:
            return Layout(batch.place, len(batch.rows) // history, history)
        return Layout(batch.place, self.episodes_for(len(batch.rows)), self.turns)

    def _episodes(self, frames: int) -> Batch:
        chosen = self._next(self.episodes_for(frames))
        lengths = self.lengths[chosen]
        used = min(len(chosen), int(np.searchsorted(np.cumsum(lengths), frames)) + 1)
        self._at -= len(chosen) - used
        chosen, lengths = chosen[:used], lengths[:used]
        number = np.repeat(np.arange(used), lengths)
        turn = np.arange(len(number)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        here = np.minimum(np.arange(frames), len(number) - 1)  # the last fills up, if need be
        number, turn = number[here], turn[here]
        rows = self.first[chosen][number] + turn
        return self._batch(rows, number * self.turns + turn, np.arange(frames) == here)

    def _windows(self, frames: int, history: int) -> Batch:
        """For each of some turns the turns before it; what lies before the start is its repeat."""
        count = frames // history
        episode = self._rng.choice(len(self.lengths), count, p=self.lengths / self.total)
        last = (self._rng.random(count) * self.lengths[episode]).astype(np.int64)
        back = np.arange(history)[::-1]
        # short histories stand at the left, so that no position depends on what is not there
        turn = np.where(last[:, None] - back >= 0, last[:, None] - back, -1)
        order = np.argsort(turn < 0, axis=1, kind="stable")
        turn = np.take_along_axis(turn, order, 1)
        learned = turn == last[:, None]
        rows = self.first[episode][:, None] + np.where(turn < 0, last[:, None], turn)
        return self._batch(rows.ravel(), np.arange(count * history), learned.ravel())

    def _batch(
        self, rows: NDArray[np.int64], place: NDArray[np.int64], learned: NDArray[np.bool_]
    ) -> Batch:
        moved = (torch.from_numpy(np.ascontiguousarray(each)) for each in (rows, place, learned))
        return Batch(*(each.to(self.device, non_blocking=True) for each in moved))

    def _next(self, count: int) -> NDArray[np.int64]:
        """The numbers of so many episodes; all come before any comes again."""
        if self._at + count > len(self._order):
            repeats = -(-count // len(self.lengths))
            orders = [self._rng.permutation(len(self.lengths)) for _ in range(repeats)]
            self._order, self._at = np.concatenate(orders), 0
        self._at += count
        return self._order[self._at - count : self._at]


def ahead(
    said: NDArray[np.int16], right: NDArray[np.int16], lengths: NDArray[np.int64]
) -> NDArray[np.int16]:
    """How the next replies begin, as far as all before them are right; 0 after that."""
    found = np.zeros((len(said), AHEAD), np.int16)
    episode = np.repeat(np.arange(len(lengths)), lengths)
    fine = (said == right).all(1)
    goes_on = np.ones(len(said), np.bool_)
    for step in range(1, min(AHEAD, len(said) - 1) + 1):
        goes_on = goes_on[: len(said) - step]
        goes_on = goes_on & fine[step - 1 : -1] & (episode[step:] == episode[:-step])
        found[:-step, step - 1] = np.where(goes_on, right[step:, 0], 0)
    return found
