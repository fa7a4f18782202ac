"""Gin rummy as OpenSpiel referees it: draw, discard, knock; what follows a knock is laid by itself.

A card is its number in OpenSpiel, 13 for each suit from spades, the ace first. What a seat may know
of a deal tells nothing of when the other seat got a card: its discards are put where they may have
been from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Any

from visgym.kit.games.hands import HIDDEN, CardTable, HandMatch
from visgym.kit.games.opponents import percent
from visgym.kit.games.rules import Choose
from visgym.kit.games.spiel import dealt_state, open_spiel, spiel_game

DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK = 52, 53, 54, 55
HAND, UPCARD, STOCK = 10, 20, 21  # cards of a seat; places in a deal of the upcard and the stock


@dataclass(frozen=True)
class GinRules(HandMatch):
    """Matches of gin rummy, by points."""

    hands: int = 3

    @property
    def spiel(self) -> str:
        return "gin_rummy"

    @property
    def deck(self) -> range:
        return range(52)

    @property
    def dealt(self) -> int:
        return 52

    def known(self, deal: tuple[int, ...], state: Any, seat: int) -> tuple[int, ...]:
        moves = tuple(each.action for each in state.full_history() if each.player >= 0)
        known, found = story(self.spiel, self.filled(deal), moves), [HIDDEN] * len(deal)
        for place in (*range(HAND * seat, HAND * (seat + 1)), UPCARD, *known.drawn[seat]):
            found[place] = deal[place]
        theirs = (*range(HAND * (1 - seat), HAND * (2 - seat)), *known.drawn[1 - seat])
        for place, card in zip(theirs, known.thrown[1 - seat], strict=False):
            found[place] = card
        return tuple(found)

    def shown(self, deal: tuple[int, ...], state: Any) -> tuple[int, ...]:
        return ()

    def followed(self, position: CardTable, move: int) -> tuple[int, ...]:
        """A move; after a knock both sides lay down what counts least, as OpenSpiel's bot does."""
        if move != KNOCK:
            return (move,)
        moves, deal = list[int](), self.filled(position.deals[0])
        bots = [_bot(seat) for seat in (0, 1)]
        state = self.state(position)
        while not state.is_terminal():
            moves.append(bots[state.current_player()].step(state))
            state = dealt_state(self.spiel, deal, (*position.moves, *moves))
        assert moves[0] == KNOCK  # which the bot does as soon as it may
        return tuple(moves)

    def experts(self) -> Mapping[str, Callable[[str], Choose[CardTable, int]]]:
        return {"simple": self._simple}

    def _simple(self, argument: str) -> Choose[CardTable, int]:
        """OpenSpiel's bot, which collects melds and knocks as soon as it may, so often of 100."""
        return partial(self._stepped, percent(argument))

    def _stepped(self, share: int, position: CardTable, rng: Random) -> int:
        state = self.state(position)
        if rng.randrange(100) >= share:
            return rng.choice(self.legal(position))
        move: int = _bot(state.current_player()).step(state)
        return move

    # What a player sees

    def held(self, position: CardTable, side: int) -> tuple[int, ...]:
        """The cards of a side."""
        known, seat, deal = self._story(position), position.seat(side), position.deals[0]
        places = (*range(HAND * seat, HAND * (seat + 1)), *known.drawn[seat])
        whole = self.filled(deal)
        cards = {whole[place] for place in places} - {*known.thrown[seat]}
        return tuple(sorted(cards | {*known.taken[seat]}))

    def upcard(self, position: CardTable) -> int:
        """The card that lies open, or hidden where none does."""
        return self._story(position).upcard

    def stock(self, position: CardTable) -> int:
        """Cards that were never dealt."""
        drawn = self._story(position).drawn
        return 52 - STOCK - len(drawn[0]) - len(drawn[1])

    def _story(self, position: CardTable) -> Story:
        return story(self.spiel, self.filled(position.deals[0]), position.moves)


@dataclass(frozen=True, slots=True)
class Story:
    """What everybody knows of a hand before a knock, by seats."""

    drawn: tuple[tuple[int, ...], ...]
    """Places in the deal of cards from the stock."""
    taken: tuple[tuple[int, ...], ...]
    """Open cards that a seat holds."""
    thrown: tuple[tuple[int, ...], ...]
    """Discards that a seat does not hold again, and had not taken openly."""
    upcard: int


@lru_cache(maxsize=1 << 12)
def story(game: str, deal: tuple[int, ...], moves: tuple[int, ...]) -> Story:
    """The story of a hand, from what was dealt and played."""
    drawn, taken, thrown = ([list[int](), list[int]()] for _ in range(3))
    upcard, place = deal[UPCARD], STOCK
    for each in dealt_state(game, deal, moves).full_history():
        seat, move = each.player, each.action
        if move == KNOCK:
            break
        if seat < 0:
            continue
        if move == DRAW_STOCK:
            drawn[seat].append(place)
            place += 1
        elif move == DRAW_UPCARD:
            taken[seat].append(upcard)
            upcard = HIDDEN
        elif move < DRAW_UPCARD:
            if move in taken[seat]:
                taken[seat].remove(move)
            else:
                thrown[seat].append(move)
            upcard = move
    drawn_by, taken_by, thrown_by = (tuple(map(tuple, each)) for each in (drawn, taken, thrown))
    return Story(drawn_by, taken_by, thrown_by, upcard)


def _bot(seat: int) -> Any:
    return open_spiel().make_simple_gin_rummy_bot(spiel_game("gin_rummy").get_parameters(), seat)
