"""What an annotator sees, what it may answer, and that bad answers never raise or pass."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from commands import visgym
from visgym import catalog
from visgym.agents.agent import AgentFailure, Answer, Usage
from visgym.agents.annotator import (
    LONGEST_ANSWER,
    LONGEST_REPLY,
    MOST_PICTURES,
    Annotation,
    BadAnnotation,
    annotate,
    read_findings,
    trajectory,
)
from visgym.agents.build import parse_agent
from visgym.agents.findings import FAILURES
from visgym.analysis.annotations import (
    annotate_all,
    load_annotations,
    save_annotations,
    told_findings,
    trace_key,
)
from visgym.analysis.failures import analyse
from visgym.core.episode import Episode, advance, begin
from visgym.core.parts import Message, Observation, Text
from visgym.evaluation.records import Entry, record

REPLIES = ["I try right.\n('move', 0)", "('move', 0)", "('stop', 'stop')"]


def episode(replies: Sequence[str] = REPLIES) -> Episode[Any]:
    played = begin(catalog.load("maze_2d/easy"), 0)
    for reply in replies:
        played = advance(played, reply)
    return played


def item(**changed: Any) -> dict[str, Any]:
    good = {
        "property_description": "early_termination",
        "reason": "It stopped at step 3 of 20.",
        "evidence": [{"step": 3, "quote": "('stop', 'stop')"}],
    }
    return {**good, **changed}


GOOD = json.dumps([item()])


class Fake:
    """Gives prepared answers one after the other and keeps what it was asked."""

    name = "fake"

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[list[Message]] = []

    def spec(self) -> dict[str, Any]:
        return {}

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        self.asked.append(list(messages))
        if not self.answers:
            raise AgentFailure("The server is gone.")
        return Answer(self.answers.pop(0), Usage(input=10, output=1))

    async def close(self) -> None:
        pass


def annotated(agent: Fake) -> Annotation:
    return asyncio.run(annotate(agent, episode()))


def test_a_good_answer_becomes_findings_with_evidence() -> None:
    for answer in (GOOD, f"```json\n{GOOD}\n```", f"Here it is:\n{GOOD}\nThat is all."):
        found = annotated(Fake(answer))
        assert found.annotated and found.usage == Usage(input=10, output=1)
        (finding,) = found.findings
        assert finding.title == "Early termination"
        assert finding.shown == "step 3: ('stop', 'stop')"
    assert annotated(Fake("[]")) == Annotation((), None, Usage(input=10, output=1))


def test_quotes_may_stand_in_reply_or_feedback_with_other_spacing() -> None:
    quotes = [{"step": 1, "quote": "right. ('move', 0)"}, {"step": 2, "quote": "A wall blocks"}]
    (finding,) = read_findings(json.dumps([item(evidence=quotes)]), episode())
    assert [each.step for each in finding.evidence] == [1, 2]


HOSTILE = {
    "nothing": "",
    "prose": "The agent did fine.",
    "an object": json.dumps(item()),
    "cut off": GOOD[:-5],
    "a list of texts": '["early_termination"]',
    "a list in a list": f"[{GOOD}]",
    "very deep": "[" * 9_000 + "]" * 9_000,
    "a huge number": f"[{'9' * 9_000}]",
    "very long": "[" + " " * LONGEST_ANSWER + "]",
    "too many": json.dumps([item()] * 9),
    "a key too many": json.dumps([item(score=1)]),
    "a key missing": json.dumps([{"reason": "x", "evidence": []}]),
    "an unknown class": json.dumps([item(property_description="laziness")]),
    "a class of another type": json.dumps([item(property_description=["early_termination"])]),
    "no reason": json.dumps([item(reason=" \n ")]),
    "a reason of control characters": json.dumps([item(reason="\x1b\x07")]),
    "a long reason": json.dumps([item(reason="x" * 601)]),
    "a reason that is a number": json.dumps([item(reason=3)]),
    "evidence as text": json.dumps([item(evidence="step 3")]),
    "no evidence": json.dumps([item(evidence=[])]),
    "much evidence": json.dumps([item(evidence=item()["evidence"] * 11)]),
    "a step that is not there": json.dumps([item(evidence=[{"step": 4, "quote": "('stop'"}])]),
    "step zero": json.dumps([item(evidence=[{"step": 0, "quote": "('stop'"}])]),
    "a step of truth": json.dumps([item(evidence=[{"step": True, "quote": "('move', 0)"}])]),
    "a step in words": json.dumps([item(evidence=[{"step": "3", "quote": "('stop'"}])]),
    "a quote that nobody said": json.dumps([item(evidence=[{"step": 3, "quote": "I give up"}])]),
    "a quote of nothing": json.dumps([item(evidence=[{"step": 3, "quote": "\x00 "}])]),
    "a quote of another step": json.dumps([item(evidence=[{"step": 3, "quote": "move"}])]),
    "NaN": '[{"property_description": NaN, "reason": NaN, "evidence": NaN}]',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_answers_are_asked_again_once_and_then_given_up(name: str) -> None:
    with pytest.raises(BadAnnotation):
        read_findings(HOSTILE[name], episode())
    stubborn = Fake(HOSTILE[name], HOSTILE[name], GOOD)
    found = annotated(stubborn)
    assert not found.annotated and found.findings == () and len(stubborn.asked) == 2
    assert found.problem is not None and len(found.problem) < 400
    assert found.usage == Usage(input=20, output=2)
    assert annotated(Fake(HOSTILE[name], GOOD)).annotated


def test_the_second_request_says_what_was_wrong() -> None:
    agent = Fake("[1]", GOOD)
    annotated(agent)
    first, again, why = agent.asked[1]
    assert (first.role, again.role, why.role) == ("user", "assistant", "user")
    assert again.text == "[1]" and "exactly the keys" in why.text


def test_a_server_that_fails_leaves_the_episode_unannotated() -> None:
    found = annotated(Fake())
    assert found.problem == "The annotator did not answer: The server is gone."


def test_terminal_codes_do_not_get_through() -> None:
    (finding,) = read_findings(json.dumps([item(reason="It \x1b[31mstopped\n.")]), episode())
    assert finding.reason == "It [31mstopped ."


def texts(episode: Episode[Any], wrappers: tuple[str, ...] = ()) -> str:
    parts = trajectory(episode, wrappers)
    return "\n".join(part.text for part in parts if isinstance(part, Text))


def test_the_trajectory_tells_rules_replies_feedback_and_the_four_classes() -> None:
    told = texts(episode())
    for part in (*FAILURES, "seen from above", "Step 2", "A wall blocks the way right."):
        assert part in told
    assert r'reply: "I try right.\n(' in told  # quoted, so that replies cannot pose as our text
    assert "3 of 20 steps" in told


def test_long_replies_lose_their_middle_and_pictures_are_few() -> None:
    long = episode([f"{'x' * 9_000} ('move', 2) "] + ["('move', 2)", "('move', 0)"] * 9 + ["?"])
    told = texts(long)
    assert "('move', 2)" in told and len(told) < LONGEST_REPLY + 8_000
    shown = [part for part in trajectory(long) if isinstance(part, Observation)]
    assert len(shown) == MOST_PICTURES and shown[-1].state == long.state


def test_what_the_agent_saw_is_what_the_annotator_sees() -> None:
    in_text = trajectory(episode(), ("text",))
    assert not any(isinstance(part, Observation) for part in in_text)
    assert "#########" in texts(episode(), ("text",))
    goals = [part for part in trajectory(episode(), ("goal",)) if part.kind == "goal"]
    assert len(goals) == 2 and isinstance(goals[1], Observation)


def test_many_episodes_are_annotated_in_their_order() -> None:
    records = [
        record(Entry("maze_2d/easy", 0, "hand"), episode(["('stop', 'stop')"]), (), 0.0),
        record(Entry("maze_2d/easy", 0, "hand"), episode(), (), 0.0),
    ]
    ticks: list[int] = []
    agent = Fake("[]", GOOD)
    found = asyncio.run(annotate_all(agent, analyse(records), lambda: ticks.append(1)))
    assert [len(each.findings) for each in found] == [0, 1] and len(ticks) == 2


def test_annotations_are_kept_beside_the_run_whatever_the_agent_is_called(tmp_path: Path) -> None:
    one = record(Entry("maze_2d/easy", 0, "hand"), episode(), (), 0.0)
    (analysis,) = analyse([one])
    assert load_annotations(tmp_path) == {}
    save_annotations(tmp_path, [analysis])
    found = load_annotations(tmp_path)
    other = replace(one, entry=replace(one.entry, agent="somebody"))
    assert found == {trace_key(other): analysis.findings}
    told = told_findings(one, episode(), found)
    assert {each["by"] for each in told} == {"Detector", "Annotator"}
    for text in ("{", "[]", '{"a": 1}', '{"a": [{"property_description": "x"}]}', "[" * 99_999):
        (tmp_path / "annotations.json").write_text(text, encoding="utf-8")
        assert load_annotations(tmp_path) == {}


def test_the_command_annotates_solved_episodes_too_and_writes_the_shares(
    server: tuple[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    run, why = str(tmp_path / "run"), tmp_path / "why.json"
    agents = ("--agent", "solver", "--agent", "stop", "--tasks", "maze_2d", "--episodes", "1")
    assert visgym("evaluate", *agents, "--out", run).returncode == 0
    model = ("--annotator", "openai:some-model", "--option", f"base_url={server[0]}")
    done = visgym("failures", run, *model, "--json", str(why))
    assert done.returncode == 0, done.stderr
    data = json.loads(why.read_text(encoding="utf-8"))
    assert set(data["by_agent"]) == {"stop"}
    assert {each["agent"] for each in data["annotator"]["episodes"]} == {"solver", "stop"}
    assert set(data["annotator"]) == {"by_agent", "by_task", "episodes"}


@pytest.fixture
def server() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A model server on this machine that keeps its requests and answers well."""
    requests: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            requests.append(json.loads(self.rfile.read(length)))
            choice = {"message": {"role": "assistant", "content": GOOD}, "finish_reason": "stop"}
            usage = {"prompt_tokens": 7, "completion_tokens": 5}
            body = json.dumps({"choices": [choice], "usage": usage}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}/v1", requests
        running.shutdown()
        thread.join()


def test_a_real_request_carries_the_pictures(server: tuple[str, list[dict[str, Any]]]) -> None:
    url, requests = server

    async def run() -> Annotation:
        agent = parse_agent("openai:some-model", {"base_url": url})
        try:
            return await annotate(agent, episode())
        finally:
            await agent.close()

    found = asyncio.run(run())
    assert found.annotated and (found.usage.input, found.usage.output) == (7, 5)
    content = requests[0]["messages"][-1]["content"]
    assert sum(part["type"] == "image_url" for part in content) == 4
