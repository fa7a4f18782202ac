"""Random circuits, and rows of inputs for them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from visgym.kit.circuits.gates import Gate, Kind, Layers, truth_table

TERMS: tuple[Kind, ...] = ("AND", "NAND", "XOR")
LAST: tuple[Kind, ...] = ("OR", "NOR", "XOR", "AND")
"""The kinds of the last gate, and before it those of all others."""
TURNED = 0.3  # the chance that an input is turned before a gate


def random_layers(
    inputs: int, counts: Sequence[int], last: Kind, widest: int, rng: Random
) -> Layers | None:
    """Layers of so many gates and the last gate; None if two are alike or something feeds nobody.

    >>> found = random_layers(2, (1,), "OR", 2, Random(1))
    >>> [len(layer) for layer in found or ()]
    [1, 1]
    """
    layers: list[tuple[Gate, ...]] = []
    sources = inputs
    for count in counts:
        layer = [_gate(sources, widest, 0 if layers else TURNED, rng) for _ in range(count)]
        fed = {source for gate in layer for source in gate.sources}
        if len(fed) < sources or len(set(layer)) < count:
            return None
        layers.append(tuple(layer))
        sources = count
    return (*layers, (Gate(last, tuple(range(sources)), (False,) * sources),))


def _gate(sources: int, widest: int, chance: float, rng: Random) -> Gate:
    wires = sorted(rng.sample(range(sources), rng.randint(2, min(widest, sources))))
    return Gate(rng.choice(TERMS), tuple(wires), tuple(rng.random() < chance for _ in wires))


def random_rows(
    layers: Layers, inputs: int, outputs: Sequence[int], rng: Random
) -> tuple[tuple[int, ...], ...] | None:
    """Different inputs with these outputs; None if an output is too rare."""
    table = truth_table(layers, inputs)
    ones, needed = table.bit_count(), sum(outputs)
    if ones < needed or (1 << inputs) - ones < len(outputs) - needed:
        return None
    places: tuple[list[int], list[int]] = ([], [])
    for place in rng.sample(range(1 << inputs), 1 << inputs):
        places[table >> place & 1].append(place)
    chosen = [places[output].pop() for output in outputs]
    return tuple(tuple(place >> at & 1 for at in range(inputs)) for place in chosen)
