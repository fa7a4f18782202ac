"""How `visgym serve` bears many sessions: python benchmarks/serve_load.py --minutes 10

Starts a server, opens all sessions, and lets each one reply, rest and begin again until the time is
up. Prints requests a second, the times that answers took, how memory grew after the first fifth,
and what CPU time a step costs beside playing, drawing and writing it. Server and clients share the
machine, so the clients are counted too where cores are few.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import aiohttp

import visgym

ID, REWARD_BATCH = "maze_2d/easy", 32
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Measured:
    """What clients met."""

    steps: list[float] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: int = 0


def plans(count: int) -> list[list[str]]:
    """Replies that solve the first episodes."""
    task = visgym.load(ID)
    starts = (visgym.begin(task, seed).start for seed in range(count))
    return [[task.spell(call) for call in visgym.solve(task, start)] for start in starts]


async def ask(
    line: aiohttp.ClientSession, path: str, body: Any, found: Measured, times: list[float]
) -> Any:
    """The answer to one request, timed and counted."""
    before = time.perf_counter()
    async with line.post(path, json=body) as answer:
        data = await answer.read()
    times.append(time.perf_counter() - before)
    found.statuses[answer.status] += 1
    return json.loads(data)


async def play(
    line: aiohttp.ClientSession,
    number: int,
    known: list[list[str]],
    think: float,
    end: float,
    found: Measured,
) -> None:
    """Episode after episode under one session at a time, with a rest before every reply."""
    rng, others = Random(number), list[float]()
    await asyncio.sleep(rng.uniform(0, max(think, 1.0)))
    while time.monotonic() < end:
        seed = rng.randrange(len(known))
        begun = await ask(line, "/v1/episodes", {"id": ID, "seed": seed}, found, others)
        path = f"/v1/episodes/{begun['session']}/step"
        for turn, reply in enumerate(known[seed]):
            await asyncio.sleep(rng.uniform(0.5, 1.5) * think)
            if time.monotonic() > end:
                break
            view = await ask(line, path, {"reply": reply, "turn": turn}, found, found.steps)
            found.wrong += view.get("turn") != turn + 1 or view["verdict"] != "done"
        else:
            found.wrong += not view["success"]
        await ask(line, "/v1/episodes/close", {"sessions": [begun["session"]]}, found, others)


async def reward(
    line: aiohttp.ClientSession, known: list[list[str]], end: float, found: Measured
) -> None:
    """Batches of rewards, one after the other."""
    rng = Random("rewards")
    while time.monotonic() < end:
        seeds = [rng.randrange(len(known)) for _ in range(REWARD_BATCH)]
        items = [{"id": ID, "seed": seed, "replies": known[seed]} for seed in seeds]
        data = await ask(line, "/v1/rewards", {"items": items}, found, found.rewards)
        found.wrong += any(each["score"] != 1.0 for each in data["results"])
        await asyncio.sleep(0.05)


async def kill_now_and_then(pid: int, every: float, end: float) -> int:
    """Kill a worker of the server every few seconds; how many were killed."""
    killed, rng = 0, Random(0)
    while every and time.monotonic() + every < end:
        await asyncio.sleep(every)
        if workers := children(pid):
            os.kill(rng.choice(workers), 9)
            killed += 1
    return killed


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(each) for path in threads for each in path.read_text().split()]


def family(pid: int) -> list[int]:
    return [pid, *children(pid)]


def memory(pid: int) -> int:
    """Bytes that a server and its workers hold."""
    pages = (Path(f"/proc/{each}/statm").read_text().split()[1] for each in family(pid))
    return sum(map(int, pages)) * PAGE


def cpu(pid: int) -> float:
    """Seconds of CPU time that a server and its workers have used."""
    stats = (Path(f"/proc/{each}/stat").read_text() for each in family(pid))
    fields = [each.rpartition(")")[2].split() for each in stats]
    return sum(int(each[11]) + int(each[12]) for each in fields) / TICK


def bare_step(known: list[list[str]], seconds: float = 3.0) -> float:
    """Seconds of CPU time for a step without a server: play, draw, encode, write JSON."""
    from visgym.serve.player import EpisodePlayer
    from visgym.serve.specs import EpisodeSpec, chained

    player, steps, begun = EpisodePlayer(), 0, time.process_time()
    while time.process_time() - begun < seconds:
        seed = steps % len(known)
        spec = EpisodeSpec(ID, seed)
        job = {"session": "bare", "pictures": "data_url", "digest": spec.digest}
        player.perform({**job, "do": "begin", "spec": spec.as_json(), "replies": []})
        for reply in known[seed]:
            player.perform({**job, "do": "step", "reply": reply})
            job["digest"] = chained(job["digest"], reply)
            steps += 1
    return (time.process_time() - begun) / steps


async def load(url: str, pid: int, options: argparse.Namespace) -> None:
    """Run clients against a server and print what they met."""
    known, found = plans(200), Measured()
    bare = bare_step(known)
    connector = aiohttp.TCPConnector(limit=options.connections)
    timeout = aiohttp.ClientTimeout(total=120)
    begun = time.monotonic()
    end = begun + options.minutes * 60
    async with aiohttp.ClientSession(url, connector=connector, timeout=timeout) as line:
        players = [
            play(line, each, known, options.think, end, found) for each in range(options.sessions)
        ]
        others = [reward(line, known, end, found)] if options.rewards else []
        watching = asyncio.create_task(watch(pid, begun, end))
        killing = asyncio.create_task(kill_now_and_then(pid, options.kill, end))
        before = cpu(pid)
        await asyncio.gather(*players, *others)
        used, killed = cpu(pid) - before, await killing
        sizes = await watching
    report(found, time.monotonic() - begun, used, bare, sizes, killed)


async def watch(pid: int, begun: float, end: float) -> list[int]:
    """What the server holds, from when it is warm until the end, once a second."""
    sizes = []
    await asyncio.sleep((end - begun) / 5)
    while time.monotonic() < end - 1:
        sizes.append(memory(pid))
        await asyncio.sleep(1)
    return sizes


def report(
    found: Measured, seconds: float, used: float, bare: float, sizes: list[int], killed: int
) -> None:
    requests = sum(found.statuses.values())
    print(f"requests            {requests} in {seconds:.0f} s, {requests / seconds:.0f} a second")
    print(f"statuses            {dict(found.statuses)}, wrong answers {found.wrong}")
    for name, times in (("step", found.steps), ("reward batch", found.rewards)):
        if len(times) > 1:
            cuts = quantiles(times, n=100)
            print(
                f"{name:19} {len(times) / seconds:.0f} a second, "
                f"p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms"
            )
    print(f"workers killed      {killed}")
    fifth = max(1, len(sizes) // 5)
    first, last = (sum(part) / len(part) / 2**20 for part in (sizes[:fifth], sizes[-fifth:]))
    print(f"memory              {first:.0f} MB warm, {last:.0f} MB at the end")
    if not found.rewards and not killed:
        step = used / max(1, len(found.steps))
        print(
            f"CPU a step          {step * 1e3:.2f} ms with begin and close; "
            f"bare {bare * 1e3:.2f} ms; added {(step - bare) * 1e3:.2f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--think", type=float, default=3.0, help="seconds between replies")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rewards", action="store_true", help="batches of rewards beside")
    parser.add_argument("--kill", type=float, default=0.0, help="seconds between kills of workers")
    options = parser.parse_args()
    command = [sys.executable, "-c", "from visgym.cli import main; main()", "serve", "--port", "0"]
    command += ["--workers", str(options.workers)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address is not None
        wait_for(address[0])
        asyncio.run(load(address[0], server.pid, options))
    finally:
        server.terminate()
        server.wait()


def wait_for(url: str) -> None:
    """Until the server answers."""
    import urllib.request

    for _ in range(600):
        try:
            urllib.request.urlopen(f"{url}/health", timeout=1).read()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server did not come up.")


if __name__ == "__main__":
    main()
