"""Replies to questions of benchmarks, as models put them; the same every time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

WORDS = ("cat", "a dog", "red car", "The Eiffel Tower", "two", "3.5", "12%", "1,000", "isn't it")
LEADS = (
    "{}", "({})", "{}.", "**{}**", "The answer is {}", "Answer: {}", "I choose {}.", "{}: {text}",
    "{}) {text}", "It is {text}", "{text}", "Option {} because it fits", "{text}, so {}",
    "A {text}", "I think it is either {} or {other}", "The correct option is {}, not {other}.",
    "{small}", "",
    "Cannot determine the answer", "Z", "Let us look. {other} is wrong. So the best answer is {}",
    "{} is what the picture shows, as far as anybody can tell from it here", "답은 {}", "[{}]",
)  # fmt: skip
SAYINGS = (
    "{}", " {}", "{}.", "the {}", "{}!", "It's {}", "{}\n", "{} ", "({})", "{upper}", "about {}",
    "{}, I think", "no", "{}s", "{}x", "-{}",
)  # fmt: skip
YES_NO = (
    "Yes", "yes.", "No", "NO!", "Yes, there is", "no, not at all", "Yes and no", "It is", " Yes ",
    "There is no dog", "Yes/No", "yes-no", "nope", "Yes\n", "I say: no", "Yes, there's no doubt",
)  # fmt: skip


class Reply(NamedTuple):
    """What a model said to a question, and what is right."""

    said: str
    answers: tuple[str, ...]
    options: tuple[str, ...] = ()


def choice_replies(count: int = 240) -> Iterator[Reply]:
    """Replies to questions with four options; the right one is given by its letter."""
    rng = Random("choices")
    for number in range(count):
        options = tuple(rng.sample(WORDS, 4))
        place, other = rng.randrange(4), rng.randrange(4)
        form = LEADS[number % len(LEADS)]
        named = {"text": options[place], "other": "ABCD"[other], "small": "abcd"[place]}
        yield Reply(form.format("ABCD"[place], **named), (rng.choice("ABCD"),), options)


def yes_no_replies(count: int = 160) -> Iterator[Reply]:
    """Replies to questions with yes or no."""
    rng = Random("yes or no")
    for number in range(count):
        yield Reply(YES_NO[number % len(YES_NO)], (rng.choice(("Yes", "No")),))


def open_replies(annotators: int = 1, count: int = 320) -> Iterator[Reply]:
    """Replies to open questions, with as many right answers."""
    rng = Random("open")
    for number in range(count):
        word = rng.choice((*WORDS, "0", "7", "7.3", "104", "99.9", "dont know", "x-ray, y"))
        said = SAYINGS[number % len(SAYINGS)].format(word, upper=word.upper())
        others = [rng.choice((word, word, *WORDS)) for _ in range(annotators)]
        yield Reply(said, tuple(others))
