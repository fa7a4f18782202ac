"""Rules of public kits on replies whose scores follow from the documented rule by hand."""

from __future__ import annotations

import pytest

from visgym.kit.graders import credit
from visgym.kit.official_graders import RULES
from visgym.kit.official_texts import edit_distance, plain_words, without_marks

PETS = ("cat", "dog", "a red bird", "fish")


@pytest.mark.parametrize(
    ("said", "right", "score"),
    [
        ("B", "B", 1), ("(B)", "B", 1), ("B.", "B", 1), ("b", "B", 0), ("dog", "B", 1),
        ("A dog", "A", 1),  # a letter near the end counts, whatever it is meant as
        ("A dog", "B", 0),
        ("A or B", "A", 0),  # two letters, and no text
        ("It is a Dog!", "B", 1), ("cat and dog", "A", 0), ("Z", "A", 0),
        ("B is the one that I would choose here", "B", 0),  # too far from the end
        ("I cannot say what it is, it may be a dog or something else entirely", "B", 0),  # too long
        ("Cannot determine the answer: B", "B", 0),
        ("", "A", 0),
    ],
)  # fmt: skip
def test_vlmevalkit_infers_a_letter_near_the_end_or_the_only_text(
    said: str, right: str, score: float
) -> None:
    assert RULES["vlmeval_choice"](said, (right,), PETS) == score
    text = PETS["ABCD".index(right)]
    assert RULES["vlmeval_choice"](said, (text,), PETS) == score


@pytest.mark.parametrize(
    ("said", "right", "score"),
    [
        ("Yes", "Yes", 1), ("yes, there is", "Yes", 1), ("No.", "no", 1), ("Yes and no", "Yes", 0),
        ("There is no cat", "No", 1), ("Yes/No", "Yes", 0), ("not", "No", 0), ("yes", "No", 0),
    ],
)  # fmt: skip
def test_vlmevalkit_wants_one_of_yes_and_no(said: str, right: str, score: float) -> None:
    assert RULES["vlmeval_yes_no"](said, (right,), ()) == score


def test_votes_are_counted_without_the_annotator_who_cast_them() -> None:
    votes = ("Two cats", "two cats.", "2 cats", "a dog", "dog")
    for kit in ("vlmeval", "lmms"):
        rule = RULES[f"{kit}_vqa"]
        # three say so: 2/3 for each of them, 1 for the others
        assert rule("the 2 cats", votes, ()) == pytest.approx((3 * 2 / 3 + 2) / 5)
        assert rule("dog", votes, ()) == pytest.approx((2 * 1 / 3 + 3 * 2 / 3) / 5)
        assert rule("bird", votes, ()) == 0


def test_similarity_and_relaxed_numbers_have_their_bounds() -> None:
    assert RULES["vlmeval_anls"]("Kitten", ("sitting", "kitten"), ()) == 1
    assert RULES["vlmeval_anls"]("kitten", ("sitting",), ()) == pytest.approx(1 - 3 / 7)
    assert RULES["lmms_anls"]("kitten", ("xyz",), ()) == 0
    for kit in ("vlmeval", "lmms"):
        relaxed = RULES[f"{kit}_relaxed"]
        assert relaxed("105", ("100",), ()) == 1 and relaxed("105.1", ("100",), ()) == 0
        assert relaxed("5%", ("0.05",), ()) == 1 and relaxed("Blue", ("blue",), ()) == 1
        assert relaxed("0", ("0",), ()) == 1 and relaxed("0.0", ("0",), ()) == 0  # zero is text


def test_lmms_eval_takes_the_surest_letter() -> None:
    rule = RULES["lmms_choice"]
    assert rule("(A) or (B)", ("B",), PETS) == 1  # of equal forms the last one
    assert rule("C. It might be (A)", ("C",), PETS) == 1  # a start is surer than brackets
    assert rule("The answer is D", ("D",), PETS) == 1
    assert rule("no idea", ("A",), PETS) == 0
    assert rule("it is dog", ("dog",), PETS) == 0  # texts of options say nothing


def test_texts_are_simplified_as_the_vqa_script_does() -> None:
    assert without_marks("x-ray, y") == "x ray y"
    assert without_marks("1,000") == "1000" and without_marks("a.b. 3.5") == "ab 3.5"
    assert plain_words("The Two dogs dont") == "2 dogs don't"
    pairs = (("", "abc"), ("abc", "abc"), ("kitten", "sitting"))
    assert [edit_distance(*pair) for pair in pairs] == [3, 0, 3]


def test_a_rule_may_credit_a_part_of_an_answer() -> None:
    assert 0 < credit("cat", ("cat", "cat", "dog"), "vlmeval_vqa", (), 0.01) < 1
    assert credit("cat", ("cat", "cat", "dog"), "exact", (), 0.01) == 1
