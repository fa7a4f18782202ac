"""Tools in evaluations: offered to models in either dialect, logged, recorded, and never rerun."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.server import Body, Reply, Server, serving
from commands import visgym as command
from visgym.agents.agent import AgentFailure, Answer
from visgym.agents.build import parse_agent
from visgym.agents.scripted import Scripted
from visgym.analysis.failures import analyse
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.evaluation.evaluate import Limits, evaluate, plan
from visgym.evaluation.records import Record, from_line, replayed, to_line, without_time
from visgym.evaluation.store import Store
from visgym.suites.suite import find_suite
from visgym.tools.python import Python
from visgym.tools.sandbox.pool import POOL

SUITE = find_suite("visgym/easy")
ID = "maze_2d/easy"
TOOLS = ("look", "python", "my_tasks.ruler:ruler")
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("python", {"code": "x = 41\nprint(image.shape)\nshow(image[:20])"}),
    ("look", {"x0": 0, "y0": 0, "x1": 50, "y1": 50}),
    ("ruler", {"x0": 0, "y0": 0, "x1": 3, "y1": 4}),
    ("ruler", {"x0": 0, "y0": 0, "x1": 3, "y1": "far"}),
    ("python", {"code": "while True: pass"}),
    ("python", {"code": "x + 1"}),
    ("stop", {}),
]
VERDICTS = ("done", "done", "done", "misfit", "refused", "done", "done")


@pytest.fixture(autouse=True)
def _safe() -> None:
    try:
        Python().ready()
    except Mistake as error:
        pytest.skip(str(error))


class ToolUser(Scripted):
    """Makes the calls one after the other, and fails once where it is told to."""

    kind = "tool_user"

    def __init__(self, breaks_at: int = -1) -> None:
        self.breaks_at = breaks_at

    def spec(self) -> dict[str, Any]:
        return {"kind": self.kind}

    def reply(self, episode: Any) -> str:
        at = len(episode.turns)
        if at == self.breaks_at:
            self.breaks_at = -1
            raise AgentFailure("the line broke")
        name, given = CALLS[at]
        return json.dumps({"tool": name, "args": given})

    async def answer(self, episode: Any, messages: Any) -> Answer:
        return Answer(self.reply(episode))


def run(folder: Path, agent: Any) -> Record:
    """One episode with all tools; short on time, since some code would go on for ever."""
    tools = ("look", "python=0.4", "my_tasks.ruler:ruler")
    entries = plan(SUITE, [agent], [ID], 1, tools=tools)
    store = Store(folder)
    with store.writing({"suite": SUITE.name, "tools": list(tools)}):
        asyncio.run(
            evaluate(entries, {agent.name: agent}, store, SUITE.starts, Limits(1), lambda _: None)
        )
    return store.records()[-1]


def test_a_record_holds_what_tools_showed_and_replays_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = run(tmp_path, ToolUser())
    assert kept.verdicts == VERDICTS and kept.outcome == "wrong"
    assert [use.tool for use in kept.uses] == [name for name, _ in CALLS[:-1]]
    assert all(use.free for use in kept.uses) and kept.uses[4].seconds > 0
    assert kept.uses[5].shown[0].text == "42"
    assert from_line(json.loads(json.dumps(to_line(kept)))) == kept
    monkeypatch.setattr(POOL, "run", lambda *_: pytest.fail("code was run"))
    episode = replayed(kept)
    assert tuple(turn.feedback for turn in episode.turns) == kept.feedback
    assert episode.step == 1 and episode.turns[0].shown[1].image.shape[0] == 20
    assert "printed" not in present(episode)[0].text and "'ruler'" in present(episode)[0].text
    assert analyse([kept]) is not None


def test_a_record_that_hides_a_use_runs_nothing(tmp_path: Path) -> None:
    kept = replace(run(tmp_path, ToolUser()), uses=())
    with pytest.raises(Mistake, match="does not say what the tool python showed"):
        replayed(kept)


def test_an_interrupted_episode_goes_on_with_its_names_and_shows_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run(tmp_path / "whole", ToolUser())
    broken = run(tmp_path / "broken", ToolUser(breaks_at=5))
    assert broken.outcome == "error"
    POOL.close()
    ran: list[str] = []
    once = POOL.run
    monkeypatch.setattr(
        POOL, "run", lambda *given: (ran.append(str(given[2].call.args[0])), once(*given))[1]
    )
    resumed = run(tmp_path / "broken", ToolUser())
    assert ran == ["x + 1"]
    assert without_time(resumed) == without_time(whole)


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize("native", [True, False])
def test_models_use_tools_in_either_dialect(tmp_path: Path, kind: str, native: bool) -> None:
    server = Server(_model(native))

    async def once() -> Record:
        async with serving(server):
            options = {"base_url": server.url, "tools": "auto" if native else "off"}
            agent = parse_agent(f"{kind}:m", options)
            entries = plan(SUITE, [agent], [ID], 1, tools=TOOLS)
            store = Store(tmp_path)
            with store.writing({"suite": SUITE.name}):
                await evaluate(entries, {agent.name: agent}, store, {}, Limits(1), lambda _: None)
            return store.records()[-1]

    kept = asyncio.run(once())
    assert kept.verdicts == ("done",) * 3
    assert [use.tool for use in kept.uses] == ["python", "look"]
    offered = json.dumps(server.requests[0].get("tools") or server.requests[0]["messages"])
    assert "Run Python code" in offered and "may be used 16 times in an episode" in offered
    shown = json.dumps(server.requests[1]["messages"])
    assert "(324, 324, 3)" in shown
    pictures = [json.dumps(each["messages"]).count("base64") for each in server.requests]
    assert pictures[1] - pictures[0] >= 2 and pictures[2] - pictures[1] >= 2


def _model(native: bool) -> Callable[[Body], Reply]:
    """A model that runs code, looks, and stops."""
    calls = [CALLS[0], CALLS[1], CALLS[-1]]

    def reply(body: Body) -> Reply:
        said = sum(message["role"] == "assistant" for message in body["messages"])
        name, given = calls[said]
        if native:
            return Reply("Let me see.", [(name, json.dumps(given))])
        return Reply(f"Let me see.\n{json.dumps({'tool': name, 'args': given})}")

    return reply


def test_the_command_takes_tools_and_a_folder_keeps_to_them(tmp_path: Path) -> None:
    given = ("evaluate", "--agent", "stop", "--tasks", "maze_2d", "--episodes", "1")
    out = ("--out", str(tmp_path / "run"))
    done = command(*given, *out, "--tools", "look,my_tasks.ruler:ruler")
    assert done.returncode == 0, done.stderr
    config = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert config["tools"] == ["look", "my_tasks.ruler:ruler"]
    assert "give another --out" in command(*given, *out).stderr
    assert "did you mean look" in command(*given, *out, "--tools", "lok").stderr
    hidden = command(*given, "--out", str(tmp_path / "b"), "--tools", "look", "--wrapper", "text")
    assert "hides the picture" in hidden.stderr


def test_people_play_with_tools_too() -> None:
    done = command("play", ID, "--tools", "python", typed="('python', '6 * 7')\n\n")
    assert "'python': Run Python code" in done.stdout and "42" in done.stdout
