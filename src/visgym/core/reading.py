"""Find the call that an agent's reply makes.

A reply is hostile input: nothing is evaluated, nothing raises, and the work is bounded whatever
its length, because brackets are visited from the end and both brackets and tokens are budgeted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from visgym.core.literals import CLOSING, Bare, RawValue, Scanner, Unfit

MOST_BRACKETS = 1500
MOST_ENCLOSING = 16  # brackets before a call that may turn out to enclose it

_NAME = re.compile(r"[A-Za-z_]\w{0,63}\Z")
_NAME_BEFORE = re.compile(r"(?<!\w)([A-Za-z_]\w{0,63})\Z")
_TYPOGRAPHY = {"‘": "'", "’": "'", "“": '"', "”": '"', "−": "-"}
_NAME_KEYS = ("name", "action", "tool", "function")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "input", "payload")


@dataclass(frozen=True, slots=True)
class RawCall:
    """A call as it was said, before anybody checked that the action exists or takes this."""

    name: str
    args: tuple[RawValue, ...] = ()
    named: Mapping[str, RawValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply seems to say; not certain where an unknown name merely looks like a call."""

    call: RawCall
    certain: bool


@dataclass(frozen=True, slots=True)
class _Found:
    call: RawCall
    end: int
    certain: bool


def read_call(text: str, known: Collection[str]) -> Reading | None:
    """The last complete call in `text`; a call that merely stands inside another does not count."""
    text = text.strip()
    if not text.isascii():
        for fancy, plain in _TYPOGRAPHY.items():
            text = text.replace(fancy, plain)
    scanner = Scanner(text)
    for start in _whole_calls(text):
        whole = _call_at(scanner, start, known)
        if whole and whole.certain and whole.end == len(text):
            return Reading(whole.call, True)  # nothing but one call, as the rules ask
    best: _Found | None = None
    guess: _Found | None = None
    patience = MOST_ENCLOSING
    for start in _brackets_from_the_end(text):
        found = _call_at(scanner, start, known)
        if found and not found.certain:
            guess = guess or found
        elif found and (best is None or found.end > best.end):
            best = found
        if best:
            patience -= 1
            if patience < 0:
                break
        if scanner.tokens_left < 0:
            break
    chosen = best or guess
    return Reading(chosen.call, chosen.certain) if chosen else None


def _whole_calls(text: str) -> Iterator[int]:
    """Where a call may begin that the reply ends with: its start, and a last line of JSON."""
    if text[:1] == "(":
        yield 0
    line = text.rfind("\n") + 1
    if text[line : line + 1] == "{" and text[-1:] == "}":
        yield line


def _brackets_from_the_end(text: str) -> Iterator[int]:
    places = {bracket: text.rfind(bracket) for bracket in CLOSING}
    for _ in range(MOST_BRACKETS):
        bracket = max(places, key=places.__getitem__)
        place = places[bracket]
        if place < 0:
            return
        yield place
        places[bracket] = text.rfind(bracket, 0, place)


def _call_at(scanner: Scanner, start: int, known: Collection[str]) -> _Found | None:
    """The call whose bracket opens at `start`, if there is one."""
    opening = scanner.text[start]
    scanner.start(start + 1)
    try:
        if opening == "{":
            call = _from_mapping(scanner.mapping(1))
            return _Found(call, scanner.at, True) if call else None
        before = _NAME_BEFORE.search(scanner.text[max(0, start - 65) : start])
        values, named = scanner.items(CLOSING[opening], 1)
    except Unfit:
        return None
    function = before[1] if before and opening == "(" else None
    if function and function in known:
        return _Found(RawCall(function, tuple(values), named), scanner.at, True)
    found = _from_items(values, named, scanner.at, known)
    if found is None and function:
        return _Found(RawCall(function, tuple(values), named), scanner.at, False)
    return found


def _from_items(
    values: list[RawValue], named: dict[str, RawValue], end: int, known: Collection[str]
) -> _Found | None:
    """`('move', 0)` and its relatives: the first item is the name, the rest the payload."""
    if not values or not isinstance(values[0], str) or not _NAME.match(values[0]):
        return None
    name, rest = str(values[0]), tuple(values[1:])
    if name not in known and (isinstance(values[0], Bare) or not rest):
        return None  # a word in parentheses is prose
    return _Found(_raw_call(name, rest, named), end, True)


def _raw_call(name: str, rest: tuple[RawValue, ...], named: Mapping[str, RawValue]) -> RawCall:
    if len(rest) == 1 and isinstance(rest[0], dict):
        return RawCall(name, (), rest[0])
    return RawCall(name, rest, named)


def _from_mapping(pairs: Mapping[str, RawValue]) -> RawCall | None:
    """`{"name": ..., "arguments": ...}` in the spellings that models and servers use."""
    name = next((pairs[key] for key in _NAME_KEYS if key in pairs), None)
    if isinstance(name, dict):
        return _from_mapping(name)
    if not isinstance(name, str) or not _NAME.match(name):
        return None
    arguments = next((pairs[key] for key in _ARGUMENT_KEYS if key in pairs), {})
    if isinstance(arguments, str):
        arguments = _inner_json(arguments)
    return _raw_call(name, () if arguments is None else (arguments,), {})


def _inner_json(text: str) -> RawValue:
    """Arguments that a server sends as a JSON string; any other string is the argument itself."""
    scanner = Scanner(text)
    scanner.start(0)
    try:
        value = scanner.value(1)
    except Unfit:
        return text
    return text if isinstance(value, str) or scanner.token else value


def as_text(reply: object) -> str:
    """A reply of any sort as text: strings as they are, native tool calls as JSON."""
    if isinstance(reply, str):
        return reply
    if reply is None:
        return ""
    try:
        return json.dumps(reply)
    except (TypeError, ValueError, RecursionError):
        return str(type(reply))
