"""What does not suit is drawn again, a bounded number of times."""

from __future__ import annotations

from random import Random

import pytest

from visgym.core.errors import Mistake
from visgym.kit.chance import below
from visgym.kit.rejection_sampling import first_accepted


def test_the_first_draw_that_suits_is_taken() -> None:
    draws = iter([None, None, 0, 1])
    assert first_accepted(lambda: next(draws), "numbers suits") == 0
    assert next(draws) == 1


def test_after_so_many_tries_there_is_a_sentence() -> None:
    draws = iter([None] * 7 + [1])
    with pytest.raises(Mistake, match=r"^None of 7 boards fits; widen the range\.$"):
        first_accepted(lambda: next(draws), "boards fits; widen the range", 7)
    assert next(draws) == 1


def test_hurried_chance_is_that_of_choice() -> None:
    one, other = Random(5), Random(5)
    for count in [*range(1, 40), 1000]:
        assert below(count, one.getrandbits) == other.choice(range(count))
    assert one.random() == other.random()
