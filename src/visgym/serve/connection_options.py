"""What sync and async clients share: addresses, headers, and how often to try again."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from visgym.core.errors import Mistake
from visgym.serve.specs import EpisodeSpec

PASSING = frozenset({408, 429, 502, 503, 504})
"""Statuses after which another try may go better; every request may be sent twice."""


@dataclass(frozen=True)
class RetryPolicy:
    """How often and after how long a request is tried again."""

    attempts: int = 8
    first: float = 0.1
    """Seconds that the first wait takes at most; every further one takes up to twice as long."""
    ceiling: float = 10.0
    """Seconds that no wait exceeds, whatever the server asks for."""
    timeout: float = 120.0
    """Seconds for one try."""

    def wait(self, tries: int, asked: float = 0.0) -> float:
        """Seconds before the next try, with jitter so that clients do not come all at once."""
        most = min(self.ceiling, self.first * 2.0 ** min(tries, 60))
        return min(self.ceiling, max(asked, 0.0) + random.uniform(most / 2, most))


def spec_of(
    id: str,
    seed: int,
    strict: bool = False,
    wrappers: Iterable[Any] = (),
    tools: Iterable[str] = (),
    knobs: Mapping[str, object] | None = None,
) -> EpisodeSpec:
    """The spec of an episode as `begin` is told it."""
    named = {"wrappers": list(wrappers), "tools": list(tools), "knobs": dict(knobs or {})}
    return EpisodeSpec.read({"id": id, "seed": seed, "strict": strict, **named})


def checked_address(url: str) -> SplitResult:
    """The address of a server, or `Mistake`."""
    parts = urlsplit(url.rstrip("/"))
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise Mistake(f"'{url[:80]}' is no address such as http://localhost:8765.")
    return parts


def headers_with(token: str | None) -> dict[str, str]:
    """What every request says beside its body."""
    known = {"Content-Type": "application/json"}
    return {**known, "Authorization": f"Bearer {token}"} if token else known


def seconds(said: str | None) -> float:
    """What `Retry-After` asks for; 0 where it says a date or nothing."""
    return float(said) if said is not None and said.isdecimal() else 0.0
