"""Agents from text and from specs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.server import KEY
from visgym import catalog
from visgym.agents.build import from_spec, option_types, parse_agent
from visgym.agents.prices import Price, anthropic_usage, openai_usage, unpriced
from visgym.agents.scripted import RandomAgent, SolverAgent
from visgym.commands.common import build_agents
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import setup

WRITTEN = ["solver", "solver:shortest", "random", "random:7", "stop", "openai:a/b:free"]
WRITTEN += ["anthropic:claude"]


@pytest.mark.parametrize("text", WRITTEN)
def test_agents_are_called_what_they_were_written_as(text: str) -> None:
    assert parse_agent(text).name == text


@pytest.mark.parametrize("text", WRITTEN)
def test_specs_are_json_without_secrets_and_rebuild_exactly(text: str) -> None:
    agent = parse_agent(text)
    spec = json.loads(json.dumps(agent.spec()))
    assert KEY not in json.dumps(spec)
    assert from_spec(spec).spec() == agent.spec()
    assert from_spec(spec).name == agent.name


def test_options_may_be_text() -> None:
    price = '{"input": 1, "output": 2.5}'
    given = {"temperature": "0.5", "stream": "true", "image_limit": "512", "price": price}
    agent = parse_agent("openai:m", {**given, "label": "7", "max_tokens": 5})
    spec = agent.spec()
    assert (spec["temperature"], spec["max_tokens"], spec["label"]) == (0.5, 5, "7")
    assert spec["line"]["stream"] is True and spec["look"]["image_limit"] == 512
    assert spec["price"] == {"input": 1.0, "output": 2.5, "cached": None, "written": None}
    assert agent.name == "openai:m (7)"
    assert from_spec(spec).spec() == spec
    assert parse_agent("solver", {"steps": "9"}) == SolverAgent(steps=9)
    assert parse_agent("random:7") == RandomAgent(7)


@pytest.mark.parametrize("written", ['{"top_k":3}', "[1]", "3", "1e3", "true", '"x"', "007"])
def test_an_option_that_is_text_stays_as_it_is_written(written: str) -> None:
    (agent,) = build_agents(["openai:m"], [f"label={written}"]).values()
    assert agent.spec()["label"] == written
    assert agent.name == f"openai:m ({written})"


def test_further_fields_of_a_request_are_given_as_json() -> None:
    (agent,) = build_agents(["openai:m"], ['extra={"top_k":3}', "temperature=1"]).values()
    assert agent.spec()["extra"] == '{"top_k":3}' and agent.spec()["temperature"] == 1.0
    assert parse_agent("openai:m", {"extra": {"top_k": 3}}).spec()["extra"] == '{"top_k": 3}'
    assert parse_agent("openai:m", {"label": 3}).name == "openai:m (3)"


def test_specs_of_earlier_releases_are_read() -> None:
    spec = parse_agent("openai:m").spec()
    assert "circuit_breaker" not in spec["line"]
    other = parse_agent("openai:m", {"circuit_breaker": "2"})
    assert from_spec(other.spec()).spec()["line"]["circuit_breaker"] == 2


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("solvr", {}, "did you mean solver"),
        ("openai", {}, "Write openai:MODEL"),
        ("openai:", {}, "Which model"),
        ("stop:7", {}, "nothing after a colon"),
        ("random:x", {}, "seed"),
        ("openai:m", {"temprature": 1}, "did you mean temperature"),
        ("openai:m", {"temperature": "warm"}, "temperature"),
        ("openai:m", {"image_format": "gif"}, "png"),
        ("openai:m", {"image_quality": 0}, "image_quality"),
        ("openai:m", {"image_limit": 0}, "image_limit"),
        ("openai:m", {"tools": "yes"}, "required"),
        ("openai:m", {"base_url": "localhost"}, "http://"),
        ("openai:m", {"base_url": "http://me:secret@host/v1"}, "password"),
        ("openai:m", {"extra": "[1]"}, "JSON object"),
        ("openai:m", {"price": "3"}, "dollars per million"),
        ("openai:m", {"price": {"input": -1, "output": 1}}, "dollars per million"),
        ("openai:m", {"price": {"input": "x", "output": 1}}, "dollars per million"),
        ("openai:m", {"prices": "nowhere.json"}, "nowhere.json"),
        ("openai:m", {"timeout": 0}, "timeout"),
        ("openai:m", {"retries": -1}, "retries"),
        ("openai:m", {"circuit_breaker": -1}, "circuit_breaker"),
        ("openai:m\n", {}, "one line"),
        ("anthropic:m", {"thinking": 9999}, "max_tokens"),
        ("anthropic:m", {"thinking": 1024, "tools": "auto"}, "tools"),
        ("anthropic:m", {"seed": 1}, "option"),
    ],
)
def test_mistakes_are_one_sentence_with_the_way_out(
    text: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(Mistake, match=words) as caught:
        parse_agent(text, options)
    assert "secret" not in str(caught.value)


def test_an_unknown_strategy_names_those_that_exist() -> None:
    agent = parse_agent("solver:shortst")
    assert isinstance(agent, SolverAgent)
    with pytest.raises(Mistake, match="shortest"):
        agent.reply(begin(catalog.load("maze_2d/easy"), 0))


def test_prices_come_from_a_file_and_unknown_ones_are_flagged(tmp_path: Path) -> None:
    file = tmp_path / "prices.json"
    file.write_text('{"m": {"input": 2, "cached": 1, "output": 8}}')
    known = parse_agent("openai:m", {"prices": str(file)})
    unknown = parse_agent("openai:other", {"prices": str(file)})
    assert known.spec()["price"]["cached"] == 1.0
    assert unpriced([known, unknown, parse_agent("solver")]) == ["openai:other"]
    assert openai_usage({"prompt_tokens": 5}, None).dollars == 0.0


def test_nonsense_from_a_server_counts_nothing() -> None:
    price = Price(1.0, 1.0)
    for data in (None, 7, [], {"prompt_tokens": "x", "input_tokens": -4, "output_tokens": True}):
        assert openai_usage(data, price).dollars == 0.0
        assert anthropic_usage(data, price).dollars == 0.0


def test_how_a_model_is_reached_and_paid_is_no_part_of_its_identity() -> None:
    plain = parse_agent("openai:m")
    moved = {"base_url": "http://elsewhere:1/v1", "retries": 1, "price": {"input": 1, "output": 1}}
    assert setup(parse_agent("openai:m", moved)) == setup(plain)
    for other in ({"temperature": 1.0}, {"image_format": "jpeg"}, {"tools": "auto"}):
        assert setup(parse_agent("openai:m", other)) != setup(plain)


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_every_option_is_documented(kind: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
    for option in option_types(kind):
        assert f"`{option}`" in page
