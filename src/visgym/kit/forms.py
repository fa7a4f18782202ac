"""The form of an answer: how its values are written down, and read from where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from visgym.core.actions import Action, Parameter
from visgym.core.calls import Value
from visgym.core.compound_domains import Group, Series
from visgym.core.domains import Domain, Misfit, Real, Unclear, Whole
from visgym.core.markup import unlisted, unmarked

MOST_ITEMS = 400
_WORD, _NUMBER = r"[\s'\"]{0,4}(\w[\w ]{0,24}?)[\s'\"]{0,4}", r"[\s'\"]{0,4}([+-]?[\d.]{1,12})"
_BEFORE_ITEM = re.compile(
    r"\[?(?:(?:step|move|leg)[ ]?\d{0,3}[ ]?[:.)-][ ]?)?(?:(?:first|then|next|finally),?[ ])?",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(
    r"[\s,;(]{0,4}(?:or|alternatively)\b|[ ]?(?:[-–/]|to)[ ]?\d", re.IGNORECASE
)
_OTHERWISE = re.compile(r"\b(?:or|alternatively|otherwise|else|maybe|perhaps)\b", re.IGNORECASE)
_BETWEEN_ITEMS = re.compile(r"[\s,;.→]{0,6}(?:and |then ){0,2}(?:\d{1,3}[.)]\s{0,3})?")


@dataclass(frozen=True)
class Form:
    """How an answer is written; one that a paper prescribes is told by the rules of the task.

    >>> Form(lead="Action plan:").opening
    'Action\\\\ plan'
    """

    lead: str = ""
    """What stands before the answer, such as `<Output>` or `Action plan:`; empty for tags."""
    item: str = ""
    """An item of a numbered list with `{}` for each of its parts, such as `move({},{})`."""
    lines: tuple[str, ...] = ()
    """A line for each parameter with `{}` for its value, such as `Car: {}`."""
    implied: Callable[..., Value] | None = None
    """The last value from the others, where an answer may leave out its line."""

    @property
    def opening(self) -> str:
        """A pattern of the words that announce the answer; empty where tags do."""
        if self.lines:
            return re.escape(_label(self.lines[0]))
        return re.escape(self.lead[:-1]) if self.lead.endswith(":") else ""

    def usage(self, action: Action) -> str:
        """The form with the names of the parameters in it; as a call, where the rules tell it."""
        if self != DEFAULT:
            return action.usage
        names = [parameter.name for parameter in action.parameters]
        body = names[0] if len(names) == 1 else "\n".join(f"{name}: ..." for name in names)
        return f"<answer>{body}</answer>"

    def write(self, parameters: Sequence[Parameter], args: Sequence[Value]) -> str:
        """An answer in this form."""
        body = self._body(parameters, args)
        if not self.lead and not self.lines:
            return f"<answer>{body}</answer>"
        between = "\n" if self.item else " "
        return f"{self.lead}{between}{body}".strip()

    def values(self, parameters: Sequence[Parameter], text: str) -> tuple[Value, ...]:
        """What a text says in this form, or `Misfit`."""
        if len(parameters) > 1:
            return self._labelled(parameters, text)
        domain = parameters[0].domain
        if self.item:
            return (self._listed(domain, text),)
        bare = text.lstrip()
        return (domain.parse(bare[1:] if bare.startswith(":") else text),)

    def _body(self, parameters: Sequence[Parameter], args: Sequence[Value]) -> str:
        domain = parameters[0].domain
        if self.item:
            items = enumerate(_tuple(args[0]), start=1)
            return "\n".join(f"{n}. {self.item.format(*_parts(domain, each))}" for n, each in items)
        said = [each.domain.say(arg) for each, arg in zip(parameters, args, strict=True)]
        if len(parameters) == 1:
            return said[0]
        return "\n".join(
            line.format(each) for line, each in zip(self._lines(parameters), said, strict=True)
        )

    def _lines(self, parameters: Sequence[Parameter]) -> tuple[str, ...]:
        return self.lines or tuple(f"{parameter.name}: {{}}" for parameter in parameters)

    def _labelled(self, parameters: Sequence[Parameter], text: str) -> tuple[Value, ...]:
        """A value after each label; a line without a label comes after the others."""
        plain = unmarked(text)
        labels = [_label(line) for line in self._lines(parameters)]
        starts, at = list[re.Match[str]](), 0
        for label in filter(None, labels):
            match = _after(label).search(plain, at)
            if match is None:
                raise Misfit
            starts, at = [*starts, match], match.end()
        ends = [*(match.start() for match in starts[1:]), len(plain)]
        said = [plain[m.end() : end] for m, end in zip(starts, ends, strict=True)]
        if not labels[-1]:
            said[-1:] = _first_and_rest(said[-1])
        values = [each.domain.parse(text) for each, text in zip(parameters, said, strict=False)]
        if len(values) < len(parameters):
            if self.implied is None:
                raise Misfit
            values.append(self.implied(*values))
        return tuple(values)

    def _listed(self, domain: Domain, text: str) -> Value:
        """The items that lines begin with; what else is said on lines of its own is passed over."""
        members, found = _members(domain), list[Value]()
        pattern = _template(self.item, tuple(isinstance(m, Whole | Real) for m in members))
        for line in unlisted(unmarked(text)).splitlines():
            at = _end(_BEFORE_ITEM, line, 0)
            while (match := pattern.match(line, at)) and len(found) <= MOST_ITEMS:
                found.append(_item(members, match.groups()))
                at = _end(_BETWEEN_ITEMS, line, match.end())
            if _ALTERNATIVE.match(line, at) or _offers(pattern, line, at):
                raise Unclear
        if not found:
            raise Misfit
        try:
            return domain.read(tuple(found))
        except Misfit:
            raise Unclear from None


DEFAULT = Form()
"""Between tags: `<answer>...</answer>`."""


def _label(line: str) -> str:
    return line.partition("{}")[0].strip(" :")


@cache
def _after(label: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(label)}[\s*_\"']{{0,4}}[:=]", re.IGNORECASE)


def _first_and_rest(text: str) -> list[str]:
    """The value on the first line, and the one that follows if any, without its label."""
    first, _, rest = text.strip().partition("\n")
    if not rest.strip():
        first, _, rest = first.partition(",")
    line, _, more = rest.strip().partition("\n")
    return [first, f"{line.rpartition(':')[2]}\n{more}"] if line else [first]


@cache
def _template(item: str, numeric: tuple[bool, ...]) -> re.Pattern[str]:
    texts = [r"\s{0,3}".join(map(re.escape, part.split(" "))) for part in item.split("{}")]
    parts = [_NUMBER if each else _WORD for each in numeric]
    pattern = "".join(text + part for text, part in zip(texts, [*parts, ""], strict=True))
    return re.compile(pattern, re.IGNORECASE)


def _offers(pattern: re.Pattern[str], line: str, at: int) -> bool:
    """Whether the rest of a line names another item instead."""
    other = pattern.search(line, at)
    return other is not None and _OTHERWISE.search(line, at, other.start()) is not None


def _end(pattern: re.Pattern[str], line: str, at: int) -> int:
    match = pattern.match(line, at)
    return match.end() if match else at


def _item(members: Sequence[Domain], said: Sequence[str]) -> tuple[Value, ...]:
    try:
        return tuple(member.parse(each) for member, each in zip(members, said, strict=True))
    except Misfit:
        raise Unclear from None


def _members(domain: Domain) -> tuple[Domain, ...]:
    """The domains of the parts of an item."""
    if not isinstance(domain, Series):
        raise TypeError("A form with items is for a list")
    return domain.item.members if isinstance(domain.item, Group) else (domain.item,)


def _parts(domain: Domain, value: Value) -> list[str]:
    members = _members(domain)
    values = _tuple(value) if len(members) > 1 else (value,)
    return [member.say(each) for member, each in zip(members, values, strict=True)]


def _tuple(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple)
    return value
