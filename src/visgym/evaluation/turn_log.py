"""Answers as they come, one a line, so that a run killed at any moment pays for none twice.

Every process writes a file of its own, `turns-PID.jsonl`; the next run joins them in `turns.jsonl`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from visgym.agents.agent import FREE, Answer, Usage
from visgym.core.identity import OPTIONAL, from_json, to_json
from visgym.evaluation.tool_uses import ToolUse

_encode = json.JSONEncoder(separators=(",", ":")).encode
_quoted = json.encoder.encode_basestring_ascii
JOINED_FILE, PATTERN = "turns.jsonl", "turns*.jsonl"


@dataclass(frozen=True, slots=True)
class LoggedTurn:
    """One answer, where it belongs, and what came of it."""

    key: str
    """Of the entry."""
    attempt: int
    turn: int
    """From 0 on."""
    answer: Answer
    verdict: str
    start: str
    """Fingerprint of the start of the episode."""
    elapsed: float
    """Seconds since the episode began, without those between runs."""
    history: int = 0
    """Turns that were shown, where all of them were too long for the model."""
    earlier: Usage = FREE
    """What earlier attempts cost whose turns are not continued."""
    use: ToolUse | None = field(default=None, metadata=OPTIONAL)
    """The use of a tool that it was."""
    feedback: str = field(default="", metadata=OPTIONAL)
    """What the agent was told, where it used a tool."""


@dataclass
class Unfinished:
    """An episode as far as it was answered."""

    attempt: int = 0
    earlier: Usage = FREE
    turns: list[LoggedTurn] = field(default_factory=list)

    @property
    def spent(self) -> Usage:
        """What all attempts cost."""
        return sum((turn.answer.usage for turn in self.turns), self.earlier)


def own_log() -> str:
    """The name of the file of this process."""
    return f"turns-{os.getpid()}.jsonl"


class AppendFile:
    """A file that stays open, to which lines are added; where it was removed, it is made anew."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def append(self, line: bytes) -> None:
        """Hand a line to the operating system with one write, so that processes never mix."""
        if self._file is not None and not os.fstat(self._file).st_nlink:
            self.close()
        if self._file is None:
            self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        while line:
            line = line[os.write(self._file, line) :]

    def close(self) -> None:
        """Let go of the file; the next line opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __del__(self) -> None:
        self.close()


def read_turns(folder: Path, finished: Collection[str] = ()) -> dict[str, Unfinished]:
    """What the logs in a folder hold by the keys of entries; lines cut short are passed over."""
    over = {_opening(key) for key in finished}
    size = len(_opening("0" * 32))
    found: dict[str, list[LoggedTurn]] = {}
    for path in sorted(folder.glob(PATTERN)):
        with path.open("rb") as lines:
            left = (line for line in lines if line[:size] not in over)
            for turn in filter(None, map(_parsed, left)):
                found.setdefault(turn.key, []).append(turn)
    return {key: _joined(turns) for key, turns in found.items()}


def has_turns(folder: Path) -> bool:
    """Whether any log is there."""
    return any(folder.glob(PATTERN))


def join_logs(folder: Path, finished: Collection[str]) -> None:
    """Leave one log with the turns of entries that are not finished, or none where all are."""
    logs = set(folder.glob(PATTERN))
    kept = read_turns(folder, finished)
    joined, fresh = folder / JOINED_FILE, folder / f"{JOINED_FILE}.new"
    fresh.write_bytes(b"".join(turn_line(turn) for each in kept.values() for turn in each.turns))
    fresh.replace(joined)
    for path in logs - {joined} if kept else logs | {joined}:
        path.unlink()


def _opening(key: str) -> bytes:
    """How the lines of an entry begin."""
    return f'{{"key":"{key}"'.encode()


def _joined(turns: Iterable[LoggedTurn]) -> Unfinished:
    """The turns of one entry in order; an attempt goes on with those before its first turn."""
    attempts: dict[int, dict[int, LoggedTurn]] = {}
    for turn in turns:
        attempts.setdefault(turn.attempt, {})[turn.turn] = turn
    found = Unfinished()
    for number in sorted(attempts):
        own = attempts[number]
        found = replace(found, attempt=number, turns=found.turns[: min(own)])
        found.turns.extend(_unbroken(own, len(found.turns)))
    if found.turns:
        found.earlier = found.turns[0].earlier
    return found


def _unbroken(turns: dict[int, LoggedTurn], at: int) -> Iterator[LoggedTurn]:
    while at in turns:
        yield turns[at]
        at += 1


def turn_line(turn: LoggedTurn) -> bytes:
    """A turn as a line of the log; written by hand, since it is done at every turn."""
    answer = turn.answer
    texts = [
        f',"{name}":{_quoted(text)}'
        for name, text in (
            ("reply", answer.text),
            ("finish", answer.finish),
            ("reasoning", answer.reasoning),
            ("trouble", answer.trouble),
        )
        if text
    ]
    if turn.earlier != FREE:
        texts.append(f',"earlier":{_encode(to_json(turn.earlier))}')
    if turn.use is not None:
        texts.append(f',"use":{_encode(to_json(turn.use))},"feedback":{_quoted(turn.feedback)}')
    return (
        f'{{"key":"{turn.key}","attempt":{turn.attempt},"turn":{turn.turn},"start":"{turn.start}",'
        f'"verdict":"{turn.verdict}","elapsed":{turn.elapsed:.3f},"history":{turn.history},'
        f'"usage":{_encode(to_json(answer.usage))},"seconds":{answer.seconds:.3f},'
        f'"attempts":{answer.attempts}{"".join(texts)}}}\n'
    ).encode()


def _parsed(line: bytes) -> LoggedTurn | None:
    try:
        data = json.loads(line)
        absent = {"reply": "", "finish": "", "reasoning": "", "trouble": "", "history": 0}
        data = {**absent, "earlier": to_json(FREE), **data}
        answer = from_json(Answer, {**data, "text": data["reply"]})
        return from_json(LoggedTurn, {**data, "answer": to_json(answer)})
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
