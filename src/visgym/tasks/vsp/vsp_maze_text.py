"""VSP maze perception 3: which of four texts is the map in the picture?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.core.calls import Call
from visgym.core.reading import RawCall
from visgym.core.task import action, solver
from visgym.kit import answers
from visgym.kit.answers import OptionLetter
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeTask
from visgym.kit.boards.lakes import Lake


@dataclass(frozen=True, slots=True)
class MapState:
    lake: Lake
    candidates: tuple[Lake, ...]
    answer: OptionLetter | None = None


@dataclass(frozen=True, kw_only=True)
class VspMazeText(LakeTask[MapState]):
    tags = LakeTask.tags | {"perception"}

    # Generation

    def generate(self, rng: Random) -> MapState:
        """One candidate is right, one of the right size, and two are of wrong sizes."""
        lake = other = lakes.frozen(self.size, rng)
        while other == lake:
            other = lakes.frozen(self.size, rng)
        wrong = rng.choices([size for size in lakes.SIZES if size != self.size], k=2)
        candidates = [lake, other, *(lakes.frozen(size, rng) for size in wrong)]
        rng.shuffle(candidates)
        return MapState(lake, tuple(candidates))

    # Rules

    def rules(self) -> str:
        return (
            "You see a maze and four texts, each of which describes a maze; exactly one of them "
            "is the maze you see. In the texts @ is the player, # is a hole, _ is a safe square "
            "and * is the goal; % would be the player at the goal. Compare the sizes first, then "
            "the places of the player, the goal and the holes. If none or several seem to fit, "
            'look again. End your reply in the form "<Answer> C", with one of A, B, C and D.'
        )

    def question(self, state: MapState) -> str:
        listed = zip("ABCD", state.candidates, strict=True)
        texts = (f"({letter})\n{lakes.table(each)}" for letter, each in listed)
        return "Which of these texts is the maze?\n\n" + "\n\n".join(texts)

    @action
    def answer(self, state: MapState, choice: OptionLetter) -> MapState:
        """Choose the text that describes the maze."""
        return replace(state, answer=choice)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.choice(reply, "ABCD"))

    def phrase(self, call: Call) -> str:
        return answers.write_choice(call, "Answer")

    def score(self, state: MapState) -> float:
        if state.answer is None:
            return 0.0
        return float(state.candidates["ABCD".index(state.answer)] == state.lake)

    # Solvers

    @solver
    def compare(self, state: MapState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Looks for the map in the question as it is written."""
        parts = self.question(state).split("\n\n")[1:]
        fitting = [part[1] for part in parts if part.endswith(f")\n{lakes.table(state.lake)}")]
        yield Call("answer", (fitting[0],))


PRESETS = {
    "easy": VspMazeText(size=3, step_limit=1),
    "hard": VspMazeText(size=8, step_limit=1),
    **{f"level_{size}": VspMazeText(size=size, step_limit=1) for size in lakes.SIZES},
}
