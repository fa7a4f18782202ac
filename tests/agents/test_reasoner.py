"""Thoughts in demonstrations, written by a model behind a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from agents.server import Reply, Server, serving
from visgym import Mistake
from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.exports.formats import FORMATS
from visgym.demonstrations.exports.validate import validate
from visgym.demonstrations.recipes import Recipe


def make(server: Server, out: Path) -> dict[str, Any]:
    async def run() -> dict[str, Any]:
        async with serving(server):
            recipe = Recipe(
                ids=("maze_2d/easy",),
                style="think",
                reasoner="openai:some-model",
                options={"base_url": server.url},
            )
            return await asyncio.to_thread(demonstrate, recipe, 2, "jsonl", out, shard=2)

    return asyncio.run(run())


def test_a_model_writes_a_thought_before_every_action(tmp_path: Path) -> None:
    server = Server(lambda body: Reply("The way <image> goes on."), script=["500", "429"])
    manifest = make(server, tmp_path)
    assert server.served == manifest["statistics"]["turns"]
    assert list(validate(tmp_path)) == []
    for row in FORMATS["jsonl"].samples(tmp_path):
        for message in row.messages[1::2]:
            text = message["content"][0]["text"]
            assert text.startswith("<think>The way [image] goes on.</think><answer>('")
    assert "The right action now is ('" in str(server.requests[-1]["messages"])


def test_a_model_that_fails_stops_the_work_which_then_goes_on(tmp_path: Path) -> None:
    broken = Server(lambda body: Reply("No."), script=["401"] * 100)
    with pytest.raises(
        Mistake, match=r"The reasoner openai:some-model failed: .*goes on from here"
    ):
        make(broken, tmp_path)
    assert not (tmp_path / "manifest.json").exists()
