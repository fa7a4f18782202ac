"""Train policies on demonstrations: `python -m examples.train.supervised CONFIG --out FOLDER`."""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from examples.train.batches import DeviceSet
from examples.train.making import Factory, new_pool
from examples.train.preparing import new_policy
from examples.train.report import write_report
from examples.train.settings import RunOptions, read_runs, tiny
from examples.train.training import Trainer

FIRST_SHARE = 0.1  # of the rows of a set, with which training begins
LOOK = 0.2  # seconds between looks at rows that are being made


class Study:
    """Runs one after the other, on data that is made beside them."""

    def __init__(
        self, runs: list[RunOptions], out: Path, workers: int, limit: float, keeps: bool = True
    ) -> None:
        self.begun, self.out, self.runs, self.keeps = time.time(), out, runs, keeps
        self.deadline = self.begun + limit if limit else float("inf")
        out.mkdir(parents=True, exist_ok=True)
        self.pool = new_pool(runs, workers, max(map(self.episodes_at_once, runs)))
        self.factory = Factory(runs, self.pool)
        order = [list(run.sets.values()) for run in runs]
        self.makers = self.factory.start(workers, order)
        self.events: list[dict[str, Any]] = []
        self.results: list[dict[str, Any]] = []
        on_card = torch.cuda.is_available()
        self.device = torch.device("cuda" if on_card else "cpu")
        self.kind = torch.bfloat16 if on_card else torch.float32
        if not on_card:
            torch.set_num_threads(1)  # the other cores play
        else:
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.enable_cudnn_sdp(False)  # plans anew for every length of a memory
        self.log({"device": str(self.device), "set_up": round(time.time() - self.begun, 1)})

    def episodes_at_once(self, run: RunOptions) -> int:
        """Episodes that a run plays at a time, at most."""
        how = run.evaluation
        return max(how.starts, how.quick, run.training.dagger_episodes)

    def finish(self, trainer: Trainer, deadline: float) -> dict[str, Any]:
        """What comes after the demonstrations, and what to keep of it."""
        return {}

    def log(self, event: dict[str, Any]) -> None:
        """Keep an event with its time, print it, and write it."""
        whole = {"at": round(time.time() - self.begun, 1), **event}
        self.events.append(whole)
        line = json.dumps(whole)
        print(line, flush=True)
        with (self.out / "events.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def train(self) -> None:
        """Do all runs, and write the report after each."""
        for number, run in enumerate(self.runs):
            share = run.seconds / sum(each.seconds for each in self.runs[number:])
            self.one(run, time.time() + (self.deadline - time.time()) * share)
            write_report(self.out, self.results, self.events, self.made())
        self.pool.close()

    def made(self) -> dict[str, Any]:
        """How the sets came about."""
        return {
            f"{making.options.id} {number}": making.summary()
            for number, making in enumerate(self.factory.sets.values())
        }

    def one(self, run: RunOptions, deadline: float) -> Trainer:
        """One run, from an untrained policy to its evaluation."""
        waited = self._wait(run)
        data = {
            name: DeviceSet(self.device, options.turns, run.seed)
            for name, options in run.sets.items()
        }

        def feed() -> None:
            for name, options in run.sets.items():
                data[name].feed(self.factory.of(options).rows)

        feed()
        policy = new_policy(run.model, run.sets, self.pool.vocabulary, run.seed)
        policy = policy.to(self.device, self.kind, memory_format=torch.channels_last)
        deadline -= self._reserve(run)
        trainer = Trainer(run, policy, self.pool, data, self.log, feed, deadline)
        begun = time.time()
        trainer.train()
        more = self.finish(trainer, deadline)
        trained = time.time() - begun
        final = trainer.evaluate(run.evaluation.starts)
        if self.keeps:
            trainer.save(self.out / f"{run.name}.pt", self.pool.vocabulary)
        self.results.append(
            {
                "run": run.name,
                "options": asdict(run),
                "parameters": sum(each.numel() for each in policy.parameters()),
                "waited": round(waited, 1),
                "trained": round(trainer.trained, 1),
                "wall": round(trained, 1),
                "steps": trainer.step,
                "frames_a_second": round(
                    trainer.step * run.training.frames / max(trainer.trained, 1e-9)
                ),
                "losses": trainer.losses,
                "results": final,
                **more,
            }
        )
        return trainer

    def _reserve(self, run: RunOptions) -> float:
        """Seconds that the last evaluation may take, about."""
        trials = sum(len(options.evaluated()) for options in run.sets.values())
        return 2.0 + 3.0 * trials * run.evaluation.starts / 1000

    def _wait(self, run: RunOptions) -> float:
        begun = time.time()
        every = [self.factory.of(options).rows for options in run.sets.values()]
        while not all(rows.made(max(1, int(rows.count * FIRST_SHARE))) for rows in every):
            time.sleep(LOOK)
        return time.time() - begun


def arguments(about: str) -> tuple[list[RunOptions], Path, int, float, bool]:
    """What the command line says: runs, folder, processes, seconds and whether weights are kept."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("config")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--limit", type=float, default=0.0, help="seconds for everything")
    parser.add_argument(
        "--graph", action=argparse.BooleanOptionalAction, help="replay steps as CUDA graphs"
    )
    parser.add_argument("--no-checkpoint", action="store_true", help="keep no weights")
    parser.add_argument("--tiny", action="store_true", help="a little of everything, as a test")
    given = parser.parse_args()
    runs = [tiny(run) if given.tiny else run for run in read_runs(given.config)]
    if given.graph is not None:
        runs = [replace(run, training=replace(run.training, graph=given.graph)) for run in runs]
    return runs, given.out, given.workers, given.limit, not given.no_checkpoint


if __name__ == "__main__":
    Study(*arguments(__doc__ or "")).train()
