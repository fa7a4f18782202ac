"""A small policy: a network that looks at each frame, and one that writes replies turn by turn."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from examples.train.layers import Layout, Rope, SeeingBlock, WritingBlock
from visgym.demonstrations.vocabulary import ACT, PAD

MOST_ROWS, MOST_TOKENS = 40, 640  # of patches along a side, and of a caption or a reply
NEVER = -1e4  # the logit of a token that is not allowed
AHEAD = 6  # later replies that are foreseen while training


@dataclass(frozen=True)
class ModelOptions:
    width: int = 256
    heads: int = 4
    encoder: int = 6
    """Layers that look at a frame."""
    decoder: int = 4
    """Layers that write."""


class Policy(nn.Module):
    """Frames, the replies so far and the number of a task to logits of the next tokens."""

    def __init__(self, options: ModelOptions, vocabulary: int, tasks: int, captions: bool) -> None:
        super().__init__()
        self.options = options
        width, heads = options.width, options.heads
        self.stem = nn.Sequential(
            nn.PixelUnshuffle(4),
            nn.Conv2d(48, width // 2, 3, padding=1),
            nn.GELU(approximate="tanh"),
            nn.Conv2d(width // 2, 3 * width // 4, 3, stride=2, padding=1),
            nn.GELU(approximate="tanh"),
            nn.Conv2d(3 * width // 4, width, 3, stride=2, padding=1),
        )
        self.stem_norm, self.seen_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.rows, self.columns = (nn.Parameter(each) for each in _waves(width))
        self.task = nn.Embedding(tasks, width)
        self.words = vocabulary  # the same call means other things in other tasks: each has its own
        self.token, self.slot = (
            nn.Embedding(tasks * vocabulary, width),
            nn.Embedding(MOST_TOKENS, width),
        )
        self.reading = nn.Embedding(MOST_TOKENS, width) if captions else None
        self.seeing = nn.ModuleList(SeeingBlock(width, heads) for _ in range(options.encoder))
        self.writing = nn.ModuleList(WritingBlock(width, heads) for _ in range(options.decoder))
        self.last, self.head = nn.LayerNorm(width), nn.Linear(width, tasks * vocabulary)
        self.value, self.ahead = nn.Linear(width, 1), nn.Linear(width, AHEAD * width)
        self.allowed: Tensor
        self.ending: Tensor
        self.register_buffer("allowed", torch.zeros(tasks, vocabulary))
        self.register_buffer("ending", torch.zeros(vocabulary, dtype=torch.bool))
        self._ropes: dict[object, Rope] = {}
        self._start_small()

    def _start_small(self) -> None:
        deep = math.sqrt(self.options.encoder + 1.5 * self.options.decoder)
        for name, part in self.named_modules():
            if isinstance(part, nn.Linear):
                ends_branch = name.endswith(("out", "mlp.2"))
                nn.init.trunc_normal_(part.weight, std=0.02 / deep if ends_branch else 0.025)
                nn.init.zeros_(part.bias)
            elif isinstance(part, nn.Embedding):
                nn.init.normal_(part.weight, std=0.1)
            elif isinstance(part, nn.Conv2d):
                nn.init.kaiming_normal_(part.weight, nonlinearity="relu")
                nn.init.zeros_(part.bias)
        nn.init.zeros_(self.value.weight)

    def rope(self, length: int) -> Rope:
        """The turns of so many positions, worked out once."""
        like = self.head.weight
        key = (length, like.dtype, like.device)
        if key not in self._ropes:
            self._ropes[key] = Rope(self.options.width // self.options.heads, length, like)
        return self._ropes[key]

    def see(self, frames: Tensor, task: int, enlarge: int, captions: Tensor | None) -> Tensor:
        """What is seen of each frame: a vector for each patch, and for each token of its text."""
        x = self.stem(_pixels(frames, enlarge, self.head.weight.dtype))
        _, _, tall, wide = x.shape
        x = self.stem_norm(x.permute(0, 2, 3, 1))
        x = (x + self.rows[:tall, None] + self.columns[:wide]).flatten(1, 2)
        if captions is not None and self.reading is not None:
            text = (
                self.token(captions + task * self.words) + self.reading.weight[: captions.shape[1]]
            )
            x = torch.cat([x, text], 1)
        x = x + self.task.weight[task]
        for block in self.seeing:
            x = block(x)
        return self.seen_norm(x)

    def embed(self, tokens: Tensor, slot: int, task: int) -> Tensor:
        """Tokens that stand at a slot of a turn and those after it."""
        slots = self.slot.weight[slot : slot + tokens.shape[1]]
        return self.token(tokens + task * self.words) + slots + self.task.weight[task]

    def forward(
        self, seen: Tensor, said: Tensor, layout: Layout, task: int
    ) -> tuple[Tensor, Tensor]:
        """Logits (rows, tokens, vocabulary) of each reply, and the value before it."""
        return self.read(self.write(seen, said, layout, task), task)

    def write(self, seen: Tensor, said: Tensor, layout: Layout, task: int) -> Tensor:
        """What is thought before each token of each reply."""
        begun = said.new_full((len(said), 1), ACT)
        x = self.embed(torch.cat([begun, said], 1), 0, task)
        rope = self.rope(layout.turns * x.shape[1])
        for block in self.writing:
            x = block(x, seen, layout, rope)
        return x[:, :-1]

    def read(self, x: Tensor, task: int) -> tuple[Tensor, Tensor]:
        """Logits, and the value at the first position."""
        x = self.last(x)
        return self._spoken(x, task), self.value(x[:, 0]).float()[:, 0]

    def foresee(self, x: Tensor, task: int) -> Tensor:
        """Logits (rows, turns, vocabulary) of how the replies after this one begin."""
        later = self.ahead(self.last(x[:, 0])).unflatten(-1, (AHEAD, -1))
        return self._spoken(later, task)

    def _spoken(self, x: Tensor, task: int) -> Tensor:
        own = slice(task * self.words, (task + 1) * self.words)
        logits = F.linear(x, self.head.weight[own], self.head.bias[own])
        return logits.float() + self.allowed[task].float()


def surprise(logits: Tensor, right: Tensor) -> Tensor:
    """The mean over the tokens that count, of which there may be none."""
    target = right.long().flatten()
    total = F.cross_entropy(logits.flatten(0, 1), target, ignore_index=PAD, reduction="sum")
    return total / (target != PAD).sum().clamp(min=1)


def _pixels(frames: Tensor, enlarge: int, kind: torch.dtype) -> Tensor:
    """Bytes (rows, height, width, 3), or (rows, height, width) of packed bits, from -1 to 1."""
    if frames.dim() == 3:
        red, green, blue = frames >> 5, frames >> 2 & 7, frames & 3
        x = torch.stack([red * 36, green * 36, blue * 85], 1)
    else:
        x = frames.permute(0, 3, 1, 2)
    x = x.to(kind) * (2 / 255) - 1
    return F.interpolate(x, scale_factor=enlarge, mode="nearest") if enlarge > 1 else x


def _waves(width: int) -> tuple[Tensor, Tensor]:
    """Positions of rows in one half of the vectors and of columns in the other."""
    quarter = width // 4
    rates = torch.exp(torch.linspace(math.log(0.1), math.log(3.0), quarter))
    angles = torch.arange(MOST_ROWS)[:, None] * rates
    waves = torch.cat([angles.sin(), angles.cos()], 1)
    none = torch.zeros_like(waves)
    return torch.cat([waves, none], 1), torch.cat([none, waves], 1)
