"""Guessing among options by their texts alone: how long they are, and what was right before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

RARE = 8  # questions with a word, of which nothing is learnt if there are fewer
_WORD = re.compile(r"[\w']+")
_NUMBER = re.compile(r"-?\d+")

Feature = tuple[str, ...]


@dataclass(frozen=True)
class Posed:
    """The words of a question, its options, and which of them is right."""

    stem: tuple[str, ...]
    options: tuple[str, ...]
    right: int


def words(text: str) -> list[str]:
    """
    >>> words("Which of (A) and B?")
    ['which', 'of', 'a', 'and', 'b']
    """
    return _WORD.findall(text.lower())


def longest(posed: Posed) -> float:
    """The chance to be right with one of the longest options."""
    return _picked([len(option) for option in posed.options], posed.right)


def _picked(scores: Sequence[float], right: int) -> float:
    """The chance to be right with one of those that score most."""
    most = max(scores)
    return (scores[right] == most) / sum(score == most for score in scores)


class Guesser:
    """What can be learnt from questions whose answers are known."""

    def __init__(self, learnt: Sequence[Posed]) -> None:
        self._rights = Counter(each.options[each.right] for each in learnt)
        seen = Counter(word for each in learnt for word in {*each.stem})
        self._telling = {word for word, count in seen.items() if RARE <= count < len(learnt)}
        self._counts: tuple[Counter[Feature], Counter[Feature]] = Counter(), Counter()
        self._totals = [0, 0]
        for each in learnt:
            for place in range(len(each.options)):
                is_right = place == each.right
                self._totals[is_right] += 1
                self._counts[is_right].update(self._features(each, place))

    def by_frequency(self, posed: Posed) -> float:
        """The chance to be right with what was right most often."""
        return _picked([self._rights[option] for option in posed.options], posed.right)

    def by_text(self, posed: Posed) -> float:
        """The chance to be right with what naive Bayes finds likeliest."""
        scores = [
            round(sum(map(self._evidence, self._features(posed, place))), 9)
            for place in range(len(posed.options))
        ]
        return _picked(scores, posed.right)

    def _evidence(self, feature: Feature) -> float:
        wrong, right = (
            (counts[feature] + 1) / (total + 2)
            for counts, total in zip(self._counts, self._totals, strict=True)
        )
        return log(right / wrong)

    def _features(self, posed: Posed, place: int) -> Iterator[Feature]:
        """What is known of an option."""
        option = posed.options[place]
        yield "place", str(place)
        yield "text", option
        others = posed.options[:place] + posed.options[place + 1 :]
        lengths = [len(each) for each in others]
        longer = sum(each > len(option) for each in lengths)
        yield "longer", str(longer), str(sum(each < len(option) for each in lengths))
        if numbers := _NUMBER.findall(option):
            firsts = [int(found[0]) for each in others if (found := _NUMBER.findall(each))]
            yield "rank", str(sum(each < int(numbers[0]) for each in firsts))
        parts = {*option.split(", ")}
        yield "shared", str(sum(len(parts & {*each.split(", ")}) for each in others))
        said = {*words(option)}
        yield "asked", str(len(said & {*posed.stem}))
        for word in said:
            yield "word", word
        for word in {*posed.stem} & self._telling:
            yield "both", word, option
