"""A sequence that grows is a value, whoever grows from it."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toys import Counter
from visgym.core.episode import advance, begin
from visgym.core.growing import Growing


@given(st.lists(st.tuples(st.integers(0, 30), st.integers())))
def test_forks_hold_what_they_grew_and_nothing_else(growths: list[tuple[int, int]]) -> None:
    known: list[tuple[Growing[int], tuple[int, ...]]] = [(Growing(), ())]
    for place, item in growths:
        base, items = known[place % len(known)]
        known.append((base.grown(item), (*items, item)))
    for growing, items in known:
        assert growing == items and tuple(growing) == items and len(growing) == len(items)
        assert list(reversed(growing)) == list(reversed(items))
        assert growing[1:-1] == items[1:-1] and hash(growing) == hash(items)
        assert pickle.loads(pickle.dumps(growing)) == growing


def test_an_empty_one_stays_empty_whatever_grows_from_it() -> None:
    nothing: Growing[int] = Growing()
    assert nothing.grown(1) == (1,) and nothing.grown(2) == (2,)
    assert nothing == () and not list(nothing)


def test_episodes_do_not_share_the_turns_that_they_have_not_taken_yet() -> None:
    one, other = begin(Counter(), 1), begin(Counter(), 1)
    assert advance(one, "hm").turns != advance(other, "('add', 1)").turns
    assert one.turns is not other.turns


def test_places_outside_are_refused() -> None:
    longer = Growing([1, 2])
    longer.grown(3)
    with pytest.raises(IndexError):
        longer[2]
    with pytest.raises(IndexError):
        longer[-3]
