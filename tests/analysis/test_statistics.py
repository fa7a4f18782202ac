"""Figures that can be worked out by hand, and those that scipy knows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hand_made import made, series
from visgym.agents.agent import Usage
from visgym.analysis import statistics
from visgym.analysis.report import charts
from visgym.analysis.spending import spending
from visgym.analysis.statistics import Share


@st.composite
def shares(draw: st.DrawFn) -> Share:
    of = draw(st.integers(1, 200))
    return Share(draw(st.integers(0, of)), of)


@given(shares())
def test_the_interval_of_a_rate_is_wilsons(share: Share) -> None:
    known = stats.binomtest(share.hits, share.of).proportion_ci(method="wilson")
    found = share.estimate
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-9)
    assert 0 <= found.low <= found.value + 1e-12 and found.value - 1e-12 <= found.high <= 1


def test_the_interval_of_a_difference_is_newcombes() -> None:
    found = statistics.difference(Share(56, 70).estimate, Share(48, 80).estimate)
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


@given(st.lists(shares(), min_size=1, max_size=20))
def test_an_average_lies_within_its_interval(parts: list[Share]) -> None:
    found = statistics.average(parts)
    assert found.value == pytest.approx(sum(part.rate for part in parts) / len(parts))
    assert 0 <= found.low <= found.value + 1e-12 and found.value - 1e-12 <= found.high <= 1


def test_the_average_of_one_task_has_the_interval_of_that_task() -> None:
    assert statistics.average([Share(7, 20)]) == pytest.approx(Share(7, 20).estimate)


def test_the_interval_of_an_average_is_the_one_worked_out_by_hand() -> None:
    # 3 of 4 and 1 of 1, a success and a failure more: 2/3 each, worth 3.2 episodes
    # (0.875 + 0.60023) / 2.20046 -+ 1.95996 / 2.20046 * sqrt(0.109375 / 3.2 + 1.20046 / 12.8)
    found = statistics.average([Share(3, 4), Share(1, 1)])
    assert (found.value, found.low, found.high) == pytest.approx((0.875, 0.3518, 0.9891), abs=1e-4)


@pytest.mark.parametrize(
    ("truth", "of"),
    [
        ((0.02, 0.2, 0.5, 0.95), 20),
        (np.linspace(0.4, 1, 200), 5),
        (np.linspace(0, 0.4, 200), 5),
        (np.full(200, 0.9), 1),
        (np.linspace(0, 1, 33), 3),
    ],
)
def test_intervals_of_averages_cover_the_truth_as_often_as_they_say(
    truth: Sequence[float], of: int
) -> None:
    draws = np.random.default_rng(5).binomial(of, truth, (1000, len(truth)))
    found = [statistics.average([Share(int(each), of) for each in hits]) for hits in draws]
    below = np.mean([each.low > np.mean(truth) for each in found])
    above = np.mean([each.high < np.mean(truth) for each in found])
    assert below <= 0.05 and above <= 0.05 and below + above <= 0.07


def test_intervals_agree_with_a_stratified_bootstrap_away_from_the_ends() -> None:
    parts, rng = [Share(20, 50), Share(30, 50), Share(25, 50)], np.random.default_rng(5)
    again = rng.binomial(50, [part.rate for part in parts], (20_000, 3)).mean(axis=1) / 50
    found = statistics.average(parts)
    assert (found.low, found.high) == pytest.approx(np.quantile(again, [0.025, 0.975]), abs=0.01)


def test_infrastructure_errors_enter_no_rate() -> None:
    records = [*series("a", "maze_2d/easy", 3, 4), made("a", "maze_2d/easy", 9, "error")]
    records.append(made("b", "maze_2d/easy", 9, "error"))
    assert statistics.successes(records) == {("a", "maze_2d/easy"): Share(3, 4)}
    assert statistics.outcomes(records)["a", "maze_2d/easy"]["error"] == 1
    assert statistics.errors(records) == {
        "a": {"503 from the server": 1},
        "b": {"503 from the server": 1},
    }
    assert statistics.step_counts(records)["a"] == statistics.Steps((1, 1, 1), (1,))


def test_averages_give_every_task_the_same_weight() -> None:
    records = [*series("a", "maze_2d/easy", 1, 10), *series("a", "sliding_block/easy", 2, 2)]
    records += series("a", "maze_2d/hard", 0, 5)
    found = statistics.averages(statistics.successes(records))
    assert found["a", "easy"].value == pytest.approx((0.1 + 1.0) / 2)
    assert found["a", "hard"].value == 0


def test_drops_need_both_settings() -> None:
    records = [*series("a", "maze_2d/easy", 9, 10), *series("a", "maze_2d/hard", 4, 10)]
    records += series("a", "sliding_block/easy", 5, 10)
    found = statistics.drops(statistics.successes(records))
    assert found.keys() == {("a", "maze_2d")}
    assert found["a", "maze_2d"].value == pytest.approx(0.5)


def test_agents_that_tie_take_the_worse_rank() -> None:
    records = [*series("a", "m/easy", 2, 4), *series("b", "m/easy", 5, 10)]
    records += [*series("c", "m/easy", 0, 4), *series("d", "n/easy", 0, 4)]
    ranks = statistics.ranks(statistics.successes(records))
    assert ranks == {("a", "m/easy"): 2, ("b", "m/easy"): 2, ("c", "m/easy"): 3, ("d", "n/easy"): 1}


@given(st.lists(st.integers(0, 10), min_size=1, max_size=12))
def test_ranks_are_those_of_scipy(hits: list[int]) -> None:
    found = {(str(agent), "m/easy"): Share(each, 10) for agent, each in enumerate(hits)}
    known = stats.rankdata([-each for each in hits], method="max")
    assert list(statistics.ranks(found).values()) == list(known)


def test_tasks_stand_hardest_last() -> None:
    records = [*series("weak", "m/easy", 1, 4), *series("weak", "n/easy", 0, 4)]
    records += [*series("good", "m/easy", 3, 4), *series("good", "n/easy", 1, 4)]
    records += [*series("solver", "m/easy", 0, 4), *series("solver", "n/easy", 4, 4)]
    found = statistics.successes(records)
    assert statistics.hardest_last(found) == ["m", "n"]


def test_reference_agents_tell_difficulty_only_among_themselves() -> None:
    alone = [*series("solver:dfs", "m/easy", 4, 4), *series("random", "m/easy", 0, 4)]
    assert statistics.difficulty(statistics.successes(alone)) == {"m/easy": 0.5}
    beside = [*alone, *series("openai:x", "m/easy", 1, 4)]
    assert statistics.difficulty(statistics.successes(beside)) == {"m/easy": 0.25}


def test_densities_are_those_of_scipy() -> None:
    rng, at = Random(3), np.linspace(0, 40, 200)
    values = [rng.randint(1, 30) for _ in range(80)]
    known = stats.gaussian_kde(values)(at)
    assert charts.density(values, at) == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize("values", [[7], [7, 7, 7]])
def test_densities_of_equal_numbers_are_narrow_and_whole(values: list[int]) -> None:
    at = np.linspace(0, 14, 1401)
    heights = charts.density(values, at)
    assert heights.sum() * 0.01 == pytest.approx(1)
    assert at[heights.argmax()] == 7


def test_reply_faults_are_shares_of_all_replies() -> None:
    records = [
        made("a", "m/easy", 0, "wrong", ["done", "refused", "refused", "unreadable"]),
        made("a", "m/easy", 1, "solved", ["done", "misfit", "unknown", "done"]),
        made("b", "m/easy", 1, "error"),
    ]
    found = statistics.reply_faults(records)
    assert found.keys() == {"a"}
    assert {fault: share.rate for fault, share in found["a"].items()} == {
        "refused": 0.25,
        "misfit": 0.125,
        "unknown": 0.125,
        "unreadable": 0.125,
    }


def test_spending_adds_up_by_agent() -> None:
    usage = Usage(input=100, cached=40, output=10, reasoning=5, dollars=0.25)
    records = [
        made("a", "m/easy", 0, "solved", ["done"] * 3, usage),
        made("a", "m/easy", 1, "wrong", ["done"], usage),
        made("a", "m/easy", 2, "error"),
    ]
    found = spending(records)["a"]
    assert found.total == Usage(400, 160, 40, 20, 1.0)
    assert (found.episodes, found.solved, found.tokens) == (2, 1, 440)
