"""A corpus of short texts and of yes and no: what says it is credited, nothing else."""

from __future__ import annotations

import pytest

from grading import counted, credited, eager_text, strict_text

SAYS = [
    "{}", "{}.", "{}!", " {} ", "**{}**", "*{}*", "`{}`", '"{}"', "“{}”", "'{}'", "({})", "[{}]",
    "${}$",
    "\\boxed{{{}}}", "\\boxed{{\\text{{{}}}}}", "$\\boxed{{\\mathrm{{{}}}}}$", "\\text{{{}}}",
    "<answer>{}</answer>",
    "<answer> {}. </answer>", "<answer>**{}**</answer>", "<answer>\\text{{{}}}</answer>",
    "Answer: {}", "answer: {}.",
    "**Answer:** {}", "**Answer: {}**", "Final answer: {}", "## Answer\n{}", "The answer is {}.",
    "The answer is: {}",
    "The answer is **{}**.", "The correct answer is {}.", "My answer is \"{}\".",
    "So the answer is {}.", "It is {}.",
    "It's {}.", "This is {}.", "That is {}", "Therefore it is {}.", "I looked closely.\n{}",
    "I looked closely.\n\n**{}**",
    "Some thoughts.\nAnswer: {}", "<think>Something else?</think>\n{}",
    "<answer>x</answer> no: <answer>{}</answer>",
    "{} is the answer.", "{} is correct.",
]  # fmt: skip
SAYS_NOT = [
    "not {}", "It is not {}.", "The answer is not {}.", "{} or something else", "either {} or not",
    "maybe {}", "perhaps {}",
    "It might be {}.", "possibly {}", "probably {}", "It isn't {}.", "anything but {}",
    "{} and more", "{}ish", "non{}",
    "It could be {}.", "<answer>{} or else</answer>", "\\boxed{{{} or other}}", "{}/other",
    "neither {} nor that",
    "{}?", "Is it {}?", "If so, it is {}.", "Unlike {}", "rather than {}",
]  # fmt: skip
CONTENTS = ("giraffe", "Eiffel Tower", "dark blue", "STOP", "Mount Everest")

# A right answer, replies that say it, replies that do not.
CORPUS: list[tuple[str, list[str], list[str]]] = [
    ("giraffe", [
        "Giraffe", "GIRAFFE", "a giraffe", "the giraffe", "A giraffe.", "The animal is a giraffe.",
        "The picture shows a giraffe.",
        "This animal is called a giraffe.", "The animal in the photo is a giraffe.",
    ], [
        "giraffes and zebras", "zebra", "a giraffe-like animal", "giraff",
        "The giraffe is not shown.", "no giraffe", "",
        "a giraffe and a zebra", "The animal is similar to a giraffe.", "It is a toy giraffe.",
        "It is taller than a giraffe.",
    ]),
    ("Paris", ["paris", "PARIS", "The capital of France is Paris.", "The city is Paris",
    "It's Paris!"],
     ["Paris, Texas", "Paris Hilton", "parish", "London", "Paris or London", "not Paris",
     "New Paris", "Paris is not it."]),
    ("t-shirt", ["T-shirt", "t shirt", "a T-Shirt", "It is a t-shirt."], ["shirt", "tshirts",
    "sweatshirt", "t"]),
    ("USA", ["usa", "U.S.A.", "the USA", "It is the USA."], ["us", "US of Mexico", "USAF", "UK"]),
    ("café", ["cafe", "Café", "a café", "CAFÉ"], ["cafeteria", "coffee", "caf"]),
    ("2", ["2", "two", "Two.", "It is two.", "\\boxed{2}"], ["12", "2.5", "20", "two or three",
    "three", "22"]),
    ("salt & pepper", ["salt and pepper", "Salt & Pepper"], ["salt", "pepper", "salt or pepper"]),
    ("yes", [
        "yes", "Yes", "YES.", "Yes!", "**Yes**", "\\boxed{yes}", "\\boxed{\\text{Yes}}",
        "<answer>Yes</answer>", "Answer: yes",
        "The answer is yes.", "Yes, there is.", "Yes, there is a dog.", "Yes - it is there.",
        "Yes, no doubt about it", "true",
        "True.", "So yes.", "No doubt: yes.", "I looked twice.\nYes.",
        "It is there, so the answer is Yes", "Yes, the two dogs match.",
        "(yes)", "\"Yes\"", "Final answer: Yes",
    ], [
        "no", "No.", "false", "yes or no", "Yes/No", "yes and no", "maybe yes", "Perhaps yes.",
        "probably yes", "not yes", "yesterday",
        "No, it is not.", "Yes? No.", "Yes. No.", "No, yes", "unclear", "I am not sure.",
        "Not sure, yes", "If it is a dog, yes.",
        "either yes or no", "eyes", "It depends: yes", "possibly", "<answer>yes or no</answer>",
        "Yes, but also no.", "",
    ]),
    ("no", [
        "no", "No", "NO.", "No!", "**No**", "\\boxed{no}", "\\boxed{\\text{No}}",
        "<answer>No</answer>", "Answer: no", "The answer is no.",
        "No, there is not.", "No, there is no dog.", "No - nothing there.", "false", "False.",
        "So no.", "I looked twice.\nNo.",
        "No, the two dogs differ.", "No, it isn't.", "Final answer: No", "(no)", "\"No\"",
    ], [
        "yes", "true", "no or yes", "No/Yes", "none", "north", "nothing", "No idea", "No clue.",
        "No doubt, yes", "not no", "maybe no",
        "probably not", "No one knows.", "Yes, there is no doubt.", "know", "No. Yes.",
        "Perhaps no", "It depends: no", "now", "",
        "No question: yes", "no way to tell, maybe",
    ]),
]  # fmt: skip


def labelled() -> list[tuple[str, str, bool]]:
    """Replies, right answers, and whether the replies say them."""
    told = [(form.format(each), each, True) for form in SAYS for each in CONTENTS]
    wrong = [(form.format("zebra"), each, False) for form in SAYS for each in CONTENTS[:2]]
    hedged = [(form.format(each), each, False) for form in SAYS_NOT for each in CONTENTS[:3]]
    equal = [(reply, right, True) for right, says, _ in CORPUS for reply in says]
    other = [(reply, right, False) for right, _, says in CORPUS for reply in says]
    return [*told, *wrong, *hedged, *equal, *other]


@pytest.mark.parametrize("label", [True, False], ids=["said", "not said"])
def test_what_says_the_right_text_is_credited_and_nothing_else(label: bool) -> None:
    wrong = [
        (reply, right)
        for reply, right, meant in labelled()
        if meant is label and credited("exact", reply, right) is not label
    ]
    assert wrong == []


def test_no_known_way_of_reading_texts_is_right_more_often() -> None:
    corpus = labelled()
    ours = counted(corpus, lambda reply, right: credited("exact", reply, right))
    others = [counted(corpus, read) for read in (eager_text, strict_text)]
    assert len({reply for reply, _, _ in corpus}) >= 200 and ours.false_accepts == 0
    assert ours.right == len(corpus) > max(other.right for other in others)
