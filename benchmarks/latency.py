"""Many episodes against a model server with a fixed latency: wall time, CPU and memory.

python benchmarks/latency.py [ID] [EPISODES] [SECONDS]
"""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import resource
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.agents.build import parse_agent
from visgym.agents.images import ImageOptions
from visgym.core.episode import advance, begin
from visgym.core.parts import Observation
from visgym.core.solving import solve
from visgym.evaluation.evaluate import Limits, evaluate
from visgym.evaluation.records import Entry, frame_hash
from visgym.evaluation.store import Store

Plans = dict[bytes, list[bytes]]
_FIRST_PICTURE = b";base64,"


class Delayed(asyncio.Protocol):
    """Answers each request with the next reply of its plan, after a while."""

    def __init__(self, plans: Plans, latency: float) -> None:
        self.plans, self.latency = plans, latency
        self.pieces: list[bytes] = []
        self.missing = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if not self.pieces:
            head, _, rest = data.partition(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length")
            )
            self.missing = length
            data = rest
        self.pieces.append(data)
        self.missing -= len(data)
        if self.missing <= 0:
            body = b"".join(self.pieces)
            self.pieces = []
            asyncio.get_running_loop().call_later(self.latency, self.reply, _key(body))

    def reply(self, key: tuple[bytes, int]) -> None:
        text = self.plans[key[0]][key[1]]
        usage = b'"usage":{"prompt_tokens":1000,"completion_tokens":10}'
        body = b'{"choices":[{"message":{"content":"' + text + b'"}}],' + usage + b"}"
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        self.transport.write(head % len(body) + body)


def _key(body: bytes) -> tuple[bytes, int]:
    """Which episode and which turn a request is about."""
    start = body.index(_FIRST_PICTURE) + len(_FIRST_PICTURE)
    picture = body[start : body.index(b'"', start)]
    return hashlib.sha1(picture).digest(), body.count(b'"role":"assistant"')


def serve(plans: Plans, latency: float, pipe: Connection) -> None:
    """Run the server until it is terminated."""

    async def forever() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Delayed(plans, latency), "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(forever())


def plans_of(id: str, seeds: range) -> tuple[Plans, int, float]:
    """The solver's replies by first picture, the longest plan, and CPU for pictures per step."""
    from base64 import b64encode

    task = catalog.load(id)
    plans: Plans = {}
    pictures = 0
    spent = 0.0
    for seed in seeds:
        episode = begin(task, seed)
        first = b64encode(ImageOptions().encode(Observation("state", task, episode.start).image))
        calls = solve(task, episode.start)
        plans[hashlib.sha1(first).digest()] = [task.write(call).encode() for call in calls]
        for call in calls:
            before = time.process_time()
            frame = Observation("state", task, episode.state).image
            frame_hash(frame)
            b64encode(ImageOptions().encode(frame))
            spent += time.process_time() - before
            pictures += 1
            episode = advance(episode, call)
    return plans, max(map(len, plans.values())), spent / pictures


async def play(id: str, seeds: range, url: str) -> tuple[float, float, int]:
    """Wall and CPU seconds of a run, and its steps."""
    agent = parse_agent("openai:m", {"base_url": url})
    entries = [Entry(id, seed, agent.name) for seed in seeds]
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        wall, cpu = time.perf_counter(), time.process_time()
        limits = Limits(in_flight=len(seeds))
        await evaluate(entries, {agent.name: agent}, store, {}, limits, lambda _: None)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        records = store.records()
    assert all(record.success for record in records) and len(records) == len(seeds)
    return wall, cpu, sum(len(record.replies) for record in records)


def main(id: str = "maze_2d/easy", episodes: str = "256", latency: str = "0.2") -> None:
    """Print the figures."""
    seeds = range(int(episodes))
    plans, longest, pictures = plans_of(id, seeds)
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(
        target=serve, args=(plans, float(latency), there), daemon=True
    )
    server.start()
    try:
        url = f"http://127.0.0.1:{here.recv()}"
        wall, cpu, steps = asyncio.run(play(id, seeds, url))
    finally:
        server.terminate()
        server.join()
    bound = longest * float(latency)
    print(f"{id}: {len(seeds)} episodes in flight, {steps} steps, latency {latency} s")
    print(f"wall {wall:.2f} s, bound {bound:.2f} s: {wall / bound - 1:+.1%}")
    print(f"CPU {1000 * cpu / steps:.2f} ms per step, of which pictures {1000 * pictures:.2f} ms")
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
