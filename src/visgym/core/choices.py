"""Domains of a few values: options by their words or codes, and yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from visgym.core.calls import Value, literal
from visgym.core.domains import Domain, Misfit, Unclear
from visgym.core.markup import FRINGE, HEDGES, OFFERS, unmarked

LEAD_INS = frozenset((
    "the", "answer", "is", "it", "it's", "its", "option", "choice", "letter", "final", "correct",
    "right", "i", "choose", "pick", "select", "would", "say", "think", "guess", "so", "therefore",
    "thus", "hence", "my", "output", "should", "must", "be", "one", "that", "to", "candidate",
    "color", "colour", "position",
))  # fmt: skip
"""Words before an option that say nothing."""
FILLERS = frozenset(("the", "and", "to", "of", "is", "a", "option", "choice", "letter"))
_BESIDE = OFFERS | {"/", "might", "could", "may"}
_CONNECTORS = frozenset((
    "or", "and", "maybe", "perhaps", "possibly", "also", "else", "either", "then", "be", "it",
    "/", "&", "|",
))  # fmt: skip
_REASONS = frozenset(("is", "was", "because", "since", "as", "or", "and", "with", "for"))
_DENIALS = frozenset(("idea", "clue", "answer"))
_CLOSING = ".():,;]-–—/|&}=→"  # may follow a letter that is an option and no article
_MOST_LEAD_INS, _MOST_WORDS = 8, 80
_MOST_SHOWN = 40  # options that a hint lists
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w+|[/&|]")


@dataclass(frozen=True)
class Choice(Domain):
    """One of a few values; an integer code may have a word for it, and either may be said."""

    options: tuple[Value, ...]
    words: tuple[str, ...] = ()
    told: str = ""
    """What options are called where they are too many to be listed."""

    @property
    def hint(self) -> str:
        if self.told:
            return self.told
        shown = [literal(option) for option in self.options]
        if self.words:
            shown = [f"{code}={word}" for code, word in zip(shown, self.words, strict=True)]
        if len(shown) > _MOST_SHOWN:
            shown = [*shown[:3], "...", shown[-1]]
        return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"

    def read(self, said: object) -> Value:
        if isinstance(said, str) and said.strip().lower() in self.words:
            return self.options[self.words.index(said.strip().lower())]
        for option in self.options:
            if isinstance(said, str) and isinstance(option, str):
                if said.strip().lower() == option.lower():
                    return option
            elif said == option and isinstance(said, bool) == isinstance(option, bool):
                return option
        raise Misfit

    def sample(self, rng: Random) -> Value:
        return rng.choice(self.options)

    def schema(self) -> dict[str, Any]:
        kind = "integer" if isinstance(self.options[0], int) else "string"
        plain = [int(o) if isinstance(o, int) else o for o in self.options]
        return {"type": kind, "enum": plain}

    def values(self) -> Iterator[Value]:
        return iter(self.options)

    def say(self, value: Value) -> str:
        if self.words:
            return self.words[self.options.index(value)]
        return value if isinstance(value, str) else literal(value)

    def parse_item(self, text: str) -> Value:
        for said in (text.strip().lower(), text.strip(FRINGE).lower()):
            if said in self._by_text:
                return self._by_text[said]
        raise Misfit

    def parse(self, text: str) -> Value:
        """The option that an answer begins with; other options may be named, but not offered."""
        plain = unmarked(text)
        for whole in (text, plain):
            if whole.strip(FRINGE).lower() in self._by_text or whole.strip() in self._by_text:
                return self.parse_item(whole)
        lines = [line.strip() for line in plain.splitlines() if line.strip()]
        if not lines:
            raise Misfit
        value, rest = self._as_set(lines[0]) or self._first(lines[0])
        if self._offers(rest, value) or any(self._differs(line, value) for line in lines[1:]):
            raise Unclear
        return value

    @cached_property
    def _by_text(self) -> dict[str, Value]:
        named = {each if isinstance(each, str) else literal(each): each for each in self.options}
        found = {text.lower(): each for text, each in named.items()}
        return found | dict(zip(self.words, self.options, strict=False))

    @cached_property
    def _by_words(self) -> dict[frozenset[str], Value]:
        """Options of several words, which may come in any order."""
        keys = {frozenset(_WORD.findall(text)): each for text, each in self._by_text.items()}
        return {key: each for key, each in keys.items() if len(key) > 1}

    def _as_set(self, line: str) -> tuple[Value, str] | None:
        said = [word for word in _WORD.findall(line.lower())[:_MOST_WORDS] if word not in FILLERS]
        key = frozenset(said)
        fits = key in self._by_words and len(said) == len(key)
        return (self._by_words[key], "") if fits else None

    def _first(self, line: str) -> tuple[Value, str]:
        """The option at the beginning of a line, and what comes after it."""
        for _ in range(_MOST_LEAD_INS):
            line = line.lstrip(FRINGE + "-")
            small = line.lower()
            found = max((key for key in self._by_text if _begins(small, key)), key=len, default="")
            if found:
                return self._by_text[found], line[len(found) :]
            word, _, line = line.partition(" ")
            if word.strip(FRINGE).lower() in HEDGES | {"both", "neither"}:
                raise Unclear
            if word.strip(FRINGE).lower() not in LEAD_INS:
                break
        raise Misfit

    def _offers(self, rest: str, value: Value) -> bool:
        """Whether another option stands beside the first one, or `no` was no answer."""
        tokens = _TOKEN.findall(rest)[:_MOST_WORDS]
        if tokens and tokens[0].lower() in _DENIALS:
            return True
        skipped = _CONNECTORS | FILLERS
        after = [0, *(at + 1 for at, token in enumerate(tokens) if token.lower() in _BESIDE)]
        for at in after:
            while at < len(tokens) and tokens[at].lower() in skipped and not tokens[at].isupper():
                at += 1
            if at < len(tokens) and self._names_other(tokens[at], value):
                return True
        return False

    def _names_other(self, token: str, value: Value) -> bool:
        is_article = len(token) == 1 and token.islower()
        return not is_article and self._by_text.get(token.lower(), value) != value

    def _differs(self, line: str, value: Value) -> bool:
        """Whether a later line is another option, or offers one."""
        bare = line.strip(FRINGE + "-").lower()
        if bare.startswith("or ") or self._by_text.get(bare, value) != value:
            return True
        return bool(OFFERS.intersection(_WORD.findall(bare)[:1])) and self._offers(line, value)


def _begins(line: str, key: str) -> bool:
    """Whether a line begins with an option; a single letter before a word may be an article."""
    if not line.startswith(key) or (key[-1].isalnum() and line[len(key) : len(key) + 1].isalnum()):
        return False
    rest = line[len(key) :]
    if len(key) > 1 or not key.isalpha() or not rest.strip() or rest.lstrip()[0] in _CLOSING:
        return True
    return rest.split(maxsplit=1)[0].strip(FRINGE) in _REASONS


_YES_NO = Choice((True, False, True, False), ("yes", "no", "true", "false"))


@dataclass(frozen=True)
class Flag(Domain):
    """Yes or no."""

    @property
    def hint(self) -> str:
        return "yes or no"

    def read(self, said: object) -> bool:
        return bool(_YES_NO.read(said))

    def sample(self, rng: Random) -> bool:
        return rng.random() < 0.5

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def values(self) -> Iterator[Value]:
        return iter((False, True))

    def say(self, value: Value) -> str:
        return "yes" if value else "no"

    def parse_item(self, text: str) -> bool:
        return bool(_YES_NO.parse_item(text))

    def parse(self, text: str) -> bool:
        return bool(_YES_NO.parse(text))
