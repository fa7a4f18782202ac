"""The same application on Ray Serve: replicas on several nodes, each with sessions of its own.

Requests of a session come to the replica that its name is hashed to. Where that replica is gone, or
others came, another one does not know the session, and the client begins it there by its replies.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visgym.core.optional import require
from visgym.kit import caches
from visgym.serve.app import create_app
from visgym.serve.in_process import InProcess
from visgym.serve.limits import ServeLimits
from visgym.serve.scorers import read_scorers
from visgym.serve.service import EpisodeService
from visgym.serve.sessions import SessionTable
from visgym.serve.worker_process import WorkerOptions

NAME = "visgym"
ROUTER = "ray.serve.experimental.consistent_hash_router.ConsistentHashRouter"
LAYERS = 512  # megabytes of drawn layers that a replica keeps


@dataclass(frozen=True)
class RayOptions:
    """How the application is spread over a cluster."""

    host: str = "127.0.0.1"
    port: int = 8765
    replicas: int = 1
    """Replicas that there are at least."""
    most_replicas: int = 1
    """Replicas that there are at most, as requests come."""
    cpus: float = 1.0
    """Cores of each replica."""
    ongoing: int = 5120
    """Requests that may be under way in a replica."""
    proxies: str = "EveryNode"
    """Where requests come in: on every node, or on the head alone (HeadOnly)."""
    target: float = 64.0
    """Requests under way in a replica above which more replicas are started."""


def application(
    options: RayOptions,
    limits: ServeLimits,
    token: str | None = None,
    modules: tuple[str, ...] = (),
    tools: tuple[str, ...] = (),
    scorers: Path | None = None,
) -> Any:
    """What `serve.run` deploys."""
    serve = require("ray.serve", "ray_serve", "The backend ray")

    def build() -> Any:
        caches.keep_megabytes(LAYERS)
        player = WorkerOptions(modules, tools, limits.sessions, LAYERS).player()
        service = EpisodeService(limits, InProcess(player), SessionTable(limits))
        return create_app(service, token, read_scorers(scorers, service))

    scaling: dict[str, Any] = {"num_replicas": options.replicas}
    if options.most_replicas > options.replicas:
        known = {"min_replicas": options.replicas, "max_replicas": options.most_replicas}
        scaling = {"autoscaling_config": {**known, "target_ongoing_requests": options.target}}
    deployment = serve.deployment(
        serve.ingress(build)(),
        name=NAME,
        max_ongoing_requests=options.ongoing,
        ray_actor_options={"num_cpus": options.cpus},
        request_router_config={"request_router_class": ROUTER},
        graceful_shutdown_timeout_s=10,
        health_check_period_s=2,
        **scaling,
    )
    return deployment.bind()


def deploy(options: RayOptions, app: Any) -> None:
    """Serve the application; one that is there already is replaced, replica by replica."""
    serve = require("ray.serve", "ray_serve", "The backend ray")
    http = {"host": options.host, "port": options.port}
    serve.start(proxy_location=options.proxies, http_options=http)
    serve.run(app, name=NAME, route_prefix="/")
