"""Dataset Rows: questions about pictures from a file of yours, answered in one turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

import numpy as np
from PIL import Image

from visgym.core.budgets import Budget
from visgym.core.calls import Call
from visgym.core.errors import Mistake
from visgym.core.reading import RawCall
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import graders
from visgym.kit.canvas import PAPER
from visgym.kit.graders import Grader
from visgym.kit.questions import BrokenRow, Columns, DatasetRow, pictures, questions

GAP, TRIES = 8, 200  # pixels between pictures; rows that are tried
WISHES: dict[Grader, str] = {
    "exact": "Answer in a word or a short phrase",
    "choice": "Answer with the letter of the right option",
    "number": "Answer with a number",
    "set": "Answer with a list, in any order, with commas between the items",
    "list": "Answer with a list, in the right order, with commas between the items",
}


@dataclass(frozen=True, slots=True)
class AskedState:
    question: DatasetRow
    said: str | None = None


@dataclass(frozen=True, kw_only=True)
class DatasetRows(Task[AskedState]):
    data: str = ""
    """A .jsonl or .parquet file, or a folder that `datasets` saved; empty for a small sample."""
    image: str = "image"
    """The column of pictures: paths, bytes, base64, or a list of these."""
    question_column: str = "question"
    """The column of questions."""
    answer_column: str = "answer"
    """The column of right answers; a list means that any of them is right."""
    options: str = ""
    """The column of options; empty for open questions."""
    grader: Grader = "exact"
    """How answers are compared: exact, choice, number, set or list."""
    tolerance: float = 0.01
    """The share by which a number may be off."""
    size: int = 512
    """Pixels on a side of the picture."""

    tags = frozenset({"real", "full", "known", "perception", "offline"})
    budget = Budget(first=15.0, advance=0.2)
    single_turn = True

    # Generation

    def validate(self) -> None:
        if not 64 <= self.size <= 2048:
            raise ValueError("size must be from 64 to 2048.")
        if self.tolerance < 0:
            raise ValueError("tolerance must not be negative.")
        if self.grader == "choice" and not self.options:
            raise ValueError("the grader choice needs a column of options.")

    def generate(self, rng: Random) -> AskedState:
        known = questions(self.data, self._columns).rows
        for _ in range(TRIES):
            chosen = rng.choice(known)
            fault = self._fault(chosen)
            if not fault:
                return AskedState(chosen)
        raise Mistake(f"No picture of {self.data} could be read: {chosen.place} {fault}.")

    def start(self, seed: int) -> AskedState:
        """Row after row, so that as many seeds as there are rows ask each of them once."""
        known = questions(self.data, self._columns).rows
        chosen = known[seed % len(known)]
        if self.starts or self._fault(chosen):
            return super().start(seed)
        return AskedState(chosen)

    def _fault(self, chosen: DatasetRow) -> str:
        """What is wrong with the pictures of a row, empty if nothing is."""
        try:
            pictures(self.data, chosen.place, self.image)
        except BrokenRow as error:
            return str(error)
        return ""

    @property
    def _columns(self) -> Columns:
        return Columns(self.image, self.question_column, self.answer_column, self.options)

    # Rules

    def rules(self) -> str:
        return (
            f"You see one or more pictures and a question about them. {WISHES[self.grader]}, at "
            "the end of your reply and in the form <answer>...</answer>."
        )

    def legend(self, medium: Medium) -> str:
        return "Several pictures stand in rows, from left to right and from top to bottom."

    def question(self, state: AskedState) -> str:
        asked = state.question
        listed = [f"({chr(65 + at)}) {text}" for at, text in enumerate(asked.options)]
        return "\n".join([f"Question: {asked.text}", *listed])

    @action
    def answer(self, state: AskedState, text: str) -> AskedState:
        """Give the answer."""
        return replace(state, said=text)

    def hear(self, reply: str) -> RawCall | None:
        found = graders.extract(reply)
        return RawCall("answer", (found,)) if found else None

    def phrase(self, call: Call) -> str:
        return f"<answer>{call.args[0]}</answer>" if call.name == "answer" else self.write(call)

    def is_over(self, state: AskedState) -> bool:
        return state.said is not None

    def score(self, state: AskedState) -> float:
        asked, said = state.question, state.said
        if said is None:
            return 0.0
        right = asked.answers
        return float(graders.grade(said, right, self.grader, asked.options, self.tolerance))

    # Observation

    def draw(self, state: AskedState) -> Frame:
        return _sheet(self.data, state.question.place, self.image, self.size)

    # Solvers

    @solver
    def known(self, state: AskedState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The answer that stands in the row."""
        asked = state.question
        right = asked.answers[0]
        if self.grader in ("set", "list"):
            right = ", ".join(asked.answers)
        if self.grader == "choice" and right in asked.options:
            right = chr(65 + asked.options.index(right))
        yield Call("answer", (right,))


@lru_cache(maxsize=64)
def _sheet(data: str, place: str, image: str, size: int) -> Frame:
    """The pictures of a row in a square."""
    shown = pictures(data, place, image)
    across = next(side for side in range(1, len(shown) + 1) if side * side >= len(shown))
    down = -(-len(shown) // across)
    width, height = ((size - GAP * (count + 1)) // count for count in (across, down))
    sheet = Image.new("RGB", (size, size), PAPER)
    for at, picture in enumerate(shown):
        scale = min(width / picture.width, height / picture.height)
        fit = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        small = picture.resize(fit, Image.Resampling.LANCZOS, reducing_gap=2.0)
        row, column = divmod(at, across)
        left = GAP + column * (width + GAP) + (width - fit[0]) // 2
        top = GAP + row * (height + GAP) + (height - fit[1]) // 2
        sheet.paste(small, (left, top))
    return np.asarray(sheet)


PRESETS = {
    "easy": DatasetRows(options="options", grader="choice", step_limit=1),
    "hard": DatasetRows(step_limit=1),
}
