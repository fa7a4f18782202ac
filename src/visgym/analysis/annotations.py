"""Have a model annotate episodes, several at a time, and keep what it found beside the run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from visgym.agents.agent import Agent
from visgym.agents.annotator import Annotation, annotate
from visgym.agents.findings import Finding
from visgym.analysis.failures import Analysis, findings
from visgym.core.episode import Episode
from visgym.core.identity import digest
from visgym.evaluation.records import Record, replayed

IN_FLIGHT = 8
FILE = "annotations.json"

FoundByKey = Mapping[str, tuple[Finding, ...]]
"""What an annotator found, by the keys of traces."""


async def annotate_all(
    agent: Agent, analyses: Sequence[Analysis], watch: Callable[[], None]
) -> list[Annotation]:
    """An annotation of each episode, in their order."""
    free = asyncio.Semaphore(IN_FLIGHT)

    async def one(analysis: Analysis) -> Annotation:
        async with free:
            if analysis.problem is not None:
                return Annotation((), analysis.problem)
            episode = replayed(analysis.record)
            done = await annotate(agent, episode, analysis.record.entry.wrappers)
            watch()
            return done

    tasks = [asyncio.create_task(one(analysis)) for analysis in analyses]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await agent.close()


def trace_key(record: Record) -> str:
    """What names a trace: what was played and said, whatever the agent is called."""
    entry = record.entry
    return digest([entry.id, entry.seed, list(entry.wrappers), list(record.replies)])


def save_annotations(folder: Path, read: Iterable[Analysis]) -> None:
    """Add what an annotator found to the file of a run."""
    known = {key: [each.as_property() for each in f] for key, f in load_annotations(folder).items()}
    fresh = {
        trace_key(each.record): [finding.as_property() for finding in each.findings]
        for each in read
        if each.problem is None
    }
    text = json.dumps({**known, **fresh}, indent=1)
    (folder / FILE).write_text(text + "\n", encoding="utf-8")


def load_annotations(folder: Path) -> FoundByKey:
    """What an annotator found in the episodes of a run; nothing if that cannot be read."""
    try:
        known = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return {
            str(key): tuple(Finding.of_property(each) for each in found)
            for key, found in known.items()
        }
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return {}


def told_findings(
    record: Record,
    episode: Episode[Any],
    annotated: FoundByKey,
    behaved: Mapping[str, tuple[str, ...]] | None = None,
) -> list[dict[str, str]]:
    """What detectors, an annotator and behaviours say about a trace, as texts to show beside it."""
    sources = {
        "Detector": findings(record, episode),
        "Annotator": annotated.get(trace_key(record), ()),
    }
    told = [
        {"by": by, "title": each.title, "reason": each.reason, "evidence": each.shown}
        for by, found in sources.items()
        for each in found
    ]
    title, *texts = (behaved or {}).get(trace_key(record), ("",))
    if title:
        reason, evidence, *_ = (*texts, "", "")
        told.append({"by": "Behaviour", "title": title, "reason": reason, "evidence": evidence})
    return told
