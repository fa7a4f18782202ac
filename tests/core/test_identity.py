"""JSON there and back, and names that are equal in every process."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

import pytest

from visgym.core.identity import fingerprint, from_json, to_json


class Suit(IntEnum):
    CLUBS = 0
    HEARTS = 1


@dataclass(frozen=True)
class Card:
    suit: Suit
    rank: int


@dataclass(frozen=True)
class Hand:
    cards: tuple[Card, ...]
    cells: frozenset[tuple[int, int]]
    name: str | None
    weight: float
    raw: bytes
    side: Literal["left", "right"]


HAND = Hand((Card(Suit.HEARTS, 3),), frozenset({(2, 1), (0, 5)}), None, 0.5, b"\x00\xff", "left")


def test_values_survive_json() -> None:
    assert from_json(Hand, to_json(HAND)) == HAND


def test_fingerprints_do_not_depend_on_the_order_of_sets() -> None:
    same = Hand(HAND.cards, frozenset({(0, 5), (2, 1)}), None, 0.5, b"\x00\xff", "left")
    text = (
        '{"cards":[{"rank":3,"suit":1}],"cells":[[0,5],[2,1]],"name":null,'
        '"raw":"AP8=","side":"left","weight":0.5}'
    )
    by_hand = hashlib.sha256(text.encode()).hexdigest()[:32]
    assert fingerprint(HAND) == fingerprint(same) == by_hand


def test_what_is_not_a_value_is_refused_with_its_name() -> None:
    with pytest.raises(TypeError, match="A dict is not a value that states may hold"):
        to_json({"a": 1})


@pytest.mark.parametrize(
    ("kind", "data"),
    [(int, "1"), (int, True), (float, "x"), (tuple[int, int], [1]), (Literal["a"], "b"), (Card, 3)],
)
def test_wrong_data_is_refused(kind: type, data: object) -> None:
    with pytest.raises(ValueError):
        from_json(kind, data)
