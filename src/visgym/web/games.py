"""Episodes that people are playing: kept in memory under random names, forgotten when idle."""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.guides import step_line
from visgym.core.parts import observations
from visgym.core.task import Task
from visgym.kit.games.match import GameTask
from visgym.web.controls import places
from visgym.web.errors import Missing

IDLE = 2 * 60 * 60  # seconds after which a game is forgotten
MOST_GAMES = 500
MOST_NODES = 1000  # of one game, over all of its branches
LONGEST_REPLY = 4000  # characters
OUTCOMES = {"solved": "Solved", "wrong": "Not solved", "out_of_steps": "Out of steps"}
DRAWN = 0.5  # points of either side
_NAME = re.compile(r"[\w.\- ]{1,40}")


@dataclass
class Game:
    """A tree of episodes that grew from one start; strict games grow in one line only."""

    id: str
    task: Task[Any]
    player: str | None
    """The name under which the episode is kept; None while exploring."""
    nodes: list[Episode[Any]]
    parents: list[int | None] = field(default_factory=lambda: [None])
    name: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    started: float = field(default_factory=time.monotonic)
    touched: float = field(default_factory=time.monotonic)
    lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def seed(self) -> int:
        return self.nodes[0].seed

    def move(self, node: int, reply: str) -> int:
        """Answer at a node and give the number of the node that follows."""
        if not 0 <= node < len(self.nodes):
            raise Missing("This game has no such position.")
        if self.player is not None and node != len(self.nodes) - 1:
            raise Mistake("A strict game has no way back; explore to take moves back.")
        if self.nodes[node].over:
            raise Mistake("This episode is over; begin another one.")
        if len(self.nodes) >= MOST_NODES:
            raise Mistake("This game has grown too large; begin another one.")
        if len(reply) > LONGEST_REPLY:
            raise Mistake(f"A reply may have at most {LONGEST_REPLY} characters.")
        self.nodes.append(advance(self.nodes[node], reply))
        self.parents.append(node)
        return len(self.nodes) - 1

    def shown(self, node: int) -> tuple[Task[Any], Any, int]:
        """The task, the state at a node, and who looks at it: whoever is to move."""
        if not 0 <= node < len(self.nodes):
            raise Missing("There is no such picture.")
        episode = self.nodes[node]
        player = self.task.seat if episode.over else episode.to_move
        return self.task, episode.state, player

    def view(self, node: int, picture: str) -> dict[str, Any]:
        """What the player may know at a node; never the state."""
        episode = self.nodes[node]
        last = episode.turns[-1] if episode.turns else None
        line = "" if episode.over else step_line(self.task, episode.step)
        task, state, player = self.shown(node)
        if line and task.players > 1:
            line = f"{seat_name(task, player)} is to move. {line}"
        seen, visible = observations(task, state, player)[-1], task.visible(state, player)
        return {
            "node": node,
            "parent": self.parents[node],
            "picture": f"/frames/{picture}.png?game={self.name}&node={node}",
            "reply": last.reply if last else None,
            "verdict": last.verdict if last else None,
            "feedback": last.feedback if last else None,
            "line": line or None,
            "step": len(episode.turns),
            "question": task.question(visible) if isinstance(task, GameTask) else None,
            "places": None if episode.over else places(task, visible),
            "outcome": outcome(episode),
            "ending": ending(episode),
            "text": seen.text if self.player is None else None,
        }


def outcome(episode: Episode[Any]) -> str | None:
    """How an episode ended; None while it goes on."""
    if not episode.over:
        return None
    if episode.success:
        return "solved"
    return "out_of_steps" if episode.truncated else "wrong"


def ending(episode: Episode[Any]) -> dict[str, str] | None:
    """How an episode ended in words, and in what sense; None while it goes on."""
    kind, task = outcome(episode), episode.task
    if kind is None:
        return None
    decided = episode.terminated or episode.forfeited is not None
    if not isinstance(task, GameTask) or not decided:
        return {"kind": kind, "text": OUTCOMES[kind]}
    best = max(episode.payoffs)
    if task.players > 1:
        winners = [seat for seat, each in enumerate(episode.payoffs) if each == best]
        if len(winners) == 1:
            return {"kind": "solved", "text": f"{seat_name(task, winners[0])} won"}
        return {"kind": "out_of_steps", "text": "A draw"}
    if best == DRAWN:
        return {"kind": "out_of_steps", "text": "A draw"}
    return {"kind": kind, "text": "You won" if episode.success else "You lost"}


def seat_name(task: Task[Any], seat: int) -> str:
    """What people call a player."""
    return task.sides[seat] if isinstance(task, GameTask) else f"Player {seat + 1}"


class Games:
    """The games of this server."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._lock = Lock()

    def begin(self, id: str, task: Task[Any], seed: int, player: str | None) -> Game:
        """A new game, or the strict game that the player has not finished yet."""
        with self._lock:
            self._forget()
            for known in self._games.values():
                same = (known.id, known.seed, known.player) == (id, seed, player)
                if player is not None and same and not known.nodes[-1].over:
                    return known
        game = Game(id, task, player, [begin(task, seed)])
        with self._lock:
            self._games[game.name] = game
        return game

    def find(self, name: str) -> Game:
        """The game of that name."""
        with self._lock:
            game = self._games.get(name)
            if game is None:
                raise Missing("This game was forgotten after a long rest; begin another one.")
            game.touched = time.monotonic()
        return game

    def _forget(self) -> None:
        """Drop games that rested too long, and the one at rest for longest where all is full."""
        oldest = sorted(self._games.values(), key=lambda game: game.touched)
        excess = len(oldest) - MOST_GAMES + 1
        for place, game in enumerate(oldest):
            if place < excess or time.monotonic() - game.touched > IDLE:
                del self._games[game.name]


def player_name(said: str) -> str:
    """A name fit for records, or `Mistake`."""
    name = " ".join(said.split())
    if not _NAME.fullmatch(name):
        raise Mistake("A name has 1 to 40 letters, digits, dots, dashes and spaces.")
    return name


def whole_seed(said: object) -> int:
    """A seed that was typed, or `Mistake`."""
    try:
        seed = int(str(said))
    except ValueError:
        raise Mistake("A seed is a whole number.") from None
    if not 0 <= seed < 2**53:
        raise Mistake("A seed is a whole number from 0 to 2^53.")
    return seed
