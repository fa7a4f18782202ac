"""What tests ask of graders, and two common ways of reading replies to measure them against."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import visgym
from visgym.kit.graders import Grader, grade

TOLERANCE = 0.05


class Counts(NamedTuple):
    """How many verdicts are right, and how many wrong answers were credited."""

    right: int
    false_accepts: int


@cache
def _asker(grader: Grader) -> Any:
    return visgym.load("dataset_rows/hard", grader=grader, options="options")


def credited(grader: Grader, reply: str, right: str, options: Sequence[str] = ()) -> bool:
    """Whether a whole reply is credited where one answer is right."""
    heard = _asker(grader).hear(reply)
    return heard is not None and grade(str(heard.args[0]), [right], grader, options, TOLERANCE)


def counted(
    labelled: Iterable[tuple[str, str, bool]], verdict: Callable[[str, str], bool]
) -> Counts:
    """The verdicts on replies, right answers and labels."""
    found = [(verdict(reply, right), label) for reply, right, label in labelled]
    return Counts(sum(a == b for a, b in found), sum(a and not b for a, b in found))


# One way takes the last letter in brackets, else alone, else before a dot, else an option's text,
# and guesses otherwise; the other wants exactly one letter among the words, or exactly one text.


def eager_choice(reply: str, options: Sequence[str]) -> str:
    letters = "ABCDEFGH"[: len(options)]
    padded = f" {reply.strip(',.!?;: ' + chr(39))} "
    for pattern in ("({})", " {} ", "{}."):
        places = {letter: padded.rfind(pattern.format(letter)) for letter in letters}
        if max(places.values()) >= 0:
            return max(letters, key=lambda letter: places[letter])
    texts = {
        letter: padded.lower().rfind(text) for letter, text in zip(letters, options, strict=True)
    }
    return max(letters, key=lambda letter: texts[letter])  # the first option where there is none


def strict_choice(reply: str, options: Sequence[str]) -> str:
    letters = "ABCDEFGH"[: len(options)]
    words = re.sub(r"[.()\[\],:;!*#{}$\\<>/\"'`-]", " ", reply).split()
    found = {word for word in words if word in letters}
    if len(found) == 1:
        letter = found.pop()
        return "" if letter == "A" and len(words) > 3 else letter  # an article perhaps
    texts = [letter for letter, text in zip(letters, options, strict=True) if text in reply.lower()]
    return texts[0] if len(texts) == 1 and not found else ""


# One way takes the last number wherever it stands, the other a reply that is a number as a whole.


def eager_number(reply: str, right: str) -> bool:
    found = re.findall(r"-?\d[\d,]*\.?\d*", reply)
    return bool(found) and _is_near(found[-1], right)


def strict_number(reply: str, right: str) -> bool:
    said = re.sub(r"(?i)^.*answer(?: is|:)|</?answer>|[*$]", "", reply).strip(" .")
    return _is_near(said, right) or said.lower() == right.lower()


def _is_near(said: str, right: str) -> bool:
    one, other = _float(said), _float(right)
    if one is None or other is None:
        return False
    return abs(one - other) <= TOLERANCE * abs(other)


def _float(text: str) -> float | None:
    try:
        return float(text.rstrip("%").replace(",", "")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return None


# One way looks for the right text anywhere in a reply, the other wants it to be the whole reply.


def eager_text(reply: str, right: str) -> bool:
    return right.lower() in reply.lower()


def strict_text(reply: str, right: str) -> bool:
    said = re.sub(r"(?i)^.*answer(?: is|:)|</?answer>|[*$`\"']", "", reply).strip(" .!")
    return re.sub(r"(?i)^(?:a|an|the)\s", "", said).lower() == right.lower()


# One way looks for every item anywhere in a reply, the other wants the list as it is written.


def eager_list(reply: str, right: str) -> bool:
    return all(item.lower() in reply.lower() for item in right.split(", "))


def strict_list(reply: str, right: str) -> bool:
    said = re.sub(r"(?i)^.*answer(?: is|:)|</?answer>|[*$`\"'\[\]]", "", reply).strip(" .!")
    return [item.strip().lower() for item in said.split(",")] == right.lower().split(", ")
