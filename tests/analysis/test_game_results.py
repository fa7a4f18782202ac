"""Games between agents in reports: rated by name and setup, and never mixed with other episodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import visgym
from visgym.agents.agent import Usage
from visgym.agents.scripted import RandomAgent
from visgym.analysis.game_results import game_results
from visgym.analysis.report.game_tables import games_section
from visgym.analysis.report.loading import load
from visgym.analysis.report.page import page
from visgym.analysis.report.tables import as_json
from visgym.conformance.playthroughs import played_by
from visgym.evaluation.records import Entry, Record, failed, record
from visgym.evaluation.seats import seated
from visgym.evaluation.store import Store

GAME = "nim/level_0"


@pytest.fixture(scope="module")
def played() -> Record:
    id = seated(GAME, 0)
    episode = played_by(RandomAgent(), visgym.begin(id, 1))
    return record(Entry(id, 1, "a"), episode, (Usage(),) * len(episode.turns), seconds=0.1)


def game(played: Record, one: str, other: str, points: float, seed: int, setup: str = "") -> Record:
    entry = Entry(played.entry.id, seed, one, versus=other, versus_setup=setup)
    return replace(played, entry=entry, payoffs=(points, 1 - points))


def test_points_and_games_are_counted_by_pair(played: Record) -> None:
    games = [game(played, "a", "b", points, seed) for seed, points in enumerate((1, 1, 0.5, 0))]
    spoiled = failed(Entry(played.entry.id, 9, "a", versus="b"), "the network was away", 0.1)
    found = game_results([*games, spoiled, played], {})
    assert found is not None
    assert (found.played, found.void) == (4, 1)
    assert found.points["a", "b"].value == 2.5 / 4
    assert found.points["b", "a"].value == 1.5 / 4
    assert [(each.agent, each.won, each.drawn) for each in found.ratings] == [
        ("a", 2, 1),
        ("b", 1, 1),
    ]


def test_opponents_in_different_setups_are_not_one(played: Record) -> None:
    games = [
        game(played, "a", "b", points, seed, setup)
        for setup, points in (("cold", 1.0), ("hot", 0.0))
        for seed in range(3)
    ]
    found = game_results(games, {})
    assert found is not None
    assert {each.agent for each in found.ratings} == {"a", "b (setup cold)", "b (setup hot)"}
    assert found.points["a", "b (setup cold)"].value == 1
    assert found.points["a", "b (setup hot)"].value == 0


def test_a_report_shows_games_apart_from_rankings(played: Record, tmp_path: Path) -> None:
    store = Store(tmp_path / "run")
    alone = [replace(played, entry=Entry(GAME, seed, "a")) for seed in range(3)]
    games = [game(played, "a", "<b>", 1.0, seed) for seed in range(5)]
    with store.writing({"suite": "own"}):
        for kept in (*alone, *games):
            store.append(kept)
    loaded = load([tmp_path / "run"])
    assert {kept.entry.agent for kept in loaded.records} == {"a"}
    assert [each.agent for each in loaded.rankings[0].standings] == ["a"]
    text = page(loaded)
    assert "Games between agents" in text and "n = 5" in text
    assert "<b>1" in text and "&lt;b&gt;" in text  # names are words, never markup
    assert "against" not in "".join(kept.entry.agent for kept in loaded.records)


def test_a_report_of_games_alone_has_figures(played: Record, tmp_path: Path) -> None:
    store = Store(tmp_path / "run")
    with store.writing({"suite": "own"}):
        for seed in range(4):
            store.append(game(played, "a", "b", float(seed % 2), seed))
    loaded = load([tmp_path / "run"])
    games = as_json(loaded)["games"]
    assert [each["games"] for each in games["pairs"]] == [4, 4]
    assert [each["elo"]["value"] for each in games["ratings"]] == [1500, 1500]
    text = page(loaded)
    assert "Games between agents" in text and "Nothing to compare yet" not in text


def test_where_nobody_met_there_is_no_section(played: Record) -> None:
    assert games_section(game_results([played], {})) is None
