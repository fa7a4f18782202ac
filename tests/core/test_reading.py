"""Replies as agents write them, and as they should not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toys import Counter
from visgym.core import literals
from visgym.core.episode import advance, begin
from visgym.core.literals import MOST_TOKENS
from visgym.core.reading import read_call
from visgym.core.turns import LONGEST_FEEDBACK, SUCCESS

TASK = Counter(step_limit=1000)
START = begin(TASK, 1)


def said(reply: Any) -> str | None:
    """The canonical text of the call that a reply makes."""
    turn = advance(START, reply).turns[-1]
    return TASK.spell(turn.call) if turn.call else None


@pytest.mark.parametrize(
    "reply",
    [
        "('add', 2)",
        '("add", 2)',
        "('add',2,)",
        "('add', (2,))",
        "['add', 2]",
        "(add, 2)",
        "('add', 2.0)",
        "add(2)",
        "add(amount=2)",
        "('add', {'amount': 2})",
        "I say:\n```python\n('add', 2)\n```\nThat is all.",
        "<think>('stop', 'stop')?</think><answer>('add', 2)</answer>",
        "<action>add(2)</action>",
        "Action: ('add', 2).",
        "(‘add’, 2)",
        "('stop', 'stop') no, rather ('add', 2)",
        "('add', 2) (I hope that f(x) is right)",
        '{"name": "add", "arguments": {"amount": 2}}',
        '{"name": "add", "arguments": 2}',
        '{"name": "add", "parameters": [2]}',
        '{"action": "add", "args": {"amount": 2}}',
        '<tool_call>{"name": "add", "arguments": "{\\"amount\\": 2}"}</tool_call>',
        '{"type": "function", "function": {"name": "add", "arguments": "{\\"amount\\": 2}"}}',
        {"name": "add", "arguments": {"amount": 2}},
        {"type": "function", "function": {"name": "add", "arguments": '{"amount": 2}'}},
        {"type": "tool_use", "id": "1", "name": "add", "input": {"amount": 2}},
    ],
)
def test_one_call_can_be_said_in_many_ways(reply: Any) -> None:
    assert said(reply) == "('add', 2)"


@pytest.mark.parametrize(
    "text",
    [
        "('add', 2)",
        "('add', -9)",
        "('turn_to', 1)",
        "('swap', ((0, 0), (1, 1)))",
        "('reorder', [2, 0, 1, 3])",
        "('shove', [1.5, -0.8, 90])",
        "('mark', (0.5, 0.3))",
        "('paint', 'red')",
        "('say', 'move(0), or ('+')')",
        "('undo', 'undo')",
        "('stop', 'stop')",
    ],
)
def test_canonical_calls_read_back_as_they_were_written(text: str) -> None:
    if "'say'" in text:
        text = TASK.spell(advance(START, 'say("move(0), or (+)")').turns[-1].call)  # type: ignore[arg-type]
    assert said(text) == text


@pytest.mark.parametrize(
    ("reply", "meant"),
    [
        ("swap((0, 0), (1, 1))", "('swap', ((0, 0), (1, 1)))"),
        ("('swap', [[0, 0], [1, 1]])", "('swap', ((0, 0), (1, 1)))"),
        ("('swap', (0, 0), (1, 1))", "('swap', ((0, 0), (1, 1)))"),
        ("reorder(2, 0, 1, 3)", "('reorder', [2, 0, 1, 3])"),
        ("('reorder', (2, 0, 1, 3))", "('reorder', [2, 0, 1, 3])"),
        ("shove(1.5, -.8, 9e1)", "('shove', [1.5, -0.8, 90])"),
        ("turn_to('up')", "('turn_to', 1)"),
        ("('turn_to', 'RIGHT')", "('turn_to', 0)"),
        ("paint(Green)", "('paint', 'green')"),
        ("walk([up, right, up])", "('walk', [1, 0, 1])"),
        ("walk(up, right)", "('walk', [1, 0])"),
        ("I think so.\nPlan: up, right, up", "('walk', [1, 0, 1])"),
        ("f(x) first. Plan: right", "('walk', [0])"),
        ("Plan: right, but ('add', 2)", "('add', 2)"),
        ("stop()", "('stop', 'stop')"),
        ("('stop',)", "('stop', 'stop')"),
        ("('stop')", "('stop', 'stop')"),
        ('{"name": "stop"}', "('stop', 'stop')"),
        ('{"name": "stop", "arguments": {}}', "('stop', 'stop')"),
    ],
)
def test_payloads_may_be_written_as_is_natural(reply: str, meant: str) -> None:
    assert said(reply) == meant


@pytest.mark.parametrize(
    ("reply", "verdict", "part"),
    [
        ("", "unreadable", "No action could be read"),
        ("I would stop here.", "unreadable", "No action could be read"),
        ("('add', 2", "unreadable", "No action could be read"),
        (None, "unreadable", "No action could be read"),
        (b"('add', 2)", "unreadable", "No action could be read"),
        ("('fly', 3)", "unknown", "There is no action 'fly'"),
        ("fly(3)", "unknown", "There is no action 'fly'"),
        ('{"name": "fly", "arguments": {}}', "unknown", "There is no action 'fly'"),
        ("('add', 10)", "misfit", "amount must be an integer from -9 to 9"),
        ("('add', True)", "misfit", "amount must be an integer"),
        ("('add', 0.5)", "misfit", "amount must be an integer"),
        ("('add', '2')", "misfit", "amount must be an integer"),
        ("('add', 99999999999999999999)", "misfit", "amount must be"),
        ("('shove', [1e400, 0, 0])", "misfit", "dx must be a number from -5 to 5"),
        ("('mark', (0.5,))", "misfit", "takes 2 values and got 1"),
        ("('reorder', [0, 0, 1, 2])", "misfit", "each of 0 to 3 once"),
        ("('swap', ((0, 0), (4, 0)))", "misfit", "second must be"),
        ("('stop', 5)", "misfit", "it takes no arguments"),
        ("add(number=2)", "misfit", "it takes amount"),
        ("('undo', 'undo')", "refused", "There is nothing to undo."),
    ],
)
def test_bad_replies_change_nothing_and_say_why(reply: Any, verdict: str, part: str) -> None:
    after = advance(START, reply)
    turn = after.turns[-1]
    assert (turn.verdict, turn.state) == (verdict, START.state)
    assert part in turn.feedback
    assert after.step == 2


def test_strict_episodes_take_the_canonical_form_only() -> None:
    strict = begin(TASK, 1, strict=True)
    assert advance(strict, " ('add', 2)\n").feedback == SUCCESS
    for lenient in ("add(2)", '("add", 2)', "I say ('add', 2)", "('add', (2,))"):
        assert advance(strict, lenient).turns[-1].verdict == "unreadable"


def test_a_call_far_from_the_end_is_still_found() -> None:
    assert said("('add', 2)" + " and so on" * 100_000) == "('add', 2)"


@settings(max_examples=500, deadline=None)
@given(st.text() | st.text(alphabet="()[]{}'\",:=\\ adstop019.-\n", max_size=200))
def test_no_text_raises_and_feedback_stays_short(text: str) -> None:
    turn = advance(START, text).turns[-1]
    assert 0 < len(turn.feedback) <= LONGEST_FEEDBACK


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_no_object_raises(reply: Any) -> None:
    assert advance(START, reply).turns[-1].feedback


HOSTILE = [
    "(",
    "[",
    "{",
    "('a',",
    "('add',1,1,1,1,",
    "f(1,",
    "('a','",
    "(' \\",
    '{"a":',
    "add(",
    "(((1,1)",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_work_is_bounded_whatever_the_length(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0
    advance_once = literals.Scanner.advance

    def counted(self: Any) -> None:
        nonlocal looks
        looks += 1
        advance_once(self)

    monkeypatch.setattr(literals.Scanner, "advance", counted)
    read_call(piece * (1_000_000 // len(piece)), TASK.actions)
    assert looks <= 2 * MOST_TOKENS
