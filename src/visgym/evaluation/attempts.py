"""One entry from its start, or from where an earlier run left it, to its record."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from visgym import catalog
from visgym.agents.agent import (
    FREE,
    Agent,
    Answer,
    ContextOverflow,
    LooksAhead,
    Resampled,
    Usage,
)
from visgym.core.budgets import FLAT
from visgym.core.episode import Episode, advance, begin, recall
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.messages import present
from visgym.evaluation.contents import larger
from visgym.evaluation.records import Entry, Record, failed, record, state_hash
from visgym.evaluation.tool_uses import turn_of, use_of
from visgym.evaluation.turn_log import LoggedTurn, Unfinished
from visgym.tools.build import tools_of
from visgym.wrappers.build import arrange
from visgym.wrappers.context import History
from visgym.wrappers.wrapper import Wrapper

Overflow = Literal["void", "failure", "shorten"]
"""What becomes of a conversation that is too long for the model."""
Starts = Mapping[str, Mapping[int, str]]
"""Fingerprints of published starts by id and seed."""


@dataclass
class Attempt:
    """An episode as far as it was played."""

    entry: Entry
    episode: Episode[Any]
    number: int
    """Which attempt at the entry this is."""
    earlier: Usage
    """What attempts before it cost whose turns are not continued."""
    wrappers: tuple[Wrapper, ...]
    start: str
    turns: list[LoggedTurn] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    history: int = 0
    began: float = field(default_factory=time.monotonic)
    key: str = ""

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    @property
    def usage(self) -> tuple[Usage, ...]:
        return tuple(turn.answer.usage for turn in self.turns)

    @property
    def due(self) -> str:
        """The name of the agent whose reply is due."""
        seats = self.entry.versus and self.episode.to_move != self.episode.task.seat
        return self.entry.versus if seats else self.entry.agent

    async def ask(self, agent: Agent, overflow: Overflow) -> Answer:
        """The reply that is due; what is too long is told shorter where that is wanted."""
        if self.entry.sample and isinstance(agent, Resampled):
            agent = agent.resampled(self.entry.sample)
        if self.is_slow:
            await asyncio.to_thread(self.look, agent)
        self.see()  # without a pause before the request, so that the picture is drawn once
        while True:
            try:
                return await agent.answer(self.episode, present(self.episode, self.wrappers))
            except ContextOverflow:
                if overflow != "shorten" or not self._shortened():
                    raise

    async def taken(self, answer: Answer) -> LoggedTurn:
        """Go on with an answer; tools may take their time, and others go on meanwhile."""
        if self.episode.tools:
            return await asyncio.to_thread(self.take, answer)
        return self.take(answer)

    def take(self, answer: Answer) -> LoggedTurn:
        """Go on with an answer, and give what has to be logged of it."""
        self.see()
        began = time.monotonic()
        self.episode = advance(self.episode, answer.text)
        use = use_of(self.episode, len(self.episode.turns) - 1, time.monotonic() - began)
        turn = LoggedTurn(
            self.key,
            self.number,
            len(self.turns),
            answer,
            self.episode.turns[-1].verdict,
            self.start,
            self.elapsed,
            self.history,
            self.earlier,
            use,
            self.episode.feedback if use else "",
        )
        self.turns.append(turn)
        return turn

    def take_again(self, turn: LoggedTurn) -> bool:
        """Go on with a logged answer, without tools; whether it leads where it once led."""
        self.see()
        if turn.use is None:
            self.episode = advance(self.episode, turn.answer.text)
        else:
            told = turn_of(turn.use, self.episode, turn.answer.text, turn.verdict, turn.feedback)
            self.episode = recall(self.episode, told)
        self.turns.append(turn)
        return self.episode.turns[-1].verdict == turn.verdict

    @property
    def is_slow(self) -> bool:
        """Whether others should go on while a picture is drawn."""
        return self.episode.task.budget.draw > FLAT.draw

    def look(self, agent: Agent) -> None:
        """Draw, hash and encode what is seen now, all together, so that it is drawn once."""
        self.see()
        if isinstance(agent, LooksAhead):
            agent.look(present(self.episode, self.wrappers)[-1])

    def see(self) -> None:
        """Take the hash of what is seen now, unless that was done."""
        turns = self.episode.turns
        if len(self.frames) > len(turns):
            return
        before = turns[-2].state if len(turns) > 1 else self.episode.start
        if turns and self.episode.state is before:  # refused, or a stop: nothing new to see
            self.frames.append(self.frames[-1])
        else:
            self.frames.append(state_hash(self.episode.task, self.episode.state))

    def over(self) -> Record:
        """The record of an episode that is over."""
        self.see()
        return self._told(
            record(
                self.entry,
                self.episode,
                self.usage,
                self.elapsed,
                tuple(self.frames),
                tuple(turn.use for turn in self.turns if turn.use),
            )
        )

    def overflowed(self, reason: str, counted: bool) -> Record:
        """The record of an episode that grew too long for the model."""
        return replace(
            self.over(), outcome="overflow", score=0.0, error=reason[:500], counted=counted
        )

    def spoiled(self, reason: str) -> Record:
        """The record of an episode that machinery spoiled; its turns stay in the log."""
        kept = failed(self.entry, reason, self.elapsed, self.usage)
        return replace(kept, attempt=self.number, earlier=self.earlier)

    def _told(self, kept: Record) -> Record:
        """A record with what is known of how its replies came about."""
        answers = [turn.answer for turn in self.turns]
        finish, reasoning = [each.finish for each in answers], [each.reasoning for each in answers]
        waited = [round(each.seconds, 3) for each in answers]
        tries, trouble = [each.attempts for each in answers], [each.trouble for each in answers]
        return replace(
            kept,
            finish=tuple(finish) if any(finish) else (),
            reasoning=tuple(reasoning) if any(reasoning) else (),
            waited=tuple(waited) if any(waited) else (),
            tries=tuple(tries) if any(many > 1 for many in tries) else (),
            trouble=tuple(trouble) if any(trouble) else (),
            history=self.history,
            attempt=self.number,
            earlier=self.earlier,
        )

    def _shortened(self) -> bool:
        """Whether the past could be halved once more."""
        known = (each.turns for each in self.wrappers if isinstance(each, History))
        shown = min([len(self.turns) + 1, *(turns for turns in known if turns is not None)])
        if shown > 1:
            self.show(shown // 2)
        return shown > 1

    def show(self, history: int) -> None:
        """Tell the last turns only from now on."""
        others = [each for each in self.wrappers if not isinstance(each, History)]
        self.history = history
        self.wrappers = arrange([*others, History(history)], self.episode.task)


def begun(entry: Entry, starts: Starts, known: Unfinished | None, last: Record | None) -> Attempt:
    """An attempt that goes on where the log ends, or begins anew where it does not fit any more.

    `last` is the record of an attempt that machinery spoiled.
    """
    attempt = _fresh(entry, starts)
    logged = known or Unfinished()
    before = max(logged.attempt, last.attempt if last else 0)
    if known and _replayed(attempt, known):
        attempt.number = before + (last is not None and last.attempt == before)
        attempt.earlier = known.earlier
        return attempt
    attempt = _fresh(entry, starts) if known else attempt
    attempt.number = before + 1
    attempt.earlier = larger(logged.spent, last.spent if last else FREE)
    return attempt


def _fresh(entry: Entry, starts: Starts) -> Attempt:
    task = catalog.load(entry.id)
    episode: Episode[Any] = begin(task, entry.seed, tools=tools_of(entry.tools))
    start = fingerprint(episode.start)
    expected = starts.get(entry.id, {}).get(entry.seed)
    if expected is not None and expected != start:
        raise Mistake(
            f"{entry.id} seed {entry.seed} is not the episode of the suite any more, so "
            "results could not be compared; use the release that the suite was made with."
        )
    wrappers = arrange(entry.wrappers, task)
    return Attempt(entry, episode, 1, FREE, wrappers, start, key=entry.key)


def _replayed(attempt: Attempt, known: Unfinished) -> bool:
    """Whether the logged turns lead where they once led; then the attempt stands after them."""
    for turn in known.turns:
        if attempt.episode.over or turn.start != attempt.start:
            return False
        if not attempt.take_again(turn):
            return False
    if known.turns:
        last = known.turns[-1]
        attempt.began -= last.elapsed
        if last.history:
            attempt.show(last.history)
    return bool(known.turns)
