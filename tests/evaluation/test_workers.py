"""More processes play the same episodes with the same results."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agents.server import KEY, Reply
from agents.slow_server import slow_server
from visgym.agents.agent import Agent
from visgym.agents.build import parse_agent
from visgym.agents.scripted import RandomAgent, SolverAgent
from visgym.evaluation.evaluate import Limits, evaluate, plan
from visgym.evaluation.pools import Backend
from visgym.evaluation.records import Entry, Record, without_time
from visgym.evaluation.store import Store
from visgym.evaluation.workers import spread
from visgym.suites.suite import find_suite

SUITE = find_suite("visgym/easy")
AGENTS = {agent.name: agent for agent in (SolverAgent(), RandomAgent())}
IDS = ["maze_2d/easy", "matchstick_equation/easy", "patch_reassembly/easy"]
ENTRIES = plan(SUITE, AGENTS.values(), IDS, 4)


def spread_over(folder: Path, workers: int, backend: Backend) -> set[Record]:
    store = Store(folder)
    with store.writing({"suite": SUITE.name, "wrappers": []}):
        limits = Limits(in_flight=8)
        spread(ENTRIES, AGENTS, store, SUITE.starts, limits, lambda _: None, workers, backend)
    return {without_time(kept) for kept in store.records()}


def played_here(folder: Path) -> set[Record]:
    store = Store(folder)
    with store.writing({"suite": SUITE.name, "wrappers": []}):
        asyncio.run(evaluate(ENTRIES, AGENTS, store, SUITE.starts, Limits(), lambda _: None))
    return {without_time(kept) for kept in store.records()}


def test_two_processes_give_the_records_of_one(tmp_path: Path) -> None:
    assert spread_over(tmp_path / "two", 2, "local") == played_here(tmp_path / "one")


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    first = spread_over(tmp_path, 1, "local")
    size = (tmp_path / "episodes.jsonl").stat().st_size
    assert spread_over(tmp_path, 1, "local") == first
    assert (tmp_path / "episodes.jsonl").stat().st_size == size


def test_workers_keep_as_many_episodes_under_way_as_were_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with slow_server(lambda body: Reply("('stop', 'stop')")) as server:
        server.seconds = 0.5
        agent = parse_agent("openai:m", {"base_url": server.url})
        entries = [Entry("maze_2d/easy", seed, agent.name) for seed in range(24)]
        store, limits = Store(tmp_path), Limits(in_flight=16)
        with store.writing({"suite": "x", "wrappers": []}):
            agents: dict[str, Agent] = {agent.name: agent}
            spread(entries, agents, store, {}, limits, lambda _: None, 2, "local")
    assert [kept.outcome for kept in store.records()] == ["wrong"] * 24
    assert server.seen == 24
    assert 8 <= server.most <= 16  # half of them at least, however late the other process began


@contextmanager
def _node() -> Iterator[None]:
    """One node of one core, without its dashboard."""
    ray = pytest.importorskip("ray", reason="the extra [ray] is not installed")
    try:
        ray.init(num_cpus=1, log_to_driver=False, include_dashboard=False)
        yield
    finally:
        ray.shutdown()


@pytest.mark.filterwarnings("ignore")
def test_ray_gives_the_records_of_one_process(tmp_path: Path) -> None:
    with _node():
        assert spread_over(tmp_path / "ray", 1, "ray") == played_here(tmp_path / "one")


@contextmanager
def _cluster() -> Iterator[None]:
    """A head and two more nodes on this machine."""
    ray = pytest.importorskip("ray", reason="the extra [ray] is not installed")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False)
        assert len([node for node in ray.nodes() if node["Alive"]]) == 3
        yield
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_several_nodes_gives_the_records_of_one_process(tmp_path: Path) -> None:
    with _cluster():
        assert spread_over(tmp_path / "ray", 3, "ray") == played_here(tmp_path / "one")
