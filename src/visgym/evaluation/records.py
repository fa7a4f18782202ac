"""What is kept of an episode: enough to replay it exactly and to count everything."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from visgym import catalog
from visgym.agents.agent import FREE, Usage, total
from visgym.core.episode import Episode, EpisodeOver, advance, begin, recall
from visgym.core.errors import Mistake
from visgym.core.identity import OPTIONAL, digest, fingerprint, from_json, to_json
from visgym.core.parts import observations
from visgym.core.task import Frame, Task
from visgym.evaluation.tool_uses import ToolUse, turn_of, uses_of
from visgym.kit import png
from visgym.task_ids import Id
from visgym.tools.build import recorded_tools

Outcome = Literal["solved", "wrong", "out_of_steps", "overflow", "error"]
"""How an episode ended; `error` is a failure of machinery and never counts against an agent.

An `overflow` is a conversation too long for the model; `Record.counted` says whether it counts.
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One episode to be played: where, by whom, under which conditions."""

    id: str
    seed: int
    agent: str
    setup: str = ""
    """Fingerprint of the agent's whole configuration."""
    wrappers: tuple[str, ...] = ()
    """Wrappers in their written form, such as `history=2`."""
    versus: str = field(default="", metadata=OPTIONAL)
    """The agent in the other seats, where several play."""
    versus_setup: str = field(default="", metadata=OPTIONAL)
    """Fingerprint of the configuration of that agent."""
    tools: tuple[str, ...] = field(default=(), metadata=OPTIONAL)
    """Tools in their written form, such as `look` or `my_module:ruler`."""
    sample: int = field(default=0, metadata=OPTIONAL)
    """Which of several times the agent is asked to play the same, counted from 0."""

    @property
    def key(self) -> str:
        """The name under which the result is kept."""
        wrappers = list(self.wrappers)
        named: dict[str, Any] = {
            "id": self.id,
            "seed": self.seed,
            "agent": self.agent,
            "setup": self.setup,
        }
        if self.versus:
            named |= {"versus": self.versus, "versus_setup": self.versus_setup}
        if self.tools:
            named |= {"tools": list(self.tools)}
        if self.sample:
            named["sample"] = self.sample
        return digest({**named, "wrappers": wrappers})  # as `fingerprint`, only sooner


@dataclass(frozen=True, slots=True)
class Record:
    """An entry and what came of it."""

    entry: Entry
    version: int
    start: str
    """Fingerprint of the start."""
    outcome: Outcome
    score: float
    replies: tuple[str, ...]
    feedback: tuple[str, ...]
    verdicts: tuple[str, ...]
    frames: tuple[str, ...]
    """A hash of every picture, the start's first."""
    usage: tuple[Usage, ...]
    """What each reply cost."""
    seconds: float
    error: str | None = None
    players: tuple[int, ...] = field(default=(), metadata=OPTIONAL)
    """Who replied at each turn, where several play."""
    seat: int = field(default=0, metadata=OPTIONAL)
    """The player that was evaluated."""
    payoffs: tuple[float, ...] = field(default=(), metadata=OPTIONAL)
    """What each player got, where several play."""
    rewards: tuple[float, ...] = field(default=(), metadata=OPTIONAL)
    """What each reply earned on the way, where the task rewards that."""
    finish: tuple[str, ...] = field(default=(), metadata=OPTIONAL)
    """Why the model ended each reply, in the server's words."""
    reasoning: tuple[str, ...] = field(default=(), metadata=OPTIONAL)
    """What the model thought aloud before each reply."""
    waited: tuple[float, ...] = field(default=(), metadata=OPTIONAL)
    """Seconds that each reply took."""
    tries: tuple[int, ...] = field(default=(), metadata=OPTIONAL)
    """How often each reply was asked for, where that was more than once."""
    trouble: tuple[str, ...] = field(default=(), metadata=OPTIONAL)
    """What went wrong before the last try of each reply."""
    history: int = field(default=0, metadata=OPTIONAL)
    """Turns that were shown at the end, where all of them were too long for the model."""
    counted: bool = field(default=False, metadata=OPTIONAL)
    """Whether an overflow counts as not solved."""
    attempt: int = field(default=1, metadata=OPTIONAL)
    """Which attempt at the entry this is; one beyond the first knows what those before it cost."""
    earlier: Usage = field(default=FREE, metadata=OPTIONAL)
    """What earlier attempts cost whose replies are not among these."""
    uses: tuple[ToolUse, ...] = field(default=(), metadata=OPTIONAL)
    """The turns in which tools were called."""

    @property
    def success(self) -> bool:
        return self.outcome == "solved"

    @property
    def scored(self) -> bool:
        """Whether the episode enters rates, as one that machinery spoiled does not."""
        return self.outcome != "error" and (self.outcome != "overflow" or self.counted)

    @property
    def spent(self) -> Usage:
        """What all attempts at the entry cost, as far as this one knows."""
        return total((self.earlier, *self.usage))


def record(
    entry: Entry,
    episode: Episode[Any],
    usage: tuple[Usage, ...],
    seconds: float,
    frames: tuple[str, ...] | None = None,
    uses: tuple[ToolUse, ...] | None = None,
) -> Record:
    """The record of an episode that is over; hashes and uses of tools may be known already."""
    outcome: Outcome = "out_of_steps" if episode.truncated else "wrong"
    task, several = episode.task, episode.task.players > 1
    rewards = tuple(turn.reward for turn in episode.turns)
    return Record(
        entry=entry,
        version=task.version,
        start=fingerprint(episode.start),
        outcome="solved" if episode.success else outcome,
        score=episode.score,
        replies=tuple(turn.reply for turn in episode.turns),
        feedback=tuple(turn.feedback for turn in episode.turns),
        verdicts=tuple(turn.verdict for turn in episode.turns),
        frames=frames or tuple(state_hash(task, state) for state in episode.states),
        usage=usage,
        seconds=round(seconds, 3),
        players=tuple(turn.player for turn in episode.turns) if several else (),
        seat=task.seat,
        payoffs=episode.payoffs if several else (),
        rewards=rewards if any(rewards) else (),
        uses=uses_of(episode) if uses is None else uses,
    )


def failed(entry: Entry, error: str, seconds: float, usage: tuple[Usage, ...] = ()) -> Record:
    """The record of an episode that machinery spoiled, and what it cost so far."""
    return Record(entry, 0, "", "error", 0.0, (), (), (), (), usage, round(seconds, 3), error[:500])


def replayed(kept: Record) -> Episode[Any]:
    """The episode behind a record, or `Mistake` if the task has changed since.

    Tools are not used again: what they showed is in the record.
    """
    task = Id.parse(kept.entry.id).task
    if not catalog.is_at_hand(task):
        raise Mistake(
            f"The records name the module {task}, which is not ours; if you trust them, add "
            "--trust-records."
        )
    tools = recorded_tools(kept.entry.tools)
    episode = begin(catalog.load(kept.entry.id), kept.entry.seed, tools=tools)
    if fingerprint(episode.start) != kept.start:
        raise Mistake(
            f"{kept.entry.id} seed {kept.entry.seed} starts otherwise than when it was recorded "
            f"(version {kept.version}, now {episode.task.version}); replay it with that release."
        )
    uses = {use.turn: use for use in kept.uses}
    for at, reply in enumerate(kept.replies):
        if episode.over:
            raise EpisodeOver("This record goes on after the end of its episode.")
        if at in uses:
            turn = turn_of(uses[at], episode, reply, kept.verdicts[at], kept.feedback[at])
            episode = recall(episode, turn)
        else:
            episode = advance(episode, reply)
    return episode


def overheard(kept: Record, episode: Episode[Any] | None = None) -> list[tuple[str, str, str]]:
    """Reply, feedback and verdict of each turn, as far as the evaluated player knows of them."""
    turns = list(zip(kept.replies, kept.feedback, kept.verdicts, strict=False))
    for at, player in enumerate(kept.players[: len(turns)]):
        if player != kept.seat:
            turn = episode.turns[at] if episode and at < len(episode.turns) else None
            call = turn.call if turn and not turn.tool else None
            told = episode.task.heard(call, player, kept.seat) if episode and call else ""
            turns[at] = (told, "", kept.verdicts[at])
    return turns


def state_hash(task: Task[Any], state: Any) -> str:
    """The hash of what the evaluated player sees of a state."""
    hashes = [frame_hash(seen.image) for seen in observations(task, state)]
    return hashes[0] if len(hashes) == 1 else digest(hashes)[:16]


def frame_hash(frame: Frame) -> str:
    """Sixteen hexadecimal digits that name a picture: checksums of its upper and lower half."""
    rows, half = np.ascontiguousarray(frame), len(frame) // 2
    return f"{png.checksum(rows[:half]):08x}{png.checksum(rows[half:]):08x}"


def to_line(kept: Record) -> dict[str, Any]:
    """The record as JSON data, its key first."""
    line: dict[str, Any] = {"key": kept.entry.key, **to_json(kept)}
    return line


def from_line(line: dict[str, Any]) -> Record:
    """The record that `to_line` wrote."""
    return from_json(Record, line)


def without_time(kept: Record) -> Record:
    """The record without what differs between runs."""
    uses = tuple(replace(use, seconds=0.0) for use in kept.uses)
    timeless = replace(kept, seconds=0.0, waited=(), uses=uses)
    return replace(timeless, tries=(), trouble=(), attempt=1, earlier=FREE)
