"""A dead server stops a run instead of voiding thousands of episodes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from agents.server import Reply, Server, serving
from agents.test_models_in_runs import EPISODES, IDS, run, seer, solved
from visgym import catalog
from visgym.agents.agent import AgentBroken, AgentFailure
from visgym.agents.build import parse_agent
from visgym.agents.circuit_breaker import CircuitBreaker, breaker_of
from visgym.core.episode import begin
from visgym.core.messages import present
from visgym.evaluation.evaluate import Limits
from visgym.evaluation.store import Store

FAST = {"backoff": 0.001, "retries": 1, "timeout": 20}


def fates(script: list[str], asked: int, together: int = 1, **options: Any) -> list[str]:
    """What becomes of a number of answers, so many at a time."""

    async def all_of_them() -> list[str]:
        async with serving(Server(lambda body: Reply("x"), list(script))) as server:
            agent = parse_agent("openai:m", {"base_url": server.url, **FAST, **options})
            episode = begin(catalog.load("maze_2d/easy"), 0)
            found: list[str] = []
            for _ in range(asked):
                tasks = [agent.answer(episode, present(episode)) for _ in range(together)]
                for each in await asyncio.gather(*tasks, return_exceptions=True):
                    found.append(type(each).__name__)
            await agent.close()
            return found

    return asyncio.run(all_of_them())


def test_answers_in_a_row_that_no_try_brought_stop_the_run() -> None:
    void, broken = "AgentFailure", "AgentBroken"
    assert fates(["500"] * 99, 4, circuit_breaker=3) == [void, void, broken, broken]
    assert fates(["hung up"] * 99, 2, circuit_breaker=1) == [broken, broken]
    assert fates(["500"] * 99, 9, circuit_breaker=0) == [void] * 9


@pytest.mark.parametrize("alive", ["good", "400 filtered", "vllm decoder"])
def test_any_sign_of_life_begins_the_count_anew(alive: str) -> None:
    script = ["500", "500", alive] * 4
    assert "AgentBroken" not in fates(script, 8, circuit_breaker=2)


def test_an_outage_counts_once_however_many_requests_it_hits() -> None:
    found = fates(["500"] * 99, 3, together=4, circuit_breaker=3)
    assert found[:8] == ["AgentFailure"] * 8
    assert "AgentBroken" in found[8:]


def test_failures_count_from_where_they_began() -> None:
    breaker = CircuitBreaker(2)
    assert not breaker.failed(0) and not breaker.failed(0)
    assert breaker.failed(1)
    breaker.worked()
    assert not breaker.failed(0)


def test_a_run_against_a_dead_server_stops_with_one_sentence_and_can_go_on(tmp_path: Path) -> None:
    server = Server(seer(), ["good"] * 10 + ["500"] * 9999)
    with pytest.raises(AgentBroken, match=r"no answer 2 times in a row.*start it again") as caught:
        run(server, tmp_path, Limits(1), retries=1, circuit_breaker=2)
    assert str(caught.value).isprintable()
    assert len(server.requests) == 10 + 2 * 2
    assert sum(record.outcome == "error" for record in Store(tmp_path).records()) <= 2
    run(Server(seer()), tmp_path)
    solved(Store(tmp_path).records())
    assert len(Store(tmp_path).records()) == len(IDS) * EPISODES


def test_the_count_outlives_agents_since_each_part_of_a_run_has_its_own() -> None:
    async def ask() -> str:
        options = {"base_url": "http://127.0.0.1:9", **FAST, "circuit_breaker": 3}
        agent = parse_agent("openai:m", options)
        episode = begin(catalog.load("maze_2d/easy"), 0)
        try:
            await agent.answer(episode, present(episode))
        except (AgentFailure, AgentBroken) as error:
            return f"{type(error).__name__}: {error}"
        finally:
            await agent.close()
        return ""

    breaker_of.cache_clear()
    found = [asyncio.run(ask()) for _ in range(3)]
    assert [each.partition(":")[0] for each in found] == ["AgentFailure"] * 2 + ["AgentBroken"]
    assert all("connection" in each for each in found)
