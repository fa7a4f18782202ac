"""Episodes that people played, kept like those of any agent."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Lock
from typing import Any

from visgym.agents.agent import Usage
from visgym.core.errors import Mistake
from visgym.core.identity import digest
from visgym.evaluation.records import Entry, record
from visgym.evaluation.store import Store
from visgym.web.games import Game

FOLDER = "human"
_CONFIG: dict[str, Any] = {"suite": "human", "wrappers": [], "agents": [{"kind": "human"}]}
_TRIES, _PAUSE = 40, 0.05  # seconds between tries while another process writes
_lock = Lock()


def entry_of(id: str, seed: int, player: str) -> Entry:
    """The entry that a person's episode fulfils."""
    return Entry(id, seed, f"human:{player}", digest({"kind": "human", "name": player}))


def save_game(runs: Path, game: Game) -> str:
    """Store a strict game that is over, and give the key of its record."""
    episode = game.nodes[-1]
    entry = entry_of(game.id, game.seed, game.player or "")
    usage = (Usage(),) * len(episode.turns)
    kept = record(entry, episode, usage, time.monotonic() - game.started)
    store = Store(runs / FOLDER)
    with _lock:
        for left in reversed(range(_TRIES)):
            try:
                with store.writing(_CONFIG):
                    store.append(kept)
                break
            except Mistake:
                if not left:
                    raise
                time.sleep(_PAUSE)
    return entry.key
