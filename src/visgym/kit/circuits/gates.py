"""Logic circuits: gates in layers, each layer fed by the one before it, the first by the inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_, xor
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["AND", "NAND", "OR", "NOR", "XOR"]

NAMES = "ABCDEFGH"
"""The inputs of a circuit."""
OUTPUT = "Q"
TURNED = frozenset({"NAND", "NOR"})
"""Gates that give the opposite of what AND and OR give."""
_JOIN: dict[str, Callable[[int, int], int]] = {
    "AND": and_, "NAND": and_, "OR": or_, "NOR": or_, "XOR": xor,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Gate:
    kind: Kind
    sources: tuple[int, ...]
    """Numbers of inputs, or of gates in the layer before."""
    turned: tuple[bool, ...]
    """Which of them are turned from 0 to 1 and from 1 to 0."""


Layers: TypeAlias = tuple[tuple[Gate, ...], ...]
"""Gates; the last layer has one of them, which gives the output."""


def output(layers: Layers, inputs: Sequence[int]) -> int:
    """What a circuit gives for some inputs, gate by gate.

    >>> output(((Gate("XOR", (0, 1), (False, True)),),), (1, 0))
    0
    """
    values = list(inputs)
    for layer in layers:
        values = [_value(gate, values) for gate in layer]
    return values[0]


def _value(gate: Gate, values: Sequence[int]) -> int:
    ones = sum(values[at] != turned for at, turned in zip(gate.sources, gate.turned, strict=True))
    match gate.kind:
        case "AND":
            return int(ones == len(gate.sources))
        case "NAND":
            return int(ones < len(gate.sources))
        case "OR":
            return int(ones > 0)
        case "NOR":
            return int(ones == 0)
        case "XOR":
            return ones % 2


def truth_table(layers: Layers, inputs: int) -> int:
    """The outputs for all inputs at once, as bits; the bits of a place say what the inputs are.

    >>> bin(truth_table(((Gate("AND", (0, 1), (False, False)),),), 2))
    '0b1000'
    """
    places, everything = range(1 << inputs), (1 << (1 << inputs)) - 1
    columns = [sum((place >> at & 1) << place for place in places) for at in range(inputs)]
    for layer in layers:
        joined = []
        for gate in layer:
            pairs = zip(gate.sources, gate.turned, strict=True)
            found = reduce(_JOIN[gate.kind], [columns[s] ^ everything * t for s, t in pairs])
            joined.append(found ^ everything * (gate.kind in TURNED))
        columns = joined
    return columns[0]


def described(layers: Layers, rows: Sequence[Sequence[int]]) -> str:
    """A circuit and rows of its inputs in text.

    >>> print(described(((Gate("XOR", (0, 1), (False, True)),),), ((1, 0),)))
    Q = XOR(A, not B)
    A B
    1 0
    """
    names, lines = list(NAMES), list[str]()
    for layer in layers:
        made = [OUTPUT] if layer is layers[-1] else [
            f"G{len(lines) + at}" for at in range(1, len(layer) + 1)
        ]  # fmt: skip
        for name, gate in zip(made, layer, strict=True):
            pairs = zip(gate.sources, gate.turned, strict=True)
            wires = ", ".join(f"not {names[at]}" if turned else names[at] for at, turned in pairs)
            lines.append(f"{name} = {gate.kind}({wires})")
        names = made
    table = (NAMES[: len(rows[0])], *rows)
    return "\n".join((*lines, *(" ".join(map(str, row)) for row in table)))
