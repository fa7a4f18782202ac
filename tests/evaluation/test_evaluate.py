"""Runs that can be trusted: nothing lost, nothing doubled, nothing blamed on the wrong side."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from commands import MAIN
from visgym.agents.agent import Agent, AgentFailure, Answer, Usage
from visgym.agents.scripted import RandomAgent, SolverAgent, StopAgent
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.parts import Message, Observation
from visgym.evaluation.evaluate import Limits, Progress, evaluate, plan
from visgym.evaluation.records import Record, frame_hash, replayed, without_time
from visgym.evaluation.store import Store
from visgym.suites.suite import find_suite

SUITE = find_suite("visgym/easy")
IDS = ["maze_2d/easy", "matchstick_equation/easy"]
CONFIG: dict[str, Any] = {"suite": SUITE.name, "wrappers": []}


@dataclass
class Shaky:
    """The solver behind machinery that fails now and then, at a price per reply."""

    failing: set[int] = field(default_factory=set)
    dollars: float = 0.0
    name: str = "shaky"
    asked: int = 0

    def spec(self) -> dict[str, Any]:
        return {"kind": self.name}

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        self.asked += 1
        await asyncio.sleep(0)
        if episode.seed in self.failing and episode.turns:
            raise AgentFailure("The server did not answer.")
        return Answer(
            SolverAgent().reply(episode), Usage(input=100, output=5, dollars=self.dollars)
        )

    async def close(self) -> None:
        """Nothing to close."""


def run(
    folder: Path,
    agents: Sequence[Agent],
    episodes: int = 3,
    limits: Limits = Limits(in_flight=4),  # noqa: B008
    ids: list[str] = IDS,
) -> tuple[Progress, list[Record]]:
    store = Store(folder)
    entries = plan(SUITE, agents, ids, episodes)
    by_name = {agent.name: agent for agent in agents}
    with store.writing(CONFIG):
        progress = asyncio.run(
            evaluate(entries, by_name, store, SUITE.starts, limits, lambda progress: None)
        )
    return progress, store.records()


def comparable(records: list[Record]) -> set[Record]:
    return {without_time(kept) for kept in records}


def test_solvers_solve_and_others_do_not(tmp_path: Path) -> None:
    _, records = run(tmp_path, [SolverAgent(), RandomAgent(), StopAgent()])
    outcomes = {(kept.entry.agent, kept.outcome) for kept in records}
    assert ("solver", "solved") in outcomes and ("stop", "wrong") in outcomes
    assert not {("solver", "wrong"), ("stop", "solved")} & outcomes
    assert len(records) == 3 * 2 * 3


def test_records_replay_to_the_pictures_they_name(tmp_path: Path) -> None:
    _, records = run(tmp_path, [RandomAgent()])
    for kept in records:
        episode = replayed(kept)
        states = [episode.start, *(turn.state for turn in episode.turns)]
        frames = [Observation("state", episode.task, state).image for state in states]
        assert tuple(map(frame_hash, frames)) == kept.frames
        assert tuple(turn.feedback for turn in episode.turns) == kept.feedback


def test_a_finished_run_is_not_played_again(tmp_path: Path) -> None:
    agent = Shaky()
    _, first = run(tmp_path, [agent])
    asked = agent.asked
    progress, second = run(tmp_path, [agent])
    assert agent.asked == asked and second == first
    assert (progress.done, progress.total) == (6, 6)


def test_a_run_can_grow_and_adds_only_what_is_new(tmp_path: Path) -> None:
    run(tmp_path, [SolverAgent()], episodes=2)
    _, grown = run(tmp_path, [SolverAgent(), StopAgent()], episodes=3)
    _, at_once = run(tmp_path / "other", [SolverAgent(), StopAgent()], episodes=3)
    assert comparable(grown) == comparable(at_once)


def test_failures_of_machinery_are_no_failures_of_the_agent_and_are_played_again(
    tmp_path: Path,
) -> None:
    progress, records = run(tmp_path, [Shaky(failing={1})])
    errors = [kept for kept in records if kept.outcome == "error"]
    assert len(errors) == 2 and errors[0].error == "The server did not answer."
    assert progress.success == 1.0
    _, mended = run(tmp_path, [Shaky()])
    assert all(kept.success for kept in mended) and len(mended) == 6


def test_the_budget_stops_a_run_and_more_money_finishes_it(tmp_path: Path) -> None:
    agent = Shaky(dollars=0.01)
    progress, some = run(tmp_path, [agent], limits=Limits(in_flight=2, dollars=0.2))
    assert 0.2 <= progress.spent.dollars < 0.25
    assert 0 < len(some) < 6
    _, everything = run(tmp_path, [agent], limits=Limits(in_flight=2, dollars=5.0))
    assert len(everything) == 6 and all(kept.success for kept in everything)


def test_changed_episodes_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    starts = {IDS[0]: {0: "0" * 32}}
    entries = plan(SUITE, [StopAgent()], IDS[:1], 1)
    with store.writing(CONFIG), pytest.raises(Mistake, match="not the episode of the suite"):
        asyncio.run(
            evaluate(entries, {"stop": StopAgent()}, store, starts, Limits(), lambda progress: None)
        )


def test_a_folder_holds_one_run_and_one_writer(tmp_path: Path) -> None:
    store = Store(tmp_path)
    second = Store(tmp_path).writing(CONFIG)
    with store.writing(CONFIG), pytest.raises(Mistake, match="Another process is writing"), second:
        pass
    other = store.writing({"suite": "visgym/hard", "wrappers": []})
    with pytest.raises(Mistake, match="a run with suite visgym/easy, not visgym/hard"), other:
        pass


def test_cut_and_broken_lines_cost_only_themselves(tmp_path: Path) -> None:
    _, whole = run(tmp_path, [StopAgent()])
    path = tmp_path / "episodes.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + "{not json}\n" + "".join(lines[1:]) + lines[0][:40])
    assert Store(tmp_path).unreadable() == [2, len(lines) + 2]
    _, again = run(tmp_path, [StopAgent()])
    assert comparable(again) == comparable(whole)


def test_the_configuration_is_kept_with_versions(tmp_path: Path) -> None:
    run(tmp_path, [StopAgent()])
    config = json.loads((tmp_path / "run.json").read_text())
    assert config["suite"] == "visgym/easy" and "visgym" in config["versions"]


@pytest.mark.parametrize("kills", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_kills_lose_and_double_nothing(kills: int, tmp_path: Path) -> None:
    command = [
        *MAIN, "evaluate", "--agent", "solver", "--agent", "random",
        "--tasks", "maze_2d,sliding_block", "--episodes", "40", "--out", str(tmp_path / "killed"),
    ]  # fmt: skip
    rng = Random(3)
    path = tmp_path / "killed" / "episodes.jsonl"
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        size = path.stat().st_size if path.exists() else 0
        deadline = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < deadline:
            if path.exists() and path.stat().st_size > size + rng.randrange(20_000):
                break
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    ids = ["maze_2d/easy", "sliding_block/easy"]
    _, straight = run(tmp_path / "straight", [SolverAgent(), RandomAgent()], 40, ids=ids)
    killed = Store(tmp_path / "killed")
    assert comparable(killed.records()) == comparable(straight)
    keys = [json.loads(line)["key"] for line in path.read_text().splitlines()]
    assert len(keys) == len(set(keys)) == 160
