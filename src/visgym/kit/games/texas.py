"""Hold'em for two as OpenSpiel referees it, and players that go by the strength of their hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from visgym.kit.games.hands import HIDDEN, CardTable, HandMatch
from visgym.kit.games.poker_hands import equity
from visgym.kit.games.rules import Choose

FOLD, CALL, BET, ALL_IN, HALF_POT = range(5)
HELD = ((0, 2), (2, 4))  # places in a deal of the cards of each seat
BOARD = 4  # the place of the first card on the board
BLINDS = (2, 1)  # chips of each seat; the button is seat 1
GAMES = 120  # by which a player estimates its chances
NAMED = (
    "universal_poker(betting={betting},numPlayers=2,numRounds=4,blind=2 1,firstPlayer=2 1 1 1,"
    "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack={stack} {stack}{more})"
)


@dataclass(frozen=True)
class Manner:
    """How somebody plays: the chances from which hands are raised, and how often out of turn."""

    raises: float
    """The chance to win from which a hand is raised."""
    strong: float
    """The chance from which it is raised as high as may be."""
    slack: float = 0.0
    """By how much a call may be worse than the pot offers."""
    bluffs: float = 0.0
    """How often a weak hand is raised."""
    respect: float = 0.0
    """What each raise of the other side takes from the own chance."""
    nerve: float = 0.0
    """The chance from which all chips of the other side are called."""


MANNERS = {
    "caller": Manner(2.0, 2.0, slack=1.0),
    "equity": Manner(0.62, 0.85),
    "tricky": Manner(0.58, 0.85, bluffs=0.12, respect=0.03),
}
COUNTERS = {
    "random": Manner(0.0, 2.0),  # which folds often
    "caller": Manner(0.53, 0.68),
    # neither of these bluffs with all chips
    "equity": Manner(0.55, 0.85, respect=0.12, nerve=0.92),
    "tricky": Manner(0.6, 0.9, respect=0.08, nerve=0.92),
}


@dataclass(frozen=True)
class TexasRules(HandMatch):
    """Matches of hold'em, with fixed bets or without a limit."""

    hands: int = 5
    limit: bool = True
    stack: int = 200

    @property
    def spiel(self) -> str:
        if self.limit:
            more = ",raiseSize=2 2 4 4,maxRaises=3 4 4 4"
            return NAMED.format(betting="limit", stack=1000, more=more)
        return NAMED.format(betting="nolimit", stack=self.stack, more=",bettingAbstraction=fchpa")

    @property
    def deck(self) -> range:
        return range(52)

    @property
    def dealt(self) -> int:
        return 9

    def known(self, deal: tuple[int, ...], state: Any, seat: int) -> tuple[int, ...]:
        begin, end = HELD[seat]
        shown = BOARD + board_cards(state)
        return tuple(
            card if begin <= place < end or BOARD <= place < shown else HIDDEN
            for place, card in enumerate(deal)
        )

    def shown(self, deal: tuple[int, ...], state: Any) -> tuple[int, ...]:
        board = deal[BOARD : BOARD + board_cards(state)]
        held = (HIDDEN,) * 4 if sequence(state)[-1] == "f" else deal[:4]
        return (*held, *board, *((HIDDEN,) * (5 - len(board))))

    def paid(self, position: CardTable) -> tuple[int, int]:
        """Chips of each side in the pot."""
        spent = spent_by_seat(self.state(position))
        return spent[position.seat(0)], spent[position.seat(1)]

    def experts(self) -> Mapping[str, Callable[[str], Choose[CardTable, int]]]:
        named = {name: partial(self._mannered, manner) for name, manner in MANNERS.items()}
        return named | {"counter": self._counter}

    def _mannered(self, manner: Manner, argument: str) -> Choose[CardTable, int]:
        if argument:
            raise ValueError("This player takes no number.")
        return partial(self._by_manner, manner)

    def _counter(self, argument: str) -> Choose[CardTable, int]:
        """Somebody who knows how the opponent plays, and sits on a lead that is large enough."""
        if argument not in COUNTERS:
            raise ValueError(f"counter is followed by {', '.join(COUNTERS)}.")
        return partial(self._for_the_match, COUNTERS[argument])

    def _for_the_match(self, manner: Manner, position: CardTable, rng: Random) -> int:
        side = self.mover(position)
        lead = -position.gain if side else position.gain
        later = range(len(position.past) + 1, self.hands)
        blinds = sum(BLINDS[side ^ (hand & 1)] for hand in later)
        if lead > self.paid(position)[side] + blinds:  # folding to the end wins the match
            return FOLD if FOLD in self.legal(position) else CALL
        return self._by_manner(manner, position, rng)

    def _by_manner(self, manner: Manner, position: CardTable, rng: Random) -> int:
        state, side = self.state(position), self.mover(position)
        legal, deal = self.legal(position), position.deals[0]
        begin, end = HELD[position.seat(side)]
        board = deal[BOARD : BOARD + board_cards(state)]
        seat = position.seat(side)
        raised = sum(each.action >= BET for each in state.full_history() if each.player == 1 - seat)
        chance, paid = equity(deal[begin:end], board, GAMES, rng), self.paid(position)
        owed = paid[1 - side] - paid[side]
        if not self.limit and owed and paid[1 - side] == self.stack and chance < manner.nerve:
            return FOLD
        chance -= manner.respect * raised
        bluff = rng.random() < manner.bluffs and chance < manner.raises
        if chance >= manner.raises or (bluff and not raised):
            return _raise(legal, chance >= manner.strong, rng)
        if owed and chance + manner.slack < owed / (sum(paid) + owed):
            return FOLD
        return CALL


def _raise(legal: Sequence[int], high: bool, rng: Random) -> int:
    """A raise as it is allowed: without a limit half the pot or all of it, or all chips."""
    sizes = (ALL_IN, BET, HALF_POT) if high else (BET, HALF_POT)
    if not high and rng.random() < 0.5:
        sizes = (HALF_POT, BET)
    return next((size for size in sizes if size in legal), CALL)


def sequence(state: Any) -> str:
    """What happened in a hand, a letter each: d is a card that was dealt, f a fold."""
    return str(state).rsplit("Action Sequence: ", 1)[1].strip()


def board_cards(state: Any) -> int:
    """Cards that lie open."""
    return sequence(state).count("d") - BOARD


def spent_by_seat(state: Any) -> tuple[int, int]:
    """Chips of each seat in the pot."""
    first, second = str(state).split("Spent: [P0: ")[1].split("]")[0].split("P1:")
    return int(first), int(second)
