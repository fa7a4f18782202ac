"""Layers of the policy: attention within a frame, and over all that was written before."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Layout:
    """Where the rows of a batch stand: row by row, the number of episode and turn as one place."""

    place: Tensor
    episodes: int
    turns: int


class Rope:
    """Turns queries and keys by their positions."""

    def __init__(self, size: int, length: int, like: Tensor) -> None:
        rates = 10_000 ** -(torch.arange(0, size, 2, device=like.device) / size)
        angles = torch.arange(length, device=like.device)[:, None] * rates
        self.cos, self.sin = angles.cos().to(like.dtype), angles.sin().to(like.dtype)

    def turn(self, x: Tensor, first: int = 0) -> Tensor:
        """x is (..., positions, size), the first at `first`."""
        span = slice(first, first + x.shape[-2])
        cos, sin = self.cos[span], self.sin[span]
        left, right = x.chunk(2, -1)
        return torch.cat([left * cos - right * sin, left * sin + right * cos], -1)


def mlp(width: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width)
    )


class Attention(nn.Module):
    """Projections around attention with several heads."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.ask, self.tell = nn.Linear(width, width), nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)

    def split(self, x: Tensor) -> Tensor:
        """(rows, positions, width) as (rows, heads, positions, size)."""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def told(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values."""
        keys, values = self.tell(x).chunk(2, -1)
        return self.split(keys), self.split(values)

    def merge(self, x: Tensor) -> Tensor:
        merged: Tensor = self.out(x.transpose(1, 2).flatten(-2))
        return merged

    def attend(self, x: Tensor, told: tuple[Tensor, Tensor]) -> Tensor:
        return self.merge(F.scaled_dot_product_attention(self.split(self.ask(x)), *told))


class SeeingBlock(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention, self.mlp = Attention(width, heads), mlp(width)

    def forward(self, x: Tensor) -> Tensor:
        normed = self.before(x)
        x = x + self.attention.attend(normed, self.attention.told(normed))
        return x + self.mlp(self.between(x))


class WritingBlock(nn.Module):
    """Attention to all that was written, attention to the frame, and a small network."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.own, self.frame = Attention(width, heads), Attention(width, heads)
        self.mlp = mlp(width)

    def forward(self, x: Tensor, seen: Tensor, layout: Layout, rope: Rope) -> Tensor:
        """x is (rows, slots, width); each episode attends to its own past."""
        x = x + self._recall(self.norms[0](x), layout, rope)
        return self._look(x, self.frame.told(seen))

    def step(
        self,
        x: Tensor,
        told: tuple[Tensor, Tensor],
        memory: tuple[Tensor, Tensor],
        at: int,
        rope: Rope,
    ) -> Tensor:
        """The same for one new position of every episode, with keys and values in a memory."""
        normed = self.norms[0](x)
        keys, values = self.own.told(normed)
        memory[0][:, :, at : at + 1] = rope.turn(keys, at)
        memory[1][:, :, at : at + 1] = values
        asked = rope.turn(self.own.split(self.own.ask(normed)), at)
        known = (memory[0][:, :, : at + 1], memory[1][:, :, : at + 1])
        x = x + self.own.merge(F.scaled_dot_product_attention(asked, *known))
        return self._look(x, told)

    def _recall(self, normed: Tensor, layout: Layout, rope: Rope) -> Tensor:
        slots = normed.shape[1]
        spread = torch.cat([self.own.ask(normed), self.own.tell(normed)], -1)
        whole = spread.new_zeros(layout.episodes * layout.turns, *spread.shape[1:])
        whole = whole.index_copy(0, layout.place, spread)
        whole = whole.view(layout.episodes, layout.turns * slots, -1)
        asked, keys, values = (self.own.split(each) for each in whole.chunk(3, -1))
        found = F.scaled_dot_product_attention(
            rope.turn(asked), rope.turn(keys), values, is_causal=True
        )
        merged = self.own.merge(found).view(layout.episodes * layout.turns, slots, -1)
        return merged.index_select(0, layout.place)

    def _look(self, x: Tensor, told: tuple[Tensor, Tensor]) -> Tensor:
        x = x + self.frame.attend(self.norms[1](x), told)
        return x + self.mlp(self.norms[2](x))
