"""Episodes that a policy plays, all at once, in the processes of a pool."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from examples.train.model import Policy
from examples.train.settings import SetOptions
from visgym.demonstrations.episode_pool import EpisodePool, PooledStart
from visgym.demonstrations.vocabulary import ACT, PAD


@dataclass
class Played:
    """What episodes were like; lists have an entry for each turn of the longest."""

    successes: NDArray[np.bool_]
    rewards: list[NDArray[np.float64]] = field(default_factory=list)
    alive: list[NDArray[np.bool_]] = field(default_factory=list)
    refusals: list[NDArray[np.bool_]] = field(default_factory=list)
    refused: int = 0
    turns: int = 0
    frames: list[Tensor] = field(default_factory=list)
    captions: list[Tensor] = field(default_factory=list)
    tokens: list[Tensor] = field(default_factory=list)
    chances: list[Tensor] = field(default_factory=list)
    """Logarithms of the probability of each reply."""
    values: list[Tensor] = field(default_factory=list)

    def summary(self) -> dict[str, float | list[float]]:
        won, count = int(self.successes.sum()), len(self.successes)
        return {
            "success": round(won / count, 4),
            "interval": [round(each, 4) for each in wilson(won, count)],
            "starts": count,
            "turns": round(self.turns / count, 2),
            "refused": round(self.refused / max(1, self.turns), 4),
        }


def wilson(won: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share, with 95 percent."""
    share, slack = won / count, z * z / count
    middle = (share + slack / 2) / (1 + slack)
    half = z * math.sqrt(share * (1 - share) / count + slack / (4 * count)) / (1 + slack)
    return middle - half, middle + half


@dataclass(frozen=True)
class PlayOptions:
    chance: bool = False
    """Whether replies are drawn by their probabilities; otherwise the likeliest is given."""
    history: int = 0
    keep: bool = False
    """Whether frames, tokens and probabilities are kept for learning."""


class Player:
    """A policy that plays one set of starts."""

    def __init__(self, policy: Policy, options: SetOptions, task: int, play: PlayOptions) -> None:
        self.policy, self.options, self.task, self.play = policy, options, task, play
        self.slots = options.tokens + 1
        self.device = policy.head.weight.device
        self.past: list[tuple[Tensor, Tensor]] = []

    def reset(self, count: int) -> None:
        """Forget everything; play so many episodes."""
        turns = 1 if self.play.history else self.options.turns
        shape = (count, self.policy.options.heads, turns * self.slots)
        size = self.policy.options.width // self.policy.options.heads
        like = self.policy.head.weight
        self.memory = [
            (like.new_zeros(*shape, size), like.new_zeros(*shape, size))
            for _ in self.policy.writing
        ]
        self.rope = self.policy.rope(max(self.play.history, turns) * self.slots)
        self.turn = 0
        self.past = []

    def reply(self, frames: Tensor, captions: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
        """Tokens, the logarithm of their probability, and values."""
        seen = self.policy.see(frames, self.task, self.options.enlarge, captions)
        if self.play.history > 1:
            self._rewind(seen)
        first = 0 if self.play.history == 1 else self.turn * self.slots
        told = [block.frame.told(seen) for block in self.policy.writing]  # type: ignore[operator, union-attr]
        count = len(frames)
        token = torch.full((count, 1), ACT, device=self.device)
        said = torch.zeros(count, self.options.tokens, dtype=torch.long, device=self.device)
        chance = torch.zeros(count, device=self.device)
        value = chance
        ended = torch.zeros(count, dtype=torch.bool, device=self.device)
        for slot in range(self.slots):
            logits, values = self._next(token, slot, first + slot, told)
            if slot == 0:
                value = values
            if slot == self.options.tokens:
                break
            chosen = self._choose(logits).masked_fill(ended, PAD)
            said[:, slot] = chosen
            logs = logits.log_softmax(-1).gather(1, chosen[:, None])[:, 0]
            chance = chance + logs.masked_fill(ended, 0.0)
            ended = ended | self.policy.ending[chosen]
            token = chosen[:, None]
        self.turn += 1
        if self.play.history > 1:
            self.past = [*self.past, (seen, said)][1 - self.play.history :]
        return said, chance, value

    def _next(
        self, token: Tensor, slot: int, at: int, told: list[tuple[Tensor, Tensor]]
    ) -> tuple[Tensor, Tensor]:
        x = self.policy.embed(token, slot, self.task)
        for block, memory, each in zip(self.policy.writing, self.memory, told, strict=True):
            x = block.step(x, each, memory, at, self.rope)  # type: ignore[operator]
        logits, value = self.policy.read(x, self.task)
        return logits[:, 0], value

    def _choose(self, logits: Tensor) -> Tensor:
        if self.play.chance:
            return torch.multinomial(logits.softmax(-1), 1)[:, 0]
        return logits.argmax(-1)

    def _rewind(self, seen: Tensor) -> None:
        """Write the remembered turns anew, as if the episode had begun with them."""
        turns = len(self.past)
        shape = list(self.memory[0][0].shape)
        shape[2] = (turns + 1) * self.slots
        self.memory = [(seen.new_zeros(shape), seen.new_zeros(shape)) for _ in self.memory]
        for turn, (before, said) in enumerate(self.past):
            told = [block.frame.told(before) for block in self.policy.writing]  # type: ignore[operator, union-attr]
            begun = torch.full((len(said), 1), ACT, device=self.device)
            for slot, token in enumerate(torch.cat([begun, said], 1).split(1, 1)):
                self._next(token, slot, turn * self.slots + slot, told)
        self.turn = turns


@torch.no_grad()
def play(
    policy: Policy,
    pool: EpisodePool,
    options: SetOptions,
    task: int,
    starts: Sequence[PooledStart],
    how: PlayOptions,
) -> Played:
    """Play all starts to their ends, or as long as the policy can remember."""
    count = len(starts)
    played = Played(np.zeros(count, np.bool_))
    shown = pool.begin(starts, options.form)
    player = Player(policy, options, task, how)
    player.reset(count)
    alive = np.ones(count, np.bool_)
    for _ in range(options.turns):
        frames = torch.from_numpy(shown.copy()).to(player.device)
        captions = None
        if options.caption:
            told = pool.captions(count)[:, : options.caption]
            captions = torch.from_numpy(told.copy()).to(player.device).long()
        said, chance, value = player.reply(frames, captions)
        replies = said.cpu().numpy()
        results = pool.step(
            {int(at): pool.vocabulary.decode(replies[at]) or "?" for at in np.flatnonzero(alive)}
        )
        earned, refused = np.zeros(count), np.zeros(count, np.bool_)
        if how.keep:
            played.frames.append(frames)
            played.tokens.append(said)
            played.chances.append(chance)
            played.values.append(value)
            if captions is not None:
                played.captions.append(captions)
        played.alive.append(alive.copy())
        for at, result in results.items():
            earned[at] = result.reward
            refused[at] = result.refused
            played.successes[at] = result.success
            alive[at] = not result.over
        played.turns += len(results)
        played.rewards.append(earned)
        played.refusals.append(refused)
        played.refused += int(refused.sum())
        if not alive.any():
            break
    return played
