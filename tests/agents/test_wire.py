"""What models are sent: every picture, in order, once encoded."""

from __future__ import annotations

import asyncio
import io
import json
from base64 import b64decode
from typing import Any

import numpy as np
import pytest
from PIL import Image

from agents.server import Reply, Server, serving
from agents.sight import as_tool, frames_in, parts_of, pictures_of
from visgym import catalog
from visgym.agents.build import parse_agent
from visgym.agents.formats import anthropic_messages, openai_messages
from visgym.agents.images import ImageCache, ImageOptions
from visgym.agents.model import ModelAgent
from visgym.agents.requests import ToolOptions, said, written
from visgym.core.episode import Episode, advance, begin
from visgym.core.messages import present
from visgym.core.parts import Observation
from visgym.core.solving import solve
from visgym.wrappers.build import WRAPPERS, arrange

KINDS = ["openai", "anthropic"]
VIEWS = [[], *([name] for name in WRAPPERS), ["history=1"], ["history=2"], ["history=2", "goal"]]
VIEWS += [["goal", "caption", "no_rules", "no_feedback"], ["goal", "text"]]
MAZE = catalog.load("maze_2d/easy")


def played(id: str, turns: int, seed: int = 3) -> Episode[Any]:
    episode = begin(catalog.load(id), seed)
    for call in solve(episode.task, episode.start)[:turns]:
        episode = advance(episode, call)
    return episode


async def watch(id: str, kind: str, view: list[str], options: dict[str, str]) -> None:
    """Play a few turns and compare each request with what the environment itself draws."""
    task = catalog.load(id)
    wrappers = arrange(view, task)
    plan = solve(task, begin(task, 0).start)
    spoken = [Reply(task.spell(call)) for call in plan]
    called = [Reply("Hm.", [as_tool(task, call)]) for call in plan]
    replies = iter(called if options else spoken)
    async with serving(Server(lambda body: next(replies))) as server:
        agent = parse_agent(f"{kind}:m", {"base_url": server.url, **options})
        episode = begin(task, 0)
        while not episode.over and len(episode.turns) < 4:
            messages = present(episode, wrappers)
            answer = await agent.answer(episode, messages)
            expected = frames_in([each for m in messages for each in m.pictures])
            shown = pictures_of(server.requests[-1])
            assert len(shown) == len(expected)
            assert all(np.array_equal(a, b) for a, b in zip(shown, expected, strict=True))
            if expected:
                now = frames_in([Observation("state", task, episode.state)])[0]
                assert np.array_equal(shown[-1], now)
            episode = advance(episode, answer.text)
            assert episode.turns[-1].verdict == "done"
        await agent.close()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "options", [{}, {"tools": "auto"}, {"tools": "auto", "image_placement": "tool"}]
)
@pytest.mark.parametrize("id", ["maze_2d/easy", "sliding_block/easy"])
def test_the_pixels_of_every_turn_are_in_the_request_of_that_turn_for_every_wrapper(
    kind: str, options: dict[str, str], id: str
) -> None:
    for view in VIEWS:
        asyncio.run(watch(id, kind, view, options))


def test_the_pixels_of_every_turn_are_in_the_request_of_that_turn_for_every_task(
    task_id: str,
) -> None:
    asyncio.run(watch(task_id, "openai", [], {}))
    asyncio.run(watch(task_id, "openai", ["history=1"], {"tools": "required"}))


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_texts_come_in_the_order_of_the_messages(view: list[str]) -> None:
    messages = present(played("maze_2d/easy", 4), arrange(view, MAZE))
    for write in (openai_messages, anthropic_messages):
        sent = json.loads(b"".join(write(messages, ImageCache(ImageOptions()), ToolOptions())))
        assert [each["role"] for each in sent] == [message.role for message in messages]
        for message, each in zip(messages, sent, strict=True):
            kinds = ["text" if not isinstance(p, Observation) else "image" for p in message.parts]
            pairs = zip(kinds, ["", *kinds], strict=False)
            kinds = [kind for kind, last in pairs if kind != last or kind == "image"]
            shown = parts_of(each)
            assert [part["type"].removesuffix("_url") for part in shown] == kinds
            texts = [part["text"] for part in shown if part["type"] == "text"]
            assert "\n\n".join(texts) == message.text


def test_each_picture_is_encoded_once_with_full_history() -> None:
    images = ImageCache(ImageOptions())
    episode = begin(MAZE, 5)
    for call in solve(MAZE, episode.start):
        openai_messages(present(episode), images, ToolOptions())
        assert images.encoded == len(episode.turns) + 1
        episode = advance(episode, call)


def test_an_album_short_of_memory_forgets_and_is_still_right() -> None:
    messages = present(played("maze_2d/easy", 6))
    small, large = ImageCache(ImageOptions(), most_bytes=1), ImageCache(ImageOptions())
    sent = [b"".join(openai_messages(messages, each, ToolOptions())) for each in (small, large)]
    assert sent[0] == sent[1]
    assert len(small._kept) == 1


@pytest.mark.parametrize("format", ["png", "jpeg", "webp"])
def test_pictures_are_scaled_down_and_never_up(format: str) -> None:
    picture = Observation("state", MAZE, begin(MAZE, 0).start)
    height, width = picture.image.shape[:2]
    for limit in (100, 10_000):
        options = {"image_format": format, "image_limit": limit, "image_detail": "low"}
        agent = parse_agent("openai:m", options)
        assert isinstance(agent, ModelAgent)
        messages = present(begin(MAZE, 0))
        body = b"".join(agent.dialect.request(agent.options, agent.images, MAZE, messages))
        (frame,) = pictures_of(json.loads(body))
        assert max(frame.shape) == min(limit, max(height, width))
        assert f"data:image/{format};base64,".encode() in body
        assert json.loads(body)["messages"][0]["content"][-1]["image_url"]["detail"] == "low"


@pytest.mark.parametrize(
    ("id", "format"), [("maze_2d/easy", "png"), ("jigsaw/easy", "jpeg"), ("maze_3d/easy", "jpeg")]
)
@pytest.mark.parametrize("write", [openai_messages, anthropic_messages])
def test_auto_takes_jpeg_for_photos_and_scenes_and_png_for_lines(
    id: str, format: str, write: Any
) -> None:
    task = catalog.load(id)
    images = ImageCache(ImageOptions("auto"))
    messages = present(begin(task, 0))
    sent = b"".join(write(messages, images, ToolOptions()))
    picture = messages[-1].pictures[-1]
    with Image.open(io.BytesIO(b64decode(images.base64(picture)))) as image:
        assert image.format == format.upper()
    assert images.encoded == len(messages[-1].pictures) and images.base64(picture) in sent
    assert sent.count(f"image/{format}".encode()) == len(messages[-1].pictures)


def test_tool_calls_survive_being_text() -> None:
    calls = [("move", {"direction": 1}), ("stop", {})]
    for text in ("", "I think.", "a\nb\n", '{"name": "no"}'):
        turn = said(written(text, calls), 4)
        assert turn.text == text
        assert [(call.name, call.arguments) for call in turn.calls] == calls
        assert len({call.id for call in turn.calls}) == 2
        assert all(len(call.id) == 9 and call.id.isalnum() for call in turn.calls)


@pytest.mark.parametrize(
    "given", ["{direction: ", [1], 7, {"x": float("inf")}, {"x": [[[[]]] * 40]}, None]
)
def test_malformed_tool_calls_stay_text(given: object) -> None:
    reply = written("", [("move", given)])
    assert said(reply, 1).calls == ()
    assert said(reply, 1).text == reply
    assert said(written("", [("mo ve", {})]), 1).calls == ()


def test_openai_tool_turns_are_acknowledged_in_text_before_the_picture() -> None:
    episode = advance(begin(MAZE, 0), written("Hm.", [("move", {"direction": 0})] * 2))
    talk = ToolOptions(tools="auto")
    sent = json.loads(b"".join(openai_messages(present(episode), ImageCache(ImageOptions()), talk)))
    roles = [each["role"] for each in sent]
    assert roles == ["user", "assistant", "tool", "tool", "user"]
    assert sent[1]["content"] == "Hm."
    ids = [call["id"] for call in sent[1]["tool_calls"]]
    assert [each["tool_call_id"] for each in sent[2:4]] == ids
    assert all(isinstance(each["content"], str) for each in sent[2:4])
    assert "('move', 0)" not in json.dumps(sent[0])


def test_anthropic_tool_turns_answer_every_call_in_one_message() -> None:
    episode = advance(begin(MAZE, 0), written("", [("move", {"direction": 0})] * 2))
    for placement in ("user", "tool"):
        talk = ToolOptions("auto", placement)  # type: ignore[arg-type]
        images = ImageCache(ImageOptions())
        sent = json.loads(b"".join(anthropic_messages(present(episode), images, talk, cache=True)))
        assert [each["role"] for each in sent] == ["user", "assistant", "user"]
        ids = [block["id"] for block in sent[1]["content"]]
        results = [block for block in sent[2]["content"] if block["type"] == "tool_result"]
        assert [block["tool_use_id"] for block in results] == ids
        assert sent[2]["content"][-1]["cache_control"] == {"type": "ephemeral"}
        inside = any(part["type"] == "image" for part in parts_of(results[-1]))
        assert inside == (placement == "tool")


def test_an_empty_reply_is_a_turn_that_servers_accept() -> None:
    messages = present(advance(begin(MAZE, 0), ""))
    images = ImageCache(ImageOptions())
    sent = json.loads(b"".join(anthropic_messages(messages, images, ToolOptions())))
    assert sent[1]["content"][0]["text"].strip()
