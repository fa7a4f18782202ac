"""The same application on Ray Serve: replicas die and are replaced, and nobody notices."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import visgym
from serve.serving import MAZE, plan
from visgym.serve.async_client import AsyncRemote
from visgym.serve.limits import ServeLimits

pytest.importorskip("ray", reason="ray is not installed (pip install 'visgym[ray_serve]')")
pytest.importorskip("grpc", reason="ray[serve] is not installed (pip install 'visgym[ray_serve]')")

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

PLAYERS = 16
TITLE = b"ray::ServeReplica:visgym"


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    import ray

    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield ray
    from ray import serve

    serve.shutdown()
    ray.shutdown()


@pytest.fixture(scope="module")
def url(ray: Any) -> str:
    from visgym.serve.ray_backend import RayOptions, application, deploy

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = RayOptions(port=port, replicas=2, cpus=0.5)
    deploy(options, application(options, ServeLimits()))
    return f"http://127.0.0.1:{port}"


async def play(server: AsyncRemote, seed: int) -> None:
    episode, here = await server.begin(MAZE, seed), visgym.begin(MAZE, seed)
    for reply in plan(MAZE, seed):
        episode, here = await server.advance(episode, reply), visgym.advance(here, reply)
        assert episode.latest.text == visgym.latest(here).text
    assert episode.success


async def play_while(url: str, disturbance: Any) -> int:
    """Rounds of episodes that were played until a disturbance was over, and one more."""
    async with visgym.connect_async(url) as server:
        disturbing, rounds = asyncio.create_task(disturbance), 0
        while not disturbing.done():
            await asyncio.gather(*(play(server, seed) for seed in range(PLAYERS)))
            rounds += 1
        await disturbing
        await asyncio.gather(*(play(server, seed) for seed in range(PLAYERS)))
    return rounds


def replicas() -> list[int]:
    """The processes of the replicas, by their titles."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            if path.read_bytes().startswith(TITLE):
                found.append(int(path.parent.name))
    return found


def test_episodes_outlive_the_loss_of_their_replica(url: str) -> None:
    before = replicas()
    assert len(before) == 2

    async def kill() -> None:
        await asyncio.sleep(0.5)
        os.kill(before[0], signal.SIGKILL)
        await asyncio.sleep(2)

    assert asyncio.run(play_while(url, kill())) >= 1
    assert before[0] not in replicas()


def test_episodes_go_on_while_all_replicas_are_replaced(url: str) -> None:
    from visgym.serve.ray_backend import RayOptions, application, deploy

    port = int(url.rpartition(":")[2])
    options = RayOptions(port=port, replicas=2, cpus=0.5)
    before = set(replicas())

    async def restart() -> None:
        await asyncio.to_thread(deploy, options, application(options, ServeLimits(sessions=999)))

    assert asyncio.run(play_while(url, restart())) >= 1
    assert not before & set(replicas())
