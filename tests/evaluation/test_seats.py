"""Agents against agents: both seats, records that replay, and ratings with intervals."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

import visgym
from visgym.agents.agent import Agent
from visgym.agents.build import parse_agent
from visgym.analysis.contenders import Contender
from visgym.analysis.ratings import Encounter, encounters, ratings, scores
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import Limits, evaluate
from visgym.evaluation.records import Entry, Record, failed, from_line, replayed, to_line
from visgym.evaluation.seats import EACH, matched, seated
from visgym.evaluation.store import Store

GAME = "connect_four/level_0"


def agents(*texts: str) -> dict[str, Agent]:
    made = [parse_agent(text) for text in texts]
    return {agent.name: agent for agent in made}


def played(folder: Path, entries: list[Entry], known: dict[str, Agent]) -> list[Record]:
    store = Store(folder)
    with store.writing({"suite": "own"}):
        asyncio.run(evaluate(entries, known, store, {}, Limits(), lambda progress: None))
    return store.records()


def test_everybody_meets_everybody_in_both_seats_of_every_episode() -> None:
    known = agents("random", "stop", "player:greedy")
    alone = [Entry(GAME, seed, name) for seed in range(4) for name in known]
    pairs = [
        (entry.seed, *(pair if "first" in entry.id else reversed(pair)))
        for entry in matched(alone, known, [EACH])
        for pair in [(entry.agent, entry.versus)]
    ]
    wanted = [(s, a, b) for s in range(4) for a in known for b in known if a != b]
    assert sorted(pairs) == sorted(wanted)


def test_a_named_opponent_is_played_from_both_seats() -> None:
    known = agents("random", "player:greedy")
    games = matched([Entry(GAME, 1, "random")], known, ["player:greedy"])
    assert [game.id for game in games] == [seated(GAME, 0), seated(GAME, 1)]
    assert {game.versus for game in games} == {"player:greedy"}


def test_both_seats_begin_from_the_same_position() -> None:
    first, second = (visgym.begin(seated(GAME, seat), seed=3) for seat in (0, 1))
    assert first.start == second.start
    assert (first.task.seat, second.task.seat) == (0, 1)


def test_a_task_for_one_has_no_second_seat() -> None:
    with pytest.raises(Mistake, match="maze_2d/easy has no seat"):
        seated("maze_2d/easy", 0)


def test_games_are_recorded_and_replay_for_either_seat(tmp_path: Path) -> None:
    known = agents("random_valid", "player:greedy")
    entries = matched(
        [Entry(GAME, seed, "random_valid") for seed in range(3)], known, ["player:greedy"]
    )
    for kept in played(tmp_path, entries, known):
        assert from_line(to_line(kept)) == kept
        episode = replayed(kept)
        assert episode.over and episode.payoffs == kept.payoffs
        assert sum(kept.payoffs) == 1 and kept.score == kept.payoffs[kept.seat]
    names = {Contender.of(kept.entry).name for kept in Store(tmp_path).records()}
    assert names == {"random_valid against player:greedy"}


def test_who_runs_out_of_steps_loses_the_game(tmp_path: Path) -> None:
    known = agents("player:greedy", "stop")
    entries = matched([Entry(GAME, 0, "player:greedy")], known, ["stop"])
    records = played(tmp_path, entries, known)
    assert [kept.outcome for kept in records] == ["solved", "solved"]
    assert [kept.payoffs[kept.seat] for kept in records] == [1.0, 1.0]


def test_ratings_recover_planted_strengths_and_cover_them() -> None:
    gap, names, covered = 150.0, ["a", "b", "c", "d"], 0  # points of Elo between neighbours
    pairs = [(one, other) for one in range(4) for other in range(one + 1, 4)]
    for trial in range(40):
        rng, games = Random(trial), list[Encounter]()
        for one, other in pairs:
            chance = 1 / (1 + 10 ** (-gap * (other - one) / 400))
            won = [float(rng.random() < chance) for _ in range(100)]
            games += [Encounter(names[one], names[other], points) for points in won]
        for each in ratings(games):
            truth = 1500 + gap * (1.5 - names.index(each.agent))
            covered += each.elo.low < truth < each.elo.high
            assert each.elo.high - each.elo.low < 120
    assert 0.9 <= covered / 160 <= 0.99


def test_draws_are_half_points_and_nobody_is_rated_without_bounds() -> None:
    assert [each.elo.value for each in ratings([Encounter("a", "b", 0.5)] * 9)] == [1500, 1500]
    best, worst = ratings([Encounter("a", "b", 1.0)] * 5)
    assert best.won == 5 and best.elo.value < 2500 and worst.elo.value > 500
    assert scores([Encounter("a", "b", 0.5)])["b", "a"].value == 0.5


def test_spoiled_games_enter_no_rating() -> None:
    kept = failed(Entry(GAME, 0, "a", versus="b"), "gone", 0.0)
    assert encounters([kept]) == []
