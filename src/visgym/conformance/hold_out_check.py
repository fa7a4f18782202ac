"""Whether pictures of evaluation are seen in training data, told by hashes of pictures alone.

`python -m visgym.conformance.hold_out_check docs/hold_out.md 60` makes demonstrations of every
task, 60 seconds of CPU each at most, reads the files, plays the episodes of all suites, and writes
a table. Further arguments are the tasks to look at; the rows of others stay as they are. Nothing
is shared with the code that holds out.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from PIL import Image

from visgym import catalog
from visgym.conformance.measured_rows import with_rows
from visgym.core.episode import Episode, begin, play
from visgym.core.messages import present
from visgym.core.parts import Message, Text
from visgym.core.solving import solve
from visgym.core.task import Frame, Task
from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.recipes import Recipe
from visgym.suites.suite import all_suites
from visgym.task_ids import Id

EPISODES = 2000  # demonstrations of a task
PILOT = 20  # of them that tell how long the others take
SECONDS = 60.0  # of CPU for demonstrations of a task, and as many for playing evaluation
SHARED = "declared"
HEAD = ["task", "demonstrations", "pictures", "evaluation", "opens alike", "asks alike", "later"]

Hash = bytes


@dataclass(frozen=True, slots=True)
class TrainingPictures:
    """What a set of conversations shows."""

    pictures: frozenset[Hash]
    openings: frozenset[Hash]
    """What is seen and read first, hashed together."""
    episodes: int


@dataclass(frozen=True, slots=True)
class Overlap:
    """What training data of a task shows of its evaluation."""

    task: str
    demonstrations: int
    pictures: int
    """Different ones in the demonstrations."""
    evaluated: int
    """Episodes of all suites."""
    opens_alike: int
    """Of them, those whose first pictures are all among those of the demonstrations."""
    asks_alike: int
    """Of those, the ones that say the same beside the same pictures at the beginning."""
    later: int
    """Other pictures of evaluation as its solver plays it."""
    later_seen: int
    declared: str = ""
    """What the task says is shared."""

    @property
    def leaks(self) -> bool:
        """Whether something is shared and nobody said so."""
        return bool(self.opens_alike) and not self.declared


def overlap(name: str, episodes: int = EPISODES, seconds: float = SECONDS) -> Overlap:
    """Compare demonstrations of a task with what all suites evaluate of it."""
    ids = evaluated_ids(name)
    seen = training(tuple(ids), episodes, seconds)
    opens = asks = count = 0
    later: set[Hash] = set()
    until = process_time() + seconds
    for episode in _episodes(ids):
        count += 1
        first = present(episode, (), episode.task.seat)[0]
        hashes = [_hash(part.image) for part in first.parts if not isinstance(part, Text)]
        if hashes and seen.pictures.issuperset(hashes):
            opens += 1
            asks += _opening(hashes, _words(first)) in seen.openings
        if process_time() < until:
            later |= set(_on_the_way(episode)).difference(hashes)
    task = catalog.load(next(iter(ids)))
    counted = (seen.episodes, len(seen.pictures), count, opens, asks)
    return Overlap(name, *counted, len(later), len(later & seen.pictures), task.shared_pictures)


def evaluated_ids(name: str) -> dict[str, list[int]]:
    """The seeds of each id of a task that some suite evaluates."""
    found: dict[str, set[int]] = {}
    for suite in all_suites().values():
        for id, starts in suite.starts.items():
            if Id.parse(id).task == name:
                found.setdefault(id, set()).update(starts)
    return {id: sorted(found[id]) for id in sorted(found)}


def training(ids: tuple[str, ...], episodes: int, seconds: float) -> TrainingPictures:
    """Make as many demonstrations as there is time for, and look at their files."""
    with tempfile.TemporaryDirectory() as folder:
        demonstrate(Recipe(ids=ids, seed=1), 1, "jsonl", Path(folder, "one"), shard=1)
        began, few = process_time(), min(PILOT, episodes)  # by now all is in memory
        demonstrate(Recipe(ids=ids), few, "jsonl", Path(folder, "few"), shard=PILOT)
        spent = max(1e-3, process_time() - began)
        count = min(episodes, int(few * seconds / spent))
        if count <= few:
            return read(Path(folder, "few"))
        demonstrate(Recipe(ids=ids), count, "jsonl", Path(folder, "all"))
        return read(Path(folder, "all"))


def read(folder: Path) -> TrainingPictures:
    """The pictures and openings in a folder of JSON Lines."""
    pictures: set[Hash] = set()
    openings: set[Hash] = set()
    episodes = 0
    for path in sorted((folder / "data").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            hashes = [_hash(np.asarray(Image.open(folder / name))) for name in row["images"]]
            first = row["messages"][0]["content"]
            shown = sum(part["type"] == "image" for part in first)
            words = (part["text"] for part in first if part["type"] == "text")
            openings.add(_opening(hashes[:shown], "".join(words)))
            pictures.update(hashes)
            episodes += 1
    return TrainingPictures(frozenset(pictures), frozenset(openings), episodes)


def _episodes(ids: dict[str, list[int]]) -> Iterator[Episode[Any]]:
    for id, seeds in ids.items():
        task: Task[Any] = catalog.load(id)
        for seed in seeds:
            yield begin(task, seed)


def _on_the_way(episode: Episode[Any]) -> Iterator[Hash]:
    """The pictures that the solver comes by."""
    task = episode.task
    played = play(episode, map(task.phrase, solve(task, episode.start)))
    for message in present(played, (), task.seat):
        for part in message.parts:
            if not isinstance(part, Text):
                yield _hash(part.image)


def _hash(image: Frame) -> Hash:
    found = hashlib.sha256(str(image.shape).encode())
    found.update(np.ascontiguousarray(image).tobytes())
    return found.digest()[:16]


def _words(message: Message) -> str:
    return "".join(part.text for part in message.parts if isinstance(part, Text))


def _opening(pictures: Iterable[Hash], words: str) -> Hash:
    """The pictures and the letters; how texts are put together does not count."""
    return hashlib.sha256(b"".join(pictures) + "".join(words.split()).encode()).digest()[:16]


def as_row(each: Overlap) -> str:
    """A line of the table."""
    later = f"{each.later_seen} of {each.later}"
    figures = [
        each.demonstrations,
        each.pictures,
        each.evaluated,
        each.opens_alike,
        each.asks_alike,
    ]
    told = [f"{figure:,}" for figure in figures]
    return f"| `{each.task}` | {' | '.join([*told, later])} | {each.declared} |"


def updated(page: str, rows: Iterable[str]) -> str:
    """A page whose table has some rows anew, in the order of names."""
    return with_rows(page, [*HEAD, SHARED], 1, rows, notes=1)


def main(path: Path, seconds: float, wanted: list[str]) -> int:
    """Look at tasks one after the other; the number of those that leak."""
    leaks = 0
    for name in wanted or [each for each in catalog.task_names() if evaluated_ids(each)]:
        found = overlap(name, seconds=seconds)
        leaks += found.leaks
        row = as_row(found)
        print(row, "LEAKS" if found.leaks else "", flush=True)
        path.write_text(updated(path.read_text(encoding="utf-8"), [row]), encoding="utf-8")
    return leaks


if __name__ == "__main__":
    sys.exit(min(1, main(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])))
