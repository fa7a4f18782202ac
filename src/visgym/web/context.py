"""What the routes of one server share."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from fastapi import Request

from visgym.web.archive import Archive
from visgym.web.failure_index import FailureIndex
from visgym.web.games import Games
from visgym.web.leaderboard import Leaderboard
from visgym.web.picture_files import Pictures
from visgym.web.public_tasks import PublicTasks
from visgym.web.thumbnails import Thumbnails


@dataclass(frozen=True)
class Settings:
    """What `visgym web` was told."""

    runs: Path
    token: str | None = None
    modules: tuple[str, ...] = ()
    data: Path | None = None
    """The folder of public datasets."""
    cache: Path | None = None
    """Where pictures of the gallery are kept between starts; None to draw them when asked for."""


@dataclass
class AppContext:
    """The tasks, the games, the pictures and the runs."""

    settings: Settings
    games: Games = field(default_factory=Games)
    pictures: Pictures = field(default_factory=Pictures)

    @cached_property
    def tasks(self) -> PublicTasks:
        return PublicTasks(self.settings.modules, self.settings.data)

    @cached_property
    def thumbnails(self) -> Thumbnails:
        return Thumbnails(self.tasks, self.pictures, self.settings.cache)

    @cached_property
    def leaderboard(self) -> Leaderboard:
        return Leaderboard()

    @cached_property
    def failures(self) -> FailureIndex:
        return FailureIndex()

    @cached_property
    def archive(self) -> Archive:
        return Archive(self.settings.runs)


def context_of(request: Request) -> AppContext:
    """The context of the server that a request came to."""
    context: AppContext = request.app.state.context
    return context
