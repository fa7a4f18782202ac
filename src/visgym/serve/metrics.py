"""What the server has done so far, in the text form of Prometheus."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds
PREFIX = "visgym_"


class ServerMetrics:
    """Counts of requests and of the time that they took, by what was asked for."""

    def __init__(self) -> None:
        self._statuses: defaultdict[tuple[str, int], int] = defaultdict(int)
        self._times: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def count(self, route: str, status: int, seconds: float) -> None:
        """One request more."""
        self._statuses[route, status] += 1
        self._times[route][bisect_left(BUCKETS, seconds)] += 1
        self._seconds[route] += seconds

    def text(self, figures: Mapping[str, float]) -> str:
        """All counts, and other figures by name; those that only grow end in `_total`."""
        lines = [f"# TYPE {PREFIX}requests_total counter"]
        for (route, status), count in sorted(self._statuses.items()):
            lines.append(f'{PREFIX}requests_total{{route="{route}",status="{status}"}} {count}')
        lines.append(f"# TYPE {PREFIX}request_seconds histogram")
        for route in sorted(self._times):
            lines += self._histogram(route)
        for name, value in figures.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# TYPE {PREFIX}{name} {kind}", f"{PREFIX}{name} {value:g}"]
        return "\n".join(lines) + "\n"

    def _histogram(self, route: str) -> list[str]:
        name, below, lines = f"{PREFIX}request_seconds", 0, []
        for bound, count in zip((*BUCKETS, "+Inf"), self._times[route], strict=True):
            below += count
            lines.append(f'{name}_bucket{{route="{route}",le="{bound}"}} {below}')
        lines.append(f'{name}_sum{{route="{route}"}} {self._seconds[route]:.6f}')
        lines.append(f'{name}_count{{route="{route}"}} {below}')
        return lines


class CountRequests:
    """ASGI middleware that counts; what was asked for is the name of its handler."""

    def __init__(self, app: ASGIApp, metrics: ServerMetrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            handler = scope.get("endpoint")
            route = getattr(handler, "__name__", "none")
            self.metrics.count(route, status, time.perf_counter() - begun)
