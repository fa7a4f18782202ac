"""Find the call that an agent's reply makes.

A reply is hostile input: nothing is evaluated, nothing raises, and the work is bounded whatever
its length, because brackets are visited from the end and both brackets and tokens are budgeted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from visgym.core.calls import Value

MOST_BRACKETS = 1500
MOST_TOKENS = 8000
MOST_DEPTH = 8
MOST_ENCLOSING = 16  # brackets before a call that may turn out to enclose it
LONGEST_INTEGER = 18  # digits; longer numbers become floats and fit no integer domain

_TOKEN = re.compile(
    r"""\s*+(?:
      (?P<number>[+-]?(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?\d{1,4})?+)
    | (?P<word>[A-Za-z_]\w{0,63}+)
    | (?P<string>'(?:[^'\\]|\\.){0,2000}+' | "(?:[^"\\]|\\.){0,2000}+")
    | (?P<mark>[()\[\]{},:=])
    )""",
    re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(r"[A-Za-z_]\w{0,63}\Z")
_NAME_BEFORE = re.compile(r"(?<!\w)([A-Za-z_]\w{0,63})\Z")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CONTROL = {"n": "\n", "t": "\t", "r": "\r"}
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_CONSTANTS = {
    "true": True,
    "false": False,
    "null": None,
    "None": None,
    "True": True,
    "False": False,
}
_TYPOGRAPHY = {"‘": "'", "’": "'", "“": '"', "”": '"', "−": "-"}
_NAME_KEYS = ("name", "action", "tool", "function")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "input", "payload")

Said: TypeAlias = "Value | dict[str, Said]"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A call as it was said, before anybody checked that the action exists or takes this."""

    name: str
    args: tuple[Said, ...] = ()
    named: Mapping[str, Said] = field(default_factory=dict)


class _Unfit(Exception):
    """The text here is not a literal."""


class _Bare(str):
    """A word without quotes."""

    __slots__ = ()


class _Scanner:
    """Reads literals from one text, with a budget of tokens over all attempts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens_left = MOST_TOKENS
        self.kind = self.token = ""
        self.at = 0

    def start(self, at: int) -> None:
        """Look at the token that begins at a place."""
        self.at = at
        self.advance()

    def advance(self) -> None:
        """Look at the next token: its `kind`, its text `token`, and where it ends, `at`."""
        self.tokens_left -= 1
        match = _TOKEN.match(self.text, self.at)
        if match is None or self.tokens_left < 0:
            self.kind = self.token = ""
            return
        self.at = match.end()
        self.kind = match.lastgroup or ""
        self.token = match[self.kind]

    def value(self, depth: int) -> Said:
        kind, token = self.kind, self.token
        if kind == "mark":
            return self.nested(depth)
        self.advance()
        if kind == "number":
            return _number(token)
        if kind == "string":
            return _ESCAPE.sub(_unescape, token[1:-1]) if "\\" in token else token[1:-1]
        if kind == "word":
            return _CONSTANTS[token] if token in _CONSTANTS else _Bare(token)
        raise _Unfit

    def nested(self, depth: int) -> Said:
        closing = _CLOSING.get(self.token)
        if depth >= MOST_DEPTH or closing is None:
            raise _Unfit
        self.advance()
        value = self.mapping(depth + 1) if closing == "}" else self.sequence(closing, depth + 1)
        self.advance()
        return value

    def sequence(self, closing: str, depth: int) -> Value:
        values, named = self.items(closing, depth)
        if named or any(isinstance(value, dict) for value in values):
            raise _Unfit
        return tuple(values)  # type: ignore[arg-type]

    def items(self, closing: str, depth: int) -> tuple[list[Said], dict[str, Said]]:
        """Values and `name=value` pairs; stays on the closing bracket."""
        values: list[Said] = []
        named: dict[str, Said] = {}
        while self.token != closing:
            value = self.value(depth)
            if self.token == "=" and isinstance(value, _Bare):
                self.advance()
                named[str(value)] = self.value(depth)
            else:
                values.append(value)
            self.separate(closing)
        return values, named

    def mapping(self, depth: int) -> dict[str, Said]:
        """Pairs of a JSON object or dict; stays on the closing brace."""
        pairs: dict[str, Said] = {}
        while self.token != "}":
            key, is_string = self.token[1:-1], self.kind == "string"
            self.advance()
            if not is_string or self.token != ":":
                raise _Unfit
            self.advance()
            pairs[key] = self.value(depth)
            self.separate("}")
        return pairs

    def separate(self, closing: str) -> None:
        """Pass a comma, which may also stand before the closing bracket."""
        if self.token == ",":
            self.advance()
        elif self.token != closing:
            raise _Unfit


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _CONTROL.get(code, code)


def _number(token: str) -> int | float:
    if token.lstrip("+-").isdigit() and len(token) <= LONGEST_INTEGER:
        return int(token)
    return float(token)


@dataclass(frozen=True, slots=True)
class _Found:
    spoken: Spoken
    end: int
    certain: bool


def read_call(text: str, known: Collection[str]) -> Spoken | None:
    """The last complete call in `text`; a call that merely stands inside another does not count."""
    if not text.isascii():
        for fancy, plain in _TYPOGRAPHY.items():
            text = text.replace(fancy, plain)
    scanner = _Scanner(text)
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
    return chosen.spoken if chosen else None


def _brackets_from_the_end(text: str) -> Iterator[int]:
    places = {bracket: text.rfind(bracket) for bracket in _CLOSING}
    for _ in range(MOST_BRACKETS):
        bracket = max(places, key=places.__getitem__)
        place = places[bracket]
        if place < 0:
            return
        yield place
        places[bracket] = text.rfind(bracket, 0, place)


def _call_at(scanner: _Scanner, start: int, known: Collection[str]) -> _Found | None:
    """The call whose bracket opens at `start`, if there is one."""
    opening = scanner.text[start]
    scanner.start(start + 1)
    try:
        if opening == "{":
            spoken = _from_mapping(scanner.mapping(1))
            return _Found(spoken, scanner.at, True) if spoken else None
        before = _NAME_BEFORE.search(scanner.text[max(0, start - 65) : start])
        values, named = scanner.items(_CLOSING[opening], 1)
    except _Unfit:
        return None
    function = before[1] if before and opening == "(" else None
    if function and function in known:
        return _Found(Spoken(function, tuple(values), named), scanner.at, True)
    found = _from_items(values, named, scanner.at, known)
    if found is None and function:
        return _Found(Spoken(function, tuple(values), named), scanner.at, False)
    return found


def _from_items(
    values: list[Said], named: dict[str, Said], end: int, known: Collection[str]
) -> _Found | None:
    """`('move', 0)` and its relatives: the first item is the name, the rest the payload."""
    if not values or not isinstance(values[0], str) or not _NAME.match(values[0]):
        return None
    name, rest = str(values[0]), tuple(values[1:])
    if name not in known and (isinstance(values[0], _Bare) or not rest):
        return None  # a word in parentheses is prose
    return _Found(_spoken(name, rest, named), end, True)


def _spoken(name: str, rest: tuple[Said, ...], named: Mapping[str, Said]) -> Spoken:
    if len(rest) == 1 and isinstance(rest[0], dict):
        return Spoken(name, (), rest[0])
    return Spoken(name, rest, named)


def _from_mapping(pairs: Mapping[str, Said]) -> Spoken | None:
    """`{"name": ..., "arguments": ...}` in the spellings that models and servers use."""
    name = next((pairs[key] for key in _NAME_KEYS if key in pairs), None)
    if isinstance(name, dict):
        return _from_mapping(name)
    if not isinstance(name, str) or not _NAME.match(name):
        return None
    arguments = next((pairs[key] for key in _ARGUMENT_KEYS if key in pairs), {})
    if isinstance(arguments, str):
        arguments = _inner_json(arguments)
    return _spoken(name, () if arguments is None else (arguments,), {})


def _inner_json(text: str) -> Said:
    """Arguments that a server sends as a JSON string; any other string is the argument itself."""
    scanner = _Scanner(text)
    scanner.start(0)
    try:
        value = scanner.value(1)
    except _Unfit:
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
