"""What is known of answers between runs: each is kept once, paid once, and fits its episode."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from visgym.agents.agent import AgentBroken, AgentFailure, Answer, ContextOverflow, Usage
from visgym.agents.scripted import SolverAgent
from visgym.core.episode import Episode
from visgym.core.parts import Message
from visgym.evaluation.attempts import Overflow
from visgym.evaluation.decoding import read_record
from visgym.evaluation.evaluate import Limits, Progress, evaluate, plan
from visgym.evaluation.records import Record, replayed, to_line, without_time
from visgym.evaluation.store import Store
from visgym.evaluation.turn_log import AppendFile, LoggedTurn, read_turns, turn_line
from visgym.suites.suite import find_suite

SUITE = find_suite("visgym/easy")
IDS = ["maze_2d/easy", "sliding_block/easy"]
CONFIG: dict[str, Any] = {"suite": SUITE.name, "wrappers": []}
COST = Usage(input=100, output=5, dollars=0.01)


@dataclass
class Paid:
    """The solver, for money, behind machinery that fails in the ways it is told to."""

    failing_at: int | None = None
    """The turn at which every episode fails."""
    failure: type[Exception] = AgentFailure
    window: int | None = None
    """Messages that the model has room for."""
    name: str = "paid"
    price: float = 0.01
    asked: list[tuple[str, int, int]] = field(default_factory=list)
    told: list[int] = field(default_factory=list)

    def spec(self) -> dict[str, Any]:
        return {"kind": self.name, "price": {"input": 1.0}}

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        await asyncio.sleep(0)
        if self.failing_at == len(episode.turns):
            raise self.failure("It does not work.")
        if self.window is not None and len(messages) > self.window:
            raise ContextOverflow("There is room for fewer tokens.")
        self.asked.append((episode.task.name, episode.seed, len(episode.turns)))
        self.told.append(len(messages))
        reply = SolverAgent().reply(episode)
        return Answer(reply, replace(COST, dollars=self.price), "stop", "Right, of course.", 1.5, 2)

    async def close(self) -> None:
        """Nothing to close."""


def run(folder: Path, agent: Paid, limits: Limits = Limits(4)) -> Progress:  # noqa: B008
    store = Store(folder)
    with store.writing({**CONFIG, "agents": [agent.spec()]}):
        entries = plan(SUITE, [agent], IDS, 2)
        by_name = {agent.name: agent}
        return asyncio.run(
            evaluate(entries, by_name, store, SUITE.starts, limits, lambda progress: None)
        )


def kept(folder: Path) -> set[Record]:
    return {without_time(each) for each in Store(folder).records()}


def test_records_say_how_replies_came_about_and_lines_give_them_back(tmp_path: Path) -> None:
    run(tmp_path, Paid())
    for each in Store(tmp_path).records():
        count = len(each.replies)
        assert each.finish == ("stop",) * count and each.reasoning[0] == "Right, of course."
        assert each.waited == (1.5,) * count and each.tries == (2,) * count
        assert not each.trouble and read_record(json.dumps(to_line(each))) == each


def test_a_spoiled_episode_goes_on_where_it_failed_and_costs_nothing_twice(tmp_path: Path) -> None:
    run(tmp_path / "calm", calm := Paid())
    first, second = Paid(failing_at=3), Paid()
    run(tmp_path / "rough", first)
    store = Store(tmp_path / "rough")
    assert {each.outcome for each in store.records()} == {"error"}
    assert store.spent().dollars == pytest.approx(0.01 * len(first.asked))
    progress = run(tmp_path / "rough", second)
    assert sorted(first.asked + second.asked) == sorted(calm.asked)
    assert kept(tmp_path / "rough") == kept(tmp_path / "calm")
    assert progress.spent.dollars == pytest.approx(0.01 * len(calm.asked))
    assert store.spent().dollars == pytest.approx(0.01 * len(calm.asked))
    assert sum(each.spent.dollars for each in store.records()) == pytest.approx(
        0.01 * len(calm.asked)
    )


def test_what_no_record_took_up_is_still_paid(tmp_path: Path) -> None:
    agent = Paid(failing_at=2, failure=AgentBroken)
    with pytest.raises(AgentBroken):
        run(tmp_path, agent)
    assert not Store(tmp_path).records() and agent.asked
    assert Store(tmp_path).spent().dollars == pytest.approx(0.01 * len(agent.asked))


@pytest.mark.parametrize("change", [{"start": "0" * 32}, {"verdict": "refused"}])
def test_turns_that_do_not_fit_are_played_anew_and_stay_paid(
    tmp_path: Path, change: dict[str, str]
) -> None:
    run(tmp_path, first := Paid(failing_at=3))
    path = tmp_path / "turns.jsonl"
    lines = [{**json.loads(line), **change} for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(each, separators=(",", ":")) + "\n" for each in lines))
    run(tmp_path, second := Paid())
    assert {each.outcome for each in Store(tmp_path).records()} == {"solved"}
    total = 0.01 * (len(first.asked) + len(second.asked))
    assert Store(tmp_path).spent().dollars == pytest.approx(total)
    assert sum(each.spent.dollars for each in Store(tmp_path).records()) == pytest.approx(total)


def test_lines_cut_short_and_lines_twice_change_nothing(tmp_path: Path) -> None:
    run(tmp_path, Paid(failing_at=4))
    path = tmp_path / "turns.jsonl"
    whole = read_turns(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    (tmp_path / "turns-7.jsonl").write_bytes(b"".join(lines[::-1]) + lines[0][:50])
    assert read_turns(tmp_path) == whole and all(len(each.turns) == 4 for each in whole.values())
    run(tmp_path, Paid(failing_at=4))
    assert [each.name for each in tmp_path.glob("turns*")] == ["turns.jsonl"]
    assert read_turns(tmp_path).keys() == whole.keys()


def test_a_finished_run_leaves_no_log_of_turns(tmp_path: Path) -> None:
    run(tmp_path, Paid())
    assert not list(tmp_path.glob("turns*"))


def test_the_settings_of_every_agent_stay(tmp_path: Path) -> None:
    run(tmp_path, Paid())
    run(tmp_path, Paid(name="other"))
    run(tmp_path, Paid())
    kinds = [each["kind"] for each in Store(tmp_path).config()["agents"]]
    assert kinds == ["paid", "other"]


# Conversations that are too long


def overflows(folder: Path, policy: Overflow, window: int = 5) -> tuple[Paid, Sequence[Record]]:
    agent = Paid(window=window)
    run(folder, agent, Limits(4, overflow=policy))
    return agent, Store(folder).records()


@pytest.mark.parametrize(("policy", "counts"), [("void", False), ("failure", True)])
def test_an_overflow_is_no_error_and_is_not_played_again(
    tmp_path: Path, policy: Overflow, counts: bool
) -> None:
    agent, records = overflows(tmp_path, policy)
    assert {each.outcome for each in records} == {"overflow"}
    assert {(each.scored, each.success) for each in records} == {(counts, False)}
    assert all(len(replayed(each).turns) == 3 for each in records)
    asked = len(agent.asked)
    again, _ = overflows(tmp_path, policy)
    assert asked == 12 and not again.asked


def test_a_history_is_shortened_until_it_fits_and_the_record_says_so(tmp_path: Path) -> None:
    agent, records = overflows(tmp_path, "shorten")
    assert {each.outcome for each in records} == {"solved"} and max(agent.told) <= 5
    assert {each.history for each in records if len(each.replies) > 3} == {2}


def test_a_shortened_episode_stays_so_when_it_is_gone_on_with(tmp_path: Path) -> None:
    agent = Paid(window=5, failing_at=6)
    run(tmp_path, agent, Limits(4, overflow="shorten"))
    again, records = overflows(tmp_path, "shorten")
    assert {each.outcome for each in records} == {"solved"} and max(again.told) <= 3


def test_what_never_fits_is_an_overflow(tmp_path: Path) -> None:
    _, records = overflows(tmp_path, "shorten", window=0)
    assert {(each.outcome, each.scored, each.replies) for each in records} == {
        ("overflow", False, ())
    }


def test_a_log_that_was_removed_is_made_anew_and_nothing_goes_into_the_old_one(
    tmp_path: Path,
) -> None:
    file = AppendFile(tmp_path / "log")
    file.append(b"one\n")
    (tmp_path / "log").unlink()
    file.append(b"two\n")
    assert (tmp_path / "log").read_bytes() == b"two\n"


def test_what_replies_say_stays_one_line_of_json(tmp_path: Path) -> None:
    answer = Answer('"\\\n\u2028\x00é', COST, "stop\r", "a\nb", 0.25, 3, "no {}")
    turn = LoggedTurn("0" * 32, 2, 7, answer, "done", "f" * 32, 1.5, 4, COST)
    line = turn_line(turn)
    assert line.count(b"\n") == 1 and line.isascii()
    (tmp_path / "turns-1.jsonl").write_bytes(turn_line(replace(turn, turn=0)))
    assert read_turns(tmp_path)["0" * 32].turns == [replace(turn, turn=0)]
