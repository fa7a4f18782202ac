"""Answers in the formats that papers ask for: found in a reply, the last complete one wins.

A reply is hostile input: patterns are bounded, and only the end of a long reply is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar

from visgym.core.calls import Call, Value
from visgym.core.reading import RawCall

YesNo = Literal["Yes", "No"]
OptionLetter = Literal["A", "B", "C", "D"]

LONGEST = 50_000  # characters at the end of a reply that are read

Item = TypeVar("Item")

_PLAN = re.compile("action plan", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]{0,40}\)")
_TAG = re.compile(
    r"(?:<(?:output|answer)>|\b(?:output|answer)[\s*]{0,4}:)"
    r"[\s*\"'`:(]{0,8}([A-Za-z][A-Za-z, ]{0,40})",
    re.IGNORECASE,
)
_NAME = r"[\s'\"]{0,4}(\w{1,20})(?: block)?[\s'\"]{0,4}"
_MOVE = re.compile(
    rf"(?:(\d{{1,3}})[.)]\s{{0,4}})?[`*]{{0,3}}move\({_NAME},{_NAME}\)", re.IGNORECASE
)
_LEG = re.compile(
    r"(?:(\d{1,3})[.)]\s{0,4})?[`*]{0,3}(north|south|east|west)[`*]{0,3}\s{0,2}:\s{0,4}(\d{1,3})\b",
    re.IGNORECASE,
)
_TIMES = re.compile(
    r"car\s{0,2}:\s{0,4}(\d{0,6}\.?\d{1,20})\D{0,40}?person\s{0,2}:\s{0,4}(\d{0,6}\.?\d{1,20})"
    r"[^A-Za-z0-9]{0,40}(?:seconds?|s)?[^A-Za-z0-9]{0,40}(?:danger[^A-Za-z0-9]{0,10})?(yes|no)\b",
    re.IGNORECASE,
)
_LETTERS = {"left": "L", "right": "R", "up": "U", "down": "D"}


def spoken(*values: Value) -> RawCall | None:
    """The call of `answer` with these values, None if one is missing."""
    return None if None in values else RawCall("answer", values)


# Reading


def _end(reply: str) -> str:
    return reply[-LONGEST:]


def plan(reply: str) -> tuple[str, ...] | None:
    """The moves of the last `Action plan: L,L,R,U,D`."""
    for part in reversed(_PLAN.split(_end(reply))[1:]):
        line = part.lstrip(" \t\r\n*:_\"'`#").partition("\n")[0]
        for text in (_ASIDE.sub(" ", line), line):  # R (right), D (down) are two moves
            if moves := tuple(_moves(re.findall(r"[A-Za-z]+", text))):
                return moves
    return None


def _moves(words: Iterable[str]) -> Iterable[str]:
    """The letters of moves up to the first word that is none."""
    for word in words:
        if word.lower() in _LETTERS:
            yield _LETTERS[word.lower()]
        elif word.isupper() and set(word) <= set("LRUD"):
            yield from word
        elif len(word) == 1 and word.upper() in "LRUD":
            yield word.upper()
        else:
            return


def choice(reply: str, options: Sequence[str]) -> str | None:
    """The option in the last `<Output> Yes`, `<Answer> C` or `Answer: C`."""
    by_word = {option.lower(): option for option in options}
    for match in reversed(list(_TAG.finditer(_end(reply)))):
        word = re.findall(r"[a-z]+", match[1].lower())[0]
        if word in by_word:
            return by_word[word]
    return None


def sides(reply: str) -> tuple[str, ...] | None:
    """The words of the last `<Output> Above,Left`, one for rows and one for columns at most."""
    for match in reversed(list(_TAG.finditer(_end(reply)))):
        words = re.findall(r"[a-z]+", match[1].lower())[:3]
        rows = [word for word in words if word in ("above", "below")]
        columns = [word for word in words if word in ("left", "right")]
        if max(len(rows), len(columns)) == 1:
            return tuple(word.capitalize() for word in (*rows, *columns))
    return None


def block_moves(reply: str) -> tuple[tuple[str, str], ...] | None:
    """The last list of `1. move(red,table)`."""
    found = [(match[1], (match[2].lower(), match[3].lower())) for match in _found(_MOVE, reply)]
    return _last_list(found)


def legs(reply: str) -> tuple[tuple[str, int], ...] | None:
    """The last list of `1. North: 1`."""
    found = [(match[1], (match[2].capitalize(), int(match[3]))) for match in _found(_LEG, reply)]
    return _last_list(found)


def times(reply: str) -> tuple[float, float, str] | None:
    """The last `Car: 2.0`, `Person: 2.0` and `Yes` in a row."""
    found = _found(_TIMES, reply)
    if not found:
        return None
    car, person, danger = found[-1].groups()
    return float(car), float(person), danger.capitalize()


def _found(pattern: re.Pattern[str], reply: str) -> list[re.Match[str]]:
    return list(pattern.finditer(_end(reply)))


def _last_list(items: Sequence[tuple[str | None, Item]]) -> tuple[Item, ...] | None:
    """The items from the last number 1 on; all of them if none is numbered."""
    numbered = [(int(number), item) for number, item in items if number]
    if not numbered:
        return tuple(item for _, item in items) or None
    ones = [index for index, (number, _) in enumerate(numbered) if number == 1]
    return tuple(item for _, item in numbered[ones[-1] if ones else 0 :])


# Writing


def write_plan(call: Call) -> str:
    """`Action plan: L,L,R`."""
    return f"Action plan: {','.join(map(str, _items(call)))}"


def write_choice(call: Call, tag: str = "Output") -> str:
    """`<Output> Yes`."""
    return f"<{tag}> {call.args[0]}"


def write_block_moves(call: Call) -> str:
    """`1. move(red,table)`, one move a line."""
    return _numbered(f"move({source},{target})" for source, target in _pairs(call))


def write_legs(call: Call) -> str:
    """`1. North: 1`, one leg a line."""
    return _numbered(f"{direction}: {count}" for direction, count in _pairs(call))


def write_times(call: Call) -> str:
    """`Car: 2.0`, `Person: 2.0` and `Yes` on lines of their own."""
    car, person, danger = call.args
    return f"Car: {_number(car)}\nPerson: {_number(person)}\n{danger}"


def _number(value: Value) -> str:
    return str(round(value, 4)) if isinstance(value, float) else str(value)


def _numbered(lines: Iterable[str]) -> str:
    listed = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1))
    return f"<Output>\n{listed}"


def _items(call: Call) -> tuple[Value, ...]:
    items = call.args[0]
    return items if isinstance(items, tuple) else (items,)


def _pairs(call: Call) -> Iterable[tuple[Value, Value]]:
    for item in _items(call):
        if isinstance(item, tuple):
            yield item[0], item[1]
