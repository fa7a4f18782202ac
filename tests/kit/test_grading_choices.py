"""A corpus of replies that choose, or do not: what is chosen is credited, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from grading import counted, credited, eager_choice, strict_choice
from visgym.kit.choice_replies import chosen

OPTIONS = ("cat", "dog", "bird", "horse")
MEANT = ("A", "B", "D")

CHOOSES = [
    "{L}", "{l}", "{L}.", "{l}.", "({L})", "({l})", "[{L}]", "{L})", "{l})", "{L}:", "**{L}**",
    "**({L})**",
    "`{L}`", '"{L}"', "${L}$", "\\boxed{{{L}}}", "\\boxed{{\\text{{{L}}}}}",
    "$\\boxed{{\\mathrm{{{L}}}}}$",
    "\\boxed{{({L})}}", "\\text{{{L}}}", "<answer>{L}</answer>", "<answer>({L})</answer>",
    "<answer>{L}. {t}</answer>", "<answer>Option {L}</answer>", "<answer>\n{L}\n</answer>",
    "<answer>{t}</answer>", "<answer>The answer is {L}.</answer>", "<ANSWER> {L} </ANSWER> as said",
    "{L}. {t}", "({L}) {t}", "{L}) {t}", "{L}: {t}", "{L} - {t}", "{L} {t}", "{L}. a {t}",
    "({L}) a {t}.",
    "{t}", "a {t}", "A {t}.", "The {t}", "{t} ({L})", "It is a {t}.", "It's a {t}.",
    "This is a {t}.",
    "The animal is a {t}.", "The animal in the photo is the {t}.", "The picture shows a {t}.",
    "The answer is {L}", "the answer is {L}.", "The answer is ({L}).", "The answer is: {L}",
    "The answer is option {L}.", "The correct answer is {L}.", "The correct answer is **{L}**.",
    "The correct answer is {L}. {t}", "The correct answer is ({L}) {t}.",
    "The right answer is {L}: {t}.",
    "The correct option is {L}.", "The correct choice is ({L}).", "The best answer is {L}.",
    "The final answer is $\\boxed{{{L}}}$.", "My answer is {L}.", "Answer: {L}", "Answer: ({L})",
    "Answer: {L}. {t}", "**Answer:** {L}", "**Answer: {L}**", "Final answer: {L}", "## Answer\n{L}",
    "ANSWER: {L}", "Answer is {L}", "Option {L}", "Option {L}.", "Option ({L})",
    "option {L} is correct",
    "Option {L} is the correct answer.", "Option {L}: {t}", "Choice {L}", "Letter {L}.",
    "{L} is correct", "{L} is correct.", "{L} is right.", "{L} is the answer.",
    "{L} is the correct answer.",
    "({L}) is correct.", "{L} is the right choice.", "{L} is the best option.",
    "{L}, because it has a tail.",
    "{L} because of the tail.", "{L}, since it has four legs", "{L} (the {t})", "I choose {L}.",
    "I would choose option {L}.", "I pick {L}", "I select ({L}).", "I'd go with {L}.",
    "I will go with {L}.",
    "I think the answer is {L}.", "I think it is {L}.", "I believe {L} is correct.", "So {L}.",
    "So the answer is {L}.", "Therefore, {L} is correct.", "Therefore, the answer is ({L}) {t}.",
    "Thus the correct option is {L}.", "Hence {L}.", "Thus, option {L}.", "It must be {L}.",
    "Looking at the ears, it must be a {t}.\nAnswer: {L}", "I see a tail.\nSo it is {L}.",
    "The tail tells it all.\n\n{L}", "The animal has fur.\n\n**{L}. {t}**",
    "{L}\n\nThe tail tells it all.",
    "{L}. {t}\n\nThe picture shows one in a garden.",
    "The photo shows a {t}, which corresponds to {L}.",
    "The photo shows a {t}, so the answer is {L}.", "This matches option {L}.",
    "That is a {t} ({L}).",
    "Let me see. Option C is wrong. The answer is {L}.", "Not C. The answer is {L}.", "{L}, not C.",
    "C is wrong, so {L} is correct.", "C is incorrect. {L} is correct.",
    "It isn't C, so it is {L}.",
    "The answer is not C but {L}.", "{L} rather than C.", "We can rule out C. {L} is correct.",
    "The answer is {L} because C shows feathers.", "Step 1: look. Step 2: think. Answer: {L}",
    "First I thought of C.\n<answer>{L}</answer>", "<think>C or so?</think>\n{L}", "→ {L}",
    "=> {L}",
    "option {l}", "It is option {l}.", "the answer is {l}", "So the {t}.",
    "Only {L} fits the tail.",
    "Options C and E are wrong. {L} is correct.", "My guess: {L}",
    "If C were right, it would have feathers.\nSo {L}.",
]  # fmt: skip

CHOOSES_NONE = [
    # hedges
    "A or B", "A/B", "A, B", "A and B", "AB", "A & B", "A|B", "either A or B", "Either (A) or (B).",
    "Both A and B",
    "A or B or D", "A, B, D", "between A and B", "A vs B", "A, possibly B", "A, maybe D", "maybe A",
    "Perhaps B.",
    "possibly D", "probably A", "It could be A.", "It might be B", "It may be D.",
    "The answer is A or B.",
    "The answer is either A or D.", "The answer could be B.", "The answer might be A.",
    "Answer: A or B",
    "Answer: A/B", "<answer>A or B</answer>", "<answer>A, B</answer>", "<answer>A and D</answer>",
    "\\boxed{A or B}", "\\boxed{A, B}", "\\boxed{\\text{A or B}}", "A is correct, and so is B.",
    "A is correct. B is correct.", "A is correct. B is correct too.", "Option A or option B",
    "I pick A or B.",
    "A. Alternatively B.", "A? Or B?", "A?", "Is it A?", "If it barks B, otherwise A.",
    "Not sure, A or B",
    "I am not sure, perhaps A.", "A cat or a dog", "cat or dog", "cat, dog",
    "either a cat or a dog",
    "It is a cat or a dog.", "maybe a dog", "It might be a dog.", "cat/dog", "A (or B)", "(A)(B)",
    "(A), (B)",
    "A and B both fit.", "Answer: B or D, hard to tell", "A as well as B",
    # denials
    "not A", "Not B.", "It is not A.", "A is wrong.", "B is incorrect.", "D is not correct.",
    "Option A is wrong.",
    "The answer is not A.", "The answer is not B.", "It isn't D.", "A cannot be right.",
    "B can't be correct.",
    "Neither A nor B", "Neither.", "None of these", "none", "Anything but A", "It is not a dog.",
    "no dog",
    "A is ruled out.", "We can rule out D.", "All except A", "All of the above", "A is false.",
    "A is unlikely.",
    # letters by chance
    "A long tail is visible in the garden.", "A picture of an animal.",
    "A friend of mine has one of these.",
    "I see an animal with a tail.", "I cannot see it.", "I can't tell.", "I don't know",
    "It eats vitamin B.",
    "Vitamin D is good for it.", "This is plan B of the building.", "The grade was A in total.",
    "Figure A shows it",
    "Hepatitis B is a disease", "It stands in block D today.", "The animal bit me.", "Because",
    "Dab", "bad",
    "Prof. B. Brown took it.", "ABCD", "Abc", "The D-Day photo", "U.S.A.", "B2", "B-52", "A4 paper",
    "B.C.", "O'Brien has a B&B.", "C++ and D#",
    "Dr. D. Brown took it.", "Bob", "The hotdog stand", "a hot dog stand",
    "dog food is on the table",
    "A catalogue lies there.", "birdhouse", "Sea horse races", "The letter", "The answer", "Option",
    "Answer:", "E",
    "(E)", "F is correct", "The answer is Z.", "The answer is unknown.", "The answer is E.",
    "option G", "B. If not, A.",
    "I would not pick B", "There is a sign with the letter B", "It is a", "This is a.",
    "A tail is a tail.",
    "So a", "the answer is a tail", "an option b or d", "So not the dog.", "Options A and B",
    # recited options, contradictions
    "A. cat\nB. dog\nC. bird\nD. horse", "(A) cat (B) dog (C) bird (D) horse",
    "A: cat; B: dog; D: horse",
    "The options are A, B, C and D.", "A) cat B) dog", "A. dog", "(B) cat", "D: a dog",
    "The answer is A, a dog.",
    "<answer>B. horse</answer>", "Option D: cat", "Choose from A, B, C, D.", "Choose A, B, C or D",
    "", " ", ".", "...", "\\boxed{}", "<answer></answer>", "?", "()", "**",
    "🐶", "\x00", "{}", "[]",
]  # fmt: skip


def cases() -> list[tuple[str, str | None]]:
    """Replies, and the letters that they mean."""
    chooses = [
        (form.format(L=letter, l=letter.lower(), t=OPTIONS["ABCD".index(letter)]), letter)
        for form in CHOOSES
        for letter in MEANT
    ]
    none = [(reply, None) for reply in CHOOSES_NONE]
    return [*dict.fromkeys([*chooses, *none])]


@pytest.mark.parametrize("form", CHOOSES)
def test_what_is_chosen_is_credited_and_nothing_else(form: str) -> None:
    for letter in MEANT:
        reply = form.format(L=letter, l=letter.lower(), t=OPTIONS["ABCD".index(letter)])
        found = [each for each in "ABCD" if credited("choice", reply, each, OPTIONS)]
        assert found == [letter], reply


def test_hedges_denials_and_letters_by_chance_choose_nothing() -> None:
    found = {
        reply: [each for each in "ABCD" if credited("choice", reply, each, OPTIONS)]
        for reply, meant in cases()
        if meant is None
    }
    assert {reply: letters for reply, letters in found.items() if letters} == {}


def _agrees(read: Callable[[str, Sequence[str]], str], reply: str, right: str) -> bool:
    return read(reply, OPTIONS) == right


def test_no_known_way_of_reading_choices_is_right_more_often() -> None:
    labelled = [(reply, right, right == meant) for reply, meant in cases() for right in "ABCD"]
    replies = len(cases())
    ours = counted(labelled, lambda reply, right: credited("choice", reply, right, OPTIONS))
    others = [counted(labelled, partial(_agrees, read)) for read in (eager_choice, strict_choice)]
    assert replies >= 200 and ours.false_accepts == 0
    assert ours.right == len(labelled) > max(other.right for other in others)


@pytest.mark.parametrize(
    ("reply", "meant"),
    [
        ("C", 2),
        ("(C) Both A and B", 2),
        ("Option C: both A and B.", 2),
        ("Both A and B", 2),
        ("D: It may vary or not", 3),
        ("It may vary or not.", 3),
        ("A only", 0),
        ("(A) Both A and B", None),
        ("B only or C", None),
    ],
)
def test_words_of_an_option_are_no_hedges(reply: str, meant: int | None) -> None:
    assert chosen(reply, ("A only", "B only", "Both A and B", "It may vary or not")) == meant
