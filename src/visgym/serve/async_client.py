"""A server of episodes for coroutines: `visgym.connect_async(url)`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from visgym.core.episode import Graded
from visgym.core.optional import require
from visgym.serve import exchanges
from visgym.serve.connection_options import (
    PASSING,
    RetryPolicy,
    checked_address,
    headers_with,
    seconds,
    spec_of,
)
from visgym.serve.exchanges import Exchange, ServerFailure, WireRequest, WireResponse
from visgym.serve.remote_values import RemoteEpisode, RemoteMessage
from visgym.serve.specs import EpisodeSpec

Found = TypeVar("Found")


class AsyncRemote:
    """A server for many coroutines; the verbs are those of `Remote`, to be awaited."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        retry: RetryPolicy | None = None,
        concurrency: int = 256,
    ) -> None:
        self.address = checked_address(url)
        self.headers = headers_with(token)
        self.retry = retry or RetryPolicy()
        self.concurrency = concurrency
        """Requests that may be under way at a time."""
        self._session: Any = None

    async def begin(
        self,
        id: str,
        seed: int,
        strict: bool = False,
        wrappers: Iterable[Any] = (),
        tools: Iterable[str] = (),
        **knobs: object,
    ) -> RemoteEpisode:
        spec = spec_of(id, seed, strict, wrappers, tools, knobs)
        return await self._drive(exchanges.begin(spec))

    async def begin_all(self, specs: Sequence[EpisodeSpec]) -> list[RemoteEpisode]:
        return await self._drive(exchanges.begin_all(specs))

    async def advance(self, episode: RemoteEpisode, reply: object) -> RemoteEpisode:
        return await self._drive(exchanges.advance(episode, reply))

    async def advance_all(
        self, episodes: Sequence[RemoteEpisode], replies: Sequence[object]
    ) -> list[RemoteEpisode]:
        return await self._drive(exchanges.advance_all(episodes, replies))

    async def present(self, episode: RemoteEpisode) -> list[RemoteMessage]:
        return await self._drive(exchanges.present(episode))

    async def grade(self, id: str, seed: int, reply: object) -> Graded:
        return await self._drive(exchanges.grade(id, seed, reply))

    async def rewards(self, items: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return await self._drive(exchanges.rewards(items))

    async def close(self, *episodes: RemoteEpisode) -> None:
        if episodes:
            await self._drive(exchanges.close(episodes))
        elif self._session is not None:
            await self._session.close()
            self._session = None

    async def __aenter__(self) -> AsyncRemote:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def _drive(self, exchange: Exchange[Found]) -> Found:
        try:
            request = next(exchange)
            while True:
                request = exchange.send(await self._asked(request))
        except StopIteration as end:
            found: Found = end.value
            return found

    async def _asked(self, request: WireRequest) -> WireResponse:
        aiohttp = require("aiohttp", "agents", "visgym.connect_async")
        trouble = ""
        for tries in range(self.retry.attempts):
            asked = 0.0
            try:
                response = await self._once(request)
            except (OSError, TimeoutError, aiohttp.ClientError) as error:
                trouble = f"{type(error).__name__}: {error}"
            else:
                if response.status not in PASSING:
                    return response
                trouble, asked = f"status {response.status}", response.retry_after
            if tries + 1 < self.retry.attempts:
                await asyncio.sleep(self.retry.wait(tries, asked))
        raise ServerFailure(f"No answer after {self.retry.attempts} tries ({trouble}).")

    async def _once(self, request: WireRequest) -> WireResponse:
        if self._session is None:
            self._session = _async_session(self.concurrency, self.retry.timeout)
        url = f"{self.address.geturl()}{request.path}"
        headers = {**self.headers, **request.headers}
        asked = self._session.request(
            request.method, url, data=request.body, headers=headers, allow_redirects=False
        )
        async with asked as answer:
            body = await answer.read()
            return WireResponse(answer.status, body, seconds(answer.headers.get("Retry-After")))


def _async_session(concurrency: int, timeout: float) -> Any:
    aiohttp = require("aiohttp", "agents", "visgym.connect_async")
    connector = aiohttp.TCPConnector(limit=concurrency)
    return aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=timeout))
