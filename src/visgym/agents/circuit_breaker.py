"""When to stop asking a server that does not answer any more."""

from __future__ import annotations

from functools import lru_cache


class CircuitBreaker:
    """Counts answers in a row that no try brought; those that were under way together count once.

    Thus a short outage is one failure, however many requests it hits.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        """Failures in a row that are too many; 0 for any number."""
        self.failures = 0

    def worked(self) -> None:
        """The server answered."""
        self.failures = 0

    def failed(self, before: int) -> bool:
        """Count an answer that began after `before` failures; whether the server is dead."""
        self.failures += before == self.failures
        return 0 < self.most <= self.failures


@lru_cache(maxsize=256)
def breaker_of(url: str, most: int) -> CircuitBreaker:
    """The breaker of a server in this process, where agents come and go with the parts of a run."""
    return CircuitBreaker(most)
