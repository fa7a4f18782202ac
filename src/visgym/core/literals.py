"""Literals as agents write them: numbers, words, strings, and brackets around them.

Nothing is evaluated, and a budget of tokens bounds the work over all attempts on one text.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from visgym.core.calls import Value

MOST_TOKENS = 8000
MOST_DEPTH = 8
LONGEST_INTEGER = 18  # digits; longer numbers become floats and fit no integer domain
CLOSING = {"(": ")", "[": "]", "{": "}"}

_TOKEN = re.compile(
    r"""\s*+(?:
      (?P<number>[+-]?(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?\d{1,4})?+)
    | (?P<word>[A-Za-z_]\w{0,63}+)
    | (?P<block>"{3}(?:[^"]|"(?!"")){0,20000}+"{3} | '{3}(?:[^']|'(?!'')){0,20000}+'{3})
    | (?P<string>'(?:[^'\\]|\\.){0,20000}+' | "(?:[^"\\]|\\.){0,20000}+")
    | (?P<mark>[()\[\]{},:=])
    )""",
    re.VERBOSE | re.DOTALL,
)
_QUOTE = re.compile(r"\s*+['\"]")
_LONG = 200  # characters of a string that count as one token
_UNCLOSED = 50  # tokens that a quote costs which is never closed
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CONTROL = {"n": "\n", "t": "\t", "r": "\r"}
_CONSTANTS = {
    "true": True,
    "false": False,
    "null": None,
    "None": None,
    "True": True,
    "False": False,
}

RawValue: TypeAlias = "Value | dict[str, RawValue]"


class Unfit(Exception):
    """The text here is not a literal."""


class Bare(str):
    """A word without quotes."""

    __slots__ = ()


class Scanner:
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
            self.tokens_left -= _UNCLOSED if _QUOTE.match(self.text, self.at) else 0
            self.kind = self.token = ""
            return
        self.at = match.end()
        self.kind = match.lastgroup or ""
        self.token = match[self.kind]
        self.tokens_left -= len(self.token) // _LONG

    def value(self, depth: int) -> RawValue:
        kind, token = self.kind, self.token
        if kind == "mark":
            return self.nested(depth)
        self.advance()
        if kind == "number":
            return _number(token)
        if kind == "block":
            return token[3:-3]  # as it stands, since it is code more often than not
        if kind == "string":
            return _ESCAPE.sub(_unescape, token[1:-1]) if "\\" in token else token[1:-1]
        if kind == "word":
            return _CONSTANTS[token] if token in _CONSTANTS else Bare(token)
        raise Unfit

    def nested(self, depth: int) -> RawValue:
        closing = CLOSING.get(self.token)
        if depth >= MOST_DEPTH or closing is None:
            raise Unfit
        self.advance()
        value = self.mapping(depth + 1) if closing == "}" else self.sequence(closing, depth + 1)
        self.advance()
        return value

    def sequence(self, closing: str, depth: int) -> Value:
        values, named = self.items(closing, depth)
        if named or any(isinstance(value, dict) for value in values):
            raise Unfit
        return tuple(values)  # type: ignore[arg-type]

    def items(self, closing: str, depth: int) -> tuple[list[RawValue], dict[str, RawValue]]:
        """Values and `name=value` pairs; stays on the closing bracket."""
        values: list[RawValue] = []
        named: dict[str, RawValue] = {}
        while self.token != closing:
            value = self.value(depth)
            if self.token == "=" and isinstance(value, Bare):
                self.advance()
                named[str(value)] = self.value(depth)
            else:
                values.append(value)
            self.separate(closing)
        return values, named

    def mapping(self, depth: int) -> dict[str, RawValue]:
        """Pairs of a JSON object or dict; stays on the closing brace."""
        pairs: dict[str, RawValue] = {}
        while self.token != "}":
            key, is_string = self.token[1:-1], self.kind == "string"
            self.advance()
            if not is_string or self.token != ":":
                raise Unfit
            self.advance()
            pairs[key] = self.value(depth)
            self.separate("}")
        return pairs

    def separate(self, closing: str) -> None:
        """Pass a comma, which may also stand before the closing bracket."""
        if self.token == ",":
            self.advance()
        elif self.token != closing:
            raise Unfit


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _CONTROL.get(code, code)


def _number(token: str) -> int | float:
    if token.lstrip("+-").isdigit() and len(token) <= LONGEST_INTEGER:
        return int(token)
    return float(token)
