"""Traces that behave alike are found together, whatever the task, and the same every time."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from commands import visgym
from visgym.agents.agent import Answer
from visgym.analysis import embedders
from visgym.analysis.behaviours import (
    DescribedTrace,
    behaviour_clusters,
    describe_traces,
    described_by,
    load_behaviours,
    save_behaviours,
)
from visgym.analysis.text_clusters import clusters, terms_of, tf_idf, top_terms
from visgym.core.errors import Mistake
from visgym.evaluation.records import Entry
from visgym.evaluation.store import Store

GROUPS = {
    "loops": "Says the same call again and again. Never looks at the picture.",
    "quits": "Stops at once without a solution. Gives up early.",
    "plans": "Plans several steps ahead. Comes steadily nearer to the goal.",
}
FILLERS = ("Writes long replies.", "Is polite.", "Uses all actions.", "Thinks aloud.", "")


def texts() -> tuple[list[str], list[str]]:
    """Descriptions with planted groups, and the name of each one's group."""
    pairs = [
        (f"{text} {FILLERS[number % 5]}", name)
        for number in range(10)
        for name, text in GROUPS.items()
    ]
    return [text for text, _ in pairs], [name for _, name in pairs]


def test_planted_groups_are_found_and_named() -> None:
    told, names = texts()
    vectors, _ = tf_idf(told)
    for labels in (clusters(vectors), clusters(vectors, 3)):
        assert len(set(labels.tolist())) == 3
        assert len({(label, name) for label, name in zip(labels.tolist(), names, strict=True)}) == 3
    words = dict(zip(labels.tolist(), names, strict=True))
    for label, terms in enumerate(top_terms(told, labels)):
        own = set(terms_of(GROUPS[words[label]]))
        assert set(terms[:3]) <= own
    assert (clusters(vectors) == clusters(vectors.copy())).all()


def test_words_of_one_topic_alone_do_not_make_groups() -> None:
    told = [f"{act} the {thing}" for thing in ("maze", "puzzle") for act in ("loops in", "leaves")]
    topics = ["maze", "maze", "puzzle", "puzzle"]
    assert clusters(tf_idf(told, topics)[0], 2).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("count", [1, 2, 7, None])
def test_any_texts_can_be_grouped(count: int | None) -> None:
    for told in (["one"], ["", ""], ["a b"] * 5, ["x y", "", "z w"], texts()[0][:4]):
        labels = clusters(tf_idf(told)[0], count)
        assert len(labels) == len(told) and labels.min() == 0
        assert set(labels.tolist()) == set(range(labels.max() + 1))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three scripted agents on two tasks."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    agents = [part for name in ("random", "stop", "solver") for part in ("--agent", name)]
    done = visgym(
        "evaluate", "--suite", "visgym/easy", "--tasks", "maze_2d,sliding_block",
        *agents, "--episodes", "4", "--out", str(folder),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


def by_agent(entry: Entry) -> str:
    return entry.agent


def test_agents_that_behave_differently_are_apart_and_tasks_are_not(run: Path) -> None:
    traces = describe_traces(Store(run).records())
    assert len(traces) == 24
    found = behaviour_clusters(traces, by_agent, 3)
    assert [len(each.traces) for each in found] == [8, 8, 8]
    for each in found:
        assert sorted(each.by_agent.values()) == [0, 0, 1]
        assert set(each.by_task.values()) == {1 / 3}
    titles = {name: each.title for each in found for name, share in each.by_agent.items() if share}
    assert titles["stop"].startswith("Stopped early") and "steadily nearer" in titles["solver"]
    refused = next(each for each in traces if "refused" in each.text)
    assert refused.evidence.startswith("step ")
    assert behaviour_clusters(traces[::-1], by_agent, 3)[0].by_agent is not None


def test_groups_are_kept_and_shown_in_the_report(run: Path) -> None:
    done = visgym("behaviours", str(run), "--clusters", "3", "--json", str(run / "all.json"))
    assert "24 traces in 3 groups" in done.stdout, done
    assert json.loads((run / "all.json").read_text(encoding="utf-8"))[0]["examples"]
    saved = load_behaviours(run)
    assert len(saved.groups) == 3 and len(saved.told) == 24
    done = visgym("report", str(run))
    page = (run / "report.html").read_text(encoding="utf-8")
    assert done.returncode == 0 and 'id="behaviours"' in page and "(Behaviour)" not in done.stdout
    assert saved.groups[0]["title"] in page and '"by": "Behaviour"' in page


@pytest.mark.parametrize("text", ["", "[]", "[1]", "{}", '[{"title": 1}]', "[" * 9999])
def test_a_broken_file_of_groups_shows_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "behaviours.json").write_text(text, encoding="utf-8")
    assert not load_behaviours(tmp_path).groups


def test_embedders_are_checked(monkeypatch: pytest.MonkeyPatch, run: Path) -> None:
    module: Any = ModuleType("my_embedder")
    module.by_end = lambda told: [[1.0, 0.0] if "Solved" in t else [0.0, 1.0] for t in told]
    module.broken = lambda told: [[1.0]]
    monkeypatch.setitem(sys.modules, "my_embedder", module)
    traces = describe_traces(Store(run).records())
    found = behaviour_clusters(traces, by_agent, None, "my_embedder:by_end")
    assert len(found) == 2
    for wrong in ("my_embedder:broken", "my_embedder:none", "nothing", "no_module:x"):
        with pytest.raises(Mistake):
            behaviour_clusters(traces, by_agent, None, wrong)


class FakeEndpoint:
    """A server of embeddings that answers out of order."""

    def __init__(self, path: str, model: str) -> None:
        assert (path, model) == ("/embeddings", "small")

    async def ask(self, body: dict[str, Any]) -> dict[str, Any]:
        data = [{"index": at, "embedding": [len(t), 1]} for at, t in enumerate(body["input"])]
        return {"data": data[::-1]}

    async def close(self) -> None: ...


def test_a_server_may_embed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedders, "JsonEndpoint", FakeEndpoint)
    told = ["x" * (1 + at % 3) for at in range(200)]
    found = embedders.embedded(told, embedder="openai:small")
    assert np.allclose(found[:, 0] / found[:, 1], [1 + at % 3 for at in range(200)])


class Describer:
    """Says the same of every trace, with a quote of its last step; first something broken."""

    name = "describer"

    def __init__(self) -> None:
        self.asked = 0

    def spec(self) -> dict[str, Any]:
        return {}

    async def answer(self, episode: Any, messages: list[Any]) -> Answer:
        self.asked += 1
        if len(messages) == 1 and self.asked % 2:
            return Answer("I would say that it loops.")
        quote = {"step": len(episode.turns), "quote": episode.turns[-1].reply[:20]}
        return Answer(json.dumps([{"behaviour": "Loops without end.", "evidence": [quote]}]))

    async def close(self) -> None: ...


def test_a_model_describes_traces_with_quotes_that_are_checked(run: Path, tmp_path: Path) -> None:
    traces = describe_traces(Store(run).records())[:4]
    told, wrong = asyncio.run(described_by(Describer(), traces, lambda: None))
    assert not wrong and {each.text for each in told} == {"Loops without end."}
    assert all(each.evidence.startswith("step ") for each in told)
    found = behaviour_clusters(told, by_agent)
    assert len(found) == 1 and found[0].title == "Loops without end."
    save_behaviours(tmp_path, found)
    assert {texts[1] for texts in load_behaviours(tmp_path).told.values()} == {"Loops without end."}
    assert isinstance(told[0], DescribedTrace)
