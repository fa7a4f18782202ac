"""A server of episodes with the verbs of the library: `visgym.connect(url)`."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from visgym.core.episode import Graded
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


class Remote:
    """A server, with connections that are used again; safe to share between threads."""

    def __init__(
        self, url: str, token: str | None = None, retry: RetryPolicy | None = None
    ) -> None:
        self.address = checked_address(url)
        self.headers = headers_with(token)
        self.retry = retry or RetryPolicy()
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def begin(
        self,
        id: str,
        seed: int,
        strict: bool = False,
        wrappers: Iterable[Any] = (),
        tools: Iterable[str] = (),
        **knobs: object,
    ) -> RemoteEpisode:
        """The episode that `seed` names."""
        return self._drive(exchanges.begin(spec_of(id, seed, strict, wrappers, tools, knobs)))

    def begin_all(self, specs: Sequence[EpisodeSpec]) -> list[RemoteEpisode]:
        """Several episodes with one request; `spec_of` says which."""
        return self._drive(exchanges.begin_all(specs))

    def advance(self, episode: RemoteEpisode, reply: object) -> RemoteEpisode:
        """The episode after one more reply."""
        return self._drive(exchanges.advance(episode, reply))

    def advance_all(
        self, episodes: Sequence[RemoteEpisode], replies: Sequence[object]
    ) -> list[RemoteEpisode]:
        """Several episodes after one more reply each, with one request."""
        return self._drive(exchanges.advance_all(episodes, replies))

    def present(self, episode: RemoteEpisode) -> list[RemoteMessage]:
        """All that the player has been told and has said."""
        return self._drive(exchanges.present(episode))

    def grade(self, id: str, seed: int, reply: object) -> Graded:
        """What a reply to the start that `seed` names is worth."""
        return self._drive(exchanges.grade(id, seed, reply))

    def rewards(self, items: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What replies are worth, many at once, as the server says it."""
        return self._drive(exchanges.rewards(items))

    def close(self, *episodes: RemoteEpisode) -> None:
        """Give up some episodes, or without any the connections."""
        if episodes:
            self._drive(exchanges.close(episodes))
            return
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __enter__(self) -> Remote:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _drive(self, exchange: Exchange[Found]) -> Found:
        try:
            request = next(exchange)
            while True:
                request = exchange.send(self._asked(request))
        except StopIteration as end:
            found: Found = end.value
            return found

    def _asked(self, request: WireRequest) -> WireResponse:
        """The answer to a request, tried again while that may help."""
        trouble = ""
        for tries in range(self.retry.attempts):
            asked = 0.0
            try:
                response = self._once(request)
            except (OSError, http.client.HTTPException) as error:
                trouble = f"{type(error).__name__}: {error}"
            else:
                if response.status not in PASSING:
                    return response
                trouble, asked = f"status {response.status}", response.retry_after
            if tries + 1 < self.retry.attempts:
                time.sleep(self.retry.wait(tries, asked))
        raise ServerFailure(f"No answer after {self.retry.attempts} tries ({trouble}).")

    def _once(self, request: WireRequest) -> WireResponse:
        with self._lock:
            connection = self._idle.pop() if self._idle else self._connection()
        try:
            path = self.address.path + request.path
            headers = {**self.headers, **request.headers}
            connection.request(request.method, path, request.body, headers)
            answer = connection.getresponse()
            body = answer.read()
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._idle.append(connection)
        return WireResponse(answer.status, body, seconds(answer.getheader("Retry-After")))

    def _connection(self) -> http.client.HTTPConnection:
        secure = self.address.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        return kind(self.address.netloc, timeout=self.retry.timeout)
