"""Requests to a model server: paced, timed, and tried again while that may help."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass
from zlib import crc32

from visgym.agents.agent import AgentBroken, AgentFailure, ContextOverflow
from visgym.agents.circuit_breaker import breaker_of
from visgym.agents.http_lines import TooLong
from visgym.agents.http_post import HttpPost
from visgym.agents.server_errors import Filtered, RateLimited, Reported, Service, Transient
from visgym.core.errors import Mistake
from visgym.core.identity import OPTIONAL
from visgym.core.optional import require

if TYPE_CHECKING:
    from aiohttp import ClientTimeout

Result = TypeVar("Result")
Read = Callable[[bytes, bool], Result]
"""Makes a result of a body and of whether it is a stream, or raises `Transient` or `Reported`."""

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
    concurrency: int | None = None
    """Requests of one process that may be under way; as many as episodes where it is not given."""
    per_minute: float | None = None
    """Requests that may be sent in a minute."""
    circuit_breaker: int = field(default=5, metadata=OPTIONAL)
    """Answers in a row that no try brings before the run stops; 0: it goes on."""

    def __post_init__(self) -> None:
        for name in ("timeout", "try_timeout", "concurrency", "per_minute"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise Mistake(f"{name} is {value}; give a number above 0.")
        if min(self.retries, self.backoff, self.circuit_breaker) < 0:
            raise Mistake("retries, backoff and circuit_breaker cannot be below 0.")


@dataclass
class Attempts:
    """How an answer came about, filled in while it does."""

    count: int = 0
    failures: int = 0
    """Those that count against `retries`."""
    trouble: str = ""
    """What went wrong last."""
    first: float = field(default_factory=time.monotonic)
    """When the first one began."""

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.first


class HttpClient:
    """The way to one server, with its connections."""

    def __init__(
        self, line: ConnectionOptions, service: Service, headers: Mapping[str, str]
    ) -> None:
        _require_aiohttp()
        self.line = line
        self.service = service
        self.breaker = breaker_of(service.url, line.circuit_breaker)
        self.tries = 0
        """Requests sent so far."""
        self._headers = {"Content-Type": "application/json", **headers}
        self._post: HttpPost | None = None
        self._slots = self._fresh_slots()
        self._next_start = 0.0
        self._proxy = _proxy_for(service.url)

    async def ask(
        self, body: Sequence[bytes], read: Read[Result], attempts: Attempts | None = None
    ) -> Result:
        """What the server answers, `AgentFailure` after the last try, or `AgentBroken`."""
        done = Attempts() if attempts is None else attempts
        deadline = time.monotonic() + self.line.timeout
        before = self.breaker.failures
        while True:
            async with self._slots:
                if self.line.per_minute is not None:
                    await self._pause(60 / self.line.per_minute)
                done.first = done.first if done.count else time.monotonic()
                done.count += 1
                try:
                    answer = await self._hear(body, read, deadline - time.monotonic())
                except Transient as trouble:
                    wait = self._wait(body, done.count, trouble)
                    done.trouble = self.service.clean(str(trouble))
                    done.failures += not (isinstance(trouble, RateLimited) and trouble.after)
                    if done.failures > self.line.retries or time.monotonic() + wait > deadline:
                        raise self._given_up(done, before) from None
                except (Filtered, ContextOverflow):
                    self.breaker.worked()
                    raise
                else:
                    self.breaker.worked()
                    return answer
            await asyncio.sleep(wait)

    def _given_up(self, done: Attempts, before: int) -> Exception:
        """What follows an answer that no try brought."""
        count = f"{done.count} {'try' if done.count == 1 else 'tries'}"
        if self.breaker.failed(before):
            return AgentBroken(
                f"{self.service.url} gave no answer {self.breaker.failures} times in a row, so the "
                f"run stops; start it again when the server works. Last, in {count}: {done.trouble}"
            )
        return AgentFailure(f"No answer in {count}: {done.trouble}")

    async def close(self) -> None:
        """Let go of the connections; the next request opens new ones."""
        if self._post is not None:
            await self._post.close()
            self._post = None
        self._slots = self._fresh_slots()

    async def _hear(self, body: Sequence[bytes], read: Read[Result], left: float) -> Result:
        """One try; an error inside of a success is judged like any other."""
        try:
            return await self._try(body, read, left)
        except Reported as report:
            raise self.service.judge_report(report.error) from None

    async def _try(self, body: Sequence[bytes], read: Read[Result], left: float) -> Result:
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

    def _wait(self, body: Sequence[bytes], tries: int, trouble: Transient) -> float:
        """Exponential backoff with full jitter, after what the server asked for."""
        most = min(LONGEST_WAIT, self.line.backoff * 2 ** min(tries - 1, 32))
        seed = reduce(lambda sum, piece: crc32(piece, sum), body, tries)
        jitter = Random(seed).uniform(0, most)
        return jitter if trouble.after is None else trouble.after + min(jitter, 1.0)

    def _fresh_slots(self) -> AbstractAsyncContextManager[None]:
        """What lets in as many requests as may be under way; it belongs to one event loop."""
        most = self.line.concurrency
        return nullcontext() if most is None else asyncio.Semaphore(most)

    async def _pause(self, distance: float) -> None:
        """Wait for the moment when a request may start, some seconds after the one before."""
        start = max(self._next_start, time.monotonic())
        self._next_start = start + distance
        await asyncio.sleep(start - time.monotonic())

    def _timeout(self, left: float) -> ClientTimeout:
        from aiohttp import ClientTimeout

        left = max(left, 0.001)
        if self.line.stream:
            return ClientTimeout(total=left, sock_read=self.line.try_timeout)
        return ClientTimeout(total=min(left, self.line.try_timeout))

    def _open(self) -> HttpPost:
        if self._post is None:
            self._post = HttpPost(self.service.url, self._headers, self._proxy)
        return self._post


def _proxy_for(url: str) -> str | None:
    """The proxy that the environment names for an address."""
    parts = urlsplit(url)
    return None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)


def _require_aiohttp() -> None:
    require("aiohttp", "agents", "A model behind an API")
