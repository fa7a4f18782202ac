"""Clients of the Model Context Protocol play against the server, old ones and new ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from serve.serving import MAZE, Site, plan

mcp = pytest.importorskip("mcp", reason="mcp is not installed (pip install mcp)")

CallTool = Callable[[str, dict[str, Any]], Awaitable[Any]]


@asynccontextmanager
async def session(url: str) -> AsyncIterator[Any]:
    """The session of a client; the package was rewritten between 1 and 2."""
    if hasattr(mcp, "Client"):
        async with mcp.Client(f"{url}/mcp") as client:
            yield client
        return
    from mcp.client.streamable_http import streamable_http_client

    async with (
        streamable_http_client(f"{url}/mcp") as (read, write, _),
        mcp.ClientSession(read, write) as client,
    ):
        await client.initialize()
        yield client


def test_a_client_solves_a_maze(site: Site) -> None:
    async def play() -> None:
        async with session(site.url) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert {"begin", "act", "observe", "grade", "list_tasks"} <= tools
            shown = await client.call_tool("begin", {"id": MAZE, "seed": 7})
            kinds = [part.type for part in shown.content]
            assert kinds.count("image") == 1 and "maze" in shown.content[0].text
            for reply in plan(MAZE, 7):
                shown = await client.call_tool("act", {"reply": reply})
            assert shown.content[-1].text == "The episode is over, solved, with a score of 1."
            over = await client.call_tool("act", {"reply": "('move', 0)"})
            assert getattr(over, "isError", None) or getattr(over, "is_error", None)

    asyncio.run(play())


def test_two_clients_do_not_share_an_episode(site: Site) -> None:
    async def play() -> None:
        async with session(site.url) as one, session(site.url) as other:
            await one.call_tool("begin", {"id": MAZE, "seed": 7})
            await other.call_tool("begin", {"id": MAZE, "seed": 8})
            for reply in plan(MAZE, 7):
                shown = await one.call_tool("act", {"reply": reply})
            assert "over, solved" in shown.content[-1].text
            seen = await other.call_tool("observe", {})
            assert "step 1" in " ".join(getattr(part, "text", "") for part in seen.content)

    asyncio.run(play())


def test_what_is_no_request_is_told_so(site: Site) -> None:
    def send(data: object) -> httpx.Response:
        return httpx.post(f"{site.url}/mcp", json=data)

    assert send([]).status_code == 400
    assert send({"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202
    unknown = send({"jsonrpc": "2.0", "id": 1, "method": "resources/list"}).json()
    assert unknown["error"]["code"] == -32601
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    lost = send({**call, "params": {"name": "act", "arguments": {"reply": "x"}}}).json()
    assert lost["result"]["isError"]
    assert httpx.get(f"{site.url}/mcp").status_code == 405
