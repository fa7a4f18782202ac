"""VSP maze perception 3: which of four texts is the map in the picture?

The four letters are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Form, OptionLetter, action
from visgym.kit import options
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeQuestion, OnLake, graded
from visgym.kit.boards.lakes import Lake


@dataclass(frozen=True, slots=True)
class MapProblem(OnLake):
    candidates: tuple[Lake, ...]


@dataclass(frozen=True, kw_only=True)
class VspMazeText(LakeQuestion[MapProblem]):
    form = Form(lead="<Answer>")
    tags = LakeQuestion.tags | {"perception"}

    def generate(self, rng: Random) -> MapProblem:
        """One candidate is right, one of the right size, and two are of wrong sizes."""
        lake = other = lakes.frozen(self.size, rng)
        while other == lake:
            other = lakes.frozen(self.size, rng)
        sizes = rng.choices([size for size in lakes.SIZES if size != self.size], k=2)
        wrong = [other, *(lakes.frozen(size, rng) for size in sizes)]
        return MapProblem(lake, options.shuffled(lake, wrong, lake.__eq__, rng))

    def rules(self) -> str:
        return (
            "You see a maze and four texts, each of which describes a maze; exactly one of them "
            "is the maze you see. In the texts @ is the player, # is a hole, _ is a safe square "
            "and * is the goal; % would be the player at the goal. Compare the sizes first, then "
            "the places of the player, the goal and the holes. If none or several seem to fit, "
            'look again. End your reply in the form "<Answer> C", with one of A, B, C and D.'
        )

    def question(self, problem: MapProblem) -> str:
        texts = [lakes.table(candidate) for candidate in problem.candidates]
        return "Which of these texts is the maze?\n\n" + options.listed(texts, apart=True)

    @action
    def answer(self, problem: MapProblem, choice: OptionLetter) -> None:
        """Choose the text that describes the maze."""

    def grade(self, problem: MapProblem, choice: OptionLetter) -> float:
        return float(options.chosen(problem.candidates, choice) == problem.lake)

    def solution(self, problem: MapProblem) -> str:
        """Looks for the map in the question as it is written."""
        parts = self.question(problem).split("\n\n")[1:]
        return next(part[1] for part in parts if part.endswith(f")\n{lakes.table(problem.lake)}"))

    def explanation(self, problem: MapProblem) -> str:
        """The maze in words, and what is wrong about each text."""
        size = problem.lake.size
        lines = [f"The maze has {size} rows. {lakes.interpreted(problem.lake)}"]
        for letter, each in zip("ABCD", problem.candidates, strict=False):
            why = "has other places" if each.size == size else f"has {each.size} rows"
            lines.append(f"({letter}) {'fits' if each == problem.lake else why}.")
        return "\n".join(lines)


PRESETS = graded(VspMazeText, "size", lakes.SIZES)
