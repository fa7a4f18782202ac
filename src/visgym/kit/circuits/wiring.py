"""Where gates stand and wires run: right angles alone, and a dot wherever a wire branches.

Each wire has a way down of its own. Wires cross at right angles only, never run along one another,
and leave so much room that dots of one touch no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from visgym.kit.circuits.gates import Gate, Layers

Spot: TypeAlias = tuple[int, int]
"""Pixels across and down."""

TOP, MARGIN = 52, 26  # pixels above the first gate, and around all
BUS, TRACK = 22, 14  # pixels between wires that run down: those of inputs, those between gates
GAP, CLOSE = 30, 16  # pixels from the last of them to a gate of the first layer, and to others
BODY, PORT = 52, 64  # pixels of a gate across: without and with the circle behind it
PITCH = 80  # pixels from one gate of the first layer to the next
TAIL = 26  # pixels of the last wire
APART = {2: 28, 3: 20}  # pixels between the pins of a gate; fewer if it has many
NEAREST = 7  # pixels between wires side by side


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from a source along its way down to pins."""

    source: Spot
    across: int
    """Where its way down is."""
    pins: tuple[Spot, ...]

    @property
    def ends(self) -> tuple[int, int]:
        """Where its way down begins and ends."""
        levels = [self.source[1], *(down for _, down in self.pins)]
        return min(levels), max(levels)

    @property
    def pieces(self) -> list[tuple[Spot, Spot]]:
        """Straight pieces, each from the left or from the top."""
        (x, y), (top, bottom) = self.source, self.ends
        out = [((x, y), (self.across, y)), ((self.across, top), (self.across, bottom))]
        return out + [((self.across, down), (pin, down)) for pin, down in self.pins]

    @property
    def dots(self) -> list[Spot]:
        """Where three or four pieces meet."""
        (x, y), (top, bottom) = self.source, self.ends
        right = [down for _, down in self.pins]
        found = []
        for down in sorted({y, *right}):
            left = down == y and x < self.across
            if left + (down in right) + (down > top) + (down < bottom) > 2:
                found.append((self.across, down))
        return found


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is drawn of a circuit but the insides of gates."""

    gates: tuple[tuple[Gate, Spot], ...]
    """Each with the middle of its back."""
    wires: tuple[Wire, ...]
    inputs: tuple[int, ...]
    """Where the wires of inputs come down."""
    width: int
    height: int


def offsets(gate: Gate) -> list[int]:
    """How far above and below the middle of a gate its pins are.

    >>> offsets(Gate("AND", (0, 1, 2), (False,) * 3))
    [-20, 0, 20]
    """
    count = len(gate.sources)
    step = APART.get(count, 16)
    return [step * at - step * (count - 1) // 2 for at in range(count)]


def body_height(gate: Gate) -> int:
    """The pixels of a gate down."""
    return max(offsets(gate)[-1] - offsets(gate)[0] + 24, 52)


def planned(layers: Layers, inputs: int) -> Plan:
    """A plan whose size depends on the numbers of inputs and gates alone."""
    height = PITCH * max(len(layer) for layer in layers)
    buses = tuple(MARGIN + BUS * at for at in range(inputs))
    sources: list[Spot] = [(across, TOP - 14) for across in buses]
    ways, left = list(buses), buses[-1] + GAP
    gates: list[tuple[Gate, Spot]] = []
    wires: list[Wire] = []
    for number, layer in enumerate(layers):
        levels = _levels(layer, sources if number else (), height)
        pins: list[list[Spot]] = [[] for _ in sources]
        for gate, middle in zip(layer, levels, strict=True):
            gates.append((gate, (left, middle)))
            for source, down in zip(gate.sources, offsets(gate), strict=True):
                pins[source].append((left, middle + down))
        if number:
            ways = _tracks(sources, pins)
        feeds = zip(sources, ways, pins, strict=True)
        wires += [Wire(source, way, tuple(found)) for source, way, found in feeds if found]
        sources = [(left + PORT, middle) for middle in levels]
        left += PORT + TRACK * len(layer) + CLOSE
    right = sources[0][0] + TAIL
    wires.append(Wire(sources[0], right, ((right, sources[0][1]),)))
    return Plan(tuple(gates), tuple(wires), buses, right, TOP + height + MARGIN)


def _levels(layer: Sequence[Gate], sources: Sequence[Spot], height: int) -> list[int]:
    """How far down the middles of gates are, so that no pin is level with somebody's source."""
    found = []
    for number, gate in enumerate(layer):
        middle = TOP + (2 * number + 1) * height // (2 * len(layer))
        shifts = (middle + by * side for by in range(height // 4) for side in (1, -1))
        found.append(next(down for down in shifts if _is_clear(gate, down, sources)))
    return found


def _is_clear(gate: Gate, middle: int, sources: Sequence[Spot]) -> bool:
    """Whether pins keep away from the wires that come from sources, or go straight on from one."""
    for own, by in zip(gate.sources, offsets(gate), strict=True):
        for number, (_, down) in enumerate(sources):
            apart = abs(middle + by - down)
            if apart < NEAREST and (apart or number != own):
                return False
    return True


def _tracks(sources: Sequence[Spot], pins: Sequence[Sequence[Spot]]) -> list[int]:
    """A way down for each source; the farther it leads, the nearer to the next gates it is."""

    def far(number: int) -> int:
        downs = [down for _, down in pins[number]]
        return abs(sum(downs) - len(downs) * sources[number][1])

    order = sorted(range(len(sources)), key=far)
    places = {number: sources[0][0] + TRACK * (at + 1) for at, number in enumerate(order)}
    return [places[number] for number in range(len(sources))]
