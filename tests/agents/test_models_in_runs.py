"""Runs against a server that fails in every way: nothing is lost and nothing is scored wrong."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agents.server import KEY, PASSING, Reply, Server, serving
from agents.sight import Seer
from visgym import catalog
from visgym.agents.agent import Agent, AgentBroken
from visgym.agents.build import parse_agent
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import Limits, Progress, evaluate, plan
from visgym.evaluation.records import Record, replayed, without_time
from visgym.evaluation.store import Store
from visgym.suites.suite import find_suite

SUITE = find_suite("visgym/easy")
IDS = ["maze_2d/easy", "sliding_block/easy"]
EPISODES = 4
FAST = {"backoff": 0.001, "try_timeout": 1.0, "retries": 20}
PRICE = {"input": 2.0, "cached": 0.5, "output": 10.0}
REPLY_COST = (400 * 2 + 600 * 0.5 + 10 * 10) / 1e6


def run(
    server: Server,
    folder: Path,
    limits: Limits = Limits(8),  # noqa: B008
    wrappers: tuple[str, ...] = (),
    **options: Any,
) -> Progress:
    """One run of a model on a few episodes."""

    async def once() -> Progress:
        async with serving(server):
            chosen = {"base_url": server.url, **FAST, "price": PRICE, **options}
            agent: Agent = parse_agent("openai:m", chosen)
            entries = plan(SUITE, [agent], IDS, EPISODES, wrappers)
            store = Store(folder)
            config = {"suite": SUITE.name, "wrappers": list(wrappers), "agents": [agent.spec()]}
            with store.writing(config):
                return await evaluate(
                    entries, {agent.name: agent}, store, SUITE.starts, limits, lambda _: None
                )

    return asyncio.run(once())


def seer(wrappers: tuple[str, ...] = (), tools: bool = False) -> Seer:
    return Seer([catalog.load(id) for id in IDS], range(EPISODES), wrappers, tools)


def solved(records: list[Record]) -> None:
    assert len(records) == len(IDS) * EPISODES
    assert {record.outcome for record in records} == {"solved"}
    assert len({record.entry.key for record in records}) == len(records)
    for record in records:
        assert record.spent.dollars == pytest.approx(len(record.replies) * REPLY_COST)
        assert len(record.usage) == len(record.replies)
        assert replayed(record).success


@pytest.mark.parametrize("stream", [False, True])
def test_no_episode_is_lost_and_no_score_is_wrong(tmp_path: Path, stream: bool) -> None:
    rng = Random(1)
    troubles = [each for each in PASSING if each != "silence"] + ["429 dated"]
    script = ["silence", *(rng.choice([*troubles, "good"]) for _ in range(60))]
    server = Server(seer(), script)
    progress = run(server, tmp_path, stream=stream)
    records = Store(tmp_path).records()
    solved(records)
    replies = sum(len(record.replies) for record in records)
    assert server.served == replies < len(server.requests)
    assert progress.spent.dollars == pytest.approx(replies * REPLY_COST)
    assert progress.success == 1.0 and progress.errors == 0


@pytest.mark.parametrize("tools", [False, True])
@pytest.mark.parametrize("wrappers", [("history=2", "goal"), ("text",), ("caption", "no_feedback")])
def test_every_view_reaches_the_model(
    tmp_path: Path, wrappers: tuple[str, ...], tools: bool
) -> None:
    choice = "auto" if tools else "off"
    run(Server(seer(wrappers, tools)), tmp_path, wrappers=wrappers, tools=choice)
    solved(Store(tmp_path).records())


@pytest.mark.parametrize(
    "reply",
    [
        Reply(""),
        Reply(None, refusal="I cannot help with that."),
        Reply(None, [("move", '{"direction": ')]),
        Reply(None, [("fly\ud800", '{"x": Infinity}')]),
        Reply('{"name": "move", "arguments": {"direction": 1e999}}'),
    ],
)
@pytest.mark.parametrize("tools", ["off", "auto"])
def test_answers_that_are_no_action_are_the_models_own(
    tmp_path: Path, reply: Reply, tools: str
) -> None:
    run(Server(lambda body: reply), tmp_path, tools=tools)
    for record in Store(tmp_path).records():
        assert record.outcome == "out_of_steps"
        assert "done" not in record.verdicts


def test_trouble_that_stays_is_never_scored_and_is_tried_again_later(tmp_path: Path) -> None:
    progress = run(Server(seer(), ["500"] * 1000), tmp_path, retries=1)
    assert progress.errors == progress.done == len(IDS) * EPISODES
    assert {record.outcome for record in Store(tmp_path).records()} == {"error"}
    run(Server(seer()), tmp_path)
    solved(Store(tmp_path).records())


def test_a_wrong_key_stops_the_run_at_once(tmp_path: Path) -> None:
    server = Server(seer(), ["good"] * 20 + ["401"] * 1000)
    with pytest.raises(AgentBroken, match="OPENAI_API_KEY"):
        run(server, tmp_path)
    assert len(server.requests) <= 20 + 8
    paid = Store(tmp_path).spent().dollars
    assert 10 * REPLY_COST < paid <= 20 * REPLY_COST
    run(Server(seer()), tmp_path)
    solved(Store(tmp_path).records())


def test_a_budget_stops_cleanly_and_the_rest_follows(tmp_path: Path) -> None:
    budget = 20 * REPLY_COST
    server = Server(seer())
    progress = run(server, tmp_path, Limits(4, dollars=budget))
    assert budget <= progress.spent.dollars <= budget + 4 * REPLY_COST
    assert progress.spent.dollars == pytest.approx(server.served * REPLY_COST)
    again = run(Server(seer()), tmp_path, Limits(4, dollars=budget))
    assert again.spent.dollars == pytest.approx(progress.spent.dollars)
    last = run(Server(seer()), tmp_path, Limits(4, dollars=1.0))
    records = Store(tmp_path).records()
    solved(records)
    assert last.spent.dollars == pytest.approx(Store(tmp_path).spent().dollars)
    paid = sum(record.spent.dollars for record in records)
    assert last.spent.dollars == pytest.approx(paid), "an answer was paid for twice"


def test_a_budget_needs_a_price(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="price"):
        run(Server(seer()), tmp_path, Limits(4, dollars=1.0), price=None)


def test_results_do_not_depend_on_trouble(tmp_path: Path) -> None:
    run(Server(seer()), tmp_path / "calm")
    run(Server(seer(), ["500", "cut", "malformed"] * 10), tmp_path / "rough", stream=True)

    def kept(name: str) -> dict[str, Record]:
        records = Store(tmp_path / name).records()
        return {record.entry.key: without_time(record) for record in records}

    assert kept("calm") == kept("rough")


def test_secrets_are_nowhere_in_a_run(tmp_path: Path) -> None:
    run(Server(seer(), ["500", "429"] * 40), tmp_path, retries=3)
    with pytest.raises(AgentBroken):
        run(Server(seer(), ["401"]), tmp_path / "broken")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.name == "run.json" for path in files)
    for path in files:
        assert KEY.encode() not in path.read_bytes()
