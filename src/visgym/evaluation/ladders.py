"""Settings of a task from easy to hard: its presets, or knobs that change from rung to rung."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.core.errors import Mistake
from visgym.core.task import Task
from visgym.task_ids import Id

MOST_RUNGS = 64
_LEVEL = re.compile(r"(easy|medium|hard|level_(\d+))(.*)")
_WORDS = ("easy", "medium", "hard")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")


def ladders_among(presets: Mapping[str, Task[Any]]) -> list[list[str]]:
    """The presets that should be one harder than the other, such as easy_2d and hard_2d."""
    found: dict[tuple[bool, str], list[tuple[int, str]]] = {}
    for name in presets:
        if match := _LEVEL.fullmatch(name):
            word, number, variant = match.groups()
            rank = _WORDS.index(word) if number is None else int(number)
            found.setdefault((number is None, variant), []).append((rank, name))
    return [[name for _, name in sorted(ladder)] for ladder in found.values()]


@dataclass(frozen=True)
class Ladder:
    """Ids in the order of their difficulty, the easiest first."""

    name: str
    rungs: tuple[str, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.rungs) <= MOST_RUNGS:
            raise Mistake(
                f"A ladder has from 2 to {MOST_RUNGS} rungs, and {self.name} has {len(self.rungs)}."
            )
        if len(set(self.rungs)) < len(self.rungs):
            raise Mistake(f"The ladder {self.name} has the same rung twice; name each once.")
        for rung in self.rungs:
            catalog.load(rung)

    @staticmethod
    def parse(text: str) -> Ladder:
        """The ladder of a task's presets, or of knobs that are given as ranges or lists.

        >>> Ladder.parse("frozen_lake").labels
        ('level_0', 'level_1', 'level_2')
        >>> Ladder.parse("maze_2d/easy?longest=40&width=5..9:2&height=5,7,9").rungs[1]
        'maze_2d/easy?longest=40&width=7&height=7'
        """
        id = Id.parse(text)
        moving = {name: values for name, text in id.knobs if (values := _values(text))}
        if moving:
            return Ladder(text, tuple(_climbed(id, moving)))
        rising = max(ladders_among(catalog.presets(id.task)), key=len, default=[])
        if id.preset or len(rising) < 2:
            raise Mistake(
                f"'{text}' is no ladder; name a task with levels, or knobs that rise, such as "
                "maze_2d/easy?width=5..15:2."
            )
        knobs = Id("", "", id.knobs)
        return Ladder(text, tuple(f"{id.task}/{preset}{knobs}" for preset in rising))

    @property
    def labels(self) -> tuple[str, ...]:
        """What the rungs differ in: their presets, or the first knob that is never the same."""
        ids = [Id.parse(rung) for rung in self.rungs]
        columns: list[list[str]] = [[id.preset for id in ids]]
        columns += [
            [f"{name}={dict(id.knobs).get(name, '')}" for id in ids] for name, _ in ids[0].knobs
        ]
        telling = (column for column in columns if len(set(column)) == len(ids))
        return tuple(next(telling, [str(id) for id in ids]))

    def place(self, position: float) -> str:
        """A place on the ladder in words, where it lies between rungs too."""
        labels = self.labels
        if position < 0 or position > len(labels) - 1:
            return f"before {labels[0]}" if position < 0 else f"after {labels[-1]}"
        below = min(int(position), len(labels) - 2)
        ends = [_number(labels[at]) for at in (below, below + 1)]
        if ends[0] is not None and ends[1] is not None:
            value = ends[0] + (position - below) * (ends[1] - ends[0])
            return f"{labels[below].partition('=')[0]}={value:.1f}"
        at = round(position)
        away = position - at
        return labels[at] if abs(away) < 0.05 else f"{labels[at]} {away:+.1f}".replace("-", "−")


def read_ladders(texts: Iterable[str]) -> list[Ladder]:
    """Ladders as they are typed: each by itself, or a JSON file of lists of ids by name."""
    found: list[Ladder] = []
    for text in texts:
        found += _from_file(Path(text)) if text.endswith(".json") else [Ladder.parse(text)]
    names = [ladder.name for ladder in found]
    if len(set(names)) < len(names):
        raise Mistake("The same ladder is given twice; give it once.")
    return found


def _from_file(path: Path) -> list[Ladder]:
    way_out = 'write a JSON object such as {"mazes": ["maze_2d/easy", "maze_2d/hard"]}'
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise Mistake(f"There is no file {path} of ladders; {way_out}.") from None
    except ValueError:
        known = None
    if not isinstance(known, dict) or not all(
        isinstance(rungs, list) and all(isinstance(rung, str) for rung in rungs)
        for rungs in known.values()
    ):
        raise Mistake(f"{path} holds no ladders; {way_out}.")
    return [Ladder(name, tuple(rungs)) for name, rungs in known.items()]


def _values(text: str) -> list[str]:
    """The values of a knob that rises; none for one that has a single value."""
    if match := _RANGE.fullmatch(text):
        first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if not step or abs(last - first) // step >= MOST_RUNGS:
            raise Mistake(f"The range {text} has not from 2 to {MOST_RUNGS} values.")
        down = last < first
        return [
            str(each) for each in range(first, last + (-1 if down else 1), -step if down else step)
        ]
    return text.split(",") if "," in text and text[0] not in "[{\"'" else []


def _climbed(id: Id, moving: Mapping[str, list[str]]) -> list[str]:
    """The id with all rising knobs at their first values, at their second ones, and so on."""
    if len({len(values) for values in moving.values()}) > 1:
        raise Mistake(f"The knobs of {id} rise together, so all need as many values.")
    rungs = []
    for values in zip(*moving.values(), strict=True):
        rung = id
        for name, value in zip(moving, values, strict=True):
            rung = rung.with_knob(name, value)
        rungs.append(str(rung))
    return rungs


def _number(label: str) -> float | None:
    try:
        return float(label.partition("=")[2])
    except ValueError:
        return None
