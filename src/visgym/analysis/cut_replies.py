"""Replies that the limit on tokens cut short, which say more about the limit than the agent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from visgym.analysis.statistics import Share
from visgym.evaluation.records import Record

CUT = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
"""What servers say where a reply reached the limit."""
NOTABLE = 0.05  # the share of replies from which a reader is warned


def cut_replies(records: Iterable[Record]) -> dict[str, Share]:
    """The share of cut replies by agent, among those of which it is known how they ended."""
    known: Counter[str] = Counter()
    cut: Counter[str] = Counter()
    for kept in records:
        ends = [finish.lower() for finish in kept.finish if finish]
        known[kept.entry.agent] += len(ends)
        cut[kept.entry.agent] += sum(end in CUT for end in ends)
    return {agent: Share(cut[agent], count) for agent, count in known.items() if count}


def cut_warnings(records: Iterable[Record]) -> list[str]:
    """A sentence for each agent of which many replies were cut."""
    return [
        f"{share.rate:.0%} of the replies of {agent} ({share.hits:,} of {share.of:,}) were cut by "
        "the limit on tokens; give a larger max_tokens."
        for agent, share in sorted(cut_replies(records).items())
        if share.rate > NOTABLE
    ]
