"""Where an agent succeeds half of the time is found in few episodes, and the same after a kill."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from commands import visgym
from pages import read
from visgym import catalog
from visgym.agents.agent import AgentFailure, Answer
from visgym.agents.scripted import NoisySolverAgent
from visgym.conformance.playthroughs import played_by
from visgym.core.episode import Episode, begin
from visgym.core.errors import Mistake
from visgym.core.parts import Message
from visgym.core.solving import solve
from visgym.evaluation.adaptive import (
    LEAST,
    AdaptiveOptions,
    Ascent,
    Contestant,
    adapt,
    ascent,
    described,
)
from visgym.evaluation.evaluate import Limits
from visgym.evaluation.ladders import Ladder, read_ladders
from visgym.evaluation.psychometrics import Posterior
from visgym.evaluation.store import Store

MAZES = "maze_2d/easy?longest=400&step_limit=400&width=5..35:2&height=5..35:2"
SMALL = "maze_2d/easy?longest=60&step_limit=60&width=5..13:2&height=5..13:2"
SKILLS = ((0.15, 10), (0.1, 25), (0.08, 50))
"""Chances to slip, and replies before the first slip, of three agents."""
OPTIONS = AdaptiveOptions()


@lru_cache(maxsize=1)
def replies() -> list[list[int]]:
    """How many replies the starts of every rung take."""
    tasks = [catalog.load(rung) for rung in Ladder.parse(MAZES).rungs]
    return [[len(solve(task, task.start(seed))) for seed in range(25)] for task in tasks]


def chances(slip: float, steady: int) -> list[float]:
    """How often an agent of known skill succeeds on each rung."""
    return [fmean((1 - slip) ** max(0, n - steady) for n in many) for many in replies()]


def crossing(rates: list[float]) -> float:
    """Where rates that fall come to a half, between rungs by a straight line."""
    at = next(at for at, rate in enumerate(rates) if rate < 0.5)
    return at - 1 + (rates[at - 1] - 0.5) / (rates[at - 1] - rates[at])


def simulated(rates: list[float], rng: Random) -> tuple[Posterior, int]:
    """An adaptive run whose outcomes are drawn instead of played."""
    found, played = Posterior.prior(len(rates)), 0
    while played < OPTIONS.most:
        rungs = found.choose(OPTIONS.batch)
        found = found.after((rung, rng.random() < rates[rung]) for rung in rungs)
        played += len(rungs)
        if played >= LEAST and found.half.width <= OPTIONS.width:
            break
    return found, played


def exhaustive(rates: list[float], plays: int, rng: Random) -> float:
    """What playing every rung as often comes to: falling rates, and where they cross a half."""
    shares = [sum(rng.random() < rate for _ in range(plays)) / plays for rate in rates]
    blocks: list[tuple[float, int]] = []
    for share in shares:
        blocks.append((share, 1))
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            (one, m), (other, n) = blocks[-2:]
            blocks[-2:] = [((one * m + other * n) / (m + n), m + n)]
    return crossing([share for share, many in blocks for _ in range(many)])


@pytest.mark.parametrize(
    "runs", [67, pytest.param(200, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_intervals_hold_the_truth_with_a_fraction_of_the_episodes(runs: int) -> None:
    held = 0
    for number, (slip, steady) in enumerate(SKILLS):
        rates, rng = chances(slip, steady), Random(number)
        truth = crossing(rates)
        found = [simulated(rates, rng) for _ in range(runs)]
        held += sum(each.half.low <= truth <= each.half.high for each, _ in found)
        error = fmean((each.half.value - truth) ** 2 for each, _ in found) ** 0.5
        episodes = fmean(played for _, played in found)
        # as many on every rung as make 1 / 0.3 times the episodes, and still a larger error
        plays = int(episodes / 0.3 / len(rates))
        others = [exhaustive(rates, plays, rng) - truth for _ in range(4 * runs)]
        assert error < fmean(each**2 for each in others) ** 0.5
    assert held >= 0.95 * runs * len(SKILLS)


def climbed(folder: Path, agents: list[NoisySolverAgent], in_flight: int = 8) -> list[Ascent]:
    ladder, options = Ladder.parse(SMALL), AdaptiveOptions(2.0, 40)
    config = {"suite": "own", "wrappers": [], "adaptive": described([ladder], options)}
    store = Store(folder)
    with store.writing(config):
        named = {agent.name: agent for agent in agents}
        return asyncio.run(adapt([ladder], named, store, Limits(in_flight), print, options))


def test_noisy_solvers_are_placed_where_they_belong(tmp_path: Path) -> None:
    agents = [NoisySolverAgent(0.3, 4), NoisySolverAgent(0.15, 10), NoisySolverAgent(1.0)]
    tasks = [catalog.load(rung) for rung in Ladder.parse(SMALL).rungs]
    lengths = [[len(solve(task, task.start(seed))) for seed in range(40)] for task in tasks]
    found = climbed(tmp_path, agents)
    for each, agent in zip(found[:2], agents, strict=False):
        rates = [fmean((1 - agent.slip) ** max(0, n - agent.steady) for n in ns) for ns in lengths]
        assert each.half.low <= crossing(rates) <= each.half.high
        assert not each.waiting and len(each.played) <= 40
    assert found[2].half.value < 0 and len(found[2].played) == LEAST
    assert found[0].half.value < found[1].half.value


class Failing(NoisySolverAgent):
    """A noisy solver whose server goes away after some answers."""

    left = 60

    async def answer(self, episode: Episode[object], messages: list[Message]) -> Answer:
        type(self).left -= 1
        if type(self).left < 0:
            raise AgentFailure("The server is gone.")
        return Answer(self.reply(episode))


def test_a_run_that_was_cut_short_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = climbed(tmp_path / "whole", [NoisySolverAgent(0.2, 6)])[0]
    first = climbed(tmp_path / "cut", [Failing(0.2, 6)])[0]
    assert first.waiting and len(first.played) < len(whole.played)
    again = climbed(tmp_path / "cut", [NoisySolverAgent(0.2, 6)], in_flight=3)[0]
    assert again.played == whole.played and again.half == whole.half
    lines = (tmp_path / "cut" / "episodes.jsonl").read_text().splitlines()
    assert climbed(tmp_path / "cut", [NoisySolverAgent(0.2, 6)])[0].half == whole.half
    assert len((tmp_path / "cut" / "episodes.jsonl").read_text().splitlines()) == len(lines)


def test_the_page_shows_the_level_by_all_that_was_played(tmp_path: Path) -> None:
    (found,) = climbed(tmp_path, [NoisySolverAgent(0.3, 4)])
    reader = read(tmp_path)
    cells = reader.rows(f"adaptive, {found.contestant.ladder.name}")["noisy:0.3 after 4"]
    assert cells[-1] == str(len(found.played)) and "half of the time" in reader.text
    extra = replace(Store(tmp_path).records()[0], entry=found.contestant.entry(4, 999))
    Store(tmp_path).append(extra)
    more = read(tmp_path).rows(f"adaptive, {found.contestant.ladder.name}")["noisy:0.3 after 4"]
    assert more[-1] == str(len(found.played) + 1)


def test_choices_follow_from_outcomes_and_nothing_else() -> None:
    contestant = Contestant(Ladder.parse(SMALL), "a")
    assert ascent(contestant, {}, OPTIONS).waiting == ascent(contestant, {}, OPTIONS).waiting
    one = Posterior.prior(5).after([(2, True), (3, False)])
    assert one.choose(8) == Posterior.prior(5).after([(3, False), (2, True)]).choose(8)
    assert sum(one.weights) == pytest.approx(1) and one.success == sorted(one.success)[::-1]


def test_ladders_are_presets_or_knobs_that_rise_together(tmp_path: Path) -> None:
    assert Ladder.parse("maze_2d").rungs == ("maze_2d/easy", "maze_2d/hard")
    mazes = Ladder.parse(SMALL)
    assert mazes.labels[0] == "width=5" and mazes.rungs[-1].endswith("width=13&height=13")
    assert (mazes.place(1.5), mazes.place(-0.5)) == ("width=8.0", "before width=5")
    assert Ladder.parse("frozen_lake").place(1.2) == "level_1 +0.2"
    path = tmp_path / "ladders.json"
    path.write_text(json.dumps({"mine": ["maze_2d/easy", "maze_2d/hard"]}))
    assert [each.name for each in read_ladders(["frozen_lake", str(path)])] == [
        "frozen_lake",
        "mine",
    ]
    for text, sentence in (
        ("maze_2d/easy", "is no ladder"),
        ("maze_2d/easy?width=5..9:2&height=5..11:2", "all need as many values"),
        ("maze_2d/easy?width=5..2000", "has not from 2 to 64 values"),
        ("maze_2d/easy?width=4..6:2", "must be odd"),
    ):
        with pytest.raises(Mistake, match=sentence):
            Ladder.parse(text)


def test_the_command_tells_the_level_and_keeps_to_its_options(tmp_path: Path) -> None:
    run = ("evaluate", "--agent", "solver", "--out", str(tmp_path / "run"), "--adaptive")
    done = visgym(*run, "--ladder", SMALL)
    assert done.returncode == 0, done.stderr
    assert "after width=13" in done.stdout and "adaptive.csv" in done.stdout
    data = json.loads((tmp_path / "run" / "diagnosis.json").read_text())
    assert data["rows"][0]["episodes"] == LEAST and data["rows"][0]["finished"]
    for more, sentence in (
        (("--tasks", "frozen_lake"), "other ladders or adaptive options"),
        ((), "Which ladders"),
        (("--tasks", "frozen_lake", "--workers", "2"), "leave them out"),
    ):
        failed = visgym(*run, *more)
        assert failed.returncode == 2 and sentence in failed.stderr


def test_a_noisy_solver_is_as_good_as_it_says() -> None:
    task, agent = catalog.load("maze_2d/easy?width=5&height=5"), NoisySolverAgent(0.1, 2)
    played = [played_by(agent.resampled(sample), begin(task, 0)) for sample in range(200)]
    assert len(solve(task, task.start(0))) == 5
    assert fmean(each.success for each in played) == pytest.approx(0.9**3, abs=0.09)
    assert played_by(NoisySolverAgent(0.9, 5), begin(task, 1)).success
