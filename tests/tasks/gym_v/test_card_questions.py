"""Questions about card games: FreeCell and Spider."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.kit.cards import RANKS, SUITS, code, deck, name
from visgym.tasks.puzzles.freecell_qa.rules import FreeCell, FreecellQa
from visgym.tasks.puzzles.freecell_qa.world import CELL, HOME, FreeCellLayout, allowed
from visgym.tasks.puzzles.spider_qa.kinds import OUTCOMES, SpiderAsked
from visgym.tasks.puzzles.spider_qa.rules import SpiderQa
from visgym.tasks.puzzles.spider_qa.world import Spider, refusal

NAMES = ("freecell_qa", "spider_qa")


def card(text: str) -> int:
    return next(each for each in deck() if code(each) == text)


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(card, text.split()))


def of_kind(task: str, kind: str, count: int) -> list[tuple[Any, Any]]:
    asker = replace(load(f"{task}/level_2"), question_kind=kind)
    return [(asker, asker.start(seed).problem) for seed in range(count)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("task_name", NAMES)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(task_name: str, level: str) -> None:
    places: Counter[str] = Counter()
    for task, problem in problems(task_name, level, 100):
        right = [letter for letter in task.letters if task.grade(problem, letter) == 1]
        assert right == [task.solution(problem)]
        assert len(set(problem.options)) == 4
        places[right[0]] += 1
    assert all(8 < places[letter] < 50 for letter in "ABCD")


def test_a_deck_has_every_card_once_and_their_names_differ() -> None:
    assert len({*map(name, deck())}) == len({*map(code, deck())}) == 52
    assert name(0) == "ace of clubs"
    assert name(51) == f"{RANKS[-1]} of {SUITS[-1]}"


# FreeCell

GAME = FreeCellLayout(
    (cards("KH 8S"), cards("9D"), cards("9S"), cards("2C 3D AH"), (), cards("4S"), cards("QD"), ()),
    cards("7D 5C 6C"),
)


@pytest.mark.parametrize(
    ("what", "target", "may"),
    [
        ("8S", 1, True),  # black on red, one higher
        ("8S", 2, False),  # black on black
        ("7D", 0, True),  # out of a cell
        ("3D", 5, False),  # covered
        ("8S", 4, True),  # an empty cascade
        ("8S", CELL, True),
        ("7D", CELL, False),  # from cell to cell
        ("AH", HOME, True),
        ("2C", HOME, False),
        ("4S", HOME, False),
        ("9D", 0, False),  # one higher on one lower
    ],
)
def test_moves_of_a_layout_made_by_hand(what: str, target: int, may: bool) -> None:
    assert allowed(GAME, (card(what), target)) is may


def test_the_fewest_moves_of_a_layout_made_by_hand() -> None:
    """The ace goes home; the three goes onto the four, or anywhere else."""
    for what, count in (("3D", 1), ("2C", 2), ("KH", 1)):
        asked = FreeCell(GAME, "fewest", number=card(what))
        task = FreecellQa(question_kind="fewest", moves_made=25)
        assert task.right(asked) == task.found(asked) == str(count)


def _as_text(layout: FreeCellLayout) -> tuple[list[list[str]], set[str], dict[str, int]]:
    home = dict(zip("CDHS", layout.home, strict=True))
    return [[*map(code, pile)] for pile in layout.cascades], {*map(code, layout.cells)}, home


def _may(layout: FreeCellLayout, words: str) -> bool:
    """Whether a move in words is allowed, on cards as texts."""
    piles, cells, home = _as_text(layout)
    what, where = words.removeprefix("the ").split(" to ")
    moved = next(code(each) for each in deck() if name(each) == what)
    order = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    if moved not in cells and all(pile[-1:] != [moved] for pile in piles):
        return False
    if "cell" in where:
        return moved not in cells and len(cells) < 4
    if "foundation" in where:
        return order.index(moved[:-1]) == home[moved[-1]]
    onto = piles[int(where.split()[1]) - 1]
    if not onto:
        return True
    steps = order.index(onto[-1][:-1]) - order.index(moved[:-1])
    return steps == 1 and (onto[-1][-1] in "DH") != (moved[-1] in "DH")


def test_no_wrong_option_is_allowed_by_chance() -> None:
    for task, asked in of_kind("freecell_qa", "legal", 60):
        assert [option for option in asked.options if _may(asked.layout, option)] == [
            task.right(asked)
        ]


def test_the_text_alone_does_not_tell_which_card_is_uncovered() -> None:
    for task, asked in of_kind("freecell_qa", "after", 40):
        assert {*asked.options} == {*map(name, asked.layout.cascades[asked.cascade][-4:])}
        assert (
            task.right(asked) == task.found(asked) != name(asked.layout.cascades[asked.cascade][-1])
        )


def test_often_more_moves_are_needed_than_cards_lie_on_a_card() -> None:
    detours = 0
    for task, asked in of_kind("freecell_qa", "fewest", 25):
        pile = next(pile for pile in asked.layout.cascades if asked.number in pile)
        detours += int(task.right(asked)) > len(pile) - 1 - pile.index(asked.number)
    assert detours > 5


# Spider

TABLE = Spider((cards("9S 8S 7S"), cards("KS 8S"), cards("10S"), cards("8S 6S")), (2, 0, 1, 3), 4)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ((0, 3, 2), 0),
        ((0, 2, 2), 3),
        ((0, 4, 2), 1),
        ((3, 2, 0), 2),
        ((3, 1, 0), 0),
        ((0, 1, 1), 0),
        ((1, 2, 0), 2),
    ],
)
def test_moves_of_a_table_made_by_hand(move: tuple[int, int, int], reason: int) -> None:
    asked = SpiderAsked(TABLE, "move", moves=(move,))
    assert refusal(TABLE, move) == reason
    assert SpiderQa().right(asked) == SpiderQa().found(asked) == OUTCOMES[reason]


def _digits(asked: SpiderAsked, option: str) -> tuple[bool, bool, int]:
    """Whether a move in words is allowed and turns a card, and the run that it makes."""
    words = option.replace("the last card", "the last 1 card").split()
    count, source, target = int(words[2]), int(words[6]) - 1, int(words[9]) - 1
    rows = [[each % 13 for each in pile] for pile in asked.game.open]
    taken, onto = rows[source][-count:], rows[target]
    line = onto[-1:] + taken
    fair = count <= len(rows[source]) and line == [*range(line[0], line[0] - len(line), -1)]
    onto = onto + taken
    run = next((n for n in range(1, len(onto)) if onto[-n - 1] - onto[-n] != 1), len(onto))
    return fair, count == len(rows[source]) and asked.game.down[source] > 0, run


@pytest.mark.parametrize("kind", ["uncover", "longest"])
def test_best_moves_agree_with_a_look_at_whole_rows(kind: str) -> None:
    for task, asked in of_kind("spider_qa", kind, 40):
        looked = {option: _digits(asked, option) for option in asked.options}
        fair = {option: each for option, each in looked.items() if each[0]}
        if kind == "uncover":
            assert [option for option, each in fair.items() if each[1]] == [task.right(asked)]
        else:
            runs = sorted(each[2] for each in fair.values())
            assert fair[task.right(asked)][2] == runs[-1] > max(runs[:-1], default=0)


def test_stocks_and_hidden_cards_differ_from_start_to_start() -> None:
    games = [asked.game for _, asked in of_kind("spider_qa", "stock", 60)]
    assert {game.stock for game in games} == set(range(6))
    assert len({sum(game.down) for game in games}) > 5


def test_all_outcomes_of_a_move_are_asked_for() -> None:
    seen = Counter(task.right(asked) for task, asked in of_kind("spider_qa", "move", 80))
    assert {*seen} == {*OUTCOMES}
    assert max(seen.values()) < 40
