"""All stored episodes under the names of their players, as the runs have them now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock

from visgym.analysis.categories import category_of
from visgym.analysis.contenders import Contender, Specs, labels, setup_in_words, specs_of
from visgym.analysis.game_results import GameResults, between_agents, game_results
from visgym.analysis.rankings import settings
from visgym.analysis.statistics import Share, pooled, successes
from visgym.evaluation.records import Record
from visgym.task_ids import Id
from visgym.web.archive import LiveRun


@dataclass(frozen=True, slots=True)
class StoredEpisode:
    """A record and the run that holds it; `record.entry.agent` is the name of the player."""

    run: str
    key: str
    record: Record

    @property
    def id(self) -> Id:
        """What was played."""
        return Id.recorded(self.record.entry.id)

    @property
    def category(self) -> str:
        return category_of(self.id.task)

    @property
    def player(self) -> str:
        """The agent, and in words the conditions and the setup where others share its name."""
        return self.record.entry.agent

    @property
    def refused(self) -> int:
        """Replies that changed nothing."""
        return sum(verdict != "done" for verdict in self.record.verdicts)


@dataclass(frozen=True)
class Snapshot:
    """What the runs hold at one moment, each entry once: as the run updated last has it."""

    episodes: Sequence[StoredEpisode] = ()
    setups: Mapping[str, str] = field(default_factory=dict)
    """The setup of each player in words."""
    specs: Specs = field(default_factory=dict)
    games: Sequence[tuple[str, Record]] = ()
    """Games between agents as recorded, and the runs that hold them."""

    @staticmethod
    def of(runs: Iterable[LiveRun]) -> Snapshot:
        known = list(runs)
        found: dict[str, tuple[str, Record]] = {}
        for run in known:
            for key, kept in run.records.items():
                if key not in found or found[key][1].outcome == "error":
                    found[key] = (run.name, kept)
        specs = specs_of(run.config for run in known)
        names = labels((Contender.of(kept.entry) for _, kept in found.values()), specs)
        setups = {label: setup_in_words(each, specs) for each, label in names.items()}
        episodes = [
            StoredEpisode(run, key, _named(kept, names)) for key, (run, kept) in found.items()
        ]
        games = [each for each in found.values() if between_agents(each[1])]
        return Snapshot(episodes, setups, specs, games)

    @cached_property
    def alone(self) -> list[StoredEpisode]:
        """Episodes in which no other agent took part: those that are ranked."""
        return [each for each in self.episodes if not between_agents(each.record)]

    @cached_property
    def presets(self) -> list[str]:
        return settings(each.id.preset for each in self.alone)

    def games_in(self, run: str) -> GameResults | None:
        """What games between agents came to, in a run or in all."""
        return game_results((kept for name, kept in self.games if run in ("", name)), self.specs)


def _named(kept: Record, names: Mapping[Contender, str]) -> Record:
    name = names[Contender.of(kept.entry)]
    if name == kept.entry.agent:
        return kept
    return replace(kept, entry=replace(kept.entry, agent=name))


class Leaderboard:
    """The snapshot of the runs, made again only when they have changed."""

    def __init__(self) -> None:
        self._state: object = None
        self._snapshot = Snapshot()
        self._lock = Lock()

    def snapshot(self, runs: Sequence[LiveRun]) -> Snapshot:
        """What the runs hold now."""
        with self._lock:
            state = tuple((run.name, run.size, run.updated) for run in runs)
            if state != self._state:
                self._snapshot, self._state = Snapshot.of(runs), state
            return self._snapshot


def kind_of(player: str) -> str:
    """`human`, `solver` or `agent`."""
    first = player.partition(" ")[0].partition(":")[0]
    return first if first in ("human", "solver") else "agent"


def by_player(episodes: Iterable[StoredEpisode]) -> list[tuple[str, Share]]:
    """The share of solved episodes of every player, each over what it has finished itself."""
    parts: dict[str, list[Share]] = {}
    for (player, _), share in successes(each.record for each in episodes).items():
        parts.setdefault(player, []).append(share)
    found = [(player, pooled(each)) for player, each in parts.items()]
    return sorted(found, key=lambda pair: (-pair[1].rate, pair[0]))
