"""What is gained by answering without the picture, for every question with a few answers.

`python -m visgym.conformance.blind_baselines docs` writes the table, task by task, in some minutes;
with names of tasks it measures these alone and leaves all other lines as they are.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import log2
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.conformance.option_guessing import Guesser, Posed, longest, words
from visgym.core.choices import Choice, Flag
from visgym.core.task import Task
from visgym.kit.asking import Question
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import LETTERS

SEEDS = 300
FIRST = 7_000_000  # seeds from here on, which nobody looked at when the tasks were made
MOST = 12  # answers of a question that has a few
GUESSES = ("first", "frequent", "longest", "text")
_LINE = re.compile(r"\| \w+/")
PAGE = "blind_baselines.md"
INTRODUCTION = f"""\
# Without the picture

How often answers are right that nobody looked at the picture for, of {SEEDS} seeds of each kind of
question at each level, by `make blind`. *Chance* is one of as many as there are options; what lies
above it by less than *noise*, three standard deviations, may be luck.

- *first*: always the first option.
- *frequent*: the option whose text was right most often, learnt from the other half of the seeds.
- *longest*: the option with the most letters.
- *text*: a naive Bayes classifier over the words of question and options, the place of an option,
  its rank among numbers and what it shares with others, learnt from the other half.
- *bits*: the entropy of the right answers' texts.

Ties count by the share of right ones. Some lines lie above noise. A few are luck, for the table has
hundreds of figures. In others the question itself rules answers out (a word that starts in the last
row does not run down), or right captures, moves and cells are commoner in some places than in
others. `vsp_*` are measured as they were published.
"""


@dataclass(frozen=True)
class Blind:
    """Shares of right answers without a look, of one kind of question at one level."""

    id: str
    kind: str
    seeds: int
    chance: float
    first: float
    frequent: float
    longest: float
    text: float
    bits: float

    @property
    def noise(self) -> float:
        """Three standard deviations of what chance gives."""
        return float(3 * (self.chance * (1 - self.chance) / self.seeds) ** 0.5)

    @property
    def most(self) -> float:
        """By how much the best of them is above chance."""
        return max(self.first, self.frequent, self.longest, self.text) - self.chance


def closed_ids() -> list[str]:
    """The presets with one answer out of a few."""
    return [id for id in catalog.ids() if _closed(catalog.load(id))]


def _closed(task: Task[Any]) -> bool:
    if not isinstance(task, Question) or len(task.actions) != 1:
        return False
    domains = [each.domain for each in next(iter(task.actions.values())).parameters]
    if len(domains) != 1 or isinstance(domains[0], Flag):
        return len(domains) == 1
    return isinstance(domains[0], Choice) and len(domains[0].options) <= MOST


def measure(id: str, seeds: int = SEEDS, first: int = FIRST) -> Iterator[Blind]:
    """The baselines of a preset, kind by kind."""
    task: Any = catalog.load(id)
    if not isinstance(task, MultipleChoice):
        yield _measured(id, "", task, seeds, first)
        return
    for kind in task.kinds:
        if task.asks(kind):
            yield _measured(id, kind, replace(task, question_kind=kind), seeds, first)


def _measured(id: str, kind: str, task: Any, seeds: int, first: int) -> Blind:
    posed = [_posed(task, task.start(seed).problem) for seed in range(first, first + seeds)]
    halves = posed[::2], posed[1::2]
    frequent = text = 0.0
    for learnt, tested in (halves, halves[::-1]):
        guesser = Guesser(learnt)
        frequent += sum(guesser.by_frequency(each) for each in tested)
        text += sum(guesser.by_text(each) for each in tested)
    return Blind(
        id=id,
        kind=kind,
        seeds=seeds,
        chance=sum(1 / len(each.options) for each in posed) / seeds,
        first=sum(each.right == 0 for each in posed) / seeds,
        frequent=frequent / seeds,
        longest=sum(map(longest, posed)) / seeds,
        text=text / seeds,
        bits=entropy([each.options[each.right] for each in posed]),
    )


def _posed(task: Any, problem: Any) -> Posed:
    """A question as somebody reads it who does not see the picture."""
    said, asked = task.solution(problem), task.question(problem)
    texts = getattr(problem, "options", ())
    if texts and all(isinstance(each, str) and each in asked for each in texts):
        place = LETTERS.index(said)
        stem = asked.partition("(A)")[0]
        return Posed(tuple(words(stem)), tuple(texts), place)
    domain = next(iter(task.actions.values())).parameters[0].domain
    values = [True, False] if isinstance(domain, Flag) else [*domain.options]
    return Posed(tuple(words(asked)), tuple(map(str, values)), values.index(said))


def entropy(answers: Sequence[str]) -> float:
    """
    >>> entropy(["a", "b", "a", "b"])
    1.0
    """
    shares = [count / len(answers) for count in Counter(answers).values()]
    return sum(share * log2(1 / share) for share in shares)


def as_markdown(lines: Sequence[str]) -> str:
    """The page with these lines."""
    head = ["preset", "kind", "chance", "noise", *GUESSES, "bits"]
    rule = f"|{'---|' * 2}{'---:|' * (len(head) - 2)}"
    return f"{INTRODUCTION}\n" + "\n".join([f"| {' | '.join(head)} |", rule, *lines]) + "\n"


def as_line(row: Blind) -> str:
    figures = [row.chance, row.noise, *(getattr(row, name) for name in GUESSES), row.bits]
    told = " | ".join(f"{figure:.2f}" for figure in figures)
    return f"| {row.id} | {row.kind or '-'} | {told} |"


def write(page: Path, names: Collection[str], seeds: int = SEEDS) -> None:
    """Measure tasks, and put them in place of their lines; the page is whole after each of them."""
    lines = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    for name, ids in groupby(closed_ids(), _task_of):
        if name in names or not names:
            found = [as_line(row) for id in ids for row in measure(id, seeds)]
            others = [line for line in lines if _LINE.match(line) and _named(line) != name]
            lines = sorted([*others, *found], key=_named)
            page.write_text(as_markdown(lines), encoding="utf-8")


def _task_of(id: str) -> str:
    return id.partition("/")[0]


def _named(line: str) -> str:
    """The task of a line."""
    return _task_of(line.removeprefix("| "))


if __name__ == "__main__":
    write(Path(sys.argv[1]) / PAGE, sys.argv[2:])
