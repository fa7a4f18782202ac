"""What the cells of a table say: lists, options, right answers, and the rule that suits them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Literal

from visgym.imports.files import BrokenProblem
from visgym.kit.options import LETTERS

Scoring = Literal["auto", "choice", "yes_no", "vqa", "anls", "relaxed", "exact", "ours"]
"""Rules of a kit by name; `auto` for the one that suits each row, `ours` for our own graders."""

LONGEST_TEXT = 20_000  # characters of a question or an answer
FEWEST_ANNOTATORS = 3  # from which on several answers are votes


def options_of(cell: Any, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The options in a list, or in one column for each letter."""
    found = listed(cell)
    if not isinstance(found, list):
        found = [row[letter] for letter in LETTERS if row.get(letter) is not None]
    options = tuple(str(each).strip() for each in found)
    if len(options) == 1 or len(options) > len(LETTERS) or not all(options):
        raise BrokenProblem("Its options are none that can be chosen from.")
    return options


def first(row: Mapping[str, Any], chosen: str, usual: tuple[str, ...]) -> Any:
    """The cell of a column that was chosen, or of the first of the usual ones that is there."""
    names = (chosen,) if chosen else usual
    return next((row[name] for name in names if row.get(name) is not None), None)


def listed(cell: Any) -> Any:
    """The list that a text writes; all else as it is."""
    text = cell.strip() if isinstance(cell, str) else ""
    if not (text.startswith("[") and text.endswith("]")) or len(text) > LONGEST_TEXT:
        return list(cell) if isinstance(cell, tuple) else cell
    try:
        return ast.literal_eval(text)  # takes literals only, and evaluates nothing
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return cell


def right_answers(cell: Any, options: tuple[str, ...]) -> tuple[str, ...]:
    """The right answers: of options the text of the right one, where no other has the same."""
    found = listed(cell)
    if options:
        lone = found[0] if isinstance(found, list) and len(found) == 1 else cell
        return (_right_option(lone, options),)
    values = found if isinstance(found, list) else [cell]
    answers = tuple(str(each) for each in values if isinstance(each, str | int | float))
    if not answers or not all(0 < len(each.strip()) <= LONGEST_TEXT for each in answers):
        raise BrokenProblem("It has no answer.")
    return answers


def _right_option(cell: Any, options: tuple[str, ...]) -> str:
    said = str(cell).strip().removeprefix("(").rstrip(").:") if cell is not None else ""
    place = LETTERS.find(said.upper()) if len(said) == 1 and said.isalpha() else -1
    if place < 0 and type(cell) is int:
        place = cell
    if place < 0 and said.isdecimal() and said not in options:
        place = int(said[:6])
    if place < 0 and options.count(str(cell).strip()) == 1:
        place = options.index(str(cell).strip())
    if not 0 <= place < len(options):
        raise BrokenProblem("Its answer is none of its options.")
    if options.count(options[place]) == 1:
        return options[place]
    if LETTERS[place] in options:
        raise BrokenProblem("Two of its options are equal.")
    return LETTERS[place]


def fitting_rule(answers: tuple[str, ...], options: tuple[str, ...]) -> Scoring:
    """The rule that suits a row."""
    if options:
        return "choice"
    if len(answers) == 1 and answers[0].strip().lower() in ("yes", "no"):
        return "yes_no"
    return "vqa" if len(answers) >= FEWEST_ANNOTATORS else "exact"
