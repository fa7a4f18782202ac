"""What came of games between agents, each agent in one setup under a name of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from visgym.analysis.contenders import Contender, Specs, labels
from visgym.analysis.ratings import Rating, encounters, ratings, scores
from visgym.analysis.statistics import Estimate
from visgym.evaluation.records import Record


@dataclass(frozen=True)
class GameResults:
    """The agents of some games, the strongest first, and what each took from each."""

    ratings: tuple[Rating, ...]
    points: Mapping[tuple[str, str], Estimate]
    """The share of points that the first of a pair took from the second."""
    counts: Mapping[tuple[str, str], int]
    """Games of a pair, by either order."""
    void: int
    """Games that machinery spoiled."""

    @property
    def played(self) -> int:
        return sum(self.counts.values()) // 2

    @property
    def span(self) -> tuple[float, float]:
        """The lowest and the highest end of an interval."""
        elos = [each.elo for each in self.ratings]
        return min(each.low for each in elos), max(each.high for each in elos)


def between_agents(kept: Record) -> bool:
    """Whether another agent sat in the other seat."""
    return bool(kept.entry.versus)


def game_results(records: Iterable[Record], specs: Specs) -> GameResults | None:
    """What the games among some records came to; None where there are none."""
    games = [kept for kept in records if between_agents(kept)]
    names = labels((each for kept in games for each in _seats(kept)), specs)
    named = [_named(kept, *(names[each] for each in _seats(kept))) for kept in games]
    met = encounters(named)
    if not met:
        return None
    counts: dict[tuple[str, str], int] = {}
    for game in met:
        for pair in ((game.first, game.second), (game.second, game.first)):
            counts[pair] = counts.get(pair, 0) + 1
    return GameResults(tuple(ratings(met)), scores(met), counts, len(games) - len(met))


def _seats(kept: Record) -> tuple[Contender, Contender]:
    """Who was evaluated, and who sat in the other seat."""
    entry = kept.entry
    other = Contender(entry.versus, entry.versus_setup, entry.wrappers, tools=entry.tools)
    return Contender(entry.agent, entry.setup, entry.wrappers, tools=entry.tools), other


def _named(kept: Record, agent: str, versus: str) -> Record:
    return replace(kept, entry=replace(kept.entry, agent=agent, versus=versus))
