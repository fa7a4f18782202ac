"""Dataset Rows: questions about pictures from a file of yours, answered in one turn."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from visgym.authoring import Asked, Budget, Frame, Medium, Mistake, Question, action
from visgym.core.reading import RawCall
from visgym.kit import graders
from visgym.kit.caches import cached_layer
from visgym.kit.graders import Grader, names_option
from visgym.kit.official_graders import RULES
from visgym.kit.options import letter_of, listed
from visgym.kit.picture_sheets import sheet
from visgym.kit.questions import (
    IMPORTED,
    BrokenRow,
    Columns,
    DatasetRow,
    picture_numbers,
    pictures,
    questions,
    with_pictures_named,
)
from visgym.kit.stored_pictures import FOLDER, stored_pictures

LONGEST_REPLY = 2_000  # characters of a reply that is heard as a whole
TRIES = 200  # rows that are looked at for one whose pictures can be read
_LETTER = "Answer with the letter of the right option"
_PHRASE = "Answer in a word or a short phrase"
WISHES: dict[Grader, str] = {
    "exact": _PHRASE,
    "choice": _LETTER,
    "number": "Answer with a number",
    "set": "Answer with a list, in any order, with commas between the items",
    "auto": (
        "Answer with the letter of the right option, or, where there are none, with a number, "
        "a word or a short phrase"
    ),
    "list": "Answer with a list, in the right order, with commas between the items",
    "vlmeval_choice": _LETTER,
    "lmms_choice": _LETTER,
    "vlmeval_yes_no": "Answer with yes or no",
    "lmms_yes_no": "Answer with yes or no",
}
"""What is asked for, where it is not a word or a short phrase."""
LETTERED: tuple[Grader, ...] = ("choice", "auto", "vlmeval_choice", "lmms_choice")


@dataclass(frozen=True, kw_only=True)
class DatasetRows(Question[DatasetRow]):
    data: str = ""
    """A .jsonl or .parquet file, or a folder that `datasets` saved; empty for a small sample."""
    image: str = "image"
    """The column of pictures: paths, bytes, base64, or a list of these; or several, as image_*."""
    question_column: str = "question"
    """The column of questions."""
    answer_column: str = "answer"
    """The column of right answers; a list means that any of them is right."""
    options: str = ""
    """The column of options, or one for each, as A,B,C,D; empty for open questions."""
    grader: Grader = "exact"
    """How answers are compared: exact, choice, number, set, list, or auto, as suits each row; or by
    a rule of a public kit, such as vlmeval_choice or lmms_vqa."""
    tolerance: float = 0.01
    """The share by which a number may be off."""
    size: int = 512
    """Pixels on a side of the picture."""
    apart: bool = True
    """Whether several pictures are shown one by one, or on one sheet."""
    category: str = ""
    """The part of a benchmark that imported rows belong to; it changes nothing."""

    tags = frozenset({"real", "full", "known", "perception", "offline"})
    budget = Budget(first=15.0, advance=0.2)
    version = 2
    names_pictures = True
    distinct_starts = 0.1  # as many as there are rows

    # Generation

    def validate(self) -> None:
        if not 64 <= self.size <= 2048:
            raise ValueError("size must be from 64 to 2048.")
        if self.tolerance < 0:
            raise ValueError("tolerance must not be negative.")
        if self.grader == "choice" and not self.options:
            raise ValueError("the grader choice needs a column of options.")

    def generate(self, rng: Random) -> DatasetRow:
        known = questions(self.data, self._columns).rows
        for _ in range(TRIES):
            chosen = rng.choice(known)
            fault = self._fault(chosen)
            if not fault:
                return chosen
        raise Mistake(f"No picture of {self.data} could be read: {chosen.place} {fault}.")

    def start(self, seed: int) -> Asked[DatasetRow]:
        """Row after row, so that as many seeds as there are rows ask each of them once."""
        if self.starts:
            return super().start(seed)
        known = questions(self.data, self._columns).rows
        chosen = known[seed % len(known)]
        fault = self._fault(chosen)
        if not fault:
            return Asked(chosen)
        found = super().start(seed)
        met = _broken(self.data, self._columns)
        met.add(chosen.place)
        warnings.warn(
            f"The row {chosen.place} of {self.data} {fault}, so seed {seed} asks "
            f"{found.problem.place} instead; {len(met)} of {len(known)} rows so far.",
            stacklevel=2,
        )
        return found

    def broken_rows(self) -> tuple[str, ...]:
        """Every row that cannot be asked, and why; this looks at all pictures."""
        known = questions(self.data, self._columns)
        faults = ((chosen.place, self._fault(chosen)) for chosen in known.rows)
        return (*known.broken, *(f"{place} {fault}" for place, fault in faults if fault))

    def _fault(self, chosen: DatasetRow) -> str:
        """What is wrong with the pictures or the answer of a row, empty if nothing is."""
        try:
            pictures(self.data, chosen.place, self.image)
            self.question(chosen)
        except BrokenRow as error:
            return str(error)
        is_choice = self.grader in ("choice", "auto") and chosen.options
        if is_choice and not any(names_option(each, chosen.options) for each in chosen.answers):
            return "has an answer that is none of its options"
        return ""

    @property
    def _columns(self) -> Columns:
        is_mixed = self.grader == "auto"
        return Columns(self.image, self.question_column, self.answer_column, self.options, is_mixed)

    def effort(self, state: Asked[DatasetRow]) -> float:
        return float(not self.options)  # without options, answers are open

    # Rules

    def rules(self) -> str:
        wish = WISHES.get(self.grader, _PHRASE)
        return f"You see one or more pictures and a question about them. {wish}."

    def legend(self, medium: Medium) -> str:
        if self.apart:
            return "A picture that the question names, such as [picture 1], stands after its name."
        return "Several pictures stand in rows, from left to right and from top to bottom."

    def question(self, problem: DatasetRow) -> str:
        asked = f"Question: {problem.text}"
        told = f"{asked}\n{listed(problem.options)}" if problem.options else asked
        if "<image" not in told.lower():
            return told
        return with_pictures_named(told, self._numbers(problem))

    @action
    def answer(self, problem: DatasetRow, text: str) -> None:
        """Give the answer."""

    def hear(self, reply: str) -> RawCall | None:
        """The marked answer; to choose, a short reply without a mark is heard as a whole."""
        heard = super().hear(reply)
        if self.grader in RULES and "<answer>" not in reply and "answer(" not in reply:
            return RawCall("answer", (reply[-LONGEST_REPLY:],)) if reply.strip() else None
        whole = reply.strip()
        if heard is None or self.grader not in ("choice", "auto") or len(whole) > LONGEST_REPLY:
            return heard
        is_last_line = heard.args == (whole.rpartition("\n")[2].rstrip("` "),)
        return RawCall(heard.name, (whole,)) if is_last_line else heard

    def grade(self, problem: DatasetRow, text: str) -> float:
        right = problem.answers
        return graders.credit(text, right, self.grader, problem.options, self.tolerance)

    def solution(self, problem: DatasetRow) -> str:
        """The answer that stands in the row."""
        right = problem.answers[0]
        if self.grader in ("set", "list"):
            return ", ".join(problem.answers)
        if self.grader in LETTERED and right in problem.options:
            return letter_of(problem.options, right)
        return max(problem.answers, key=lambda each: self.grade(problem, each))

    # Observation

    def draw(self, problem: DatasetRow) -> Frame:
        return _sheet(*self._held(problem), self.size)

    def clip_count(self, state: Asked[DatasetRow] | DatasetRow) -> int:
        return len(self._numbers(self.visible(state, 0))) if self.apart else 1

    def clip(self, problem: DatasetRow) -> tuple[Frame, ...]:
        count = self.clip_count(problem)
        if count == 1:
            return (self.draw(problem),)
        held = self._held(problem)
        return tuple(_sheet(*held, self.size, at) for at in range(count))

    def _numbers(self, problem: DatasetRow) -> Sequence[int]:
        """The numbers under which a row speaks of its pictures."""
        if problem.place.startswith(IMPORTED):
            return range(1, len(problem.files) + 1)
        return picture_numbers(self.data, problem.place, self.image)

    def _held(self, problem: DatasetRow) -> tuple[str, str, str | tuple[str, ...]]:
        """Where the pictures are: in rows of data, or, of imported rows, beside their starts."""
        if not problem.place.startswith(IMPORTED):
            return self.data, problem.place, self.image
        return str(Path(self.starts).parent / FOLDER), problem.place, problem.files


@cached_layer
def _sheet(
    data: str, place: str, image: str | tuple[str, ...], size: int, only: int | None = None
) -> Frame:
    """The pictures of a row in a square, or one of them."""
    found = stored_pictures(data, image) if isinstance(image, tuple) else None
    shown = found or pictures(data, place, str(image))
    return sheet(shown if only is None else shown[only : only + 1], size)


@lru_cache(maxsize=8)
def _broken(data: str, columns: Columns) -> set[str]:
    """The broken rows that this process met, so that warnings can count them."""
    return set()


PRESETS = {
    "easy": DatasetRows(options="options", grader="choice"),
    "hard": DatasetRows(),
}
