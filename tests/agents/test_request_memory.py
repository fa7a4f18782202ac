"""What requests remember: nothing that shows, and nothing of episodes that are gone."""

from __future__ import annotations

import asyncio
import gc
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from visgym import catalog
from visgym.agents.agent import Answer
from visgym.agents.build import parse_agent
from visgym.agents.formats import _openai_layouts, openai_messages
from visgym.agents.images import ImageCache, ImageOptions
from visgym.agents.model import ModelAgent
from visgym.agents.requests import ToolOptions, written
from visgym.core.episode import Episode, advance, begin, replay
from visgym.core.messages import present
from visgym.core.parts import Message
from visgym.core.solving import solve
from visgym.evaluation.evaluate import Limits, evaluate
from visgym.evaluation.records import Entry
from visgym.evaluation.store import Store
from visgym.wrappers.build import WRAPPERS, arrange

VIEWS = [[], *([name] for name in WRAPPERS), ["history=2"], ["goal", "caption", "repeat_rules"]]
MAZE = catalog.load("maze_2d/easy")


def model(kind: str, options: dict[str, str]) -> ModelAgent[Any]:
    agent = parse_agent(f"{kind}:m", {"base_url": "http://127.0.0.1:1", **options})
    assert isinstance(agent, ModelAgent)
    return agent


def body(agent: ModelAgent[Any], episode: Episode[Any], view: list[str]) -> bytes:
    messages = present(episode, arrange(view, episode.task))
    return b"".join(agent.dialect.request(agent.options, agent.images, episode, messages))


def lived(turns: int = 6) -> list[Episode[Any]]:
    """An episode turn by turn, with replies that are refused, unreadable, and tool calls."""
    plan = [MAZE.spell(call) for call in solve(MAZE, begin(MAZE, 3).start)[:turns]]
    calls = written("Hm.", [("move", {"direction": 9}), ("move", {"direction": 0})])
    grown = [begin(MAZE, 3)]
    for reply in [*plan[:2], "no idea", calls, *plan[2:]]:
        grown.append(advance(grown[-1], reply))
    return grown


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize("tools", ["off", "auto"])
def test_every_request_of_an_episode_is_as_if_nothing_were_remembered(
    view: list[str], kind: str, tools: str
) -> None:
    agent = model(kind, {"tools": tools})
    grown = lived()
    fork = advance(grown[4], "Something else.")
    for episode in [*grown, fork, grown[4]]:
        anew = body(model(kind, {"tools": tools}), replay(episode), view)
        assert body(agent, episode, view) == anew


def test_closed_messages_stay_the_same_objects_behind_every_wrapper_but_history() -> None:
    grown = lived()
    for name in WRAPPERS:
        wrappers = arrange([name], MAZE)
        before: list[Message] = []
        for episode in grown:
            messages = present(episode, wrappers)
            closed = before[:-1] if name == "mark_past" else before
            assert all(a is b for a, b in zip(closed, messages, strict=False))
            before = messages


def test_pictures_and_layouts_are_forgotten_with_their_episode() -> None:
    images, talk = ImageCache(ImageOptions()), ToolOptions()
    layouts = _openai_layouts(talk, images.look, None)
    gc.collect()
    others = len(layouts._known._known)
    grown = lived()
    for episode in grown:
        openai_messages(present(episode), images, talk)
    assert images._bytes > 0 and len(layouts._known._known) > others
    del grown, episode
    gc.collect()
    assert images._bytes == 0 and not images._kept
    assert len(layouts._known._known) == others


def test_no_more_bytes_of_pictures_are_kept_than_allowed_however_many_episodes_live() -> None:
    images = ImageCache(ImageOptions(), most_bytes=20_000)
    alive = [begin(MAZE, seed) for seed in range(20)]
    for episode in alive:
        openai_messages(present(episode), images, ToolOptions())
    held = [each.data for ref in images._kept if (each := ref()) and each.data]
    assert 0 < sum(map(len, held)) == images._bytes <= 20_000
    known = [images._same.get(seen) for e in alive for seen in present(e)[0].observations]
    assert sum(len(each.data) for each in known if each and each.data) == images._bytes


def test_a_refused_reply_leads_to_no_new_picture() -> None:
    images = ImageCache(ImageOptions())
    episode = begin(MAZE, 0)
    for _ in range(3):
        openai_messages(present(episode), images, ToolOptions())
        episode = advance(episode, "no idea")
    assert images.encoded == 1


def test_memory_that_is_short_serves_some_pictures_at_every_turn() -> None:
    images = ImageCache(ImageOptions(), most_bytes=20_000)
    alive = [present(begin(MAZE, seed))[0].pictures[0] for seed in range(20)]
    for _ in range(2):
        before = images.encoded
        for picture in alive:
            images.base64(picture)
    assert 0 < images.encoded - before < len(alive)


class Looking:
    """Looks at the last picture as a model would be sent it, and knows the way."""

    name = "looking"

    def __init__(self) -> None:
        self.images = ImageCache(ImageOptions())

    def spec(self) -> dict[str, Any]:
        return {}

    def look(self, message: Message) -> None:
        self.images.base64(message.pictures[-1])

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        self.look(messages[-1])
        await asyncio.sleep(0)
        calls = solve(episode.task, episode.start)
        return Answer(episode.task.spell(calls[len(episode.turns)]))

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("task", [MAZE, catalog.load("mental_rotation_3d_cube/easy")], ids=str)
def test_each_state_is_drawn_once_though_many_episodes_are_under_way(
    task: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    draw = type(task).draw

    def counted(task: Any, state: Any) -> Any:
        drawn.append(state)
        return draw(task, state)

    monkeypatch.setattr(type(task), "draw", counted)
    agent, store = Looking(), Store(tmp_path)
    entries = [Entry(f"{task.name}/easy", seed, agent.name) for seed in range(100, 108)]
    limits = Limits(in_flight=8)
    asyncio.run(evaluate(entries, {agent.name: agent}, store, {}, limits, lambda _: None))
    frames = [kept.frames for kept in store.records()]
    seen = sum(1 + sum(a != b for a, b in pairwise(each)) for each in frames)
    assert len(frames) == 8 and seen > 40
    assert len(drawn) == seen
