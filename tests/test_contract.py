"""Seats, hidden cards, dice, clips, rewards on the way and tools: everybody understands them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from my_tasks.dice_race import DiceRace
from my_tasks.high_card import HighCard, Table
from my_tasks.magnifier import Magnifier
from my_tasks.moving_dot import FRAMES, MovingDot
from my_tasks.stairs import Stairs
from toys import Counter
from visgym.adapters.gymnasium import VisEnv
from visgym.agents.formats import anthropic_messages, openai_messages, openai_tools
from visgym.agents.images import ImageCache, ImageOptions
from visgym.agents.requests import ToolOptions
from visgym.agents.scripted import RandomAgent, SolverAgent
from visgym.analysis.report.loading import load
from visgym.analysis.report.page import page
from visgym.core.calls import Call
from visgym.core.episode import Episode, advance, begin, play, replay
from visgym.core.messages import latest, present
from visgym.core.parts import Message, Observation, Raster, observations
from visgym.core.solving import react, solve
from visgym.demonstrations.conversations import conversations
from visgym.demonstrations.recipes import Candidate
from visgym.evaluation.evaluate import Limits, evaluate
from visgym.evaluation.records import (
    Entry,
    from_line,
    overheard,
    record,
    replayed,
    state_hash,
    to_line,
)
from visgym.evaluation.rollout import rollout
from visgym.evaluation.store import Store
from visgym.web import replays
from visgym.web.public_tasks import PublicTasks
from visgym.wrappers.build import arrange

CARDS = HighCard()
REPLIES = ("I hold a good one. ('bid', 3)", "('bid', 7)", "('bid', 1)", "('bid', 2)")


def game(turns: int, task: HighCard = CARDS) -> Episode[Table]:
    """A game in which every player tells its card in its reply, for itself alone."""
    episode = begin(task, 5)
    for reply in REPLIES[:turns]:
        card = episode.state.cards[episode.to_move]
        episode = advance(episode, f"My card is {card}. {reply}")
    return episode


def told(messages: list[Message]) -> str:
    return "\n".join(message.text for message in messages)


# Seats and hidden cards


@pytest.mark.parametrize("wrappers", [(), ("text",), ("caption", "history=2"), ("repeat_rules",)])
@pytest.mark.parametrize("turns", range(4))
def test_a_transcript_never_tells_what_the_other_player_holds(
    turns: int, wrappers: tuple[str, ...]
) -> None:
    episode = game(turns)
    own, other = map(str, episode.start.cards)
    seen = told(present(episode, arrange(wrappers, CARDS), player=0))
    assert other not in seen
    assert (own in seen) == (turns > 0 or bool({"text", "caption"} & set(wrappers)))
    assert own not in told(present(episode, arrange(wrappers, CARDS), player=1))


def test_pictures_in_a_transcript_look_alike_whatever_the_other_player_holds() -> None:
    episode = game(3)
    mine, theirs = episode.start.cards
    other = 10 if theirs != 10 else 11

    def dealt(state: Table) -> Table:
        return replace(state, cards=(mine, other))

    turns = tuple(replace(turn, state=dealt(turn.state)) for turn in episode.turns)
    twin = replace(episode, start=dealt(episode.start), turns=turns)
    for one, two in zip(present(episode, player=0), present(twin, player=0), strict=True):
        assert one.text == two.text
        for seen, same in zip(one.pictures, two.pictures, strict=True):
            assert np.array_equal(seen.image, same.image)
    hidden = [p.image.tobytes() for m in present(episode, player=1) for p in m.pictures]
    assert hidden != [p.image.tobytes() for m in present(twin, player=1) for p in m.pictures]


def test_what_others_did_is_news_in_the_next_message() -> None:
    episode = game(3)
    messages = present(episode, player=0)
    assert [message.role for message in messages] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    assert "Player 2 played ('bid', 7)." in messages[2].text
    mine = present(episode)  # it is the turn of the second player
    assert [message.role for message in mine] == ["user", "assistant", "user"]
    assert "Player 1 played ('bid', 3)." in mine[0].text
    assert "This is step 2." in mine[-1].text


def test_turns_know_who_played_and_everybody_has_steps_of_his_own() -> None:
    short = HighCard(step_limit=2)
    episode = game(4, short)
    assert [turn.player for turn in episode.turns] == [0, 1, 0, 1]
    assert [turn.step for turn in episode.turns] == [1, 1, 2, 2]
    assert episode.terminated and not episode.truncated
    assert sum(episode.payoffs) == 1 and episode.reward == episode.payoffs[0]
    assert game(2, HighCard(step_limit=1)).truncated


def test_goals_and_examples_are_refused_where_somebody_plays_against_the_agent() -> None:
    for wrapper in ("goal", "examples=1"):
        with pytest.raises(ValueError, match="high_card has none"):
            arrange([wrapper], CARDS)


def test_a_policy_sees_what_its_player_sees() -> None:
    state = Table((95, 20))
    assert react(CARDS, state, Random(0)) == Call("bid", (9,))
    assert react(CARDS, replace(state, bids=(9,)), Random(0)) == Call("bid", (2,))
    reply = SolverAgent().reply(begin(CARDS, 5))
    assert reply == CARDS.spell(Call("bid", (begin(CARDS, 5).start.cards[0] // 10,)))


def test_gymnasium_shows_the_player_to_move_its_own_card_alone() -> None:
    env = VisEnv("my_tasks.high_card")
    _, info = env.reset(seed=5)
    first = env.render()
    assert info["player"] == 0
    image, reward, *_, info = env.step("('bid', 1)")
    assert info["player"] == 1 and reward == 0
    assert not np.array_equal(first, env.render())
    seen = observations(env.task, env.episode.state, 1)[0].image
    assert np.array_equal(image, seen)


def recorded(seat: int) -> Any:
    id = "my_tasks.high_card/" + ("easy" if seat == 0 else "second")
    episode = game(4, HighCard(seat=seat))
    return record(Entry(id, 5, "teller"), episode, (), 1.0), episode


@pytest.mark.parametrize("seat", [0, 1])
def test_records_keep_who_played_and_what_everybody_got(seat: int) -> None:
    kept, episode = recorded(seat)
    assert (kept.players, kept.seat) == ((0, 1, 0, 1), seat)
    assert kept.payoffs == episode.payoffs and kept.score == episode.payoffs[seat]
    assert from_line(json.loads(json.dumps(to_line(kept)))) == kept
    assert replayed(kept).states == episode.states


@pytest.mark.parametrize("seat", [0, 1])
def test_reports_and_replays_show_what_the_evaluated_player_saw(seat: int, tmp_path: Path) -> None:
    kept, episode = recorded(seat)
    hidden = f"My card is {episode.start.cards[1 - seat]}"
    shown = [reply for reply, _, _ in overheard(kept, episode)]
    assert not any(hidden in reply for reply in shown)
    assert any(f"Player {2 - seat} played" in reply for reply in shown)
    assert all(hidden not in step.get("reply", "") for step in replays.bare_steps(kept))
    steps = replays.replay_steps(
        "run", kept, replays.episode_of(PublicTasks(("my_tasks.high_card",)), kept)
    )
    assert hidden not in json.dumps(steps)
    store = Store(tmp_path / "run")
    with store.writing({"suite": "own", "wrappers": [], "agents": []}):
        store.append(kept)
    html = page(load([store.folder]))
    assert hidden not in html and "Player" in html
    frames = {frame.tobytes() for frame in replays.frames(episode)[:-1]}
    assert frames == {
        observations(episode.task, state, seat)[0].image.tobytes() for state in episode.states[:-1]
    }


@pytest.mark.parametrize("style", ["call", "think", "tool"])
def test_demonstrations_are_told_from_one_seat(style: Any) -> None:
    episode = game(4)
    (row,) = conversations(Candidate(0, "x/easy", 5, "bids", None, "{}"), episode, (), style)
    text = json.dumps(row.messages)
    assert str(episode.start.cards[1]) not in text.replace('"call_', "")
    assert sum(message["role"] == "assistant" for message in row.messages) == 2
    assert row.facts["steps"] == 2


@pytest.mark.parametrize("form", [openai_messages, anthropic_messages])
def test_requests_of_both_dialects_hold_one_seat(form: Any) -> None:
    episode = game(3)
    sent = form(present(episode, player=0), ImageCache(ImageOptions()), ToolOptions())
    texts = [
        part["text"]
        for message in json.loads(b"".join(sent))
        for part in (message["content"] if isinstance(message["content"], list) else [])
        if part["type"] == "text"
    ]
    assert not any(str(episode.start.cards[1]) in text for text in texts)


def test_an_evaluation_lets_one_agent_play_every_seat_with_the_eyes_of_that_seat(
    tmp_path: Path,
) -> None:
    seen: list[str] = []

    class Teller(RandomAgent):
        async def answer(self, episode: Episode[Any], messages: list[Message]) -> Any:
            seen.append(told(messages))
            return await super().answer(episode, messages)

    agent = Teller()
    store = Store(tmp_path)
    entries = [Entry("my_tasks.high_card/easy", 5, agent.name, wrappers=("text",))]
    asyncio.run(evaluate(entries, {agent.name: agent}, store, {}, Limits(), lambda progress: None))
    first, second = map(str, begin(CARDS, 5).start.cards)
    assert all(second not in text for text in seen[::2])
    assert all(first not in text for text in seen[1::2])
    assert store.records()[0].players == (0, 1, 0, 1)


# Chance


def test_dice_fall_the_same_way_again_and_show_nowhere() -> None:
    task = DiceRace()
    episode = play(begin(task, 3), solve(task, begin(task, 3).start))
    assert episode.success and replay(episode) == episode
    other = replace(episode.start, dice=replace(episode.start.dice, seed=1))
    assert np.array_equal(
        Observation("state", task, episode.start).image, Observation("state", task, other).image
    )
    falls = {play(begin(task, seed), [Call("roll")]).state.field for seed in range(30)}
    assert len(falls) > 5


# Clips


def test_a_clip_is_one_picture_a_frame_oldest_first() -> None:
    task = MovingDot()
    episode = begin(task, 1)
    message = present(episode)[0]
    assert [picture.frame for picture in message.observations] == list(range(FRAMES))
    frames = [picture.image for picture in message.pictures]
    assert len({frame.tobytes() for frame in frames}) == FRAMES
    sent = openai_messages([message], ImageCache(ImageOptions()), ToolOptions())
    assert b"".join(sent).count(b"image_url") == 2 * FRAMES
    (row,) = conversations(
        Candidate(0, "x/easy", 1, "look", None, "{}"),
        play(episode, solve(task, episode.start)),
        (),
        "call",
    )
    assert len(row.images) == 2 * FRAMES


def test_gymnasium_observes_all_frames_of_a_clip() -> None:
    env = VisEnv("my_tasks.moving_dot")
    image, _ = env.reset(seed=1)
    assert image.shape == (FRAMES, 100, 100, 3) and env.observation_space.contains(image)
    assert env.render().shape == (100, FRAMES * 100 + (FRAMES - 1) * 8, 3)


def test_records_of_clips_name_the_whole_clip() -> None:
    task = MovingDot()
    still = begin(task, 1).start
    other = replace(
        still, dot=(still.dot[0], still.dot[1]), way="up" if still.way != "up" else "down"
    )

    assert state_hash(task, still) != state_hash(task, other)
    assert len(state_hash(task, still)) == 16


# Rewards on the way


def test_rewards_on_the_way_are_kept_and_the_score_comes_on_top() -> None:
    env = VisEnv("my_tasks.stairs")
    env.reset(seed=1)
    rewards = [env.step(reply)[1] for reply in env.solve()]
    climbed = 8 - begin(Stairs(), 1).start.stair
    assert rewards[:-1] == pytest.approx([0.1] * climbed) and rewards[-1] == 1.0
    kept = record(Entry("my_tasks.stairs/easy", 1, "x"), env.episode, (), 0.0)
    assert kept.rewards[:-1] == pytest.approx([0.1] * climbed)
    assert kept.score == 1.0 and from_line(to_line(kept)) == kept


def test_a_task_may_pay_when_steps_run_out() -> None:
    task = Stairs(step_limit=2)
    episode = play(begin(task, 1), ["('go', 'up')"] * 2)
    assert episode.truncated and episode.reward == episode.score > 0


def test_rollouts_are_arrays() -> None:
    def climb(episodes: list[Episode[Any]], messages: list[list[Message]]) -> list[str]:
        assert all(message[-1].pictures for message in messages)
        return [SolverAgent().reply(episode) for episode in episodes]

    done = rollout([Stairs()] * 4 + [Counter()], range(5), climb)
    assert done.successes.all() and done.step_rewards.shape == done.mask.shape
    assert done.rewards == pytest.approx((done.step_rewards * done.mask).sum(axis=1))
    assert (done.lengths == done.mask.sum(axis=1)).all()
    with pytest.raises(ValueError, match="need as many seeds"):
        rollout([Stairs()], [1, 2], climb)


# Tools


def test_a_tool_shows_parts_and_costs_no_step() -> None:
    episode = begin(Counter(), 1, tools=(Magnifier(),))
    looked = advance(episode, "Let me see. ('magnify', (20, 20))")
    turn = looked.turns[-1]
    assert (turn.verdict, looked.step, looked.state) == ("done", 1, episode.state)
    assert isinstance(turn.shown[1], Raster) and turn.shown[1].image.shape == (120, 120, 3)
    last = latest(looked)
    assert last.text.startswith("Around (20, 20):") and len(last.pictures) == 2
    assert "'magnify': Look closer" in present(episode)[0].text
    assert b'"magnify"' in openai_tools(Counter(), (Magnifier(),))
    assert replay(looked) == looked


def test_demonstrations_with_a_tool_hold_its_call_and_what_it_showed() -> None:
    episode = advance(begin(Counter(), 1, tools=(Magnifier(),)), Call("magnify", (20, 20)))
    episode = play(episode, solve(Counter(), episode.state))
    (row,) = conversations(Candidate(0, "x/easy", 1, "directly", None, "{}"), episode, (), "tool")
    called = [call["function"]["name"] for m in row.messages for call in m.get("tool_calls", ())]
    assert called[0] == "magnify" and "magnify" in json.dumps(row.tools)
    assert len(row.images) == len(episode.turns) + 1
    assert "Around (20, 20):" in json.dumps(row.messages)


def test_tools_have_bounds_of_their_own() -> None:
    episode = begin(Counter(), 1, tools=(Magnifier(),))
    for reply in ("('magnify', (900, 0))", "('magnify', 'x')"):
        episode = advance(episode, reply)
    assert [turn.verdict for turn in episode.turns] == ["refused", "misfit"]
    assert episode.step == 1
    spent = advance(episode, "('magnify', (1, 1))")
    assert spent.turns[-1].verdict == "refused" and spent.step == 2
    assert "not be used any more" in spent.feedback


# The solver agent


def test_the_solver_agent_goes_on_after_anything_that_happens() -> None:
    for task in (Counter(step_limit=60), Stairs(step_limit=60)):
        episode, agent = begin(task, 1), SolverAgent()
        disturbances = iter(["what?", "('go', 'down')", "('add', -1)", "('fly', 3)", "('add', 99)"])
        while not episode.over:
            episode = advance(episode, agent.reply(episode))
            if not episode.over:
                episode = advance(episode, next(disturbances, "hm"))
        assert episode.success
