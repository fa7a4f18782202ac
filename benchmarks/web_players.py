"""How fast `visgym web` answers many players at once: python benchmarks/web_players.py

Every player explores solvable episodes with the solver's moves, fetches every picture, and rests
for `--think` seconds on average between moves. Server and players share this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from random import Random
from statistics import median, quantiles

import httpx

import visgym

IDS = ["maze_2d/easy", "sliding_block/easy", "patch_reassembly/easy", "matchstick_rotation/easy"]


async def play(site: str, player: int, think: float, end: float, times: list[float]) -> None:
    """Play episode after episode until the time is up."""
    id, rng = IDS[player % len(IDS)], Random(player)
    task = visgym.load(id)
    async with httpx.AsyncClient(base_url=site, timeout=60) as client:
        await asyncio.sleep(rng.uniform(0, 2))  # people do not come all at once
        for seed in range(player, 10**6, 97):
            calls = visgym.solve(task, visgym.begin(task, seed).start)
            game = (await client.post("/api/games", json={"id": id, "seed": seed})).json()
            for node, call in enumerate(calls):
                await asyncio.sleep(rng.uniform(0.5, 1.5) * think)
                if time.monotonic() > end:
                    return
                move = {"node": node, "reply": task.write(call)}
                before = time.monotonic()
                answer = await client.post(f"/api/games/{game['game']}/moves", json=move)
                times.append(time.monotonic() - before)
                picture = await client.get(answer.json()["picture"])
                picture.raise_for_status()


async def measure(site: str, players: int, think: float, seconds: float) -> list[float]:
    """The time that each move took to be answered."""
    times: list[float] = []
    end = time.monotonic() + seconds
    await asyncio.gather(*(play(site, each, think, end, times) for each in range(players)))
    return times


def main() -> None:
    """Start a server, let people play, and print what they met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as runs:
        code = "from visgym.cli import main; main()"
        command = [sys.executable, "-u", "-c", code, "web", "--port", "0", "--runs", runs]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found, "The server did not say where it is."
            times = asyncio.run(measure(found[0], wish.players, wish.think, wish.seconds))
        finally:
            server.terminate()
            server.wait()
    slow = quantiles(times, n=20)[-1]
    print(
        f"{wish.players} players, {wish.think:g} s between moves: {len(times)} moves, "
        f"median {1000 * median(times):.1f} ms, 95 % within {1000 * slow:.0f} ms"
    )


if __name__ == "__main__":
    main()
