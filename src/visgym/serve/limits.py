"""What a server gives at most, and the refusal of what goes beyond."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from visgym.core.errors import Mistake

KILOBYTE, MEGABYTE = 1 << 10, 1 << 20


class Refusal(Mistake):
    """A request that is turned away: one sentence, and the status that goes with it."""

    def __init__(self, sentence: str, status: int = 400, retry_after: int = 0) -> None:
        super().__init__(sentence)
        self.status = status
        self.retry_after = retry_after
        """Seconds after which it may go better; 0 if it never will."""


@dataclass(frozen=True)
class ServeLimits:
    """Bounds of one server; all of them can be read at `/v1/limits`."""

    sessions: int = 4096
    """Episodes that may be open at a time."""
    session_mb: int = 512
    """Megabytes that the replies of all open episodes may take together."""
    idle_seconds: float = 1800.0
    """How long an episode may rest before it is forgotten."""
    body_mb: int = 32
    """Megabytes of one request."""
    body_seconds: float = 20.0
    """How long a request may take to arrive."""
    header_seconds: float = 10.0
    """How long the head of a request may take to arrive."""
    connections: int = 4096
    """Connections that may be open at a time."""
    batch: int = 256
    """Items of one batch."""
    reply_kb: int = 256
    """Kilobytes of one reply."""
    turns: int = 2000
    """Replies of one episode."""
    pending: int = 8192
    """Jobs that may wait for workers."""
    job_seconds: float = 60.0
    """How long a worker may take for one job before it is ended."""
    image_pixels: int = 2048 * 2048
    """Pixels of a picture that is sent to be scored."""

    def as_json(self) -> dict[str, Any]:
        """The bounds by name."""
        return asdict(self)

    @property
    def body_bytes(self) -> int:
        return self.body_mb * MEGABYTE

    @property
    def session_bytes(self) -> int:
        return self.session_mb * MEGABYTE

    @property
    def reply_bytes(self) -> int:
        return self.reply_kb * KILOBYTE
