"""Records made by hand, for tests that know what must come out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

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
) -> Record:
    """A record that nobody played."""
    entry = Entry(id, seed, agent, wrappers=wrappers)
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
