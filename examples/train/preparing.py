"""What a training begins with: starts, a policy without knowledge, and what visits add to a set."""

from __future__ import annotations

import numpy as np
import torch

from examples.train.batches import DeviceSet
from examples.train.model import NEVER, ModelOptions, Policy
from examples.train.playing import Played
from examples.train.settings import FIRST_EVALUATED, SetOptions, Trial
from visgym.demonstrations.episode_pool import EpisodePool, PooledStart
from visgym.demonstrations.vocabulary import ReplyVocabulary, learned, padded


def evaluated_starts(trial: Trial, count: int) -> list[PooledStart]:
    seeds = range(FIRST_EVALUATED, FIRST_EVALUATED + count)
    return [PooledStart(trial.id, seed, trial.knobs) for seed in seeds]


def relabel(data: DeviceSet, options: SetOptions, pool: EpisodePool, played: Played) -> None:
    """Append the episodes with what the solver would have said."""
    alive = np.stack(played.alive, 1)
    said = torch.stack(played.tokens, 1).cpu().numpy().astype(np.int16)
    right = np.zeros_like(said)
    for at, replies in pool.relabel(range(len(alive)), options.strategy or None).items():
        for number, reply in replies.items():
            meant = padded(pool.vocabulary.encode(reply), options.tokens)
            right[at, number - 1] = learned(said[at, number - 1].tolist(), meant)
    frames = torch.stack(played.frames, 1).cpu().numpy()
    captions = np.zeros((*said.shape[:2], options.caption), np.int16)
    if options.caption:
        captions = torch.stack(played.captions, 1).cpu().numpy().astype(np.int16)
    data.extend(
        frames[alive], said[alive], right[alive], captions[alive], alive.sum(1).astype(np.int64)
    )


def new_policy(
    options: ModelOptions, sets: dict[str, SetOptions], vocabulary: ReplyVocabulary, seed: int
) -> Policy:
    """A policy that knows nothing but which tokens each task allows."""
    torch.manual_seed(seed)
    captions = any(each.caption for each in sets.values())
    policy = Policy(options, vocabulary.size, len(sets), captions)
    for at, each in enumerate(sets.values()):
        allowed = torch.from_numpy(vocabulary.allowed(each.task, each.tokens > 1))
        policy.allowed[at] = torch.where(allowed, 0.0, NEVER)
    ending = [vocabulary.ends(token) for token in range(vocabulary.size)]
    policy.ending.copy_(torch.tensor(ending))
    return policy
