"""Wordle: guess a hidden word from hints on the letters of earlier guesses.

The words to guess are common ones, and the hints alone lead to each of them in time. A guess that
is refused costs a step but no try. Somebody who has no try left is told the word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from visgym.authoring import (
    Call,
    Frame,
    Illegal,
    Medium,
    Task,
    Word,
    action,
    levels,
    redrawn,
    solver,
)
from visgym.kit.words import lists, tiles
from visgym.kit.words.hints import GREEN, NEEDED, YELLOW, Told, hints, most_telling, unused_hint


@dataclass(frozen=True, slots=True)
class Guessing:
    answer: str
    """Empty where it is hidden."""
    told: Told = ()
    """The guesses and their hints."""


@dataclass(frozen=True, kw_only=True)
class Wordle(Task[Guessing]):
    letters: int = 5
    """Letters of the word."""
    tries: int = 6
    """Guesses that may be made."""
    hard: bool = False
    """Whether each guess must use all hints."""

    tags = frozenset({"synthetic", "hidden", "known", "language", "reasoning"})
    can_stop = False

    # Generation

    def validate(self) -> None:
        if self.letters not in (4, 5, 6) or not 4 <= self.tries <= 10:
            raise ValueError("letters must be 4, 5 or 6, and tries from 4 to 10.")

    def generate(self, rng: Random) -> Guessing:
        always = self.tries >= NEEDED[self.letters, self.hard]

        def drawn(rng: Random) -> Guessing | None:
            state = Guessing(rng.choice(lists.answers(self.letters)))
            return state if always or self._guesses(state) <= self.tries else None

        return redrawn(drawn, rng)

    # Rules

    def rules(self) -> str:
        hard = " Every guess must use all hints that were given before." if self.hard else ""
        return (
            f"Guess a hidden English word of {self.letters} letters in {self.tries} tries. A guess "
            "must be an English word of that length that was not guessed before. Each letter of a "
            "guess gets a hint: green if the hidden word has it in the same place, yellow if it "
            "has it in another place, grey if not. A letter that the guess holds more often than "
            f"the hidden word is grey where there is one too many.{hard}"
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Below each letter of a guess stands G for green, Y for yellow or - for grey."
        return (
            "Guesses stand from the top, their letters on green, yellow or grey tiles. Each key "
            "below has the best hint that its letter got; keys of untried letters are pale."
        )

    @action
    def guess(self, state: Guessing, word: Annotated[str, Word("letters", "letters")]) -> Guessing:
        """Guess a word."""
        if word not in lists.guesses(self.letters):
            raise Illegal(f"{word} is not in the list of words.")
        if any(word == earlier for earlier, _ in state.told):
            raise Illegal(f"{word} was guessed before.")
        if self.hard and (unused := unused_hint(word, state.told)):
            raise Illegal(unused)
        return replace(state, told=(*state.told, (word, hints(word, state.answer))))

    def is_over(self, state: Guessing) -> bool:
        return self.score(state) == 1 or len(state.told) == self.tries

    def hopeless(self, state: Guessing) -> bool:
        return self.score(state) < 1 and len(state.told) >= self.tries

    def score(self, state: Guessing) -> float:
        return float(bool(state.told) and set(state.told[-1][1]) == {GREEN})

    def metrics(self, state: Guessing) -> dict[str, float]:
        marks = [marks for _, marks in state.told]
        best = max((each.count(GREEN) + each.count(YELLOW) / 2 for each in marks), default=0)
        return {"best_guess": best / self.letters, "tries": float(len(marks))}

    def effort(self, state: Guessing) -> float:
        """Letters, by the share of tries that are needed."""
        return self.letters * self._guesses(state) / self.tries

    # Observation

    def visible(self, state: Guessing, player: int) -> Guessing:
        return state if self.is_over(state) else replace(state, answer="")

    def draw(self, state: Guessing) -> Frame:
        return tiles.picture(self.letters, self.tries, state.told, self._missed(state))

    def describe(self, state: Guessing) -> str:
        lines = [line for pair in state.told for line in pair]
        lines.append(f"Tries left: {self.tries - len(state.told)}")
        return "\n".join([*lines, self._missed(state)]).rstrip()

    def _missed(self, state: Guessing) -> str:
        """What the word was, once it can no longer be found."""
        return f"The word was {state.answer}." if self.hopeless(state) else ""

    # Solvers

    @solver
    def by_entropy(self, state: Guessing, rng: Random) -> Iterator[Call]:
        """The guess that tells the most, by the hints alone."""
        while not self.is_over(state):
            word = most_telling(self.letters, self.visible(state, 0).told, self.hard)
            yield Call("guess", (word,))
            state = self.guess(state, word)

    @solver
    def known(self, state: Guessing, rng: Random) -> Iterator[Call]:
        """The hidden word, said by somebody who knows it."""
        if not self.is_over(state):
            yield Call("guess", (state.answer,))

    def _guesses(self, state: Guessing) -> int:
        """How many guesses the hints take, with tries without end."""
        patient = replace(self, tries=max(NEEDED.values()))
        return sum(1 for _ in patient.by_entropy(state, Random(0)))


PRESETS = levels(
    Wordle,
    letters=(4, 5, 6),
    tries=(8, 6, 6),
    hard=(False, False, True),
    step_limit=(16, 12, 12),
)
