"""A tiny vision-language model takes a step on our rows in each trainer, in its environment."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, cast

import pytest
from environments import python_of

from visgym.demonstrations.conversations import Conversation
from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.exports.formats import find_format
from visgym.demonstrations.recipes import Recipe, Style
from visgym.suites.suite import find_suite

HERE = Path(__file__).parent
IDS = ("maze_2d/easy", "matchstick_equation/easy")
FORMATS = {
    "trl": "messages",
    "llamafactory": "llamafactory",
    "swift": "llamafactory",
    "verl": "verl",
}
FITTING = 3000  # tokens a row by our estimate, which leaves room for what a template adds


def stepped(trainer: str, recipe: Recipe, episodes: int, folder: Path) -> dict[str, Any]:
    """What a trainer tells of a step on demonstrations."""
    python, format = python_of(trainer), FORMATS[trainer]
    demonstrate(recipe, episodes, format, folder / "rows")
    work = folder / "work"
    work.mkdir()
    texts = [text for row in rows(trainer, folder) for text in texts_of(row)]
    (work / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    command = [str(python), str(HERE / f"step_with_{trainer}.py"), str(folder / "rows"), str(work)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def rows(trainer: str, folder: Path) -> list[Conversation]:
    return list(find_format(FORMATS[trainer]).samples(folder / "rows"))


def texts_of(row: Conversation, role: str = "") -> list[str]:
    return [
        part["text"]
        for message in row.messages
        for part in message["content"]
        if part["type"] == "text" and (not role or message["role"] == role)
    ]


def recipe(style: str) -> Recipe:
    return Recipe(ids=IDS, style=cast(Style, style), max_tokens=FITTING)


@pytest.mark.parametrize("trainer", FORMATS)
def test_a_step_learns_the_replies_and_nothing_else(trainer: str, tmp_path: Path) -> None:
    told = stepped(trainer, recipe("call"), 4, tmp_path)
    first = rows(trainer, tmp_path)[0]
    assert told["rows"] == 4 and told["moved"] > 0 and 0 < told["loss"] < 20
    learned = told["learned"].replace("<|im_end|>", "").split("\n")
    assert [each for each in learned if each] == texts_of(first, "assistant")
    assert "<|image_pad|>" in told["read"] and texts_of(first, "user")[0] in told["read"]


@pytest.mark.parametrize("trainer", ["trl", "llamafactory", "swift"])  # verl has no such rows
def test_a_step_learns_tool_calls_and_nothing_else(trainer: str, tmp_path: Path) -> None:
    told = stepped(trainer, recipe("tool"), 4, tmp_path)
    assert told["rows"] == 4 and told["moved"] > 0 and 0 < told["loss"] < 20
    replies = sum(message["role"] == "assistant" for message in rows(trainer, tmp_path)[0].messages)
    assert told["learned"].count('"arguments"') == replies
    assert "Environment feedback" not in told["learned"]


def test_llamafactory_finds_a_place_for_every_picture_at_a_cutoff_of_4096(tmp_path: Path) -> None:
    easy = Recipe(ids=find_suite("visgym/easy").ids, max_tokens=FITTING)
    told = stepped("llamafactory", easy, 510, tmp_path)
    assert told["rows"] == 510 and told["mismatches"] == 0
