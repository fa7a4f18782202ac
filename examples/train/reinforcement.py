"""Learn from rewards: `python -m examples.train.reinforcement CONFIG --out FOLDER`.

Each run trains on a few demonstrations first, as long as its configuration says, and then by
proximal policy optimisation on starts of its own or of a curriculum.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from examples.train.layers import Layout
from examples.train.optimiser import Optimiser
from examples.train.playing import Played, PlayOptions
from examples.train.preparing import evaluated_starts
from examples.train.settings import RunOptions
from examples.train.supervised import Study, arguments
from examples.train.training import Trainer
from visgym.core.identity import fingerprint
from visgym.demonstrations.episode_pool import PooledStart
from visgym.demonstrations.vocabulary import PAD

FIRST_REINFORCED = 3_000_000_000  # the seed of the first start
VALUE = 0.5  # weight of the error of expectations
WARM = 5  # rounds over which the rate rises


class Curriculum(Protocol):
    """Chooses starts, and is told how they went."""

    def sample(self, count: int) -> Sequence[PooledStart]: ...

    def learn(self, starts: Sequence[PooledStart], won: Sequence[float]) -> None: ...


class FreshStarts:
    """Ever new seeds of one task, none of which is evaluated."""

    def __init__(self, trainer: Trainer) -> None:
        self.options = next(iter(trainer.run.sets.values()))
        self.task = self.options.task
        self.seed = FIRST_REINFORCED + trainer.run.seed * 100_000_000
        count = trainer.run.evaluation.starts
        trials = [evaluated_starts(trial, count) for trial in self.options.evaluated()]
        self.banned = trainer.pool.fingerprints([each for part in trials for each in part])

    def sample(self, count: int) -> list[PooledStart]:
        found: list[PooledStart] = []
        while len(found) < count:
            self.seed += 1
            if fingerprint(self.task.start(self.seed)) not in self.banned:
                found.append(PooledStart(self.options.id, self.seed, {}))
        return found

    def learn(self, starts: Sequence[PooledStart], won: Sequence[float]) -> None:
        """Nothing is learned of seeds that never come again."""


class _Episodes:
    """What was played, as tensors of episodes and turns."""

    def __init__(
        self,
        played: Played,
        advantages: NDArray[np.float64],
        returns: NDArray[np.float64],
    ) -> None:
        device = played.frames[0].device
        self.frames = torch.stack(played.frames, 1)
        self.said = torch.stack(played.tokens, 1)
        self.captions = torch.stack(played.captions, 1) if played.captions else None
        self.alive = torch.from_numpy(np.stack(played.alive, 1)).to(device)
        self.advantages = torch.from_numpy(advantages).float().to(device)
        self.returns = torch.from_numpy(returns).float().to(device)


class Reinforcement:
    """Rounds of episodes and of steps after them."""

    def __init__(self, trainer: Trainer) -> None:
        self.trainer, self.policy = trainer, trainer.policy
        self.how = trainer.run.reinforcement
        self.name, self.options = next(iter(trainer.run.sets.items()))
        self.history = trainer.run.training.history
        self.optimiser = Optimiser(self.policy, self.how.rate, 0.0, 1.0)
        self.rounds = self.episodes = 0
        self.starts = _curriculum(self.how.curriculum, trainer)

    def train(self, deadline: float) -> None:
        """Go on until the time is over; evaluate now and then, and at the end."""
        begun, trainer = time.time(), self.trainer
        before, due = trainer.trained, 0.0
        while trainer.trained - before < self.how.seconds and time.time() < deadline:
            if trainer.trained - before >= due:
                due += self.how.evaluate_every
                trainer.evaluate(trainer.run.evaluation.quick)
                begun = time.time()
            self.round()
            trainer.trained, begun = trainer.trained + time.time() - begun, time.time()
        trainer.log({"run": trainer.run.name, "rounds": self.rounds, "episodes": self.episodes})

    def round(self) -> None:
        """Play some episodes, and learn from them."""
        how = self.how
        chosen = list(self.starts.sample(how.groups))
        starts = [start for start in chosen for _ in range(how.repeats)]
        played = self.trainer.play(
            self.name, starts, PlayOptions(chance=True, history=self.history, keep=True)
        )
        won = played.successes.reshape(how.groups, how.repeats).mean(1)
        self.starts.learn(chosen, won.tolist())
        advantages, returns = self._judged(played)
        self.optimiser.set_rate(min(1.0, (self.rounds + 1) / WARM))
        entropy = self._improve(_Episodes(played, advantages, returns))
        self.rounds += 1
        self.episodes += len(starts)
        self.trainer.log(
            {
                "run": self.trainer.run.name,
                "round": self.rounds,
                "seconds": round(self.trainer.trained, 1),
                "won": round(float(played.successes.mean()), 4),
                "turns": round(played.turns / len(starts), 2),
                "refused": round(played.refused / played.turns, 4),
                "entropy": round(entropy, 4),
            }
        )

    def _judged(self, played: Played) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How much better than expected each turn was, and what followed it."""
        how = self.how
        alive = np.stack(played.alive, 1)
        rewards = np.stack(played.rewards, 1) - how.refusal * np.stack(played.refusals, 1)
        if how.baseline == "group":
            total = rewards.sum(1).reshape(-1, how.repeats)
            better = (total - total.mean(1, keepdims=True)) / (total.std(1, keepdims=True) + 1e-3)
            return better.reshape(-1, 1) * alive, rewards.sum(1, keepdims=True) * alive
        values = torch.stack(played.values, 1).double().cpu().numpy() * alive
        advantages, later = np.zeros_like(rewards), np.zeros(len(rewards))
        for turn in range(rewards.shape[1] - 1, -1, -1):
            last = turn + 1 == rewards.shape[1]
            after = np.zeros(len(rewards)) if last else values[:, turn + 1]
            surprise = rewards[:, turn] + how.discount * after - values[:, turn]
            later = (surprise + how.discount * how.trace * later) * alive[:, turn]
            advantages[:, turn] = later
        returns = (advantages + values) * alive
        spread = advantages[alive].std() + 1e-6
        return (advantages - advantages[alive].mean()) / spread * alive, returns

    def _improve(self, episodes: _Episodes) -> float:
        """Some steps towards what went better than expected; returns the mean entropy."""
        how, entropies = self.how, []
        old: dict[int, Tensor] = {}
        count = len(episodes.alive)
        size = -(-count // how.parts)
        parts = torch.randperm(count, device=episodes.alive.device).split(size)
        with torch.no_grad():
            for number, part in enumerate(parts):
                old[number] = self._judge(episodes, part)[0]
        for _ in range(how.epochs):
            for number, part in enumerate(parts):
                logs, entropy, values, rows = self._judge(episodes, part)
                better, returns = episodes.advantages[rows], episodes.returns[rows]
                ratio = (logs - old[number]).clamp(-5, 5).exp()
                held = ratio.clamp(1 - how.clip, 1 + how.clip)
                gain = torch.minimum(ratio * better, held * better).mean()
                error = (values - returns).square().mean()
                loss = VALUE * error - gain - how.entropy * entropy
                loss.backward()  # type: ignore[no-untyped-call]
                self.optimiser.step()
                entropies.append(float(entropy.detach()))
        return float(np.mean(entropies))

    def _judge(
        self, episodes: _Episodes, part: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, tuple[Tensor, Tensor]]:
        """Logarithms of the probabilities of what was said, entropy, values, and the rows."""
        number, turn = torch.nonzero(episodes.alive[part], as_tuple=True)
        rows = (part[number], turn)
        captions = episodes.captions[rows] if episodes.captions is not None else None
        task = self.trainer.numbers[self.name]
        seen = self.policy.see(episodes.frames[rows], task, self.options.enlarge, captions)
        if self.history == 1:
            layout = Layout(torch.arange(len(turn), device=turn.device), len(turn), 1)
        else:
            layout = Layout(number * self.options.turns + turn, len(part), self.options.turns)
        said = episodes.said[rows]
        logits, values = self.policy(seen, said, layout, task)
        logs = logits.log_softmax(-1)
        there = said != PAD
        chosen = (logs.gather(2, said[..., None])[..., 0] * there).sum(1)
        entropy = -((logs.exp() * logs).sum(-1) * there).sum() / there.sum()
        return chosen, entropy, values, rows


def _curriculum(named: str, trainer: Trainer) -> Curriculum:
    if not named:
        return FreshStarts(trainer)
    module, _, function = named.partition(":")
    made: Curriculum = getattr(import_module(module), function)(trainer)
    return made


class ReinforcementStudy(Study):
    """Runs that go on with rewards where demonstrations end."""

    def finish(self, trainer: Trainer, deadline: float) -> dict[str, Any]:
        before = trainer.evaluate(trainer.run.evaluation.starts)
        Reinforcement(trainer).train(deadline)
        return {"before": before}

    def episodes_at_once(self, run: RunOptions) -> int:
        how = run.reinforcement
        return max(super().episodes_at_once(run), how.groups * how.repeats)


if __name__ == "__main__":
    given = arguments(__doc__ or "")
    ReinforcementStudy(*given).train()
