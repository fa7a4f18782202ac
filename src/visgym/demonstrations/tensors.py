"""Demonstrations as arrays for a network: small frames, tokens, and what of them is learned.

Nothing is written as a picture file. Rows lie in memory that processes share, so that workers fill
them in place while a trainer reads those that are finished.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray

from visgym.core.episode import Episode, begin, play
from visgym.core.identity import fingerprint
from visgym.core.solving import solve
from visgym.core.task import Task
from visgym.demonstrations.recipes import Candidate, Recipe, candidate, task_of
from visgym.demonstrations.recovery import Demonstration, can_err, with_mistakes
from visgym.demonstrations.vocabulary import ReplyVocabulary, learned, padded
from visgym.kit.shrinking import packed, shrunk

Thinking = Literal["", "numbers", "words"]
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
CANDIDATES = 50  # that are tried for one row


@dataclass(frozen=True)
class RowFormat:
    """The shape of a row."""

    height: int
    width: int
    turns: int
    """Most turns of an episode."""
    tokens: int = 1
    """Most tokens of a reply."""
    packed: bool = False
    """Whether a pixel is one byte, three bits of red, three of green and two of blue."""
    thinks: Thinking = ""
    """Whether replies begin with what the state is, in words or in the numbers among them."""
    caption: int = 0
    """Tokens of the text that goes with each frame; longer ones are cut."""

    @property
    def frame(self) -> tuple[int, ...]:
        return (self.height, self.width) if self.packed else (self.height, self.width, 3)

    def seen(self, task: Task[Any], state: Any) -> NDArray[np.uint8]:
        """What is drawn of a state, as small as a row has it."""
        small = shrunk(task.draw(task.visible(state, task.seat)), self.height, self.width)
        return packed(small) if self.packed else small

    def thought(self, task: Task[Any], state: Any) -> str:
        """What is thought before a reply, by the text of the task and without a model."""
        text = (task.describe(task.visible(state, task.seat)) or "") if self.thinks else ""
        words = _NUMBER.findall(text) if self.thinks == "numbers" else [text]
        return " ".join([*words, ""]) if text else ""

    def captioned(self, task: Task[Any], state: Any, vocabulary: ReplyVocabulary) -> list[int]:
        """The tokens of the text that stands for a state."""
        text = task.describe(task.visible(state, task.seat)) or ""
        return padded(vocabulary.spell(text)[: self.caption], self.caption)


def shared_array(shape: tuple[int, ...], kind: DTypeLike) -> NDArray[Any]:
    """Zeros that processes forked from this one share; only what is written takes memory."""
    count = int(np.prod(shape))
    flags = mmap.MAP_SHARED | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    memory = mmap.mmap(-1, max(1, count) * np.dtype(kind).itemsize, flags=flags)
    return np.frombuffer(memory, kind)[:count].reshape(shape)


@dataclass
class TensorRows:
    """Episodes as rows of arrays; a length of 0 is not made yet, of -1 could not be."""

    format: RowFormat
    count: int
    frames: NDArray[np.uint8] = field(init=False)
    said: NDArray[np.int16] = field(init=False)
    """Tokens of the replies that were given."""
    right: NDArray[np.int16] = field(init=False)
    """Tokens to be learned, 0 where nothing is."""
    captions: NDArray[np.int16] = field(init=False)
    lengths: NDArray[np.int32] = field(init=False)
    seconds: NDArray[np.float32] = field(init=False)
    """Of work on each row."""

    def __post_init__(self) -> None:
        form, rows = self.format, (self.count, self.format.turns)
        self.frames = shared_array((*rows, *form.frame), np.uint8)
        self.said = shared_array((*rows, form.tokens), np.int16)
        self.right = shared_array((*rows, form.tokens), np.int16)
        self.captions = shared_array((*rows, form.caption), np.int16)
        self.lengths = shared_array((self.count,), np.int32)
        self.seconds = shared_array((self.count,), np.float32)

    def made(self, count: int | None = None) -> bool:
        """Whether the first rows are finished."""
        return bool((self.lengths[:count] != 0).all())

    def write(
        self, row: int, shown: Demonstration, vocabulary: ReplyVocabulary, learn: bool
    ) -> bool:
        """Write one episode, if it fits; `learn` says whether corrections are learned."""
        episode, form = shown.episode, self.format
        if len(episode.turns) > form.turns:
            return False
        task = episode.task
        for at, (state, turn) in enumerate(zip(episode.states, episode.turns, strict=False)):
            thought = form.thought(task, state)
            said = padded(vocabulary.encode(turn.reply, thought), form.tokens)
            right = shown.corrections.get(at + 1)
            self.frames[row, at] = form.seen(task, state)
            self.said[row, at] = said
            if right is None:
                self.right[row, at] = said
            elif learn:
                meant = padded(vocabulary.encode(right, thought), form.tokens)
                self.right[row, at] = learned(said, meant)
            else:
                self.right[row, at] = 0
            if form.caption:
                self.captions[row, at] = form.captioned(task, state, vocabulary)
        return True


def demonstration(chosen: Candidate, banned: Collection[str] = ()) -> Demonstration | None:
    """The episode that a candidate stands for, if it is solved and its start not banned."""
    task = task_of(chosen)
    episode: Episode[Any] = begin(task, chosen.seed)
    if banned and fingerprint(episode.start) in banned:
        return None
    if chosen.errs and can_err(episode):
        shown = with_mistakes(episode, chosen)
    else:
        plan = solve(task, episode.start, chosen.strategy, chosen.steps, chosen.seed)
        shown = Demonstration(play(episode, map(task.phrase, plan)))
    return shown if shown.episode.success else None


def fill_row(
    rows: TensorRows,
    row: int,
    recipe: Recipe,
    vocabulary: ReplyVocabulary,
    banned: Collection[str] = (),
    learn: bool = True,
) -> None:
    """Make the demonstration of one row; candidates that do not fit give way to others."""
    for attempt in range(CANDIDATES):
        shown = demonstration(candidate(recipe, row + attempt * rows.count), banned)
        if shown is not None and rows.write(row, shown, vocabulary, learn):
            rows.lengths[row] = len(shown.episode.turns)
            return
    rows.lengths[row] = -1
