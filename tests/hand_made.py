"""Records made by hand, for tests that know what must come out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

from visgym import catalog
from visgym.agents.agent import Usage
from visgym.agents.scripted import RandomAgent, Scripted, SolverAgent
from visgym.conformance.playthroughs import played_by
from visgym.core.episode import begin
from visgym.evaluation.records import Entry, Outcome, Record, failed, record
from visgym.evaluation.store import Store


def made(
    agent: str,
    id: str,
    seed: int = 0,
    outcome: Outcome = "wrong",
    verdicts: Sequence[str] = ("done",),
    usage: Usage | None = None,
    reply: str = "('move', 0)",
    wrappers: tuple[str, ...] = (),
    setup: str = "",
) -> Record:
    """A record that nobody played."""
    entry = Entry(id, seed, agent, setup, wrappers)
    if outcome == "error":
        return failed(entry, "503 from the server", 1.0)
    return Record(
        entry=entry,
        version=1,
        start="not a start",
        outcome=outcome,
        score=float(outcome == "solved"),
        replies=(reply,) * len(verdicts),
        feedback=("Action executed successfully.",) * len(verdicts),
        verdicts=tuple(verdicts),
        frames=("0" * 16,) * (len(verdicts) + 1),
        usage=(usage or Usage(),) * len(verdicts),
        seconds=1.0,
    )


def series(agent: str, id: str, solved: int, of: int) -> list[Record]:
    """So many solved episodes of so many."""
    return [made(agent, id, seed, "solved" if seed < solved else "wrong") for seed in range(of)]


def played(id: str, seed: int, agent: Scripted) -> Record:
    """The record of an episode that was really played."""
    episode = played_by(agent, begin(catalog.load(id), seed))
    return record(Entry(id, seed, agent.name), episode, (Usage(),) * len(episode.turns), 1.0)


def really(id: str, seed: int = 0) -> list[Record]:
    """An episode as the solver and as chance play it."""
    return [played(id, seed, SolverAgent()), played(id, seed, RandomAgent())]


def stored(folder: Path, records: Sequence[Record], suite: str = "visgym/easy") -> Path:
    """A run folder with some records."""
    store = Store(folder)
    with store.writing({"suite": suite, "wrappers": []}):
        for kept in records:
            store.append(kept)
    return folder


def two_runs(folder: Path) -> list[Path]:
    """alpha solves 3 and 1 of 4, beta 1 and 1 of 4 of a maze, beta 0 of 2 of the blocks."""
    easy = [*series("alpha", "maze_2d/easy", 3, 4), *series("beta", "maze_2d/easy", 1, 4)]
    easy += series("beta", "sliding_block/easy", 0, 2)
    usage = Usage(1000, 400, 50, 20, 0.5)
    easy.append(made("alpha", "sliding_block/easy", 0, "solved", ["done", "refused"], usage))
    easy.append(made("alpha", "sliding_block/easy", 1, "error"))
    hard = [*series("alpha", "maze_2d/hard", 1, 4), *series("beta", "maze_2d/hard", 1, 4)]
    return [stored(folder / "easy", easy), stored(folder / "hard", hard, "visgym/hard")]


FIELDS = ("arcade", "board_games", "charts", "geometry", "graphs", "memory", "puzzles", "spatial")
MODELS = (
    "anthropic:opus-large-vision-preview", "openai:frontier-5", "openai:frontier-5-mini",
    "gemini:ultra-2", "gemini:flash-2", "vllm:qwen-vl-72b", "vllm:qwen-vl-7b", "vllm:internvl-38b",
    "vllm:molmo-7b", "openrouter:llama-vision-90b", "solver", "random",
)  # fmt: skip


def many(tasks: int = 200, agents: int = 12, seeds: int = 5) -> Iterator[Record]:
    """Records of made-up tasks, easy and hard; agents are of falling skill and the last is late.

    Tasks are named like modules of somebody's packages, one package a category.
    """
    names = [f"{FIELDS[n % len(FIELDS)]}.task_{n:03}" for n in range(tasks)]
    for place, agent in enumerate(MODELS[:agents]):
        rng = Random(place)
        skill = 0.95 if agent == "solver" else 0.02 if agent == "random" else 0.85 - 0.07 * place
        for number, (name, setting) in enumerate(product(names, ("easy", "hard"))):
            chance = skill * (0.45 if setting == "hard" else 1) * (0.5 + 0.5 * (number % 7) / 6)
            for seed in range(seeds if place < agents - 1 else max(1, seeds // 5)):
                yield _made_up(agent, f"{name}/{setting}", seed, rng, chance)


def _made_up(agent: str, id: str, seed: int, rng: Random, chance: float) -> Record:
    if rng.random() < 0.01:
        return made(agent, id, seed, "error")
    lost: Outcome = "wrong" if rng.random() < 0.6 else "out_of_steps"
    verdicts = ["done" if rng.random() < 0.9 else "refused" for _ in range(rng.randint(1, 6))]
    return made(agent, id, seed, "solved" if rng.random() < chance else lost, verdicts)
