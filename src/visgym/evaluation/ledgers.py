"""Where answers and records go."""

from __future__ import annotations

from typing import Protocol

from visgym.evaluation.contents import Held
from visgym.evaluation.records import Record
from visgym.evaluation.turn_log import LoggedTurn


class Ledger(Protocol):
    """Where answers and records go as they come."""

    async def answered(self, turn: LoggedTurn) -> None:
        """Keep an answer before its episode goes on."""

    async def finished(self, kept: Record) -> None:
        """Keep a record."""

    def is_over_budget(self) -> bool:
        """Whether the money that may be spent is spent."""


class Keeper(Protocol):
    """What holds a run between its beginnings; a `Store` is one."""

    def append(self, record: Record) -> None:
        """Keep a record."""

    def log(self, turn: LoggedTurn) -> None:
        """Keep an answer."""

    def held(self) -> Held:
        """All that is there already."""
