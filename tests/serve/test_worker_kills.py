"""Workers die under load, and nobody gets a wrong answer or none."""

from __future__ import annotations

import asyncio
from random import Random

import visgym
from serve.serving import MAZE, Site, plan, serving
from visgym.serve.async_client import AsyncRemote
from visgym.serve.remote_values import RemoteEpisode

PLAYERS, KILLS = 12, 2


async def play(server: AsyncRemote, seed: int) -> RemoteEpisode:
    """An episode by the solver's plan, with a look at every turn."""
    episode = await server.begin(MAZE, seed)
    here = visgym.begin(MAZE, seed)
    for reply in plan(MAZE, seed):
        episode, here = await server.advance(episode, reply), visgym.advance(here, reply)
        assert episode.latest.text == visgym.latest(here).text
    return episode


async def grade(server: AsyncRemote, seed: int) -> float:
    items = [{"id": MAZE, "seed": seed, "replies": plan(MAZE, seed)} for _ in range(4)]
    return float(sum(each["score"] for each in await server.rewards(items)) / len(items))


async def kill_now_and_then(site: Site, rng: Random) -> None:
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.05, 0.3))
        worker, before = rng.choice(site.pool.workers), site.pool.restarts
        await asyncio.to_thread(worker.kill)
        while site.pool.restarts == before or not worker.ready.is_set():
            await asyncio.sleep(0.02)


def test_killed_workers_lose_nothing() -> None:
    async def load(site: Site) -> None:
        async with visgym.connect_async(site.url) as server:
            killer = asyncio.create_task(kill_now_and_then(site, Random(0)))
            rounds = 0
            while not killer.done() or not rounds:
                seeds = range(rounds, rounds + PLAYERS)
                played = [play(server, seed) for seed in seeds]
                graded = [grade(server, seed) for seed in seeds[:4]]
                done = await asyncio.gather(*played)
                assert all(each.success for each in done)
                assert await asyncio.gather(*graded) == [1.0] * 4
                await server.close(*done)
                rounds += PLAYERS
            await killer

    with serving(workers=2) as site:
        asyncio.run(load(site))
        assert site.pool.restarts >= KILLS
