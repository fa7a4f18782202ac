"""Run folders as one set of records, each contender under a name of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from visgym.analysis.contenders import Contender, labels, setup_in_words, specs_of
from visgym.analysis.game_results import GameResults, between_agents, game_results
from visgym.analysis.rankings import Ranking, rankings
from visgym.analysis.report import wording
from visgym.analysis.statistics import Successes, successes
from visgym.evaluation.records import Record
from visgym.evaluation.store import EPISODES_FILE, RUN_FILE, Store


@dataclass(frozen=True)
class RunFolder:
    """One folder: what was asked, and how much of it is there."""

    folder: Path
    config: dict[str, Any]
    records: tuple[Record, ...]
    broken: tuple[int, ...]
    """Numbers of the lines that hold no record."""
    written: datetime
    """When the last episode was added."""

    @property
    def warning(self) -> str | None:
        """What is wrong with the folder, in one sentence."""
        if not self.broken:
            return None
        lines = wording.plural(len(self.broken), "line")
        where = wording.listing(list(self.broken))
        return (
            f"{lines} of {self.folder.name}/{EPISODES_FILE} could not be read and "
            f"{'is' if len(self.broken) == 1 else 'are'} left out: {where}."
        )


@dataclass(frozen=True)
class Loaded:
    """Everything a report is made from."""

    runs: tuple[RunFolder, ...]
    records: tuple[Record, ...]
    """Every episode once; `entry.agent` is unique to agent, setup and wrappers. Games between
    agents are apart, since whoever sits in the other seat decides what they are worth."""
    doubles: int
    """Episodes that more than one folder holds."""
    setups: Mapping[str, str]
    """The setup of each agent in words."""
    games: GameResults | None = None
    """What games between agents came to."""
    game_records: tuple[Record, ...] = ()
    repeated: int = 0
    """Further plays of episodes, which studies alone count."""

    @cached_property
    def rankings(self) -> list[Ranking]:
        """Who stands where on the episodes that all have finished, setting by setting."""
        return rankings(self.records)

    @cached_property
    def successes(self) -> Successes:
        """The share of solved episodes, counted once for all that a report shows."""
        return successes(self.records)


def load(folders: Iterable[Path]) -> Loaded:
    """The runs in some folders."""
    runs = tuple(_run(folder) for folder in dict.fromkeys(path.resolve() for path in folders))
    latest: dict[str, Record] = {}
    for kept in (kept for run in runs for kept in run.records):
        key = kept.entry.key
        if key not in latest or latest[key].outcome == "error":
            latest[key] = kept
    doubles = sum(len(run.records) for run in runs) - len(latest)
    specs = specs_of(run.config for run in runs)
    firsts = [kept for kept in latest.values() if not kept.entry.sample]
    alone = [kept for kept in firsts if not between_agents(kept)]
    names = labels((Contender.of(kept.entry) for kept in alone), specs)
    setups = {label: setup_in_words(each, specs) for each, label in names.items()}
    games = game_results(firsts, specs)
    played = tuple(kept for kept in firsts if between_agents(kept))
    again = len(latest) - len(firsts)
    return Loaded(runs, tuple(_labelled(alone, names)), doubles, setups, games, played, again)


def _run(folder: Path) -> RunFolder:
    store = Store(folder)
    config = store.config()
    contents = store.contents()
    episodes = folder / EPISODES_FILE
    last = (episodes if episodes.exists() else folder / RUN_FILE).stat().st_mtime
    return RunFolder(
        folder,
        config,
        tuple(contents.records.values()),
        tuple(contents.unreadable),
        datetime.fromtimestamp(last, UTC),
    )


def _labelled(records: Sequence[Record], names: Mapping[Contender, str]) -> list[Record]:
    return [
        replace(kept, entry=replace(kept.entry, agent=names[Contender.of(kept.entry)]))
        for kept in records
    ]
