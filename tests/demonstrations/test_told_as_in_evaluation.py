"""What is trained on is what evaluation asks: one text, whatever the chat template."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any, cast

import pytest
from jinja2 import Environment

import choices
from visgym import catalog
from visgym.agents.formats import openai_messages, openai_tools
from visgym.agents.images import ImageCache, ImageOptions
from visgym.agents.requests import ToolOptions
from visgym.core.episode import Episode, advance, begin
from visgym.core.messages import present
from visgym.core.parts import Picture
from visgym.demonstrations.conversations import (
    Conversation,
    RowOptions,
    conversations,
)
from visgym.demonstrations.recipes import Recipe, Style, candidate, task_of
from visgym.demonstrations.replies import as_said
from visgym.demonstrations.shards import demonstrated
from visgym.suites.suite import find_suite
from visgym.wrappers.build import arrange

Plain = dict[str, Any]
EPISODES = {"call": 50, "tool": 50, "think": 10}
FEW = {"call": 10, "tool": 6, "think": 3}  # with all that is not --deep
EASY = find_suite("visgym/easy").ids
RECIPE = Recipe(ids=EASY)

TEMPLATE = """
{%- if tools %}<|im_start|>system
# Tools{% for tool in tools %}
{{ tool | tojson }}{% endfor %}<|im_end|>
{% endif %}
{%- for message in messages %}<|im_start|>{{ message.role }}
{% if message.content is string %}{{ message.content }}{% else %}
{%- for part in message.content or [] %}
{%- if part.type in ("image", "image_url") %}<|vision_start|><|image_pad|><|vision_end|>
{%- else %}{{ part.text }}{% endif %}
{%- endfor %}
{%- endif %}
{%- for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|im_end|>
{% endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
"""In the manner of vision-language models: parts of a message are put together as they are."""


class Undrawn(ImageOptions):
    """Pictures without content, since it is the texts that are compared."""

    def file(self, picture: Picture) -> bytes:
        return b""


UNDRAWN = RowOptions(Undrawn())
_template = Environment().from_string(TEMPLATE)


def rendered(messages: list[Plain], tools: list[Plain], due: bool) -> str:
    return _template.render(messages=messages, tools=tools, add_generation_prompt=due)


def asked(episode: Episode[Any], style: Style, wrappers: tuple[str, ...]) -> str:
    """What a server makes of the request of an evaluation, arguments decoded as servers do."""
    talk = ToolOptions("auto" if style == "tool" else "off")
    shown = present(episode, arrange(wrappers, episode.task), episode.task.seat)
    sent = openai_messages(shown, ImageCache(Undrawn()), talk)
    messages = json.loads(b"".join(sent))
    for message in messages:
        for call in message.get("tool_calls", ()):
            call["function"]["arguments"] = json.loads(call["function"]["arguments"])
    tools = json.loads(openai_tools(episode.task, episode.tools)) if style == "tool" else []
    return rendered(messages, tools, due=True)


def trained(row: Conversation) -> list[str]:
    """What a template makes of a row before each of its replies."""
    places = [at for at, each in enumerate(row.messages) if each["role"] == "assistant"]
    return [rendered(row.messages[:at], row.tools, due=True) for at in places]


def as_evaluated(number: int, style: Style) -> Episode[Any]:
    """The episode of a candidate, played by somebody who replies as its rows do."""
    known = as_said(demonstrated(candidate(RECIPE, number)), style)
    task = catalog.load(candidate(RECIPE, number).id, starts="")
    episode: Episode[Any] = begin(task, known.seed)
    for turn in known.turns:
        episode = advance(episode, turn.reply)
    return episode


def before_each_reply(episode: Episode[Any]) -> list[Episode[Any]]:
    found, again = [], begin(episode.task, episode.seed)
    for turn in episode.turns:
        if turn.player == episode.task.seat:
            found.append(again)
        again = advance(again, turn.reply)
    return found


@pytest.mark.parametrize("style", ["call", "tool", "think"])
@pytest.mark.parametrize("wrappers", [(), ("history=2",)], ids=str)
def test_a_row_reads_as_the_requests_of_the_same_episode(
    style: str, wrappers: tuple[str, ...], request: pytest.FixtureRequest
) -> None:
    compared = 0
    few = (EPISODES if choices.is_deep(request.config) else FEW)[style]
    for number in range(few if not wrappers else -(few // -5)):
        chosen = candidate(RECIPE, number)
        episode = demonstrated(chosen)
        views = arrange(wrappers, episode.task)
        rows = list(conversations(chosen, episode, views, cast(Style, style), (), UNDRAWN))
        before = before_each_reply(as_evaluated(number, cast(Style, style)))
        expected = [asked(each, cast(Style, style), wrappers) for each in before]
        if len(rows) == 1:
            assert trained(rows[0]) == expected, chosen.id
        else:
            assert [trained(row)[-1] for row in rows] == expected, chosen.id
        compared += len(expected)
    assert compared >= few // 5


def test_texts_that_follow_each_other_have_a_blank_line_between_them() -> None:
    chosen = candidate(RECIPE, 0)
    row = next(conversations(chosen, demonstrated(chosen), (), "call", (), UNDRAWN))
    for message in row.messages:
        kinds = [part["type"] for part in message["content"]]
        assert all(pair != ("text", "text") for pair in pairwise(kinds))
    rules, guide = episode_texts(demonstrated(chosen))
    assert f"{rules}\n\n" in row.messages[0]["content"][0]["text"]
    assert f"\n\n{guide}" in row.messages[0]["content"][0]["text"]


def episode_texts(episode: Episode[Any]) -> tuple[str, str]:
    opening = {part.kind: part for part in present(episode)[0].parts}
    return cast(Any, opening["rules"]).text, cast(Any, opening["actions"]).text


def test_the_step_limit_is_the_one_of_the_preset() -> None:
    for number, id in enumerate(EASY[:20]):
        expected = catalog.load(id).step_limit
        assert task_of(candidate(Recipe(ids=EASY), number)).step_limit == expected
