"""Tables of VLMEvalKit and lmms-eval as suites of questions with one answer.

A row is a question with a picture or several: multiple choice, yes or no, or open. Its pictures are
copied beside the starts under names that their bytes give, so that a suite holds together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from visgym.core.calls import Call
from visgym.core.errors import Mistake
from visgym.imports.files import BrokenProblem, printable
from visgym.imports.own_rows import own_problem
from visgym.imports.problems import Maker, Problem, Report, Skipped, broken, collect, write
from visgym.imports.row_cells import (
    LONGEST_TEXT,
    Scoring,
    first,
    fitting_rule,
    options_of,
    right_answers,
)
from visgym.imports.row_pictures import PictureStore, reference
from visgym.imports.table_files import TableRow, table_rows
from visgym.kit.graders import Grader
from visgym.kit.options import LETTERS
from visgym.kit.questions import IMPORTED
from visgym.kit.stored_pictures import FOLDER, MOST_PICTURES
from visgym.task_ids import Id, read_value

Kit = Literal["vlmeval", "lmms"]

LONGEST_CATEGORY, MOST_CATEGORIES = 60, 200
IMAGES = ("image", "images", "image_path", "img", "decoded_image")
QUESTIONS, ANSWERS = ("question", "query", "prompt"), ("answers", "answer", "label", "target", "gt")
OPTIONS, HINTS = ("options", "choices", "multi-choice options"), ("hint", "context")
CATEGORIES = ("category", "split", "type", "task", "subject")


@dataclass(frozen=True)
class TableColumns:
    """Which columns hold what; where a name is empty, the usual ones are tried."""

    image: str = ""
    question: str = ""
    answer: str = ""
    options: str = ""
    category: str = ""


@dataclass(frozen=True)
class _Borrowed:
    """The index of a row that has a picture for another one, and why that has none itself."""

    index: str
    reason: str


@dataclass(frozen=True)
class _Importer:
    """What all rows of a table have in common."""

    kit: Kit
    columns: TableColumns
    scoring: Scoring
    size: int
    store: PictureStore
    folder: Path
    """Where the store keeps its pictures."""

    def pictures(self, row: Mapping[str, Any]) -> tuple[str, ...] | _Borrowed:
        """The names of a row's pictures, or which row has them."""
        cell = first(row, self.columns.image, IMAGES)
        others = [row[f"image_{at}"] for at in range(1, MOST_PICTURES) if row.get(f"image_{at}")]
        if cell is None and not others:
            raise BrokenProblem("It has no picture.")
        try:
            cells = [cell] if cell is not None else others
            return tuple(name for each in cells for name in self.store.keep(each))
        except BrokenProblem as error:
            if (index := reference(cell)) is not None:
                return _Borrowed(index, str(error))
            raise

    def problem(self, number: int, row: Mapping[str, Any], names: tuple[str, ...]) -> Problem:
        """A row as a problem."""
        if (own := own_problem(row, names, self.folder)) is not None:
            return own
        options = options_of(first(row, self.columns.options, OPTIONS), row)
        answers = right_answers(first(row, self.columns.answer, ANSWERS), options)
        grader = self._grader(answers, options)
        start = {
            "place": f"{IMPORTED}{row.get('index', number)!s:.40}",
            "text": self._question(row),
            "answers": answers,
            "options": options,
            "files": names,
        }
        id = Id("dataset_rows", "easy" if options else "hard", self._knobs(row, grader))
        right = LETTERS[options.index(answers[0])] if answers[0] in options else answers[0]
        votes = grader.endswith("_vqa")  # of which none may be right for all
        checked = () if votes else (Call("answer", (right,)),)
        return Problem(str(id), number, start, checked)

    def _question(self, row: Mapping[str, Any]) -> str:
        text = first(row, self.columns.question, QUESTIONS)
        if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST_TEXT:
            raise BrokenProblem("It has no question.")
        hint = first(row, "", HINTS)
        told = f"{hint.strip()}\n{text}" if isinstance(hint, str) and hint.strip() else text
        return told.strip()

    def _grader(self, answers: tuple[str, ...], options: tuple[str, ...]) -> Grader:
        if self.scoring == "ours":
            return "choice" if options else "auto"
        rule = self.scoring if self.scoring != "auto" else fitting_rule(answers, options)
        if rule == "choice" and not options:
            raise BrokenProblem("It has no options to choose from.")
        return f"{self.kit}_{rule}"  # type: ignore[return-value]

    def _knobs(self, row: Mapping[str, Any], grader: Grader) -> tuple[tuple[str, str], ...]:
        knobs = {"grader": grader, "size": str(self.size)}
        found = first(row, self.columns.category, CATEGORIES)
        name = printable(str(found or "").strip())[:LONGEST_CATEGORY]
        if name:
            knobs["category"] = name if isinstance(read_value(name), str) else f'"{name}"'
        return tuple(knobs.items())


def import_rows(
    table: Path,
    suite: Path,
    kit: Kit,
    columns: TableColumns | None = None,
    scoring: Scoring = "auto",
    size: int = 1024,
) -> Report:
    """Turn a table into a suite file, files of starts, and a folder of pictures."""
    if not 64 <= size <= 2048:
        raise Mistake("The size of pictures must be from 64 to 2048 pixels.")
    folder = suite.parent / FOLDER
    store = PictureStore(folder, table.parent)
    importer = _Importer(kit, columns or TableColumns(), scoring, size, store, folder)
    skipped: list[Skipped] = []
    sources = list(_sources(table, importer))
    found = list(collect(sources, skipped))
    return write(_few_categories(found), skipped, suite)


def _sources(table: Path, importer: _Importer) -> Iterator[tuple[Path, Maker]]:
    """Every row and how to make a problem of it; pictures are kept at once, as they are large."""
    kept: dict[str, tuple[str, ...]] = {}
    for number, row in enumerate(table_rows(table)):
        place = table / f"row {number}"
        try:
            bare, pictures = _without_pictures(row, importer)
        except BrokenProblem as error:
            yield place, partial(broken, str(error))
            continue
        if isinstance(pictures, tuple):
            kept[str(bare.get("index", number))] = pictures
        yield place, partial(_made, importer, number, bare, pictures, kept)


def _without_pictures(
    row: TableRow, importer: _Importer
) -> tuple[dict[str, Any], tuple[str, ...] | _Borrowed]:
    if isinstance(row, str):
        raise BrokenProblem(row)
    pictures = importer.pictures(row)
    return {name: cell for name, cell in row.items() if not _is_picture(name, importer)}, pictures


def _is_picture(name: str, importer: _Importer) -> bool:
    return name in (*IMAGES, importer.columns.image) or name.startswith("image_")


def _made(
    importer: _Importer,
    number: int,
    row: Mapping[str, Any],
    pictures: tuple[str, ...] | _Borrowed,
    kept: Mapping[str, tuple[str, ...]],
) -> Problem:
    if isinstance(pictures, _Borrowed):
        if pictures.index not in kept:
            raise BrokenProblem(pictures.reason)
        pictures = kept[pictures.index]
    return importer.problem(number, row, pictures)


def _few_categories(found: list[tuple[Problem, Any]]) -> list[tuple[Problem, Any]]:
    """The problems without categories where these are too many to tell anything."""
    names = {dict(Id.parse(problem.id).knobs).get("category") for problem, _ in found}
    if len(names) <= MOST_CATEGORIES:
        return found
    return [(replace(each, id=_uncategorised(each.id)), start) for each, start in found]


def _uncategorised(id: str) -> str:
    parts = Id.parse(id)
    return str(replace(parts, knobs=tuple(each for each in parts.knobs if each[0] != "category")))
