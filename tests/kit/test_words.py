"""The embedded words, their hints, and grids of letters."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from importlib.resources import files
from math import log2
from pathlib import Path
from random import Random

import pytest

from visgym.kit.words import lists
from visgym.kit.words.hints import (
    NEEDED,
    OPENINGS,
    Told,
    hints,
    information,
    most_telling,
    still_possible,
    unused_hint,
)
from visgym.kit.words.letter_grids import DIRECTIONS, letter_grid, occurrences, places, spelled

DATA = Path(str(files("visgym.data")))


def test_the_manifest_lists_the_embedded_words_and_their_bytes() -> None:
    manifest = json.loads((DATA / "words/manifest.json").read_text(encoding="utf-8"))
    lying = {path.name for path in (DATA / "words").iterdir()} - {"manifest.json"}
    assert {entry["file"] for entry in manifest} == lying
    for entry in manifest:
        content = (DATA / "words" / entry["file"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"]
        assert entry["author"] and entry["licence"] and entry["source"]
    assert sum(path.stat().st_size for path in (DATA / "words").iterdir()) < 1_500_000
    for name in ("scowl", "wordnet-base"):
        assert "Permission to use, copy, modify" in (
            DATA / "LICENSES" / f"{name}.copyright.txt"
        ).read_text(encoding="utf-8")


def test_words_to_guess_may_be_guessed_and_none_is_one_to_avoid() -> None:
    for length in (4, 5, 6):
        answers = lists.answers(length)
        assert len(answers) > 1000 and sorted(set(answers)) == list(answers)
        assert set(answers) <= lists.guesses(length)
        assert all(re.fullmatch(f"[A-Z]{{{length}}}", word) for word in lists.guesses(length))
        assert not lists.guesses(length) & set(lists.avoided())


def test_a_clue_is_short_plain_and_names_neither_its_word_nor_what_to_avoid() -> None:
    avoided = set(lists.avoided())
    for word, clue in lists.clues().items():
        assert re.fullmatch("[A-Z]{3,9}", word) and word not in avoided
        assert 12 <= len(clue) <= 64 and re.fullmatch(r"[a-z][a-z ,'-]+", clue), clue
        said = re.findall("[A-Z]+", clue.upper())
        assert not avoided & set(said), clue
        assert not any(word in each or word[:4] == each[:4] for each in said), (word, clue)


def test_a_clue_and_a_length_mean_one_word() -> None:
    assert len(lists.by_clue()) == len(lists.clues())
    assert lists.by_clue()["a large and scholarly book", 4] == "TOME"


# Hints


@pytest.mark.parametrize(
    ("guess", "answer", "told"),
    [
        ("CRANE", "CRANE", "GGGGG"),
        ("SPEED", "ABIDE", "--Y-Y"),
        ("SPEED", "ERASE", "Y-YY-"),
        ("SPEED", "STEAL", "G-G--"),
        ("ALLOY", "LABEL", "YYY--"),
        ("LLAMA", "BANAL", "Y-Y-Y"),
        ("GEESE", "ELOPE", "-Y--G"),
    ],
)
def test_hints_count_letters_as_often_as_the_answer_has_them(
    guess: str, answer: str, told: str
) -> None:
    assert hints(guess, answer) == told


@pytest.mark.parametrize("length", [4, 5, 6])
def test_information_is_the_entropy_of_the_hints(length: int) -> None:
    rng = Random(length)
    pool, left = (rng.sample(lists.answers(length), 30) for _ in range(2))
    for guess, bits in zip(pool, information(pool, left), strict=True):
        counts = Counter(hints(guess, word) for word in left).values()
        assert bits == pytest.approx(-sum(n / 30 * log2(n / 30) for n in counts))


def test_what_is_possible_would_have_given_the_same_hints() -> None:
    told = tuple((guess, hints(guess, "SATIN")) for guess in ("TRACE", "SOUND"))
    left = [w for w in lists.answers(5) if all(hints(g, w) == how for g, how in told)]
    assert list(still_possible(5, told)) == left and "SATIN" in left


def test_hard_mode_asks_for_greens_in_place_and_yellows_as_often_as_known() -> None:
    told: Told = (("SPEED", "--YY-"),)
    assert "hold E 2 times" in unused_hint("CRANE", told)
    assert unused_hint("GEESE", told) == unused_hint("EERIE", told) == ""
    assert "letter number 1" in unused_hint("CRANE", (("BLOCK", "G----"),))
    assert unused_hint("CRANE", (("BLOCK", "---Y-"),)) == ""


def guesses_for(answer: str, hard: bool) -> int:
    told: Told = ()
    while not told or told[-1][0] != answer:
        guess = most_telling(len(answer), told, hard)
        assert guess in lists.guesses(len(answer)) and guess not in dict(told)
        assert not hard or not unused_hint(guess, told)
        told = (*told, (guess, hints(guess, answer)))
    return len(told)


@pytest.mark.parametrize(("length", "hard"), NEEDED)
def test_the_most_telling_guesses_find_words_as_soon_as_promised(length: int, hard: bool) -> None:
    for answer in lists.answers(length)[:: len(lists.answers(length)) // 16]:
        assert guesses_for(answer, hard) <= NEEDED[length, hard]


@pytest.mark.slow
@pytest.mark.parametrize(("length", "hard"), NEEDED)
def test_the_most_telling_guesses_find_every_word_as_soon_as_promised(
    length: int, hard: bool
) -> None:
    needed = [guesses_for(answer, hard) for answer in lists.answers(length)]
    assert max(needed) == NEEDED[length, hard] and OPENINGS[length] in lists.answers(length)


# Letter grids


def test_letters_are_read_along_lines_only() -> None:
    rows = ("CAT", "XOX", "DXW")
    assert spelled(rows, (0, 0), (2, 2)) == "COW" and spelled(rows, (0, 2), (0, 0)) == "TAC"
    assert spelled(rows, (0, 0), (1, 2)) is None and spelled(rows, (1, 1), (1, 1)) is None
    assert spelled(rows, (2, 0), (0, 2)) == "DOT"


@pytest.mark.parametrize("find", [places, occurrences])
def test_a_word_is_found_in_all_directions_and_as_often_as_it_stands(find: object) -> None:
    assert callable(find)
    rows = ("DOTS", "OXXX", "TXOX", "SXXD")
    assert sorted(find(rows, "DOT")) == [((0, 0), (0, 2)), ((0, 0), (2, 0))]
    assert sorted(find(rows, "DO")) == [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((3, 3), (2, 2))]
    assert not find(rows, "STY")


@pytest.mark.parametrize(("size", "count"), [(7, 1), (11, 6), (14, 8)])
def test_words_stand_once_and_fillers_spell_nothing_to_avoid(size: int, count: int) -> None:
    made = 0
    for seed in range(15):
        grid = letter_grid(size, count, list(DIRECTIONS.values()), Random(seed))
        if grid is None:
            continue
        rows, words = grid
        made += 1
        hidden = set()
        for word in words:
            ((start, end),) = occurrences(rows, word)
            assert places(rows, word) == ((start, end),) and word != word[::-1]
            hidden |= set(line_cells(start, end))
        for bad in lists.avoided():
            for line in occurrences(rows, bad):
                assert set(line_cells(*line)) <= hidden  # a part of a word, as an ass of a bass
    assert made > 10


def line_cells(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    far = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    down, across = (end[0] - start[0]) // far, (end[1] - start[1]) // far
    return [(start[0] + n * down, start[1] + n * across) for n in range(far + 1)]
