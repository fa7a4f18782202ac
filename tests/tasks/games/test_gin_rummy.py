"""Gin rummy: hands as OpenSpiel plays them, and cards that nobody else may know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import visgym
from visgym.core.messages import present
from visgym.core.parts import Observation
from visgym.kit import cards
from visgym.kit.games.gin import DRAW_STOCK, DRAW_UPCARD, KNOCK, PASS, GinRules
from visgym.kit.games.hands import HIDDEN, CardTable
from visgym.kit.games.opponents import player
from visgym.tasks.games.gin_rummy import CODES, GinRummy, _card

pyspiel: Any = pytest.importorskip("pyspiel")

RULES = GinRules(1)


def test_random_hands_agree_with_open_spiel(request: pytest.FixtureRequest) -> None:
    for seed in range(1000 if request.config.getoption("--deep") else 6):
        rng = Random(seed)
        table, state = RULES.start(rng), pyspiel.load_game("gin_rummy").new_initial_state()
        fallen = iter(table.deals[0])
        while RULES.result(table) is None:
            while state.is_chance_node():
                state.apply_action(next(fallen))
            assert RULES.legal(table) == state.legal_actions()
            assert RULES.mover(table) == state.current_player()
            move = player(RULES, "simple:60")(RULES.seen(table, RULES.mover(table)), rng)
            for each in RULES.followed(table, move):
                state.apply_action(each)
            table = RULES.play(table, move)
        assert state.is_terminal() and table.gain == state.returns()[0]


def test_seats_know_their_cards_and_nothing_of_the_others() -> None:
    for seed in range(5):
        rng = Random(seed)
        table = RULES.start(rng)
        while RULES.result(table) is None:
            for side in (0, 1):
                seen = RULES.seen(table, side)
                assert RULES.held(seen, side) == RULES.held(table, side)
                assert RULES.upcard(seen) == RULES.upcard(table)
                secret = {*RULES.held(table, 1 - side)} - _public(table)
                assert not secret & {*seen.deals[0]}
            table = RULES.play(table, player(RULES, "simple:50")(table, rng))


def _public(table: CardTable) -> set[int]:
    """Cards that were discarded or lay open."""
    return {move for move in table.moves if move < DRAW_UPCARD} | {table.deals[0][20]}


def test_what_is_seen_does_not_tell_when_a_card_was_drawn() -> None:
    """Two deals that differ in whether a discard was drawn or dealt look alike to the other."""
    deal = list(range(52))
    moves = (PASS, PASS, DRAW_STOCK, 5)  # seat 0 throws a card from its hand
    other = deal.copy()
    other[5], other[21] = other[21], other[5]  # it was drawn just before
    tables = [CardTable((tuple(each),), moves) for each in (deal, other)]
    assert RULES.seen(tables[0], 1) == RULES.seen(tables[1], 1)
    assert RULES.seen(tables[0], 0) != RULES.seen(tables[1], 0)


def test_gin_pays_the_deadwood_of_the_other_and_25() -> None:
    spades, clubs = range(10), (13, 15, 17, 19, 26, 28, 30, 32, 34, 36)
    rest = [card for card in range(52) if card not in {*spades, *clubs}]
    table = CardTable(((*spades, *clubs, *rest),))
    for move in (PASS, PASS, DRAW_STOCK):
        table = RULES.play(table, move)
    assert KNOCK in RULES.legal(table)
    table = RULES.play(table, KNOCK)
    deadwood = sum(min(card % 13 + 1, 10) for card in clubs)
    assert RULES.result(table) == (1.0, 0.0)
    assert 25 < table.gain <= 25 + deadwood


def test_no_transcript_names_a_hidden_card_of_the_other() -> None:
    task = GinRummy(opponent="outside", hands=1)
    episode, rng = visgym.Episode(task, 1, task.start(1)), Random(1)
    for _ in range(24):
        table: CardTable = episode.state.position
        for viewer in (0, 1):
            secret = {*task.game.held(table, 1 - viewer)} - _public(table)
            texts = [each.text for each in present(episode, (), viewer)[1:]]  # without the rules
            views = [
                part.text or ""
                for message in present(episode, (), viewer)
                for part in message.parts
                if isinstance(part, Observation)
            ]
            said = " ".join([*texts, *views]).replace(".", " ").replace("'", " ").split()
            assert not {cards.code(_card(card)) for card in secret} & {*said}
        move = task.strong(task.visible(episode.state, task.to_move(episode.state)), rng)
        episode = visgym.advance(episode, task.phrase(move))
        if episode.over:
            break


def test_cards_are_named_and_moves_out_of_turn_refused() -> None:
    assert len(CODES) == 52 and CODES["AS"] == 0 and CODES["10H"] == 48
    episode = visgym.begin("gin_rummy/level_0", seed=1)
    assert "cannot knock now" in visgym.advance(episode, "('knock',)").feedback
    assert HIDDEN not in episode.state.position.deals[0]
