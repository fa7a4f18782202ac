"""Requests to a model server: paced, timed, and tried again while that may help."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from visgym.agents.agent import AgentFailure
from visgym.agents.http_post import HttpPost, TooLong
from visgym.agents.server_errors import Service, Transient
from visgym.core.errors import Mistake
from visgym.core.optional import require

if TYPE_CHECKING:
    from aiohttp import ClientTimeout

Result = TypeVar("Result")
Read = Callable[[bytes, bool], Result]
"""Makes a result of a body and of whether it is a stream of events, or raises `Transient`."""

LONGEST_WAIT = 60.0  # seconds between two tries, unless the server asks for more


@dataclass(frozen=True)
class ConnectionOptions:
    """How requests travel; none of it changes what a model answers."""

    base_url: str | None = None
    stream: bool = False
    retries: int = 6
    backoff: float = 1.0
    """Seconds that the first wait takes at most; every further one takes up to twice as long."""
    timeout: float = 900.0
    """Seconds for one answer, with all its tries."""
    try_timeout: float = 300.0
    """Seconds for one try; in a stream, for the next piece."""
    concurrency: int = 256
    per_minute: float | None = None
    """Requests that may be sent in a minute."""

    def __post_init__(self) -> None:
        for name in ("timeout", "try_timeout", "concurrency"):
            if not getattr(self, name) > 0:
                raise Mistake(f"{name} is {getattr(self, name)}; give a number above 0.")
        if self.retries < 0 or self.backoff < 0:
            raise Mistake("retries and backoff cannot be below 0.")
        if self.per_minute is not None and not self.per_minute > 0:
            raise Mistake(f"per_minute is {self.per_minute}; give a number above 0.")


class HttpClient:
    """The way to one server, with its connections."""

    def __init__(
        self, line: ConnectionOptions, service: Service, headers: Mapping[str, str]
    ) -> None:
        _require_aiohttp()
        self.line = line
        self.service = service
        self.tries = 0
        """Requests sent so far."""
        self._headers = {"Content-Type": "application/json", **headers}
        self._post: HttpPost | None = None
        self._slots = asyncio.Semaphore(line.concurrency)
        self._next_start = 0.0
        self._proxy = _proxy_for(service.url)

    async def ask(self, body: bytes, read: Read[Result]) -> Result:
        """What the server answers, `AgentFailure` after the last try, or `AgentBroken`."""
        deadline = time.monotonic() + self.line.timeout
        tries = 0
        while True:
            tries += 1
            async with self._slot():
                try:
                    return await self._try(body, read, deadline - time.monotonic())
                except Transient as trouble:
                    wait = self._wait(body, tries, trouble)
                    if tries > self.line.retries or time.monotonic() + wait > deadline:
                        count = f"{tries} {'try' if tries == 1 else 'tries'}"
                        told = self.service.clean(str(trouble))
                        raise AgentFailure(f"No answer in {count}: {told}") from None
            await asyncio.sleep(wait)

    async def close(self) -> None:
        """Let go of the connections; the next request opens new ones."""
        if self._post is not None:
            await self._post.close()
            self._post = None
        self._slots = asyncio.Semaphore(self.line.concurrency)  # it belongs to one event loop

    async def _try(self, body: bytes, read: Read[Result], left: float) -> Result:
        import aiohttp

        self.tries += 1
        try:
            response = await self._open().send(body, self._timeout(left))
        except TooLong as error:
            raise Transient(str(error)) from None
        except TimeoutError:
            raise Transient(f"{self.service.url} did not answer in time.") from None
        except (aiohttp.ClientError, OSError) as error:
            told = f"{type(error).__name__}: {error}"
            raise Transient(f"The connection to {self.service.url} failed ({told}).") from None
        if response.status != 200:
            raise self.service.judge(response.status, response.headers, response.body)
        return read(response.body, response.is_stream)

    def _wait(self, body: bytes, tries: int, trouble: Transient) -> float:
        """Exponential backoff with full jitter, after what the server asked for."""
        most = min(LONGEST_WAIT, self.line.backoff * 2 ** (tries - 1))
        jitter = Random(body + str(tries).encode()).uniform(0, most)
        return jitter if trouble.after is None else trouble.after + min(jitter, 1.0)

    @asynccontextmanager
    async def _slot(self) -> AsyncIterator[None]:
        """One of the requests that may be under way, at a moment when it may start."""
        async with self._slots:
            if self.line.per_minute is not None:
                start = max(self._next_start, time.monotonic())
                self._next_start = start + 60 / self.line.per_minute
                await asyncio.sleep(start - time.monotonic())
            yield

    def _timeout(self, left: float) -> ClientTimeout:
        from aiohttp import ClientTimeout

        left = max(left, 0.001)
        if self.line.stream:
            return ClientTimeout(total=left, sock_read=self.line.try_timeout)
        return ClientTimeout(total=min(left, self.line.try_timeout))

    def _open(self) -> HttpPost:
        if self._post is None:
            limit = self.line.concurrency
            self._post = HttpPost(self.service.url, self._headers, limit, self._proxy)
        return self._post


def _proxy_for(url: str) -> str | None:
    """The proxy that the environment names for an address."""
    parts = urlsplit(url)
    return None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)


def _require_aiohttp() -> None:
    require("aiohttp", "agents", "A model behind an API")
