"""The tables of the page for authors, written from the code that they are about."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

from visgym.core.actions import Parameter, action_of
from visgym.core.signatures import (
    AtMost,
    Below,
    FreeGrid,
    Grid,
    Letters,
    OneOf,
    Pairs,
    Permutation,
    Span,
    Subset,
    Word,
)
from visgym.core.tags import TAGS


class Lane(IntEnum):
    LEFT = 0
    RIGHT = 1


class _Example:
    """Each way to declare a parameter, once."""

    size = 4
    colors = ("red", "green")

    def say(
        self,
        state: object,
        amount: Annotated[int, Span(-9, 9)],
        share: Annotated[float, Span(0, 1)],
        column: Annotated[int, Below("size")],
        lane: Lane,
        answer: Literal["yes", "no"],
        color: Annotated[str, OneOf("colors")],
        words: str,
        note: Annotated[str, AtMost(400)],
        guess: Annotated[str, Word(5, 5)],
        cell: tuple[Annotated[int, Below("size")], Annotated[int, Below("size")]],
        route: tuple[Lane, ...],
        order: Annotated[tuple[int, ...], Permutation("size")],
        sure: bool,
        plan: Annotated[str, Letters("LRUD")],
        chosen: Annotated[tuple[int, ...], Subset(Below("size"))],
        edges: Annotated[tuple[tuple[int, int], ...], Pairs(Below("size"))],
        board: Annotated[tuple[tuple[int, ...], ...], Grid(2, 2, Below("size"))],
        drawing: Annotated[tuple[tuple[int, ...], ...], FreeGrid(3, 3, Below("size"))],
    ) -> object:
        """Say something."""
        return state


def example_parameters() -> dict[str, Parameter]:
    """The parameters of the table by the way they are declared."""
    declared = inspect.signature(_Example.say).parameters
    parameters = action_of("say", _Example.say, _Example()).parameters
    return {declared[each.name].annotation.replace("'", '"'): each for each in parameters}


def domain_table() -> Iterator[str]:
    """What the type of a parameter lets an agent say."""
    yield "| declaration | what may be said | in the prompt | example |"
    yield "|---|---|---|---|"
    for declaration, parameter in example_parameters().items():
        domain = parameter.domain
        example = domain.write(domain.sample(Random(parameter.name)))
        said = f"{parameter.name} is {domain.hint}"
        yield f"| `{declaration}` | {_meaning(parameter)} | {said} | `{example}` |"


def _meaning(parameter: Parameter) -> str:
    """What the annotation says of itself, or else the domain."""
    kind = get_type_hints(_Example.say, include_extras=True)[parameter.name]
    notes = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    about = type(notes[0]) if notes else type(parameter.domain)
    return (inspect.getdoc(about) or "").partition("\n")[0].rstrip(".")


def tag_table() -> Iterator[str]:
    """What each tag says."""
    yield "| tag | says |"
    yield "|---|---|"
    for tag, meaning in TAGS.items():
        yield f"| `{tag}` | {meaning} |"


def with_tables(page: str) -> str:
    """The page with its tables as they should be."""
    for name, table in (("domains", domain_table()), ("tags", tag_table())):
        begin, end = f"<!-- {name}: made by `make docs` -->", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        after = rest.partition(end)[2]
        page = "\n".join([before + begin, "", *table, "", end + after])
    return page


def write_tables(path: Path) -> None:
    """Bring the tables of a page up to date."""
    path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
