"""Embeddings and pictures come from any server that speaks as OpenAI's does."""

from __future__ import annotations

import asyncio
import base64
import io
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from aiohttp import web
from PIL import Image

from visgym.agents.agent import AgentBroken, AgentFailure
from visgym.agents.endpoints import JsonEndpoint
from visgym.image_generation.painters import ServerPainter
from visgym.image_generation.prompts import read_prompts

Found = TypeVar("Found")


def served(
    answer: Callable[[dict[str, Any]], Any], work: Callable[[], Awaitable[Found]]
) -> tuple[Found, list[tuple[str, dict[str, Any]]]]:
    """What some work comes to beside a server, and what the server was asked."""
    asked: list[tuple[str, dict[str, Any]]] = []

    async def handle(request: web.Request) -> web.Response:
        body = await request.json()
        asked.append((request.path, body))
        found = answer(body)
        return web.json_response(found, status=found.pop("status", 200))

    async def run() -> Found:
        app = web.Application()
        app.router.add_post("/{path:.*}", handle)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{runner.addresses[0][1]}/v1")
            patch.setenv("OPENAI_API_KEY", "sk-test")
            try:
                return await work()
            finally:
                await runner.cleanup()

    return asyncio.run(run()), asked


def test_an_endpoint_posts_json_with_its_model() -> None:
    async def work() -> dict[str, Any]:
        endpoint = JsonEndpoint("/embeddings", "small")
        try:
            return await endpoint.ask({"input": ["one"]})
        finally:
            await endpoint.close()

    found, asked = served(lambda body: {"data": [1]}, work)
    assert found == {"data": [1]}
    assert asked == [("/v1/embeddings", {"model": "small", "input": ["one"]})]


def test_a_wrong_key_stops_everything() -> None:
    async def work() -> None:
        endpoint = JsonEndpoint("/embeddings", "small")
        with pytest.raises(AgentBroken):
            await endpoint.ask({"input": []})
        await endpoint.close()

    served(lambda body: {"error": {"message": "bad key"}, "status": 401}, work)


def test_a_painter_asks_for_pictures_and_takes_nothing_else() -> None:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(file, "PNG")
    prompt = read_prompts(None, "geneval")[0]

    async def work() -> bytes:
        painter = ServerPainter("painter", "256x256")
        try:
            return await painter.paint(prompt)
        finally:
            await painter.close()

    good = {"data": [{"b64_json": base64.b64encode(file.getvalue()).decode()}]}
    found, asked = served(lambda body: dict(good), work)
    assert found == file.getvalue()
    assert asked[0][1]["prompt"] == prompt.text and asked[0][0] == "/v1/images/generations"
    for bad in ({"data": []}, {"data": [{"b64_json": "QUJD"}]}, {"data": [{"url": "x"}]}):
        with pytest.raises(AgentFailure, match="no picture"):
            served(lambda body, bad=bad: dict(bad), work)  # type: ignore[misc]
