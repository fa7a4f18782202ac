"""Whatever a reply holds: answers in their form are read, and the work is bounded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from answering import said
from visgym import catalog
from visgym.core.episode import advance, begin
from visgym.kit import answers, forms

MAZE, HOLE, MAP, RELATION, COLOR, BLOCKS, STREETS, CROSSING = TASKS = tuple(
    catalog.load(id)
    for id in (
        "vsp_maze/level_3",
        "vsp_maze_hole/level_3",
        "vsp_maze_text/level_3",
        "vsp_maze_relation/level_3",
        "vsp_blocks_color/level_3",
        "vsp_blocks/level_3",
        "vsp_street_map/level_1",
        "vsp_collision/level_1",
    )
)
PROSE = st.text(
    st.characters(codec="utf-8", exclude_characters="<>\\:*_`#(){}[]=", exclude_categories=["C"])
).filter(lambda text: not text.lower().rstrip().endswith("or"))  # what follows is an offer then


@given(st.sampled_from(TASKS), st.integers(0, 50), st.lists(PROSE, max_size=6))
@example(TASKS[0], 0, ["/"])
@example(TASKS[0], 0, ["or"])
@settings(max_examples=150, deadline=None)
def test_an_answer_in_its_form_is_read_after_any_prose(
    task: Any, seed: int, prose: list[str]
) -> None:
    episode = begin(task, seed)
    (call,) = task.known(episode.start, None)
    reply = "\n".join([*prose, "", task.phrase(call)])
    assert said(task, reply) == call.args


@given(st.sampled_from(TASKS), st.text())
@example(HOLE, "<answer>" * 3000)
@example(BLOCKS, "1. move(" * 3000)
@example(CROSSING, "Car: " * 3000)
@example(MAP, "\\boxed{" * 3000 + "}" * 3000)
@settings(max_examples=150, deadline=None)
def test_any_text_is_an_answer_or_gets_a_reason(task: Any, reply: str) -> None:
    turn = advance(begin(task, 0), reply).turns[-1]
    assert turn.verdict == "done" or (turn.feedback and turn.state == begin(task, 0).start)


@pytest.mark.parametrize("piece", ["Action plan: ", "<Output> ", "Answer: ", "\\boxed{1}", "Car: "])
def test_work_is_bounded_however_long_a_reply_is(
    piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []
    values: Callable[..., Any] = forms.Form.values

    def counted(form: forms.Form, parameters: Any, text: str) -> Any:
        looked_at.append(len(text))
        return values(form, parameters, text)

    monkeypatch.setattr(forms.Form, "values", counted)
    for task in TASKS:
        looked_at.clear()
        task.hear(piece * (1_000_000 // len(piece)))
        assert sum(looked_at) <= 4 * answers.PATIENCE and len(looked_at) <= 60
