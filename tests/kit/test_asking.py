"""A question is a task of one turn; its author writes of problems and answers alone."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from toys_asking import PRESETS, BarQuestion, Bars, PaintBars, SortBars, SumBars
from visgym import authoring, catalog
from visgym.conformance.laws import check
from visgym.core.episode import advance, begin, grade, replay
from visgym.core.guides import action_guide
from visgym.core.identity import canonical, digest, fingerprint, from_json, to_json
from visgym.core.messages import present
from visgym.core.parts import observations
from visgym.core.published import published_start
from visgym.core.solving import solve, strategy_names
from visgym.kit import options
from visgym.kit.asking import Asked, levels
from visgym.web.controls import controls

TOYS = (SortBars(), SumBars(), PaintBars())
BARS = Bars((3, 1, 4, 2))


@pytest.mark.parametrize("task", [*TOYS, *PRESETS.values()], ids=lambda task: task.name)
def test_questions_obey_the_laws(task: BarQuestion) -> None:
    assert list(check(task, range(6), task.name)) == []


@pytest.mark.parametrize("task", TOYS, ids=lambda task: task.name)
def test_one_answer_ends_the_episode_and_pays_its_grade(task: Any) -> None:
    episode = begin(task, 3)
    assert not episode.over and task.score(episode.start) == 0 and task.step_limit == 1
    (call,) = solve(task, episode.start)
    ended = advance(episode, task.phrase(call))
    assert ended.success and ended.terminated and replay(ended) == ended
    assert ended.state == Asked(episode.start.problem, call.args)
    assert "stop" not in task.actions and strategy_names(task) == ["known"]


def test_any_right_answer_counts_and_a_wrong_one_does_not() -> None:
    task = SortBars()
    assert task.score(Asked(BARS, ((2, 4, 1, 3),))) == 1
    assert task.score(Asked(BARS, ((1, 4, 2, 3),))) == 0
    assert grade(task, 0, "I cannot see the bars.").score == 0


def test_an_answer_may_be_refused_with_a_sentence() -> None:
    turn = advance(begin(SortBars(), 0), "<answer>4, 3, 2, 1</answer>").turns[-1]
    assert (turn.verdict, turn.feedback) == ("refused", "Nobody sorts backwards.")
    assert turn.state == begin(SortBars(), 0).start


def test_metrics_know_answers_and_starts() -> None:
    episode = begin(SortBars(), 0)
    assert episode.measures == {"named": 0}
    assert advance(episode, "<answer>1 2 3 4</answer>").measures == {"named": 4}


def test_the_guide_tells_the_default_form_and_leaves_a_paper_s_own_to_the_rules() -> None:
    assert action_guide(SortBars()) == (
        "Give the numbers of the bars from low to high, counted from the left. End your reply with "
        "<answer>order</answer>, where order is a list with each of 1 to 4 once, such as "
        "<answer>3, 1, 2, 4</answer>."
    )
    assert "<answer>total: ...\nis_even: ...</answer>" in action_guide(SumBars())
    assert "in the form described above" in action_guide(PaintBars())
    for task in TOYS:
        assert action_guide(task) in present(begin(task, 0))[0].text


@pytest.mark.parametrize(
    ("task", "reply"),
    [
        (SumBars(), "<answer>total: 10\nis_even: yes</answer>"),
        (SumBars(), "<answer>\n**Total:** 10 units\n**is_even** = True\n</answer>"),
        (SumBars(), "total: 10\nis_even: yes"),
        (SumBars(), "('answer', (10, True))"),
        (SumBars(), '{"name": "answer", "arguments": {"total": 10, "is_even": true}}'),
        (SortBars(), "They are sorted.\n\n2, 4, 1, 3"),
        (SortBars(), "Answer: [2, 4, 1, 3]\n\nBar 2 is the lowest."),
        (SortBars(), "<answer>\n1. 2\n2. 4\n3. 1\n4. 3\n</answer>"),
        (PaintBars(), "Picture:\n" + "0000\n" * 5 + "0010\n1010\n1011\n1111"),
        (PaintBars(), "```\n" + "0 0 0 0\n" * 5 + "0 0 1 0\n1 0 1 0\n1 0 1 1\n1 1 1 1\n```"),
    ],
)
def test_answers_are_read_through_their_types(task: Any, reply: str) -> None:
    episode = replace(begin(task, 0), start=Asked(BARS))
    assert advance(episode, reply).success


def test_pictures_texts_and_questions_see_the_problem_and_never_the_answer() -> None:
    task = catalog.load("vsp_maze_hole/easy")
    start = begin(task, 0).start
    answered = task.apply(start, solve(task, start)[0])
    one, other = (observations(task, state)[0] for state in (start, answered))
    assert np.array_equal(one.image, other.image) and one.text == other.text


def test_the_json_of_a_question_is_its_problem_and_no_answer() -> None:
    task = catalog.load("vsp_maze_hole/easy")
    start = begin(task, 0).start
    data = to_json(start)
    assert set(data) == {"lake", "cell", "answer"} and data["answer"] is None
    assert from_json(task.state_type(), data) == start
    assert pickle.loads(pickle.dumps(start)) == start
    assert fingerprint(start) == digest(data) and "problem" not in canonical(data)


def test_files_of_starts_from_before_there_were_questions_are_read(tmp_path: Any) -> None:
    lake = '{"goal": [1, 1], "holes": [[0, 1]], "player": [0, 0], "size": 2}'
    path = tmp_path / "starts.json"
    path.write_text(f'{{"7": {{"answer": null, "cell": [0, 1], "lake": {lake}}}}}')
    task = catalog.load(f"vsp_maze_hole/easy?starts={path}")
    assert grade(task, 7, "<Output> Yes").score == 1
    assert published_start(str(path), type(task), 7).answer is None


def test_a_problem_keeps_the_name_of_the_answer_free() -> None:
    with pytest.raises(TypeError, match="no field `answer`"):
        Asked(Asked(BARS))


def test_browsers_get_controls_for_yes_and_no() -> None:
    total, even = controls(SumBars())[0]["parameters"]
    assert total["kind"] == "whole" and even["kind"] == "choice"
    assert even["options"] == [{"text": "True", "word": "yes"}, {"text": "False", "word": "no"}]


def test_levels_take_a_value_of_every_knob() -> None:
    assert list(PRESETS) == ["level_0", "level_1", "level_2"]
    assert [task.bars for task in PRESETS.values()] == [3, 5, 7]
    both = levels(SumBars, bars=(2, 3), step_limit=(1, 2))
    assert [(task.bars, task.step_limit) for task in both.values()] == [(2, 1), (3, 2)]
    with pytest.raises(ValueError, match="shorter"):
        levels(SumBars, bars=(2, 3), step_limit=(1,))


def test_exactly_one_option_is_right_and_every_place_is_as_likely() -> None:
    places = [
        options.shuffled(4, (2, 3, 5), lambda each: each == 2 + 2, Random(seed)).index(4)
        for seed in range(400)
    ]
    assert all(70 <= places.count(place) <= 130 for place in range(4))
    for wrong in ((2, 4), (-4, 3)):
        with pytest.raises(options.NotOneRight):
            options.shuffled(4, wrong, lambda each: abs(each) == 4, Random(0))
    assert options.chosen("xyz", "D") is None and options.letter_of("xyz", "z") == "C"


def test_authors_import_from_one_sorted_list() -> None:
    constants_first = sorted(authoring.__all__, key=lambda name: (not name.isupper(), name))
    assert authoring.__all__ == constants_first
    for name in authoring.__all__:
        assert f"`{name}`" in (authoring.__doc__ or "") and hasattr(authoring, name)
