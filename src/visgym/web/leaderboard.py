"""Who solved what: success by agent and task over the records that were chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from visgym.evaluation.records import Record
from visgym.task_ids import Id
from visgym.web.archive import LiveRun


@dataclass(frozen=True)
class StoredEpisode:
    """A record and the run that holds it."""

    run: str
    key: str
    record: Record

    @property
    def id(self) -> Id:
        """What was played."""
        return Id.recorded(self.record.entry.id)

    @property
    def player(self) -> str:
        """The agent and the conditions under which it played."""
        return " + ".join((self.record.entry.agent, *self.record.entry.wrappers))


@dataclass
class SuccessCount:
    """Episodes counted; those that machinery spoiled are apart."""

    solved: int = 0
    counted: int = 0
    errors: int = 0

    def count(self, kept: Record) -> None:
        if not kept.scored:
            self.errors += 1
        else:
            self.counted += 1
            self.solved += kept.success

    @property
    def share(self) -> float:
        return self.solved / self.counted if self.counted else 0.0

    @property
    def percent(self) -> str:
        return f"{self.share:.0%}" if self.counted else "–"

    @property
    def shade(self) -> int:
        """From 0 to 10, for the colour of a cell."""
        return round(10 * self.share)


@dataclass
class LeaderboardRow:
    """One player over all tasks."""

    player: str
    all: SuccessCount = field(default_factory=SuccessCount)
    cells: dict[str, SuccessCount] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """`human`, `solver` or `agent`."""
        first = self.player.partition(" ")[0].partition(":")[0]
        return first if first in ("human", "solver") else "agent"


@dataclass(frozen=True)
class Filter:
    """What a visitor wants to see; empty for everything, and an id without knobs for all knobs."""

    run: str = ""
    id: str = ""
    preset: str = ""
    player: str = ""
    outcome: str = ""
    seed: str = ""

    def fits(self, played: StoredEpisode) -> bool:
        entry = played.record.entry
        return (
            self.run in ("", played.run)
            and self.id in ("", entry.id, str(played.id.setting))
            and self.preset in ("", played.id.preset)
            and self.player in ("", played.player)
            and self.outcome in ("", played.record.outcome)
            and self.seed in ("", str(entry.seed))
        )


def chosen(runs: Iterable[LiveRun], wish: Filter) -> list[StoredEpisode]:
    """The records that fit, each entry once: as the run updated last has it."""
    found: dict[str, StoredEpisode] = {}
    for run in runs:
        for key, record in run.records.items():
            played = StoredEpisode(run.name, key, record)
            if wish.fits(played) and (key not in found or found[key].record.outcome == "error"):
                found[key] = played
    return list(found.values())


def board(played: Iterable[StoredEpisode]) -> tuple[list[str], list[LeaderboardRow]]:
    """The tasks and presets that were played, and a row for every player, the best first."""
    rows: dict[str, LeaderboardRow] = {}
    for each in played:
        row = rows.setdefault(each.player, LeaderboardRow(each.player))
        row.all.count(each.record)
        row.cells.setdefault(str(each.id.setting), SuccessCount()).count(each.record)
    settings = sorted({setting for row in rows.values() for setting in row.cells})
    return settings, sorted(rows.values(), key=lambda row: (-row.all.share, row.player))
