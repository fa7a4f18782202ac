"""What agents do, in free words: a description of each trace, and groups of like descriptions."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from visgym.agents.agent import Agent
from visgym.agents.describer import describe
from visgym.agents.findings import shown_evidence
from visgym.analysis.annotations import IN_FLIGHT, trace_key
from visgym.analysis.embedders import embedded
from visgym.analysis.statistics import task_of
from visgym.analysis.text_clusters import clusters, top_terms
from visgym.analysis.trace_texts import quoted_steps, sentences
from visgym.core.episode import EpisodeOver
from visgym.core.errors import Mistake
from visgym.evaluation.records import Entry, Record, replayed

FILE = "behaviours.json"
MOST_TRACES = 20_000
MOST_EXAMPLES = 3
LONGEST_TEXT = 2_000  # characters of a description that are read from a file


@dataclass(frozen=True)
class DescribedTrace:
    """A record and what can be said about it, sentence by sentence."""

    record: Record
    told: tuple[str, ...]
    evidence: str = ""
    """Quotes of steps that show it."""

    @property
    def text(self) -> str:
        return " ".join(self.told)


@dataclass(frozen=True)
class BehaviourCluster:
    """Traces that read alike."""

    title: str
    """The sentence that tells it best from the others."""
    terms: tuple[str, ...]
    traces: tuple[DescribedTrace, ...]
    """The most typical one first."""
    by_agent: Mapping[str, float]
    """The share of an agent's traces."""
    by_task: Mapping[str, float]
    """The share of a task's traces."""

    @property
    def solved(self) -> float:
        return sum(each.record.success for each in self.traces) / len(self.traces)


def describe_traces(records: Iterable[Record]) -> list[DescribedTrace]:
    """Descriptions from calls, verdicts and feedback; what cannot be played again is left out."""
    found = []
    for record in sorted(records, key=lambda each: each.entry.key):
        try:
            episode = replayed(record)
        except (Mistake, EpisodeOver):
            continue
        told, steps = tuple(sentences(record, episode)), quoted_steps(record, episode)
        found.append(DescribedTrace(record, told, shown_evidence(steps)))
    if len(found) > MOST_TRACES:
        raise Mistake(f"There are more than {MOST_TRACES} traces; choose fewer with --agent.")
    return found


async def described_by(
    agent: Agent, traces: Sequence[DescribedTrace], watch: Callable[[], None]
) -> tuple[list[DescribedTrace], list[str]]:
    """Traces in the words of a model, and why some keep those that follow from their calls."""
    free = asyncio.Semaphore(IN_FLIGHT)
    wrong: list[str] = []

    async def one(trace: DescribedTrace) -> DescribedTrace:
        async with free:
            entry = trace.record.entry
            found = await describe(agent, replayed(trace.record), entry.wrappers)
            watch()
        if found.problem is not None:
            wrong.append(found.problem)
            return trace
        shown = shown_evidence(quote for _, evidence in found.behaviours for quote in evidence)
        return replace(trace, told=tuple(told for told, _ in found.behaviours), evidence=shown)

    try:
        return list(await asyncio.gather(*map(one, traces))), wrong
    finally:
        await agent.close()


def behaviour_clusters(
    traces: Sequence[DescribedTrace],
    label: Callable[[Entry], str],
    count: int | None = None,
    embedder: str = "",
) -> list[BehaviourCluster]:
    """Groups of traces that read alike, the largest first."""
    if not traces:
        return []
    texts = [each.text for each in traces]
    vectors = embedded(texts, [task_of(each.record.entry.id) for each in traces], embedder)
    labels = clusters(vectors, count)
    terms = top_terms(texts, labels)
    agents = Counter(label(each.record.entry) for each in traces)
    tasks = Counter(task_of(each.record.entry.id) for each in traces)
    found = []
    for number, words in enumerate(terms):
        inside = np.flatnonzero(labels == number).tolist()
        centre = vectors[inside].sum(axis=0)
        typical = sorted(inside, key=lambda at: (-float(vectors[at] @ centre), at))
        members = tuple(traces[at] for at in typical)
        mine = Counter(label(each.record.entry) for each in members)
        on = Counter(task_of(each.record.entry.id) for each in members)
        found.append(
            BehaviourCluster(
                _title(members, traces) or ", ".join(words),
                tuple(words),
                members,
                {name: mine[name] / many for name, many in sorted(agents.items())},
                {name: on[name] / many for name, many in sorted(tasks.items())},
            )
        )
    return found


def _title(members: Sequence[DescribedTrace], traces: Sequence[DescribedTrace]) -> str:
    """The two sentences that are commonest here as against everywhere; empty if none is common."""
    inside = Counter(told for each in members for told in set(each.told))
    everywhere = Counter(told for each in traces for told in set(each.told))
    others = max(1, len(traces) - len(members))

    def gain(told: str) -> float:
        return inside[told] / len(members) - (everywhere[told] - inside[told]) / others

    common = [told for told, many in inside.items() if many > 1 or len(members) == 1]
    best = sorted(common, key=lambda told: (-gain(told), told))[:2]
    return " ".join(sorted(best, key=_place(members)))


def _place(members: Sequence[DescribedTrace]) -> Callable[[str], int]:
    """Where a sentence stands in the first description that has it."""
    return lambda told: next(each.told.index(told) for each in members if told in each.told)


# Kept beside the run


def save_behaviours(folder: Path, found: Sequence[BehaviourCluster]) -> None:
    """Keep the groups and the description of every trace in the folder of a run."""
    (folder / FILE).write_text(
        json.dumps(behaviours_as_data(found), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def behaviours_as_data(found: Sequence[BehaviourCluster]) -> list[dict[str, Any]]:
    """The groups as plain data."""
    return [
        {
            "title": each.title,
            "terms": list(each.terms),
            "traces": len(each.traces),
            "solved": each.solved,
            "by_agent": dict(each.by_agent),
            "by_task": dict(each.by_task),
            "examples": [_example(trace) for trace in each.traces[:MOST_EXAMPLES]],
            "described": {
                trace_key(trace.record): [trace.text, trace.evidence] for trace in each.traces
            },
        }
        for each in found
    ]


def _example(trace: DescribedTrace) -> dict[str, Any]:
    entry = trace.record.entry
    told = {"agent": entry.agent, "id": entry.id, "seed": entry.seed, "key": entry.key}
    return {**told, "outcome": trace.record.outcome, "text": trace.text}


@dataclass(frozen=True)
class SavedBehaviours:
    """What is kept beside a run: groups as plain data; title, text and quotes by trace."""

    groups: tuple[dict[str, Any], ...] = ()
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def load_behaviours(folder: Path) -> SavedBehaviours:
    """The groups of a run; nothing if they cannot be read."""
    try:
        groups = json.loads((folder / FILE).read_text(encoding="utf-8"))
        told = {
            str(key): tuple(str(each)[:LONGEST_TEXT] for each in (group["title"], *texts[:2]))
            for group in groups
            for key, texts in group["described"].items()
        }
        return SavedBehaviours(tuple(map(_plain, groups)), told)
    except (OSError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
        return SavedBehaviours()


def _plain(group: Any) -> dict[str, Any]:
    """A group whose fields are of the kinds they should be."""
    return {
        "title": str(group["title"])[:LONGEST_TEXT],
        "terms": [str(each)[:60] for each in group["terms"][:12]],
        "traces": int(group["traces"]),
        "solved": float(group["solved"]),
        "by_agent": {str(name): float(share) for name, share in group["by_agent"].items()},
        "by_task": {str(name): float(share) for name, share in group["by_task"].items()},
        "examples": [
            {name: str(each[name])[:LONGEST_TEXT] for name in ("agent", "id", "seed", "text")}
            for each in group["examples"][:MOST_EXAMPLES]
        ],
    }
