"""Many episodes against a model server with a fixed latency: wall time, CPU by part, and memory.

python benchmarks/latency.py [ID] [EPISODES] [SECONDS] [WRAPPER,...] [WORKERS] [OPTION=VALUE,...]

Wrappers must keep the pictures. With workers, 1 or more, it is played as `visgym evaluate` would:
CPU is not told by part then, and that of starting Python is in it.
"""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import resource
import sys
import tempfile
import time
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.agents import images
from visgym.agents.build import parse_agent
from visgym.agents.images import ImageOptions
from visgym.agents.model import ModelAgent
from visgym.core.episode import begin
from visgym.core.parts import observations
from visgym.core.solving import solve
from visgym.evaluation import attempts, evaluate
from visgym.evaluation.records import Entry
from visgym.evaluation.store import Store
from visgym.evaluation.workers import spread

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
    """Run the server until it is terminated; it says what it cost when it is asked."""

    async def forever() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Delayed(plans, latency), "127.0.0.1", 0)
        loop.add_reader(pipe.fileno(), lambda: pipe.send((pipe.recv(), time.process_time())[1]))
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(forever())


class Meter:
    """CPU seconds by part; what a part calls of another part counts for that one alone."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._open: list[str] = []
        self._since = 0.0

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with what it costs charged to a part."""

        @wraps(function)
        def charged(*given: Any, **named: Any) -> Any:
            self._charge()
            self._open.append(part)
            try:
                return function(*given, **named)
            finally:
                self._charge()
                self._open.pop()

        return charged

    def watch(self, holder: Any, name: str, part: str) -> None:
        """Charge whatever is called by this name from now on."""
        setattr(holder, name, self.timed(part, getattr(holder, name)))

    def _charge(self) -> None:
        now = time.thread_time()
        if self._open:
            self.spent[self._open[-1]] += now - self._since
        self._since = now


def watched(meter: Meter, id: str, agent: ModelAgent[Any]) -> None:
    """Charge all that a turn consists of; what is left is HTTP and the event loop."""
    meter.watch(attempts, "begin", "begin")
    meter.watch(attempts, "present", "present")
    meter.watch(attempts, "advance", "advance")
    meter.watch(attempts, "state_hash", "record")
    meter.watch(attempts, "record", "record")
    meter.watch(Store, "append", "record")
    meter.watch(Store, "log", "turn log")
    meter.watch(ImageOptions, "encode", "picture files")
    meter.watch(images, "b64encode", "picture files")
    meter.watch(type(catalog.load(id)), "clip", "drawing")
    dialect = agent.dialect
    agent.dialect = replace(
        dialect,
        request=meter.timed("layout and JSON", dialect.request),
        read=meter.timed("reading answers", dialect.read),
    )


def plans_of(id: str, episodes: int, look: ImageOptions) -> tuple[Plans, list[int]]:
    """The solver's replies by first picture, and seeds whose first pictures all differ."""
    task = catalog.load(id)
    plans: Plans = {}
    seeds: list[int] = []
    for seed in count():
        episode = begin(task, seed)
        first = b64encode(look.file(observations(task, episode.start)[0]))
        if (key := hashlib.sha1(first).digest()) not in plans:
            seeds.append(seed)
            plans[key] = [task.spell(call).encode() for call in solve(task, episode.start)]
        if len(seeds) == episodes:
            return plans, seeds
    raise AssertionError


@dataclass(frozen=True)
class Played:
    """What a run took."""

    wall: float
    cpu: float
    steps: int
    megabytes: float
    """The most that a process of it held."""


def play(entries: list[Entry], agent: ModelAgent[Any], workers: int) -> Played:
    """Play entries, all at a time."""
    limits = evaluate.Limits(in_flight=len(entries))
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        run = (entries, {agent.name: agent}, store, {}, limits, lambda _: None)
        wall, cpu = time.perf_counter(), _cpu(workers)
        if workers:
            spread(*run, workers, "local")
        else:
            asyncio.run(evaluate.evaluate(*run))
        wall, cpu = time.perf_counter() - wall, _cpu(workers) - cpu
        records = store.records()
    assert all(record.success for record in records) and len(records) == len(entries)
    steps = sum(len(record.replies) for record in records)
    return Played(wall, cpu, steps, _usage(workers).ru_maxrss / 1024)


def _usage(workers: int) -> resource.struct_rusage:
    return resource.getrusage(resource.RUSAGE_CHILDREN if workers > 1 else resource.RUSAGE_SELF)


def _cpu(workers: int) -> float:
    return _usage(workers).ru_utime + _usage(workers).ru_stime


def main(
    id: str = "maze_2d/easy",
    episodes: str = "256",
    latency: str = "0.2",
    views: str = "",
    workers: str = "0",
    options: str = "",
) -> None:
    """Print the figures."""
    many = int(workers)
    chosen = dict(each.split("=") for each in options.split(",") if each)
    agent = model("http://127.0.0.1:1", chosen)
    plans, seeds = plans_of(id, int(episodes), agent.options.look)
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(
        target=serve, args=(plans, float(latency), there), daemon=True
    )
    server.start()
    meter = Meter()
    wrappers = tuple(views.split(",")) if views else ()
    try:
        agent = model(f"http://127.0.0.1:{here.recv()}", chosen)
        if not many:
            watched(meter, id, agent)
        served = -_asked(here)
        entries = [Entry(id, seed, agent.name, wrappers=wrappers) for seed in seeds]
        played = play(entries, agent, many)
        served += _asked(here)
    finally:
        server.terminate()
        server.join()
    bound = max(map(len, plans.values())) * float(latency)
    steps = played.steps
    print(f"{id}: {len(seeds)} episodes in flight, {steps} steps, latency {latency} s")
    print(f"wall {played.wall:.2f} s, bound {bound:.2f} s: {played.wall / bound - 1:+.1%}")
    print(f"{steps / played.wall:.0f} turns a second")
    print(f"memory {played.megabytes:.0f} MB")
    rest = {} if many else {"HTTP and event loop": played.cpu - sum(meter.spent.values())}
    for part, seconds in (meter.spent | rest | {"all": played.cpu, "the server": served}).items():
        print(f"{1000 * seconds / steps:6.3f} ms CPU per step: {part}")


def model(url: str, options: dict[str, str]) -> ModelAgent[Any]:
    """The agent that is asked."""
    agent = parse_agent("openai:m", {"base_url": url, **options})
    assert isinstance(agent, ModelAgent)
    return agent


def _asked(pipe: Connection) -> float:
    """The CPU seconds of the server so far."""
    pipe.send("cost")
    return float(pipe.recv())


if __name__ == "__main__":
    main(*sys.argv[1:])
