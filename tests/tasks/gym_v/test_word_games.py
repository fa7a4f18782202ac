"""Crosswords, word searches and Wordle: rules, generators and honest players."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.core.calls import Call, Illegal
from visgym.core.episode import advance, begin
from visgym.kit.words import crossword_pages, lists
from visgym.kit.words.crossword_pages import CrosswordEntry
from visgym.tasks.games.crosswords import Crossword, Crosswords
from visgym.tasks.games.word_search import Search, WordSearch
from visgym.tasks.games.wordle import Guessing, Wordle
from visgym.tasks.puzzles.word_search_qa import LetterGrid, WordSearchQa

# Wordle


def test_a_refused_guess_costs_a_step_and_no_try() -> None:
    episode = begin(load("wordle/level_1"), 0)
    for word, said in (("QQQQQ", "not in the list"), ("TRACE", ""), ("TRACE", "guessed before")):
        episode = advance(episode, f"('guess', '{word}')")
        assert said in episode.turns[-1].feedback
    assert len(episode.turns) == 3 and len(episode.state.told) == 1


def test_hard_mode_refuses_guesses_that_leave_hints_unused() -> None:
    task = Wordle(letters=6, hard=True)
    state = task.guess(Guessing("SATIRE"), "RETAIN")
    with pytest.raises(Illegal, match="T is known to be letter number 3"):
        task.guess(state, "POLICY")
    assert task.score(task.guess(state, "SATIRE")) == 1


def test_the_word_shows_nowhere_until_tries_have_run_out() -> None:
    task = Wordle(tries=4)
    hidden, other = Guessing("SATIN"), Guessing("MOUSE")
    assert task.visible(hidden, 0) == task.visible(other, 0)
    state = hidden
    for word in ("CHUMP", "FIERY", "BOXER", "GLOVE"):
        assert "SATIN" not in (task.describe(task.visible(state, 0)) + repr(task.visible(state, 0)))
        state = task.guess(state, word)
    assert task.is_over(state) and task.hopeless(state) and task.score(state) == 0
    assert "The word was SATIN." in task.describe(task.visible(state, 0))


def test_the_best_guess_is_measured() -> None:
    task = Wordle()
    state = task.guess(task.guess(Guessing("SATIN"), "STAIN"), "CHUMP")
    assert state.told == (("STAIN", "GYYGG"), ("CHUMP", "-----"))
    assert task.metrics(state) == {"best_guess": 0.8, "tries": 2.0}
    assert task.metrics(Guessing("SATIN")) == {"best_guess": 0.0, "tries": 0.0}


def test_few_tries_draw_words_that_hints_still_lead_to() -> None:
    task = Wordle(letters=4, tries=4, hard=True)
    for seed in range(5):
        state = task.start(seed)
        assert len(list(task.by_entropy(state, Random(0)))) <= 4


# Word search

GRID = ("TACOX", "XXADX", "XXTOX", "XXXGX", "CATXX")


def test_words_are_marked_from_either_end_wherever_they_stand() -> None:
    task = WordSearch(size=6, words=2)
    start = Search(GRID, ("CAT", "DOG"))
    for ends in (((1, 3), (3, 3)), ((3, 3), (1, 3)), ((1, 3), (1, 1)), ((5, 1), (5, 3))):
        assert [word for word, _ in task.mark(start, *ends).found] == ["CAT"]
    both = task.mark(task.mark(start, (5, 1), (5, 3)), (2, 4), (4, 4))
    assert task.score(both) == 1 and task.is_over(both) and both.misses == 0
    with pytest.raises(Illegal, match="CAT was found already"):
        task.mark(task.mark(start, (5, 1), (5, 3)), (1, 3), (3, 3))
    with pytest.raises(Illegal, match="one row, column or diagonal"):
        task.mark(start, (1, 1), (2, 3))


def test_misses_are_counted_and_too_many_end_the_game() -> None:
    task = WordSearch(size=6, words=2, misses=3)
    state = Search(GRID, ("CAT", "DOG"))
    for count in range(3):
        assert not task.is_over(state) and state.misses == count
        state = task.mark(state, (1, 1), (1, 4))
    assert task.is_over(state) and task.hopeless(state) and task.score(state) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_words_run_in_the_directions_of_their_level_and_found_ones_are_ringed(level: str) -> None:
    task, ways = load(f"word_search/{level}"), set()
    for seed in range(10):
        state = task.start(seed)
        before = task.draw(state)
        for call in task.scan(state, Random(0)):
            (top, left), (bottom, right) = call.args
            ways.add((np.sign(bottom - top), np.sign(right - left)))
            state = task.apply(state, call)
        assert task.score(state) == 1 and not np.array_equal(before, task.draw(state))
    assert len(ways) == 8 if level == "level_2" else ways == {(0, 1), (1, 0)}


# Word search, questions


@pytest.mark.parametrize("kind", WordSearchQa.kinds)
def test_exactly_one_option_is_right(kind: str) -> None:
    task = WordSearchQa(question_kind=kind, size=9, words=3)
    for seed in range(30):
        problem = task.start(seed).problem
        right = [letter for letter in task.letters if task.grade(problem, letter) == 1]
        assert right == [task.solution(problem)] and len(set(problem.options)) == 8


def test_questions_about_a_grid_worked_out_by_hand() -> None:
    task = WordSearchQa()
    rows = ("COWXXX", "XXXXXX", "XXGXXX", "XOXXXX", "DXXXXX", "XXXXXH")
    told = {
        LetterGrid(rows, ("COW",), "letter", cell=(3, 1)): "O",
        LetterGrid(rows, ("COW",), "count", "O"): "2",
        LetterGrid(rows, ("COW", "DOG"), "direction", "DOG", (4, 0)): "up right",
        LetterGrid(rows, ("COW", "DOG"), "place", "DOG"): "(5, 1), up right",
        LetterGrid(rows, ("COW", "DOG"), "all"): "COW (1, 1) to (1, 3), DOG (5, 1) to (3, 3)",
    }
    for problem, answer in told.items():
        assert task.right(problem) == task.found(problem) == answer


def test_options_held_against_each_other_tell_nothing_of_the_words() -> None:
    task = WordSearchQa(question_kind="all", size=14, words=6)
    for seed in range(10):
        problem = task.start(seed).problem
        parts = [dict(p.split(" ", 1) for p in _parts(option)) for option in problem.options]
        for word in problem.words:
            assert sorted(Counter(part[word] for part in parts).values()) == [4, 4]


def _parts(option: str) -> list[str]:
    return option.replace("), ", ")|").split("|")


def test_letters_and_places_are_asked_first_and_whole_lists_last() -> None:
    asked = [{problem.kind for _, problem in problems("word_search_qa", lv, 30)} for lv in LEVELS]
    assert asked == [{"letter", "count"}, {"direction", "place"}, {"place", "all"}]
    with pytest.raises(ValueError, match="words must be at least 3"):
        WordSearchQa(question_kind="all", words=2)


# Crosswords


def crossword() -> Crossword:
    """CAT across, and TOE down from its last letter."""
    return Crossword(
        (CrosswordEntry(1, True, 0, 0, 3, "purrs"), CrosswordEntry(2, False, 0, 2, 3, "of a foot")),
        ("CAT", "TOE"),
    )


def test_words_and_letters_stand_until_overwritten_and_the_end_comes_when_all_are_right() -> None:
    task = Crosswords()
    state = task.write(crossword(), "1A", "COB")
    assert task.metrics(state) == {"filled": 3 / 5, "right": 1 / 5}
    state = task.write(state, "2D", "TOE")
    assert task.describe(state).splitlines()[0] == "COT...." and not task.is_over(state)
    state = task.letter(state, 1, 2, "A")
    assert task.score(state) == 1 and task.is_over(state)


def test_words_that_do_not_fit_are_refused_and_say_so() -> None:
    task = Crosswords()
    for entry, word, said in (("2A", "CAT", "no entry 2A"), ("1A", "CATS", "has 3 cells")):
        with pytest.raises(Illegal, match=said):
            task.write(crossword(), entry, word)
    with pytest.raises(Illegal, match="no cell in row 2, column 1"):
        task.letter(crossword(), 2, 1, "A")


def runs(letters: dict[tuple[int, int], str], across: bool) -> set[str]:
    """Everything that reads as a word in one direction, from the letters alone."""
    lines: dict[int, dict[int, str]] = {}
    for (row, column), letter in letters.items():
        line, place = (row, column) if across else (column, row)
        lines.setdefault(line, {})[place] = letter
    texts = ["".join(line.get(at, " ") for at in range(20)) for line in lines.values()]
    return {word for text in texts for word in text.split() if len(word) > 1}


@pytest.mark.parametrize("level", LEVELS)
def test_all_that_reads_as_a_word_is_an_entry_with_its_own_clue(level: str) -> None:
    task = load(f"crosswords/{level}")
    for seed in range(15):
        state = task.start(seed)
        letters: dict[tuple[int, int], str] = {}
        for entry, word in zip(state.entries, state.answers, strict=True):
            assert entry.clue == lists.clues()[word] and len(word) == entry.length <= task.longest
            for cell, letter in zip(entry.cells, word, strict=True):
                assert letters.setdefault(cell, letter) == letter
        read = runs(letters, across=True) | runs(letters, across=False)
        assert read == set(state.answers) and len(read) == task.words
        assert sum(map(len, state.answers)) - len(letters) >= task.crossings


@pytest.mark.parametrize("level", LEVELS)
def test_numbers_count_the_first_cells_row_by_row_and_clues_fit_the_picture(level: str) -> None:
    task = load(f"crosswords/{level}")
    for seed in range(40):
        entries = task.start(seed).entries
        starts = sorted({(entry.row, entry.column) for entry in entries})
        assert [(e.row, e.column) for e in entries] == [starts[e.number - 1] for e in entries]
        height = task.draw(task.start(seed)).shape[0]
        for across in (True, False):
            clues = [e.clue for e in entries if e.across == across]
            lines = sum(len(crossword_pages.clue_lines(clue)) for clue in clues)
            used = crossword_pages.STEP * lines + crossword_pages.AFTER * len(clues)
            assert crossword_pages.MARGIN + crossword_pages.HEAD + used <= height


def test_the_words_of_a_crossword_are_hidden_and_clues_are_enough() -> None:
    task = load("crosswords/level_1")
    state = task.start(4)
    seen = task.visible(state, 0)
    assert not any(word in repr(seen) + task.describe(seen) for word in state.answers)
    assert list(task.by_clues(seen, Random(0))) == [
        Call("write", (entry.name, word))
        for entry, word in zip(state.entries, state.answers, strict=True)
    ]
    other = replace(state, answers=tuple(word[::-1] for word in state.answers))
    assert np.array_equal(task.draw(seen), task.draw(task.visible(other, 0)))
