"""One reader of answers: where in a reply the answer stands, and what it says in its form.

A reply is hostile input: only its end is read, nothing is evaluated, patterns are bounded, and so
is what all attempts together look at. The domains of the parameters read what was found, so that
their types are the format of an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import Literal, NamedTuple

from visgym.core.actions import Action, Parameter
from visgym.core.calls import Value
from visgym.core.choices import Choice, Flag
from visgym.core.compound_domains import Series
from visgym.core.domains import Domain, FreeText, Misfit, Unclear
from visgym.core.markup import OFFERS, unlisted
from visgym.core.reading import RawCall
from visgym.kit.forms import DEFAULT, Form

YesNo = Literal["Yes", "No"]
OptionLetter = Literal["A", "B", "C", "D"]

LONGEST = 20_000  # characters at the end of a reply that are read
LONGEST_ANSWER = 6_000
PATIENCE = 36_000  # characters that all attempts on one reply may look at
MOST_PLACES = 4  # of one sort, the last ones, since a reply may quote its instructions
OFFERED = 12  # characters before an answer in which `or` may stand

_ANNOUNCEMENT = r"(?:final[ ])?(?:answer|output)"
_TAG = re.compile(r"<[ ]?(/?)(?:answer|output)[ ]?>", re.IGNORECASE)
_BOX = "\\boxed{"
_HEDGE = re.compile(rf"[\s*_(]{{0,6}}(?:{'|'.join(sorted(OFFERS))})\b", re.IGNORECASE)
_OFFER = re.compile(r"(?:(?<!\w)or|/)[ \t*_$:\"'`]{0,6}\n?[ \t*_$:\"'`]{0,6}\Z", re.IGNORECASE)
_CLAUSE = re.compile(r"[,.;:!)]")


class Place(NamedTuple):
    """Where an answer may stand, its text, and whether the reply says where it ends."""

    at: int
    text: str
    closed: bool


def read_answer(reply: str, action: Action, form: Form = DEFAULT) -> RawCall | None:
    """The call that a reply makes by giving an answer in a form, None if it gives none.

    What stands in the place of an answer but is none comes back as it was said, for the complaint.
    """
    text, parameters = reply[-LONGEST:], action.parameters
    unfit, patience = "", PATIENCE
    for place in (*_marked(text, form), *_announced(text)):
        patience -= len(place.text)
        if patience < 0:
            break
        if _OFFER.search(text, max(0, place.at - OFFERED), place.at):
            return _as_said(action, _cut(text, max(0, place.at - OFFERED)))
        try:
            return RawCall(action.name, _fitting(place, parameters, form))
        except Unclear:
            return _as_said(action, place.text.strip())
        except Misfit:
            unfit = unfit or place.text.strip()
    for said in _end(text, parameters, form):
        try:
            return RawCall(action.name, form.values(parameters, said))
        except Misfit:
            continue
    return _as_said(action, unfit) if unfit else None


def _as_said(action: Action, text: str) -> RawCall:
    """A call that no domain takes, so that the complaint says what the answer must be."""
    strict = not any(_takes_anything(parameter.domain) for parameter in action.parameters)
    return RawCall(action.name, (text,) * (len(action.parameters) if strict else 1))


def _fitting(place: Place, parameters: Sequence[Parameter], form: Form) -> tuple[Value, ...]:
    """What a place says; where nobody says where it ends, prose that follows is cut off."""
    fault, domain = Misfit(), parameters[0].domain
    for said, rest in _cuts(place, domain, form):
        if _HEDGE.match(rest) or _goes_on(domain, rest):
            break
        try:
            return form.values(parameters, said)
        except Misfit as error:
            fault = fault if isinstance(fault, Unclear) else error
    raise fault


def _cuts(place: Place, domain: Domain, form: Form) -> Iterator[tuple[str, str]]:
    """The text of a place, all of it or as far as it may go, and what comes after."""
    if place.closed or form.lines or form.item or isinstance(domain, Choice | Flag):
        yield place.text, ""
        return
    said = place.text.strip()
    paragraph, line = said.partition("\n\n")[0], said.partition("\n")[0]
    tries = [said, paragraph, line]
    if _takes_anything(domain):  # prose would fit, too
        tries = [paragraph if domain.takes_lists else line]
    for each in dict.fromkeys(tries):
        yield each, said[len(each) :].strip()


def _goes_on(domain: Domain, rest: str) -> bool:
    """Whether what follows an answer begins with more of the same, so that nothing may be cut."""
    first = unlisted(rest[:200]).replace(",", " ").split(maxsplit=1)
    if not first or _takes_anything(domain):
        return False
    try:
        domain.parse(first[0])
    except Misfit as error:
        return isinstance(error, Unclear)
    return True


# Places


def _marked(text: str, form: Form) -> list[Place]:
    """The last answers between tags, in boxes or after the form's own lead, the last one first."""
    found = [*_tagged(text), *_boxed(text)]
    if form.opening:
        found += _led(text, form.opening, keeps=bool(form.lines))
    return sorted((place for place in found if place.text.strip()), reverse=True)


def _announced(text: str) -> list[Place]:
    """What follows the last `Answer:` or `## Output`, the last one first."""
    found = _led(text, _ANNOUNCEMENT)
    return sorted((place for place in found if place.text.strip()), reverse=True)


def _tagged(text: str) -> Iterator[Place]:
    tags = list(_TAG.finditer(text))[-2 * MOST_PLACES :]
    for tag, after in zip_longest(tags, tags[1:]):
        if not tag[1]:
            end = after.start() if after else len(text)
            yield Place(tag.start(), _cut(text[:end], tag.end()), bool(after and after[1]))


def _boxed(text: str) -> Iterator[Place]:
    at = len(text)
    for _ in range(MOST_PLACES):
        at = text.rfind(_BOX, 0, at)
        if at < 0:
            return
        start, depth = at + len(_BOX), 1
        for place, letter in enumerate(_cut(text, start)):
            depth += (letter == "{") - (letter == "}")
            if not depth:
                yield Place(at, text[start : start + place], True)
                break


def _led(text: str, words: str, keeps: bool = False) -> Iterator[Place]:
    """What follows a lead; together with the lead where it is a part of the answer."""
    for match in list(_lead(words).finditer(text))[-MOST_PLACES:]:
        start = match.start("lead") if match["lead"] else match.start("heading")
        yield Place(start, _cut(text, start if keeps else match.end()), False)


@cache
def _lead(words: str) -> re.Pattern[str]:
    """A lead with a colon or in bold, or alone on its line."""
    heading = rf"^[ \t>#*_`-]{{0,9}}(?P<heading>{words})[ \t*_`]{{0,4}}$"
    said = rf"(?<!\w)(?P<lead>{words})(?:[ \t*_`\"']{{0,4}}:|[ ]is\b:?|[*_`]{{1,4}}(?=\s))"
    return re.compile(rf"(?:{heading}|{said})[*_`]{{0,4}}", re.IGNORECASE | re.MULTILINE)


def _cut(text: str, start: int) -> str:
    return text[start : start + LONGEST_ANSWER]


# The end of a reply without any mark


def _end(text: str, parameters: Sequence[Parameter], form: Form) -> Iterator[str]:
    """The last paragraph where an answer may have several lines, and the last line."""
    domains = [parameter.domain for parameter in parameters]
    if form.lead and any(map(_takes_anything, domains)):
        return
    body = _TAG.sub("", text[-LONGEST_ANSWER:]).rstrip("` \t\r\n")
    paragraph = body.rpartition("\n\n")[2]
    line = body.rpartition("\n")[2]
    if len(domains) > 1 or domains[0].takes_lists:
        yield paragraph.rpartition(":\n")[2]
    if line.strip() and all(_is_plain(domain, line) for domain in domains):
        yield line


def _takes_anything(domain: Domain) -> bool:
    return isinstance(domain, FreeText) or (
        isinstance(domain, Series) and isinstance(domain.item, FreeText)
    )


def _is_plain(domain: Domain, line: str) -> bool:
    """Whether a line that nobody announced may be an option, and not prose that begins like one."""
    if not isinstance(domain, Choice | Flag) or domain.is_item(line):
        return True
    clause = _CLAUSE.split(line.strip(" *_`("), maxsplit=1)[0]
    try:
        domain.parse(clause)
    except Misfit:
        return False
    return domain.is_item(clause.split()[-1])
