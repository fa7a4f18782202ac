"""Rankings compare like with like, and comparisons of two agents are those counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hand_made import made, series
from visgym.analysis.categories import category_of, category_success, tasks_by_category
from visgym.analysis.contenders import Contender, labels, setup_in_words, specs_of
from visgym.analysis.head_to_head import Pairing, head_to_head
from visgym.analysis.paired_tests import mcnemar, paired_interval
from visgym.analysis.rankings import comparable, finished, ranking, rankings
from visgym.analysis.statistics import Share
from visgym.core.identity import digest


def test_a_ranking_counts_only_what_every_ranked_agent_has_finished() -> None:
    # b has lost seed 3, which a solved; on seeds 0 to 2 both have solved 2
    records = [made("a", "maze_2d/easy", n, "solved" if n != 1 else "wrong") for n in range(4)]
    records += [made("b", "maze_2d/easy", n, "solved" if n != 2 else "wrong") for n in range(3)]
    records.append(made("b", "maze_2d/easy", 3, "error"))
    found = ranking("easy", records)
    assert found.common == {("maze_2d/easy", n) for n in range(3)} and found.known == 4
    assert [(s.agent, s.place, s.solved, s.finished) for s in found.standings] == [
        ("a", 1, 2, 4),
        ("b", 1, 2, 3),
    ]
    assert found.standings[0].success == found.standings[1].success == Share(2, 3).estimate


def test_easy_and_hard_are_ranked_apart_and_tasks_weigh_the_same() -> None:
    records = [*series("a", "maze_2d/easy", 1, 10), *series("a", "sliding_block/easy", 2, 2)]
    records += [*series("b", "maze_2d/easy", 10, 10), *series("b", "sliding_block/easy", 0, 2)]
    records += series("b", "maze_2d/hard", 0, 5)
    easy, hard = rankings(records)
    assert [(s.agent, s.success.value) for s in easy.standings] == [("a", 0.55), ("b", 0.5)]
    assert (easy.setting, easy.tasks, len(easy.common)) == ("easy", 2, 12)
    assert [s.agent for s in hard.standings] == ["b"]


def test_an_agent_with_little_in_common_is_listed_and_not_ranked() -> None:
    records = [*series("a", "maze_2d/easy", 5, 10), *series("b", "maze_2d/easy", 4, 10)]
    records += series("human:ada", "maze_2d/easy", 2, 2)
    found = ranking("easy", records)
    assert [s.agent for s in found.standings] == ["a", "b"] and len(found.common) == 10
    assert [(c.agent, c.finished, c.solved, c.common) for c in found.apart] == [
        ("human:ada", 2, 2, 2)
    ]


def test_agents_of_another_suite_leave_the_others_their_ground() -> None:
    maze, blocks = ([(f"{name}/easy", n) for n in range(8)] for name in ("maze_2d", "jigsaw"))
    assert comparable({"a": maze, "b": maze[:6], "c": blocks}) == ["a", "b"]
    assert comparable({"a": maze, "b": maze[:3], "c": maze}) == ["a", "c"]
    assert comparable({"a": maze, "b": blocks}) == ["a"]
    assert comparable({"a": [], "b": blocks}) == ["b"] and comparable({}) == []


played = st.dictionaries(
    st.sampled_from("abcdef"), st.frozensets(st.tuples(st.just("m/easy"), st.integers(0, 9)))
)


@given(played)
def test_ranked_agents_always_share_half_of_what_they_finished(
    episodes: dict[str, frozenset[tuple[str, int]]],
) -> None:
    ranked = [episodes[agent] for agent in comparable(episodes)]
    assert bool(ranked) == any(episodes.values())
    if ranked:
        common, union = frozenset.intersection(*ranked), frozenset.union(*ranked)
        assert common and 2 * len(common) >= len(union)


def test_places_are_shared_by_agents_that_tie() -> None:
    records = [
        kept for a, n in (("a", 3), ("b", 1), ("c", 3)) for kept in series(a, "m/easy", n, 4)
    ]
    places = {s.agent: s.place for s in ranking("easy", records).standings}
    assert places == {"a": 1, "c": 1, "b": 3}


# Two agents


def test_head_to_head_is_what_counting_by_hand_gives() -> None:
    first = {("maze_2d/easy", n): n < 6 for n in range(10)} | {("jigsaw/easy", 0): True}
    second = {("maze_2d/easy", n): n in (0, 9) for n in range(10)} | {("jigsaw/hard", 0): True}
    found = head_to_head(first, second)
    assert found is not None
    assert found.total == Pairing(pairs=10, gained=5, lost=1, both=1) and found.total.neither == 3
    assert (found.total.first, found.total.second) == (0.6, 0.2)
    assert found.total.difference.value == pytest.approx(0.4)
    assert found.total.p_value == pytest.approx(2 * (1 + 6) / 64)
    assert found.categories.keys() == {"spatial"} and found.tasks.keys() == {"maze_2d"}
    assert found.lost == (("maze_2d/easy", 9),) and len(found.gained) == 5
    assert head_to_head(first, {("jigsaw/hard", 0): True}) is None


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_paired_test_is_the_binomial_test_of_scipy(gained: int, lost: int) -> None:
    known = stats.binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert mcnemar(gained, lost) == pytest.approx(known)


def test_the_paired_interval_is_the_one_worked_out_by_hand() -> None:
    # 12 and 4 of 60: 13/62 and 5/62, 8/62 +- 1.959964 * sqrt((18/62 - (8/62)^2) / 62)
    assert paired_interval(12, 4, 60) == pytest.approx((-0.0012, 0.2593), abs=1e-4)
    low, high = paired_interval(0, 0, 10)
    assert low == -high and low < -0.1


def test_paired_intervals_cover_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(3)
    for up, down, pairs in ((0.2, 0.1, 30), (0.05, 0.0, 40), (0.4, 0.3, 100)):
        drawn = rng.multinomial(pairs, [up, down, 1 - up - down], 1500)
        ends = [paired_interval(int(g), int(lost), pairs) for g, lost, _ in drawn]
        inside = np.mean([low <= up - down <= high for low, high in ends])
        assert inside >= 0.93


# Categories and names


def test_categories_average_their_tasks() -> None:
    shares = {("a", "maze_2d"): Share(1, 2), ("a", "maze_3d"): Share(0, 8), ("a", "x"): Share(1, 1)}
    found = category_success(shares)
    assert found["a", "spatial"].mean.value == 0.25 and found["a", "spatial"].tasks == 2
    assert found["a", "spatial"].episodes == Share(1, 10)
    assert tasks_by_category(["x", "maze_3d", "maze_2d", "mine.sub.t"]) == {
        "mine.sub": ["mine.sub.t"],
        "spatial": ["maze_2d", "maze_3d"],
        "elsewhere": ["x"],
    }
    assert category_of("../x") != ""


def test_names_say_in_words_how_setups_differ() -> None:
    specs = [
        {"kind": "openai", "model": "m", "temperature": 0.7, "look": {"side": 900}, "price": None},
        {"kind": "openai", "model": "m", "temperature": 1.0, "look": {"side": 900}},
    ]
    known = specs_of([{"agents": specs}, {"agents": ["x"]}, [], {"agents": None}])
    warm, hot = (Contender("openai:m", digest(_without_price(each))) for each in specs)
    text = Contender("openai:m", warm.setup, ("text",))
    lost, bare = Contender("openai:m", "0123456789"), Contender("openai:m")
    assert labels([warm, hot, text, lost, bare], known) == {
        warm: "openai:m (temperature 0.7)",
        hot: "openai:m (temperature 1.0)",
        text: "openai:m + text",
        lost: "openai:m (setup 012345)",
        bare: "openai:m",
    }
    assert labels([hot], known) == {hot: "openai:m"}
    assert setup_in_words(text, known) == "wrappers text; temperature 0.7; side 900"
    assert setup_in_words(bare, known) == "no settings"
    assert "012345" in setup_in_words(lost, known)
    assert setup_in_words(Contender("human:ada", "0123"), known) == "a person"


def _without_price(spec: dict[str, object]) -> dict[str, object]:
    return {name: part for name, part in spec.items() if name != "price"}


def test_unreadable_outcomes_enter_no_ranking() -> None:
    records = [made("a", "m/easy", 0, "error"), made("a", "m/easy", 1, "solved")]
    assert finished(records) == {"a": {("m/easy", 1): True}}
