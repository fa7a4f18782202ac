"""Which stored episodes a visitor wants to see, in which order, and how many at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from visgym.core.errors import Mistake
from visgym.web.leaderboard import StoredEpisode

LONGEST_SEARCH = 200  # characters that may be searched for
SEARCHED = 200_000  # characters of each episode's replies that are searched
SEARCHED_AT_ONCE = 200_000_000  # characters of all of them

ORDERS: dict[str, Callable[[StoredEpisode], Any]] = {
    "task": lambda each: str(each.id.setting),
    "seed": lambda each: each.record.entry.seed,
    "outcome": lambda each: each.record.outcome,
    "agent": lambda each: each.player,
    "replies": lambda each: len(each.record.replies),
    "refused": lambda each: each.refused,
    "seconds": lambda each: each.record.seconds,
    "run": lambda each: each.run,
}


@dataclass(frozen=True)
class Filter:
    """What a visitor wants to see; empty for everything, and an id without knobs for all knobs."""

    run: str = ""
    category: str = ""
    id: str = ""
    """A task, a task and preset, or an id with knobs."""
    preset: str = ""
    player: str = ""
    outcome: str = ""
    verdict: str = ""
    """Of at least one reply."""
    knob: str = ""
    """A knob and its value, `name=value`."""
    seed: str = ""
    words: str = ""
    """A text in the replies, in small or capital letters."""

    def fits(self, each: StoredEpisode) -> bool:
        entry, id = each.record.entry, each.id
        return (
            self.run in ("", each.run)
            and self.player in ("", each.player)
            and self.outcome in ("", each.record.outcome)
            and self.seed in ("", str(entry.seed))
            and self.preset in ("", id.preset)
            and self.id in ("", id.task, str(id.setting), entry.id)
            and self.category in ("", each.category)
            and (not self.verdict or self.verdict in each.record.verdicts)
            and (
                not self.knob or self.knob in (f"{name}={value}" for name, value in id.brief.knobs)
            )
        )

    def says(self, each: StoredEpisode) -> bool:
        """Whether the words stand in a reply, as far as replies are searched."""
        left, wanted = SEARCHED, self.words.casefold()
        for reply in each.record.replies:
            if left <= 0:
                return False
            if wanted in reply[:left].casefold():
                return True
            left -= len(reply)
        return False


def chosen(episodes: Iterable[StoredEpisode], criteria: Filter) -> list[StoredEpisode]:
    """The episodes that fit."""
    if len(criteria.words) > LONGEST_SEARCH:
        raise Mistake(f"Search for at most {LONGEST_SEARCH} characters.")
    found = [each for each in episodes if criteria.fits(each)]
    if not criteria.words:
        return found
    size = sum(min(SEARCHED, sum(map(len, each.record.replies))) for each in found)
    if size > SEARCHED_AT_ONCE:
        raise Mistake("These replies are too long to search at once; choose an agent or a task.")
    return [each for each in found if criteria.says(each)]


def ordered(episodes: Iterable[StoredEpisode], order: str) -> list[StoredEpisode]:
    """Episodes by a column, a minus sign in front for the largest first."""
    known = sorted(episodes, key=lambda e: (e.record.entry.id, e.record.entry.seed, e.player))
    key = ORDERS.get(order.removeprefix("-"))
    return sorted(known, key=key, reverse=order.startswith("-")) if key else known


@dataclass(frozen=True)
class Paged:
    """One page of a long list."""

    items: list[Any]
    number: int
    pages: int
    total: int

    @staticmethod
    def of(items: list[Any], number: int, size: int) -> Paged:
        """Page `number`, counted from 1, or the nearest one that exists."""
        pages = max(1, -(-len(items) // size))
        number = min(max(1, number), pages)
        return Paged(items[(number - 1) * size : number * size], number, pages, len(items))
