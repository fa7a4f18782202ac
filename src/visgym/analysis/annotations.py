"""Have a model annotate failed episodes, several at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from visgym.agents.agent import Agent
from visgym.agents.annotator import Annotation, annotate
from visgym.analysis.failures import Analysis
from visgym.evaluation.records import replayed

IN_FLIGHT = 8


async def annotate_all(
    agent: Agent, failed: Sequence[Analysis], watch: Callable[[], None]
) -> list[Annotation]:
    """An annotation of each failed episode, in their order."""
    free = asyncio.Semaphore(IN_FLIGHT)

    async def one(analysis: Analysis) -> Annotation:
        async with free:
            if analysis.problem is not None:
                return Annotation((), analysis.problem)
            episode = replayed(analysis.record)
            done = await annotate(agent, episode, analysis.record.entry.wrappers)
            watch()
            return done

    tasks = [asyncio.create_task(one(analysis)) for analysis in failed]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await agent.close()
