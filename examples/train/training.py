"""Supervised training of one policy on demonstrations of some tasks, and visits of the solver."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from examples.train.batches import Batch, DeviceSet
from examples.train.model import Policy, surprise
from examples.train.optimiser import Optimiser, rate_at
from examples.train.playing import Played, PlayOptions, play
from examples.train.preparing import evaluated_starts, relabel
from examples.train.settings import RunOptions
from visgym.demonstrations.episode_pool import EpisodePool, PooledStart
from visgym.demonstrations.recipes import FIRST_SEED, candidate
from visgym.demonstrations.vocabulary import PAD, ReplyVocabulary

VISITED = 900 * FIRST_SEED  # the seeds of starts on which the policy is relabelled
FOR_TRAINING = 0.95  # of the time to the deadline; the rest is for playing
FOR_VISITS = 0.04  # of it, for each round of visits
EVERY = 50  # steps between points of the curve of the loss

Log = Callable[[dict[str, Any]], None]


@dataclass
class Trainer:
    """One run: a policy, what it learns from, and how it has fared."""

    run: RunOptions
    policy: Policy
    pool: EpisodePool
    data: dict[str, DeviceSet]
    log: Log
    feed: Callable[[], None] = lambda: None
    """Takes what was made since the last time."""
    deadline: float = float("inf")
    step: int = 0
    visits: int = 0
    seconds: float = 0.0
    trained: float = 0.0
    """Seconds of training alone."""
    losses: list[tuple[int, float, float]] = field(default_factory=list)
    """Steps, seconds and mean losses."""
    parts: dict[str, float] = field(default_factory=dict)
    """The mean loss of each set since the last such point."""

    def __post_init__(self) -> None:
        how = self.run.training
        self.optimiser = Optimiser(self.policy, how.rate, how.decay, how.clip)
        self.numbers = {name: at for at, name in enumerate(self.run.sets)}
        total = sum(each.weight for each in self.run.sets.values())
        self.shares = {name: each.weight / total for name, each in self.run.sets.items()}
        self._order = np.random.default_rng(self.run.seed)
        self._graphs: dict[str, Any] = {}

    @property
    def done(self) -> float:
        """The share of the training that is done."""
        how = self.run.training
        by_steps = self.step / how.steps if how.steps else 0.0
        by_time = self.trained / self.seconds if self.seconds else 0.0
        return 1.0 if time.time() > self.deadline else max(by_steps, by_time)

    def train(self) -> None:
        """Train to the end, with evaluations and visits of the solver on the way."""
        how = self.run.training
        share = FOR_TRAINING - FOR_VISITS * len(how.dagger)
        self.seconds = min(how.seconds, share * (self.deadline - time.time()))
        marks, visits = list(how.marks), list(how.dagger)
        total = torch.zeros(len(self.run.sets), device=self.policy.head.weight.device)
        begun = time.time()
        while (done := self.done) < 1:
            if marks and done >= marks[0]:
                marks.pop(0)
                self.evaluate(self.run.evaluation.quick)
                begun = time.time()
            if visits and done >= visits[0]:
                visits.pop(0)
                self.visit()
                begun = time.time()
            self.optimiser.set_rate(rate_at(done, self.step, how.warm_up))
            total += self.learn()
            self.step += 1
            if self.step % EVERY == 0:
                self._note((total / EVERY).tolist())
                total.zero_()
                self.feed()
            self.trained, begun = self.trained + time.time() - begun, time.time()

    def learn(self) -> Tensor:
        """One step on all tasks; returns their losses."""
        how = self.run.training
        batches = {
            name: self.data[name].batch(max(16, round(how.frames * share)), how.history)
            for name, share in self.shares.items()
        }
        if how.graph and self.policy.head.weight.is_cuda:
            return self._replay(batches)
        return self._learn(batches)

    def _learn(self, batches: dict[str, Batch]) -> Tensor:
        losses = []
        for name, batch in batches.items():
            loss, whole = self.loss(name, batch)
            (whole * self.shares[name]).backward()  # type: ignore[no-untyped-call]
            losses.append(loss.detach())
        self.optimiser.step()
        return torch.stack(losses)

    def loss(self, name: str, batch: Batch) -> tuple[Tensor, Tensor]:
        """The mean of what the right tokens surprise by, and the same with what is foreseen."""
        how, data, options = self.run.training, self.data[name], self.run.sets[name]
        task = self.numbers[name]
        captions = data.captions[batch.rows].long() if options.caption else None
        seen = self.policy.see(data.frames[batch.rows], task, options.enlarge, captions)
        layout = data.layout(batch, how.history)
        thought = self.policy.write(seen, data.said[batch.rows].long(), layout, task)
        right = data.right[batch.rows].masked_fill(~batch.learned[:, None], PAD)
        loss = surprise(self.policy.read(thought, task)[0], right)
        if not how.foresight:
            return loss, loss
        later = data.later[batch.rows].masked_fill(~batch.learned[:, None], PAD)
        return loss, loss + how.foresight * surprise(self.policy.foresee(thought, task), later)

    def _replay(self, batches: dict[str, Batch]) -> Tensor:
        """One step as a recorded graph of kernels, which is recorded at first."""
        key = " ".join(f"{each.frames.data_ptr()} {each.grown}" for each in self.data.values())
        if key not in self._graphs:
            try:
                self._graphs = {key: self._record(batches)}
            except RuntimeError as error:
                self.log({"run": self.run.name, "not_recorded": str(error)[:300]})
                self._graphs = {}
                self.run = replace(self.run, training=replace(self.run.training, graph=False))
                return self._learn(batches)
        graph, held, losses = self._graphs[key]
        for name, batch in batches.items():
            for ours, theirs in zip(vars(held[name]).values(), vars(batch).values(), strict=True):
                ours.copy_(theirs)
        graph.replay()
        return losses  # type: ignore[no-any-return]

    def _record(self, batches: dict[str, Batch]) -> tuple[Any, dict[str, Batch], Tensor]:
        held = {
            name: Batch(*(each.clone() for each in vars(batch).values()))
            for name, batch in batches.items()
        }
        rate = self.optimiser.share
        self.optimiser.set_rate(0.0)  # what is done to prepare the recording changes no weights
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._learn(held)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            losses = self._learn(held)
        self.optimiser.set_rate(rate)
        return graph, held, losses

    def _note(self, losses: list[float]) -> None:
        self.parts = {name: round(one, 4) for name, one in zip(self.shares, losses, strict=True)}
        mean = sum(self.shares[name] * one for name, one in self.parts.items())
        self.losses.append((self.step, round(self.trained, 2), round(mean, 4)))

    # Playing

    def evaluate(self, count: int) -> dict[str, Any]:
        """Play starts that are held out, for every set and trial."""
        found: dict[str, Any] = {}
        for name, options in self.run.sets.items():
            for trial in options.evaluated():
                begun = time.time()
                starts = evaluated_starts(trial, count)
                played = self.play(name, starts, PlayOptions(history=self.run.training.history))
                label = f"{name}/{trial.name}" if trial.name else name
                found[label] = {**played.summary(), "seconds": round(time.time() - begun, 1)}
        self.log(
            {
                "run": self.run.name,
                "step": self.step,
                "trained": round(self.trained, 1),
                "losses": self.parts,
                "results": found,
            }
        )
        return found

    def play(self, name: str, starts: list[PooledStart], how: PlayOptions) -> Played:
        self.policy.eval()
        played = play(self.policy, self.pool, self.run.sets[name], self.numbers[name], starts, how)
        self.policy.train()
        return played

    def visit(self) -> None:
        """Let the policy play, ask the solver about every state it saw, and learn from that."""
        how = self.run.training
        for name, options in self.run.sets.items():
            begun = time.time()
            recipe = options.recipe(self.run.seed)
            first = VISITED + 1_000_000 * self.visits
            starts = [
                PooledStart(options.id, first + at, json.loads(candidate(recipe, at).knobs))
                for at in range(how.dagger_episodes)
            ]
            chance = bool(self._order.random() < how.dagger_chance)
            played = self.play(name, starts, PlayOptions(chance, how.history, keep=True))
            relabel(self.data[name], options, self.pool, played)
            self.visits += 1
            self.log(
                {
                    "run": self.run.name,
                    "visited": name,
                    "success": round(float(played.successes.mean()), 4),
                    "turns": self.data[name].total,
                    "seconds": round(time.time() - begun, 1),
                }
            )
        self._graphs.clear()

    def save(self, path: Path, vocabulary: ReplyVocabulary) -> None:
        """Write the weights and what it takes to use them."""
        torch.save(
            {
                "model": asdict(self.run.model),
                "sets": {name: asdict(each) for name, each in self.run.sets.items()},
                "history": self.run.training.history,
                "vocabulary": asdict(vocabulary),
                "weights": self.policy.state_dict(),
            },
            path,
        )
