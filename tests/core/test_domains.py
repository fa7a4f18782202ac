"""Domains read what they say, however people put it, and refuse everything else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from visgym.core.domains import Domain, Misfit, Unclear
from visgym.core.signatures import (
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
    domain_of,
)


@dataclass(frozen=True)
class Knobs:
    size: int = 4
    ways: tuple[str, ...] = ("North", "East", "West")


Index = Annotated[int, Below("size")]
KINDS: dict[str, Any] = {
    "whole": Annotated[int, Span(-20, 1500)],
    "real": Annotated[float, Span(0, 1000)],
    "letter": Literal["A", "B", "C", "D"],
    "word": Annotated[str, OneOf("ways")],
    "code": Literal[1, 2, 3],
    "mark": Literal["<", ">", "=", "#", "."],
    "words": Literal["Above", "Below", "Left", "Above,Left", "Below,Left"],
    "flag": bool,
    "text": str,
    "spelled word": Annotated[str, Word(3, "size")],
    "cell": tuple[Index, Index],
    "list": tuple[Index, ...],
    "word list": tuple[Annotated[str, OneOf("ways")], ...],
    "legs": tuple[tuple[Annotated[str, OneOf("ways")], Annotated[int, Span(0, 9)]], ...],
    "pairs": Annotated[tuple[tuple[int, int], ...], Pairs(Below("size"))],
    "order": Annotated[tuple[int, ...], Permutation("size")],
    "order from 1": Annotated[tuple[int, ...], Permutation(12, first=1)],
    "moves": Annotated[tuple[str, ...], Letters("LRUD", ("left", "right", "up", "down"))],
    "bits": Annotated[str, Letters("01")],
    "grid": Annotated[tuple[tuple[int, ...], ...], Grid("size", 3, Span(1, 9))],
    "wide grid": Annotated[tuple[tuple[int, ...], ...], Grid(2, 2, Span(0, 150))],
    "free grid": Annotated[tuple[tuple[int, ...], ...], FreeGrid(4, 5, Span(0, 9))],
    "map": Annotated[tuple[tuple[Literal[".", "#"], ...], ...], Grid(3, "size")],
    "subset": Annotated[tuple[int, ...], Subset(Below("size"))],
    "named subset": Annotated[tuple[str, ...], Subset(OneOf("ways"), least=1, most=2)],
}
DOMAINS = {name: domain_of(kind, Knobs()) for name, kind in KINDS.items()}


def parsed(name: str, text: str) -> Any:
    """What a text says, or the name of what is wrong with it."""
    try:
        return DOMAINS[name].parse(text)
    except Misfit as error:
        return type(error)


@given(st.sampled_from(list(DOMAINS)), st.integers())
@settings(max_examples=400, deadline=None)
def test_what_a_domain_says_it_parses_back(name: str, seed: int) -> None:
    domain = DOMAINS[name]
    value = domain.sample(Random(seed))
    said = domain.say(value)
    assert domain.read(value) == value
    for text in (said, f"  {said}\n", f"```\n{said}\n```", f"**{said}**", f"\n\n{said}"):
        if name != "text" or text == said:
            assert domain.parse(text) == value, text


@given(st.sampled_from(list(DOMAINS)), st.integers())
@settings(max_examples=200, deadline=None)
def test_a_list_is_read_with_any_brackets_and_separators(name: str, seed: int) -> None:
    domain, rng = DOMAINS[name], Random(seed)
    value = domain.sample(rng)
    if not isinstance(value, tuple) or not value or isinstance(value[0], tuple):
        return
    items = [str(item) for item in value]
    for opening, closing in ("", ""), ("[", "]"), ("(", ")"), ("{", "}"):
        for separator in (", ", ",", "; ", " ", "\n", " -> ", " → "):
            assert domain.parse(opening + separator.join(items) + closing) == value
    assert domain.parse("\n".join(f"{n}. {item}" for n, item in enumerate(items, 1))) == value
    assert domain.parse("\n".join(f"- {item}" for item in items)) == value
    assert domain.parse(json.dumps(items)) == value


@given(st.sampled_from(list(DOMAINS)), st.text())
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_value_of_the_domain_or_a_misfit(name: str, text: str) -> None:
    domain = DOMAINS[name]
    try:
        value = domain.parse(text)
    except Misfit:
        return
    assert domain.read(value) == value


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("whole", "The answer is **42**.", 42),
        ("whole", "x = 6 * 7 = 42", 42),
        ("whole", "$\\text{42}$", 42),
        ("whole", "1,250 km", 1250),
        ("whole", "−7", -7),
        ("whole", "five", 5),
        ("whole", "~12 (3 rows of 4)", 12),
        ("whole", "12 (or 13)", Unclear),
        ("whole", "1 or 2", Unclear),
        ("whole", "between 3 and 5", Unclear),
        ("whole", "3-4", Unclear),
        ("whole", "9999", Unclear),
        ("whole", "2.5", Unclear),
        ("whole", "no idea", Misfit),
        ("real", "\\frac{3}{4}", 0.75),
        ("real", ".5 seconds", 0.5),
        ("real", "1e999", Unclear),
        ("letter", "(b) a dog", "B"),
        ("letter", "Option C.", "C"),
        ("letter", "<D>", "D"),
        ("letter", "B (not A)", "B"),
        ("letter", "a dog", Misfit),
        ("letter", "A or B", Unclear),
        ("letter", "A\nB", Unclear),
        ("code", "1 or 2", Unclear),
        ("code", "2", 2),
        ("mark", "<", "<"),
        ("mark", "`>`", ">"),
        ("words", "left and above", "Above,Left"),
        ("words", "Above or Left", Unclear),
        ("flag", "Yes, it is.", True),
        ("flag", "FALSE", False),
        ("flag", "yes or no", Unclear),
        ("cell", "row 1, column 2", (1, 2)),
        ("cell", "(1, 9)", Unclear),
        ("list", "The way is [0, 3, 1].", (0, 3, 1)),
        ("list", "0-3-1", (0, 3, 1)),
        ("list", "0, 3 and 1", (0, 3, 1)),
        ("list", "none", ()),
        ("list", "0 3 1 (in this order)", (0, 3, 1)),
        ("list", "\\{0, 3, 1\\}", (0, 3, 1)),
        ("list", "0, 9", Unclear),
        ("list", "nowhere", Misfit),
        ("legs", "North: 1\nEast: 4", (("North", 1), ("East", 4))),
        ("legs", "[('North', 1), ('East', 4)]", (("North", 1), ("East", 4))),
        ("pairs", "0-1, 2-3", ((0, 1), (2, 3))),
        ("pairs", "0 1\n2 3", ((0, 1), (2, 3))),
        ("pairs", "[[0,1],[2,3]]", ((0, 1), (2, 3))),
        ("order", "3 2 1", Unclear),
        ("moves", "Right, Down.", ("R", "D")),
        ("moves", "LLR", ("L", "L", "R")),
        ("moves", "llr", ("L", "L", "R")),
        ("moves", "L or R", Unclear),
        ("moves", "L, R,\nD, U and stop", ("L", "R", "D", "U")),
        ("moves", "L, R\nRight, so that is it.", ("L", "R")),
        ("bits", "0 1 1 0", "0110"),
        ("wide grid", "1 2\n3 4", ((1, 2), (3, 4))),
        ("wide grid", "[[1, 2], [3, 4]]", ((1, 2), (3, 4))),
        ("wide grid", "| 1 | 2 |\n|---|---|\n| 3 | 40 |", ((1, 2), (3, 40))),
        ("wide grid", "Row 1: 1 2\nRow 2: 3 4", ((1, 2), (3, 4))),
        ("wide grid", "12\n34", ((1, 2), (3, 4))),
        ("wide grid", "1 2; 3 4", ((1, 2), (3, 4))),
        ("wide grid", "\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", ((1, 2), (3, 4))),
        ("wide grid", "1 2\n3", Unclear),
        ("free grid", "1 2 0\n3 4 0", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "120\n340", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "1, 2, 0\n3, 4, 0", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "[[1, 2, 0], [3, 4, 0]]", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "[[1,2,0],\n [3,4,0]]", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "[1 2 0]\n[3 4 0]", ((1, 2, 0), (3, 4, 0))),
        ("free grid", '["120", "340"]', ((1, 2, 0), (3, 4, 0))),
        ("free grid", "120 340", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "1 2 0; 3 4 0", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "1 2 0, 3 4 0", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "120/340", ((1, 2, 0), (3, 4, 0))),
        ("free grid", "| 1 | 2 |\n|---|---|\n| 3 | 4 |", ((1, 2), (3, 4))),
        ("free grid", "Row 1: 1 2\nRow 2: 3 4", ((1, 2), (3, 4))),
        ("free grid", "The output has 2 rows:\n1 2\n3 4\nThat is it.", ((1, 2), (3, 4))),
        ("free grid", "It is [[1, 2], [3, 4]].", ((1, 2), (3, 4))),
        ("free grid", "7", ((7,),)),
        ("free grid", "0 0 5", ((0, 0, 5),)),
        ("free grid", "1 2\n3", Unclear),
        ("free grid", "1 2\nor\n3 4", Unclear),
        ("free grid", "12 34\nthen\n12 34", Unclear),
        ("free grid", "1 2\n3 -", Unclear),
        ("free grid", "000000\n000000", Unclear),
        ("free grid", "1\n2\n3\n4\n5", Unclear),
        ("free grid", "empty", Misfit),
        ("map", '["..#.", "####", "...."]', (tuple("..#."), tuple("####"), tuple("...."))),
        ("subset", "3, 1", (1, 3)),
        ("subset", "1, 1", Unclear),
        ("named subset", "West and North", ("North", "West")),
        ("named subset", "none", Unclear),
    ],
)
def test_answers_of_people_are_understood_and_hedges_are_not(
    name: str, text: str, value: object
) -> None:
    assert parsed(name, text) == value


def test_calls_may_give_letters_and_rows_as_strings() -> None:
    assert DOMAINS["moves"].read("LR") == ("L", "R")
    assert DOMAINS["bits"].read(("0", "1")) == "01"
    assert DOMAINS["wide grid"].read("1 2\n3 4") == ((1, 2), (3, 4))
    assert DOMAINS["free grid"].read(((1, 2), (3, 4))) == ((1, 2), (3, 4))
    assert DOMAINS["free grid"].read(("12", "34")) == ((1, 2), (3, 4))
    assert DOMAINS["flag"].read("yes") is True


@pytest.mark.parametrize("name", list(DOMAINS))
def test_hints_are_told_and_schemas_are_json(name: str) -> None:
    domain: Domain = DOMAINS[name]
    assert domain.hint and json.loads(json.dumps(domain.schema())) == domain.schema()


@pytest.mark.parametrize("name", ["subset", "named subset", "cell", "flag", "order"])
def test_finite_domains_list_every_value_once(name: str) -> None:
    values = list(DOMAINS[name].values())
    assert len(values) == len(set(values)) and all(DOMAINS[name].read(v) == v for v in values)
    assert {DOMAINS[name].sample(Random(seed)) for seed in range(600)} == set(values)
