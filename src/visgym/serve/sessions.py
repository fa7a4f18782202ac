"""Open episodes as the server keeps them: a spec and the replies, bounded in every way."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from visgym.serve.limits import Refusal, ServeLimits
from visgym.serve.specs import EpisodeSpec, chained, digest_after

REPLY = 64  # bytes that a reply takes beside its text


@dataclass(slots=True)
class OpenSession:
    """The replies to an episode so far."""

    spec: EpisodeSpec
    replies: list[str]
    digest: str
    touched: float
    size: int


@dataclass(frozen=True, slots=True)
class SessionHead:
    """What a step needs to know of a session; its replies are fetched only where they are."""

    spec: EpisodeSpec
    turn: int
    last: str | None
    digest: str
    """Which replies these were."""


class SessionStore(Protocol):
    """Where sessions are kept, in this process or in another."""

    async def open(self, name: str, spec: EpisodeSpec, replies: list[str]) -> None:
        """Keep a new session, or the same one again; `Refusal` where all is full."""

    async def head(self, name: str) -> SessionHead:
        """Where a session stands; `Refusal` if it is not known."""

    async def replies(self, name: str) -> list[str]:
        """All replies of a session."""

    async def append(self, name: str, turn: int, reply: str) -> bool:
        """Add a reply if none came in between."""

    async def close(self, name: str) -> bool:
        """Forget a session; whether there was one."""

    async def figures(self) -> dict[str, float]:
        """What can be counted, by name."""


class SessionTable:
    """The sessions of this process."""

    def __init__(self, limits: ServeLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.opened = self.expired = 0
        self._clock = clock
        self._bytes = 0
        self._open: OrderedDict[str, OpenSession] = OrderedDict()
        """The one at rest for longest first."""

    async def open(self, name: str, spec: EpisodeSpec, replies: list[str]) -> None:
        self.expire()
        known = self._open.get(name)
        if known is not None:
            if known.spec != spec or known.replies != replies:
                raise Refusal("There is another session of this name; choose another name.", 409)
            return
        size = spec.size + sum(_size(reply) for reply in replies)
        self._check_room(size, len(self._open) + 1)
        self._open[name] = OpenSession(
            spec, list(replies), digest_after(spec, replies), self._clock(), size
        )
        self._bytes += size
        self.opened += 1

    async def head(self, name: str) -> SessionHead:
        held = self._find(name)
        last = held.replies[-1] if held.replies else None
        return SessionHead(held.spec, len(held.replies), last, held.digest)

    async def replies(self, name: str) -> list[str]:
        return list(self._find(name).replies)

    async def append(self, name: str, turn: int, reply: str) -> bool:
        held = self._find(name)
        if len(held.replies) != turn:
            return False
        if turn >= self.limits.turns:
            raise Refusal(f"An episode takes at most {self.limits.turns} replies here.", 413)
        self._check_room(_size(reply), len(self._open))
        held.replies.append(reply)
        held.digest = chained(held.digest, reply)
        held.size += _size(reply)
        self._bytes += _size(reply)
        return True

    async def close(self, name: str) -> bool:
        held = self._open.pop(name, None)
        self._bytes -= held.size if held is not None else 0
        return held is not None

    async def figures(self) -> dict[str, float]:
        self.expire()
        return {
            "sessions": len(self._open),
            "session_bytes": self._bytes,
            "sessions_opened_total": self.opened,
            "sessions_expired_total": self.expired,
        }

    def expire(self) -> None:
        """Forget sessions that rested for too long."""
        until = self._clock() - self.limits.idle_seconds
        while self._open:
            name, oldest = next(iter(self._open.items()))
            if oldest.touched >= until:
                return
            del self._open[name]
            self._bytes -= oldest.size
            self.expired += 1

    def _find(self, name: str) -> OpenSession:
        held = self._open.get(name)
        if held is None:
            raise Refusal(
                "There is no such session: it was closed or forgotten; begin it again.", 404
            )
        held.touched = self._clock()
        self._open.move_to_end(name)
        return held

    def _check_room(self, size: int, sessions: int) -> None:
        if sessions > self.limits.sessions:
            raise Refusal(
                f"The server holds {self.limits.sessions} sessions, which is all it may; close "
                "some, or try again later.",
                429,
                retry_after=2,
            )
        if self._bytes + size > self.limits.session_bytes:
            raise Refusal(
                f"The sessions take {self.limits.session_mb} MB, which is all they may; close "
                "some, or try again later.",
                429,
                retry_after=2,
            )


def _size(reply: str) -> int:
    return len(reply) + REPLY
