"""Runs killed at any moment: the same records, and no answer is asked for twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from agents.server import KEY, Server
from agents.sight import Seer
from agents.slow_server import SlowServer, slow_server
from commands import MAIN, surroundings
from visgym import catalog
from visgym.commands.evaluate import INCOMPLETE
from visgym.evaluation.records import Record, without_time
from visgym.evaluation.store import Store

TASKS, EPISODES, IN_FLIGHT = ["maze_2d", "sliding_block"], 12, 4
PRICE = '{"input": 2.0, "cached": 0.5, "output": 10.0}'
SEER = Seer([catalog.load(f"{task}/easy") for task in TASKS], range(EPISODES))


def command(server: Server, folder: Path, *more: str) -> list[str]:
    options = [f"base_url={server.url}", f"price={PRICE}", "backoff=0.01"]
    return [
        *MAIN, "evaluate", "--agent", "openai:m", "--tasks", ",".join(TASKS),
        "--episodes", str(EPISODES), "--in-flight", str(IN_FLIGHT), "--out", str(folder),
        *(part for option in options for part in ("--option", option)), *more,
    ]  # fmt: skip


def start(args: list[str]) -> subprocess.Popen[bytes]:
    env = {**os.environ, **surroundings(), "OPENAI_API_KEY": KEY}
    return subprocess.Popen(
        args, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def records(folder: Path) -> set[Record]:
    return {without_time(kept) for kept in Store(folder).records()}


def answered(folder: Path) -> int:
    """How many answers a folder holds."""
    held = Store(folder).held()
    over = sum(len(kept.usage) for kept in held.records.values() if kept.outcome != "error")
    return over + sum(len(each.turns) for each in held.unfinished.values())


def settle(server: SlowServer) -> None:
    """Wait until the workers of a killed run and their requests are gone too."""
    seen = -1
    while seen < server.seen:
        seen = server.seen
        time.sleep(1)


def descendants(pid: int) -> list[int]:
    """The processes below a process."""
    found = [pid]
    for parent in found:
        for path in Path(f"/proc/{parent}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, path.read_text().split())
    return found[1:]


def kill_often(
    server: SlowServer,
    folder: Path,
    kills: int,
    in_flight: int,
    *more: str,
    everything: bool = False,
) -> int:
    """Kill a run at random moments and let it end; gives how many requests were then under way."""
    lost, total, rng = 0, len(SEER.known), Random(kills)
    for _ in range(kills):
        process = start(command(server, folder, *more))
        seen = server.seen
        until = seen + rng.randrange(1, max(2, 3 * total // (2 * kills)))
        while process.poll() is None and server.seen < until:
            time.sleep(0.002)
        time.sleep(rng.random() * server.seconds)
        for each in (*descendants(process.pid), process.pid) if everything else (process.pid,):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        process.wait()
        settle(server)
        held = answered(folder)
        paid = server.seen - lost - held
        print(f"killed with {held} answers, {paid} under way")
        assert 0 <= paid <= in_flight, "an answer was lost that was not under way"
        lost += paid
    process = start(command(server, folder, *more))
    assert process.wait(300) == 0
    return lost


@pytest.mark.parametrize(
    ("workers", "kills"),
    [
        (1, 2),
        (2, 2),
        pytest.param(1, 20, marks=pytest.mark.slow),
        pytest.param(2, 20, marks=pytest.mark.slow),
    ],
)
def test_kills_change_no_record_and_pay_for_no_answer_twice(
    workers: int, kills: int, tmp_path: Path
) -> None:
    survives(workers, kills, tmp_path, "--workers", str(workers))


@pytest.mark.slow
@pytest.mark.parametrize("everything", [False, True])
def test_killed_clusters_pay_for_no_answer_twice(tmp_path: Path, everything: bool) -> None:
    pytest.importorskip("ray", reason="the extra [ray] is not installed")
    more = ("--workers", "2", "--backend", "ray")
    survives(2, 2, tmp_path, *more, everything=everything)


def survives(
    workers: int, kills: int, tmp_path: Path, *more: str, everything: bool = False
) -> None:
    """A run with kills leaves what one without them leaves, for the requests that it needs."""
    with slow_server(SEER) as server:
        assert start(command(server, tmp_path / "calm")).wait(300) == 0
        calm, server.seen = server.seen, 0
        most = workers * IN_FLIGHT
        lost = kill_often(server, tmp_path / "killed", kills, most, *more, everything=everything)
        assert records(tmp_path / "killed") == records(tmp_path / "calm")
        assert server.seen == calm + lost
        print(f"{workers} workers, {kills} kills: {calm} requests and {lost} lost to kills")
    lines = (tmp_path / "killed" / "episodes.jsonl").read_text().splitlines()
    keys = [json.loads(line)["key"] for line in lines]
    assert len(keys) == len(set(keys)) == len(TASKS) * EPISODES
    assert not list((tmp_path / "killed").glob("turns*"))
    spent = [Store(tmp_path / name).spent() for name in ("killed", "calm")]
    assert spent[0].input == spent[1].input
    assert spent[0].dollars == pytest.approx(spent[1].dollars)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_budget_holds_for_all_workers_together_and_more_money_goes_on(
    workers: int, tmp_path: Path
) -> None:
    more = ("--workers", str(workers))
    reply = (400 * 2 + 600 * 0.5 + 10 * 10) / 1e6
    with slow_server(SEER) as server:
        args = command(server, tmp_path, *more, "--budget", str(50 * reply))
        assert start(args).wait(300) == INCOMPLETE
        store = Store(tmp_path)
        assert store.spent().dollars == pytest.approx(server.seen * reply)
        assert 50 <= server.seen <= 50 + workers * IN_FLIGHT
        assert not any(kept.outcome == "error" for kept in store.records())
        assert start(command(server, tmp_path, *more, "--budget", "1")).wait(300) == 0
        assert server.seen == sum(len(kept.replies) for kept in store.records())
        assert store.spent().dollars == pytest.approx(server.seen * reply)
