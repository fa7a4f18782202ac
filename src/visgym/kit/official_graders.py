"""How public evaluation kits score a reply to one question, rule by rule.

Our own graders never credit a hedge and read more ways to say an answer. These give, without a
judge, the numbers that VLMEvalKit and lmms-eval give for the same replies, faults included.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from statistics import fmean

from visgym.kit.official_texts import edit_distance, plain_words, without_marks
from visgym.kit.options import LETTERS

Rule = Callable[[str, Sequence[str], Sequence[str]], float]
"""The score of a reply, from the right answers and the options."""

NEAR_END = 5  # words, among which VLMEvalKit expects a letter
ANNOTATORS = 3  # who say the same make an answer right
SIMILAR = 0.5  # below which similarity counts nothing
RELAXED = 0.05  # share by which a number may be off
_BRACKETS = ".()[],:;!*#{}"
_REFUSED = (
    "Sorry, I can't help with images of people yet.",
    "I can't process this file.",
    "I'm sorry, but without the image provided",
    "Cannot determine the answer",
)
_NO_REPLY = "Failed to obtain answer via API"
_NAMED = ("answer", "correct answer", "best answer", "correct option", "best option", "choice",
          "correct choice")  # fmt: skip
_PHRASES = (
    *(f"{the}{name} is" for the, name in product(("the ", ""), _NAMED)),
    "i choose", "i select", "i pick", "my answer is", "my choice is",
    "옵션", "정답은", "답은", "답:", "答案是", "答案为", "选", "答えは",
)  # fmt: skip
_RANKS = {"start": 10, "end": 9, "phrase": 7, "({})": 6, "{}.": 5, "{}:": 4, "{})": 3, "{} ": 2}


def right_letter(answers: Sequence[str], options: Sequence[str]) -> str:
    """The letter of the right option, which is given by its text or by its letter."""
    right = answers[0]
    return LETTERS[options.index(right)] if right in options else right.strip().upper()


# VLMEvalKit


def vlmeval_choice(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """The one letter near the end, or else the one option whose text occurs."""
    if any(each in said for each in _REFUSED):
        return 0.0
    known = dict(zip(LETTERS, map(str.lower, options), strict=False))
    found = _letter_near_end(said, known)
    small = said.lower()
    if not found and len(small) <= 2 * sum(map(len, options)):
        held = [letter for letter, text in known.items() if text in small]
        found = held[0] if len(held) == 1 else ""
    return float(found == right_letter(answers, options))


def _letter_near_end(said: str, known: dict[str, str]) -> str:
    words = said.translate(str.maketrans(_BRACKETS, " " * len(_BRACKETS))).split()
    named = [letter for letter in known if letter in words]
    if _NO_REPLY in said or len(named) != 1:
        return "Z" if not named and "Z" in words and _NO_REPLY not in said else ""
    return named[0] if words.index(named[0]) > len(words) - NEAR_END else ""


def vlmeval_yes_no(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """Whether exactly one of yes and no is among the words, and the right one."""
    words = without_marks(said.lower()).split()
    found = [word for word in ("yes", "no") if word in words]
    return float(found == [answers[0].strip().lower()])


def vlmeval_vqa(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """How many annotators agree, left out one by one."""
    return _agreement(_vlmeval_answer(said), [_vlmeval_answer(each) for each in answers])


def _vlmeval_answer(text: str) -> str:
    return plain_words(without_marks(text.replace("\n", " ").replace("\t", " ").strip()))


def _agreement(said: str, answers: Sequence[str]) -> float:
    """The mean over annotators of how many of the others said so, of three at most."""
    same = [said == each for each in answers]
    return fmean(min(1.0, (sum(same) - mine) / ANNOTATORS) for mine in same)


def vlmeval_anls(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """Similarity in letters to the nearest answer."""
    told = " ".join(said.strip().lower().split())
    rights = [" ".join(each.strip().lower().split()) for each in answers]
    return _similarity([_share(told, each, max(len(told), len(each))) for each in rights])


def _share(one: str, other: str, longest: int) -> float:
    return edit_distance(one, other) / longest if longest else 0.0


def _similarity(apart: Sequence[float]) -> float:
    found = 1 - min(apart)
    return 0.0 if found < SIMILAR else found


def vlmeval_relaxed(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """Equal texts, or numbers that are 5 % apart at most."""
    return float(any(_is_near(said.strip(), each) for each in answers))


def _is_near(said: str, right: str) -> bool:
    one, other = _number(said), _number(right)
    if one is not None and other:
        return abs(one - other) / abs(other) <= RELAXED
    return said.lower() == right.lower()


def _number(text: str) -> float | None:
    try:
        return float(text.rstrip("%")) / 100 if text.endswith("%") else float(text)
    except ValueError:
        return None


def vlmeval_exact(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """Equal texts but for case and spaces around them."""
    return float(said.strip().lower() in [each.strip().lower() for each in answers])


# lmms-eval


def lmms_choice(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """The letter in the surest form, such as at the start, at the end, or in brackets."""
    text = said.strip()
    for mark in ",.!?;:'\"":
        text = text.strip(mark)
    letters = LETTERS[: len(options)]
    found = list(_candidates(f" {text} ", letters)) if said.strip() else []
    best = max(found, key=lambda each: each[:2], default=(0, 0, ""))[2]
    return float(best == right_letter(answers, options))


def _candidates(text: str, letters: str) -> Iterator[tuple[int, int, str]]:
    """How sure each letter is, where it stands, and the letter."""
    bare, small, is_none = text.strip(), text.lower(), True
    for form in ("({})", "{}.", "{}:", "{})", "{} "):
        for letter in letters:
            if (place := text.rfind(form.format(letter))) >= 0:
                is_none = False
                yield _RANKS[form], place, letter
    for phrase in _PHRASES:
        place = small.find(phrase)
        for letter in letters if place >= 0 else "":
            if (at := text.find(letter, place + len(phrase))) >= 0:
                is_none = False
                yield _RANKS["phrase"], at, letter
    for letter in letters:
        if bare.startswith(letter) and not bare[1:2].isalpha():
            is_none = False
            yield _RANKS["start"], 0, letter
        if bare.endswith(letter) and not bare[-2:-1].isalpha():
            is_none = False
            yield _RANKS["end"], len(text) - 1, letter
    if is_none:
        yield from ((0, text.rfind(letter), letter) for letter in letters if letter in text)


def lmms_yes_no(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """Nothing but the right word, but for case and spaces around it."""
    return float(said.lower().strip() == answers[0].lower().strip())


def lmms_vqa(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """How many annotators agree, left out one by one, on answers without commas."""
    return _agreement(_lmms_answer(said), [_lmms_answer(each) for each in answers])


def _lmms_answer(text: str) -> str:
    bare = text.lower().replace(",", "").replace("?", "").replace("'s", " 's").strip()
    return plain_words(without_marks(bare.replace("\n", " ").replace("\t", " ").strip()))


def lmms_anls(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """Similarity in letters to the nearest answer, as a share of the length before trimming."""
    told, length = " ".join(said.strip().lower().split()), len(said.upper())
    rights = [(" ".join(each.strip().lower().split()), len(each.upper())) for each in answers]
    return _similarity([_share(told, each, max(length, size)) for each, size in rights])


def lmms_relaxed(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """Equal texts, or numbers that are 5 % apart at most."""
    return float(any(_is_near(said, each) for each in answers))


def lmms_exact(said: str, answers: Sequence[str], options: Sequence[str]) -> float:
    """Equal texts but for case and marks."""
    marks = str.maketrans("", "", string.punctuation)
    rights = [each.lower().translate(marks) for each in answers]
    return float(said.lower().translate(marks) in rights)


RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        vlmeval_choice, vlmeval_yes_no, vlmeval_vqa, vlmeval_anls, vlmeval_relaxed, vlmeval_exact,
        lmms_choice, lmms_yes_no, lmms_vqa, lmms_anls, lmms_relaxed, lmms_exact,
    )
}  # fmt: skip
"""Every rule by its name."""
