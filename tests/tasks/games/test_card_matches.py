"""Matches of cards: hands as OpenSpiel plays them, secrets, and skill that beats luck."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import visgym
from visgym.core.messages import present
from visgym.core.parts import Observation
from visgym.kit import cards
from visgym.kit.games.hands import HIDDEN, CardTable, Hand, HandMatch
from visgym.kit.games.leduc import LeducRules
from visgym.kit.games.leduc_habits import equilibrium, habit, spot
from visgym.kit.games.leduc_match import WIDEST, tree, worth_later
from visgym.kit.games.opponents import player
from visgym.kit.games.poker_hands import equity, strength
from visgym.kit.games.poker_task import PokerTask
from visgym.kit.games.texas import TexasRules
from visgym.tasks.games.leduc_holdem import LeducHoldem
from visgym.tasks.games.texas_holdem import TexasHoldem

pyspiel: Any = pytest.importorskip("pyspiel")

POKER: tuple[PokerTask, ...] = (
    LeducHoldem(hands=4, opponent="outside"),
    TexasHoldem(hands=3, opponent="outside"),
    TexasHoldem(hands=3, opponent="outside", limit=False),
)
FOLD, CALL, RAISE = range(3)


def playouts(deep: bool) -> int:
    return 1000 if deep else 30


def refereed(rules: HandMatch, seed: int) -> None:
    """A random match beside OpenSpiel's own hands."""
    rng = Random(seed)
    table, gains = rules.start(rng), 0
    for number, deal in enumerate(table.deals):
        state, fallen = pyspiel.load_game(rules.spiel).new_initial_state(), iter(deal)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(fallen))
                continue
            assert rules.mover(table) == state.current_player() ^ (number & 1)
            for side in (0, 1):  # what is seen leaves the same to be done
                seen = rules.seen(table, side)
                assert rules.legal(seen) == rules.legal(table) == state.legal_actions()
            move = rng.choice(state.legal_actions())
            table = rules.play(table, move)
            state.apply_action(move)
        gains += state.returns()[number & 1]
    assert table.gain == gains and rules.result(table) is not None


@pytest.mark.parametrize("task", POKER, ids=lambda task: task.name)
def test_random_matches_agree_with_open_spiel(
    task: PokerTask, request: pytest.FixtureRequest
) -> None:
    for seed in range(playouts(request.config.getoption("--deep"))):
        refereed(task.rules_of_hands, seed)


@pytest.mark.parametrize("task", POKER, ids=lambda task: task.name)
def test_no_transcript_names_a_card_of_the_other_before_it_is_shown(task: PokerTask) -> None:
    for seed in range(8):
        rng, episode = Random(seed), visgym.Episode(task, seed, task.start(seed))
        while not episode.over:
            table: CardTable = episode.state.position
            spread = task.spread(table.deals[0])
            for viewer in (0, 1):
                told = _last_view(episode, viewer)
                hidden = spread[1 - table.seat(viewer)]
                assert not any(cards.code(card) in told.split() for card in hidden)
                if len(spread[2]) > 1:  # cards to come
                    shown = task.spread(task.game.seen(table, viewer).deals[0])[2]
                    later = {*spread[2]} - {*shown}
                    assert not any(cards.code(card) in told.split() for card in later)
            move = rng.choice(task.game.legal(table))
            episode = visgym.advance(episode, task.phrase(task.call(table, move)))


def _last_view(episode: visgym.Episode[Any], player: int) -> str:
    """The text of the newest picture without the hand that is over."""
    message = present(episode, (), player)[-1]
    views = [part.text for part in message.parts if isinstance(part, Observation)]
    return (views[-1] or "").split("Hand ", 2)[1]


@pytest.mark.parametrize("task", POKER, ids=lambda task: task.name)
def test_a_player_may_not_know_cards_to_come(task: PokerTask) -> None:
    table = task.game.start(Random(1))
    seen = task.game.seen(table, 0)
    assert len(seen.deals) == 1
    assert task.spread(seen.deals[0])[1] == (HIDDEN,) * len(task.spread(seen.deals[0])[1])
    assert set(task.spread(seen.deals[0])[2]) == {HIDDEN}


# Leduc hold'em

KING, KING_TOO, QUEEN, JACK = 4, 5, 2, 0


def leduc_hand(deal: tuple[int, ...], *moves: int) -> CardTable:
    table, rules = CardTable((deal,)), LeducRules(1)
    for move in moves:
        table = rules.play(table, move)
    return table


@pytest.mark.parametrize(
    ("deal", "moves", "gain"),
    [
        ((KING, QUEEN, JACK), (CALL, CALL, CALL, CALL), 1),
        ((KING, QUEEN, 3), (RAISE, CALL, RAISE, CALL), -7),  # a pair beats a king
        ((KING, KING_TOO, JACK), (RAISE, CALL, CALL, CALL), 0),
        ((JACK, QUEEN, KING), (CALL, RAISE, FOLD), -1),
        ((JACK, QUEEN, 1), (RAISE, RAISE, CALL, RAISE, RAISE, CALL), 13),
    ],
)
def test_leduc_hands_pay_as_worked_out_by_hand(
    deal: tuple[int, ...], moves: tuple[int, ...], gain: int
) -> None:
    table = leduc_hand(deal, *moves)
    assert table.past[0].gain == gain
    folded = moves[-1] == FOLD
    assert table.past[0].cards[:2] == ((HIDDEN, HIDDEN) if folded else deal[:2])


def test_a_third_raise_and_an_idle_fold_are_refused_in_a_sentence() -> None:
    task = LeducHoldem(opponent="outside")
    episode = visgym.Episode(task, 0, task.start(0))
    assert "nothing to pay" in visgym.advance(episode, "('act', 'fold')").feedback
    episode = visgym.play(episode, ["('act', 'raise')"] * 2)
    assert "two raises" in visgym.advance(episode, "('act', 'raise')").feedback


def test_the_embedded_table_is_an_equilibrium() -> None:
    game, found = pyspiel.load_game("leduc_poker(suit_isomorphism=True)"), {}

    def collect(state: Any) -> None:
        if state.is_player_node():
            history = state.history()
            shares = habit("cfr")(spot(history[state.current_player()], tuple(history[2:])))
            legal = state.legal_actions()
            found[state.information_state_string()] = [(move, shares[move]) for move in legal]
        for move in state.legal_actions():
            collect(state.child(move))

    collect(game.new_initial_state())
    assert len(found) == len(equilibrium()) == 288
    assert pyspiel.exploitability(game, pyspiel.TabularPolicy(found)) < 0.01


def test_skill_outweighs_luck_in_matches_of_leduc() -> None:
    def chance(name: str, argument: str, hands: int) -> float:
        seats = tuple(hand & 1 for hand in range(hands))
        return float(worth_later(name, argument, seats)[WIDEST])

    assert chance("caller", "", 16) > 0.95 > chance("caller", "", 3)
    assert chance("loose", "", 10) > 0.9
    assert chance("cfr", "70", 20) > 0.83 > 0.78 > chance("cfr", "", 20)


def test_all_that_may_happen_in_a_hand_is_certain_to_happen() -> None:
    sure = tree("caller", "", 0, 2).worth(1.0 + 0 * worth_later("caller", "", ()))
    assert sure == pytest.approx(1.0)


# Hold'em


def cards_of(text: str) -> tuple[int, ...]:
    """Cards by the numbers of OpenSpiel."""
    return tuple(4 * "23456789TJQKA".index(c[0]) + "cdhs".index(c[1]) for c in text.split())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts 2c 3d", "9s 8s 7s 6s 5s Ah Ad"),
        ("5s 4s 3s 2s As Kh Qd", "Ah Ad Ac As Kh 2c 3d"),
        ("2h 2d 2c 2s 3h 4d 6c", "Ah Ad Ac Ks Kh 2c 3d"),
        ("Ah Ad Ac 2s 2h 5c 7d", "Kh Kd Kc As Ah 5c 7d"),
        ("2s 4s 6s 8s Ts Ah Ad", "5h 6d 7c 8s 9h Ah Ad"),
        ("6h 5d 4c 3s 2h Ah Kd", "Ah 2d 3c 4s 5h Kd Qc"),
        ("Ah 2d 3c 4s 5h 9d 9c", "Kh Kd Kc Qs Jh 9c 7d"),
        ("3h 3d 3c Ks Jh 9c 7d", "Ah Ad Ks Kh 9c 7d 2s"),
        ("Ah Ad 3s 3h Kc 7d 2s", "Ah Ad 3s 3h Qc 7d 2s"),
        ("2h 2d As Kh Qc 9d 7s", "Ah Ks Qc Jd 9h 7s 5c"),
    ],
)
def test_better_hands_are_stronger(better: str, worse: str) -> None:
    assert strength(cards_of(better)) > strength(cards_of(worse))


def test_hands_that_differ_beyond_five_cards_are_equal() -> None:
    assert strength(cards_of("Ah Kd Qc Js Th 2c 3d")) == strength(cards_of("As Kc Qd Jh Ts 9c 9d"))


def test_strengths_decide_pots_as_open_spiel_does(request: pytest.FixtureRequest) -> None:
    rules = TexasRules(1)
    for seed in range(1000 if request.config.getoption("--deep") else 100):
        table = rules.start(Random(seed))
        deal = table.deals[0]
        while rules.result(table) is None:
            table = rules.play(table, CALL)
        first, second = (strength((*deal[at : at + 2], *deal[4:])) for at in (0, 2))
        assert table.gain == 2 * ((first > second) - (first < second))


def test_chances_of_hands_are_near_the_known_ones() -> None:
    assert equity(cards_of("As Ah"), (), 800, Random(1)) == pytest.approx(0.852, abs=0.05)
    assert equity(cards_of("7s 2h"), (), 800, Random(1)) == pytest.approx(0.346, abs=0.05)


def test_the_reference_folds_to_the_end_once_its_lead_pays_for_that() -> None:
    rules = TexasRules(3)
    table = CardTable(rules.start(Random(1)).deals[1:], (), (Hand((HIDDEN,) * 9, (0,), 6),))
    assert rules.mover(table) == 0 and rules.paid(table) == (1, 2)
    choose = player(rules, "counter:caller")
    assert all(choose(rules.seen(table, 0), Random(seed)) == FOLD for seed in range(5))
    level = replace(table, past=(Hand((HIDDEN,) * 9, (0,), 0),))
    assert {choose(rules.seen(level, 0), Random(seed)) for seed in range(5)} != {FOLD}


@pytest.mark.parametrize(("held", "answer"), [((44, 37), 0), ((50, 51), 1)])
def test_the_reference_calls_all_chips_with_four_aces_and_not_with_a_king(
    held: tuple[int, int], answer: int
) -> None:
    rules = TexasRules(hands=2, limit=False)
    position = CardTable(((*held, 0, 5, 48, 49, 12, 20, 27), tuple(range(9))))
    for move in (1, 1, 1, 3):  # both check until the button puts in all chips after the flop
        position = rules.play(position, move)
    assert rules.mover(position) == 0
    assert player(rules, "counter:tricky")(rules.seen(position, 0), Random(1)) == answer
