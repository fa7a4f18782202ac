"""Circuit Logic: what a drawn circuit gives for several rows of inputs.

The published task asks for one bit, which a coin guesses; ours asks for one of every row.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Letters, Question, action, levels, redrawn, share
from visgym.kit.circuits.drawing import SHAPES, picture
from visgym.kit.circuits.gates import Layers, described, output, truth_table
from visgym.kit.circuits.generators import LAST, random_layers, random_rows


@dataclass(frozen=True, slots=True)
class Circuit:
    layers: Layers
    rows: tuple[tuple[int, ...], ...]
    """Values of the inputs."""


@dataclass(frozen=True, kw_only=True)
class CircuitLogic(Question[Circuit]):
    inputs: int = 4
    """Inputs of the circuit."""
    gates: int = 3
    """Gates that are fed by inputs."""
    later: int = 0
    """Gates that are fed by those; none for no such layer."""
    widest: int = 2
    """Wires that feed a gate, at most; those of the last one are as many as feed it."""
    rows: int = 3
    """Rows of inputs."""

    tags = frozenset({"synthetic", "full", "known", "logic"})
    pictured = f"{SHAPES} Q is the output. Each row of the table gives values of the inputs."
    written = "Each gate is given with what feeds it. Q is the output. The table of inputs follows."

    def validate(self) -> None:
        if not 4 <= self.inputs <= 8 or not 2 <= self.widest <= 4:
            raise ValueError("inputs must be from 4 to 8 and widest from 2 to 4.")
        if not 1 <= self.rows < self.inputs:
            raise ValueError("rows must be 1 or more, and fewer than inputs.")
        if not 2 <= self.gates <= 6 or self.gates * self.widest <= self.inputs:
            raise ValueError("gates must be from 2 to 6, with more wires than inputs.")
        if self.later and not max(2, self.gates / self.widest) <= self.later < min(self.gates, 5):
            raise ValueError("later must be 0 or from 2 to 4, below gates and enough for all.")

    def generate(self, rng: Random) -> Circuit:
        """The last gate and the outputs come first, so that all of them are equally likely."""
        last, outputs = rng.choice(LAST), [rng.randrange(2) for _ in range(self.rows)]
        counts = (self.gates, self.later) if self.later else (self.gates,)

        def draw(rng: Random) -> Circuit | None:
            layers = random_layers(self.inputs, counts, last, self.widest, rng)
            rows = layers and random_rows(layers, self.inputs, outputs, rng)
            return Circuit(layers, rows) if layers and rows else None

        return redrawn(draw, rng)

    def rules(self) -> str:
        return (
            "A circuit of logic gates turns values of its inputs, each 0 or 1, into an output. AND "
            "gives 1 if all its inputs are 1, and OR if at least one is. XOR gives 1 if an odd "
            "number of its inputs are 1. NAND and NOR give the opposite of AND and OR. Find the "
            "output for every row of a table of inputs."
        )

    @action
    def answer(self, circuit: Circuit, bits: Annotated[str, Letters("01", longest="rows")]) -> None:
        """Give the output for each row of the table, from the top."""

    def grade(self, circuit: Circuit, bits: str) -> float:
        return float(bits == self._by_table(circuit))

    def metrics(self, circuit: Circuit, bits: str = "") -> dict[str, float]:
        return {"share": share(bits, self._by_table(circuit))}

    def _by_table(self, circuit: Circuit) -> str:
        table = truth_table(circuit.layers, self.inputs)
        places = [sum(value << at for at, value in enumerate(row)) for row in circuit.rows]
        return "".join(str(table >> place & 1) for place in places)

    def solution(self, circuit: Circuit) -> str:
        return "".join(str(output(circuit.layers, row)) for row in circuit.rows)

    def effort(self, state: Asked[Circuit]) -> float:
        wires = sum(len(gate.sources) for layer in state.problem.layers for gate in layer)
        return float(wires * self.rows)

    def draw(self, circuit: Circuit) -> Frame:
        return picture(circuit.layers, self.inputs, circuit.rows)

    def describe(self, circuit: Circuit) -> str:
        return described(circuit.layers, circuit.rows)


PRESETS = levels(
    CircuitLogic,
    inputs=(4, 5, 6),
    gates=(3, 5, 5),
    later=(0, 0, 3),
    widest=(2, 3, 4),
    rows=(3, 4, 5),
)
