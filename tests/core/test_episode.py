"""Episodes as values."""

from __future__ import annotations

import pickle

import pytest

from toys import Counter
from visgym.core.calls import STOP, Call
from visgym.core.episode import Episode, EpisodeOver, advance, begin, replay
from visgym.core.messages import present
from visgym.core.solving import solve

TASK = Counter(step_limit=3)


def after(*replies: object) -> Episode[object]:
    episode = begin(TASK, 5)
    for reply in replies:
        episode = advance(episode, reply)
    return episode


def test_only_stop_terminates_and_its_score_is_the_reward() -> None:
    start = begin(TASK, 5)
    solved = after(Call("add", (min(9, 10 - start.state.value),)), STOP)
    assert (solved.terminated, solved.truncated, solved.reward) == (True, False, 1.0)
    stopped = after(STOP)
    assert (stopped.terminated, stopped.reward, stopped.success) == (True, 0.0, False)


def test_running_out_of_steps_truncates_without_reward_and_keeps_the_score() -> None:
    value = begin(TASK, 5).state.value
    late = after("?", "?", Call("add", (10 - value,)))
    assert (late.terminated, late.truncated, late.over) == (False, True, True)
    assert (late.reward, late.score, late.success) == (0.0, 1.0, False)


def test_refused_replies_cost_a_step() -> None:
    assert [after(*"?" * n).step for n in range(3)] == [1, 2, 3]
    assert after("?", "?", "?").truncated


def test_nothing_can_follow_the_end() -> None:
    with pytest.raises(EpisodeOver, match="This episode is over"):
        advance(after(STOP), "('add', 1)")


def test_a_fork_leaves_the_original_as_it_was() -> None:
    trunk = after("('add', 1)")
    left, right = advance(trunk, "('add', 1)"), advance(trunk, "?")
    assert len(trunk.turns) == 1
    assert left != right


def test_replay_equals_and_pickling_keeps_equality() -> None:
    episode = after("('add', 1)", "?", STOP)
    assert replay(episode) == episode == pickle.loads(pickle.dumps(episode))


def test_messages_tell_rules_once_and_feedback_step_and_picture_each_turn() -> None:
    messages = present(after("('add', 1)", "?"))
    assert [message.role for message in messages] == ["user", "assistant"] * 2 + ["user"]
    assert "Bring the number" in messages[0].text
    assert messages[0].text.endswith("This is step 1. You are allowed to take 2 more steps.")
    assert messages[1].text == "('add', 1)"
    expected = "Environment feedback: Action executed successfully."
    assert messages[2].text.split("\n\n") == [
        expected,
        "This is step 2. You are allowed to take 1 more steps.",
    ]
    assert all(len(message.pictures) == (message.role == "user") for message in messages)


def test_no_step_line_follows_the_end() -> None:
    assert "This is step" not in present(after(STOP))[-1].text


def test_the_guide_shows_every_action_with_its_format() -> None:
    guide = present(begin(TASK, 0))[0].text
    for usage in (
        "('add', amount), where amount is an integer from -9 to 9.",
        "('turn_to', way), where way is 0=right or 1=up.",
        "('swap', (first, second))",
        "('shove', [dx, dy, angle])",
        "('reorder', order)",
        "('stop', 'stop')",
    ):
        assert usage in guide


def test_solving_ends_with_stop_and_knows_strategies_by_name() -> None:
    start = begin(TASK, 5).start
    assert solve(TASK, start)[-1] == STOP
    with pytest.raises(ValueError, match="did you mean directly"):
        solve(TASK, start, strategy="direct")


def test_schemas_describe_every_parameter() -> None:
    schemas = {name: action.schema()["function"] for name, action in TASK.actions.items()}
    assert schemas["add"]["parameters"]["properties"]["amount"] == {
        "type": "integer",
        "minimum": -9,
        "maximum": 9,
        "description": "an integer from -9 to 9",
    }
    assert schemas["turn_to"]["parameters"]["properties"]["way"]["enum"] == [0, 1]
    assert schemas["reorder"]["parameters"]["properties"]["order"]["uniqueItems"]
    assert schemas["stop"]["parameters"]["required"] == []
