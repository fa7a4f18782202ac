"""Throughput of 1, 2 and 3 local Ray nodes, and whether all say the same.

    python benchmarks/serve_ray_nodes.py --seconds 20

Every node has one core and one replica. The nodes share this machine, so that steps a second grow
no further than its cores; CPU time a step, of replicas and of the proxy, is what a model needs.
With `--id benchmarks.waiting_task/easy` and the repository in PYTHONPATH, a step waits and takes no
core, so that nodes show what they add.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PATIENCE = {
    "RAY_worker_niceness": "0",
    "RAY_raylet_start_wait_time_s": "120",
    "RAY_SERVE_PROXY_READY_CHECK_TIMEOUT_S": "60",
    "RAY_SERVE_PROXY_HEALTH_CHECK_TIMEOUT_S": "60",
}
"""Set before Ray is imported, since several nodes on one busy machine start slowly."""
os.environ.update(PATIENCE)

import ray  # noqa: E402
from ray import serve  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import visgym  # noqa: E402
from visgym.serve.async_client import AsyncRemote  # noqa: E402
from visgym.serve.limits import ServeLimits  # noqa: E402
from visgym.serve.ray_backend import RayOptions, application, deploy  # noqa: E402
from visgym.task_ids import Id  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
PLAYERS, SEEDS = 24, 12


@dataclass(frozen=True)
class Row:
    """What some nodes did."""

    nodes: int
    rate: float
    replica: float
    """Seconds of CPU time a step in replicas."""
    proxy: float
    digest: str


def plans(id: str) -> list[list[str]]:
    task = visgym.load(id)
    starts = (visgym.begin(task, seed).start for seed in range(SEEDS))
    return [[task.spell(call) for call in visgym.solve(task, start)][:8] for start in starts]


def used(title: str) -> float:
    """Seconds of CPU time of the processes with a title."""
    total = 0.0
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            if (path / "cmdline").read_bytes().startswith(title.encode()):
                fields = (path / "stat").read_text().rpartition(")")[2].split()
                total += (int(fields[11]) + int(fields[12])) / TICK
    return total


async def load(url: str, id: str, known: list[list[str]], seconds: float) -> tuple[int, str]:
    """Steps until the time is up, and a digest of what the first episode of each player told."""
    end, told = time.monotonic() + seconds, dict[int, str]()

    async def play(server: AsyncRemote, player: int) -> int:
        steps, seed = 0, player % SEEDS
        while time.monotonic() < end or player not in told:
            episode, said = await server.begin(id, seed), hashlib.sha256()
            for reply in known[seed]:
                episode = await server.advance(episode, reply)
                said.update(episode.latest.text.encode() + episode.latest.pictures[0].png)
                steps += 1
                if episode.over:
                    break
            told.setdefault(player, said.hexdigest())
            await server.close(episode)
        return steps

    async with visgym.connect_async(url) as server:
        steps = sum(await asyncio.gather(*(play(server, each) for each in range(PLAYERS))))
    whole = "".join(told[player] for player in sorted(told))
    return steps, hashlib.sha256(whole.encode()).hexdigest()[:16]


def measure(nodes: int, id: str, known: list[list[str]], seconds: float) -> Row:
    """Start a cluster, load it, and take it down."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(nodes - 1):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    try:
        options = RayOptions(port=8799, replicas=nodes, cpus=1, proxies="HeadOnly")
        modules = (Id.parse(id).task,) if "." in id else ()
        deploy(options, application(options, ServeLimits(), modules=modules))
        url = f"http://127.0.0.1:{options.port}"
        asyncio.run(load(url, id, known, 3))  # warm
        before = used("ray::ServeReplica:visgym"), used("ray::ProxyActor")
        begun = time.monotonic()
        steps, digest = asyncio.run(load(url, id, known, seconds))
        took = time.monotonic() - begun
        replica, proxy = used("ray::ServeReplica:visgym"), used("ray::ProxyActor")
        cpu = (replica - before[0]) / steps, (proxy - before[1]) / steps
        return Row(nodes, steps / took, *cpu, digest)
    finally:
        serve.shutdown()
        ray.shutdown()
        cluster.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--id", default="maze_3d/easy")
    parser.add_argument("--most", type=int, default=3)
    options = parser.parse_args()
    known = plans(options.id)
    print(f"{'nodes':>5}{'steps/s':>9}{'replica ms':>12}{'proxy ms':>10}  digest of all answers")
    for nodes in range(1, options.most + 1):
        row = measure(nodes, options.id, known, options.seconds)
        cpu = f"{row.replica * 1e3:12.2f}{row.proxy * 1e3:10.2f}"
        print(f"{row.nodes:5}{row.rate:9.1f}{cpu}  {row.digest}", flush=True)


if __name__ == "__main__":
    main()
