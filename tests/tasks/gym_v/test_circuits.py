"""Circuits: what gates give, how wires run, and the question on them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice, product

import pytest

from problems import LEVELS, problems
from visgym.core.errors import Mistake
from visgym.kit.circuits.gates import Gate, Kind, Layers, output, truth_table
from visgym.kit.circuits.wiring import BODY, PORT, Plan, body_height, offsets, planned
from visgym.tasks.logic.circuit_logic import Circuit, CircuitLogic

SIGNS = {
    "AND": "all([{}])", "NAND": "not all([{}])", "OR": "any([{}])", "NOR": "not any([{}])",
    "XOR": "sum([{}]) % 2",
}  # fmt: skip


def as_python(layers: Layers, names: list[str]) -> str:
    """A circuit as one expression."""
    for layer in layers:
        joined = []
        for gate in layer:
            pairs = zip(gate.sources, gate.turned, strict=True)
            wires = [f"(not {names[s]})" if turned else names[s] for s, turned in pairs]
            joined.append(f"bool({SIGNS[gate.kind].format(', '.join(wires))})")
        names = joined
    return names[0]


@pytest.mark.parametrize(
    ("kind", "outputs"),
    [("AND", "00000001"), ("NAND", "11111110"), ("OR", "01111111"), ("NOR", "10000000"),
     ("XOR", "01101001")],
)  # fmt: skip
def test_gates_of_three_inputs(kind: Kind, outputs: str) -> None:
    layers = ((Gate(kind, (0, 1, 2), (False, False, False)),),)
    assert "".join(str(output(layers, row)) for row in product((0, 1), repeat=3)) == outputs
    table = truth_table(layers, 3)
    places = [a + 2 * b + 4 * c for a, b, c in product((0, 1), repeat=3)]
    assert "".join(str(table >> place & 1) for place in places) == outputs


def test_a_circuit_by_hand() -> None:
    first = (Gate("NAND", (0, 1), (False, True)), Gate("XOR", (1, 2), (False, False)))
    layers = (first, (Gate("AND", (0, 1), (False, False)),))
    circuit = Circuit(layers, ((1, 0, 1), (0, 1, 0), (0, 0, 0)))
    task = CircuitLogic()
    assert task.solution(circuit) == "010"  # NAND gives 0, 1, 1 and XOR gives 1, 1, 0
    assert task.describe(circuit).splitlines()[:3] == [
        "G1 = NAND(A, not B)", "G2 = XOR(B, C)", "Q = AND(G1, G2)",
    ]  # fmt: skip


@pytest.mark.parametrize("level", LEVELS)
def test_outputs_agree_with_an_expression(level: str) -> None:
    for task, circuit in problems("circuit_logic", level, 30):
        names = list("ABCDEF")
        code = compile(as_python(circuit.layers, names), "circuit", "eval")
        scope = {"all": all, "any": any, "sum": sum, "bool": bool}
        found = [eval(code, scope | dict(zip(names, row, strict=False))) for row in circuit.rows]  # noqa: S307
        right = "".join(str(int(value)) for value in found)
        assert task.solution(circuit) == right
        assert task.grade(circuit, right) == 1
        for at in range(task.rows):
            near = right[:at] + str(1 - int(right[at])) + right[at + 1 :]
            assert task.grade(circuit, near) == 0
            assert task.metrics(circuit, near)["share"] == pytest.approx(1 - 1 / task.rows)
        assert task.grade(circuit, "") == task.grade(circuit, right[:-1]) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_outputs_and_last_gates_are_equally_likely_and_everything_is_used(level: str) -> None:
    found = problems("circuit_logic", level, 120)
    bits = Counter(bit for task, circuit in found for bit in task.solution(circuit))
    assert 0.4 < bits["1"] / bits.total() < 0.6
    kinds = Counter(circuit.layers[-1][0].kind for _, circuit in found)
    assert min(kinds[kind] for kind in ("OR", "NOR", "XOR", "AND")) >= 15
    for task, circuit in found[:30]:
        sizes = [task.inputs, *map(len, circuit.layers)]
        for size, layer in zip(sizes, circuit.layers, strict=False):
            assert {source for gate in layer for source in gate.sources} == set(range(size))
        assert len(set(circuit.rows)) == task.rows
        assert all(2 <= len(gate.sources) <= task.widest for gate in circuit.layers[0])


# Wires

SIZES = [
    CircuitLogic(),
    CircuitLogic(gates=5, inputs=5, widest=3),
    CircuitLogic(gates=5, inputs=6, widest=4, later=3),
    CircuitLogic(gates=6, inputs=8, widest=4, later=4, rows=6),
    CircuitLogic(gates=5, inputs=4, widest=4, later=4),
    CircuitLogic(gates=4, inputs=7, widest=2, later=2),
    CircuitLogic(gates=2, inputs=4, widest=4),
]


def plans(task: CircuitLogic, count: int = 25) -> list[Plan]:
    return [planned(task.start(seed).problem.layers, task.inputs) for seed in range(count)]


@pytest.mark.parametrize("task", SIZES)
def test_wires_of_two_sources_never_run_along_one_another(task: CircuitLogic) -> None:
    for plan in plans(task):
        for one, other in combinations(plan.wires, 2):
            for ((a, b), (c, d)), ((e, f), (g, h)) in product(one.pieces, other.pieces):
                level, upright = b == d and f == h, a == c and e == g
                if level and max(a, e) <= min(c, g):
                    assert abs(b - f) >= 7
                if upright and max(b, f) <= min(d, h):
                    assert abs(a - e) >= 7
            for (x, y), wire in [(dot, other) for dot in one.dots]:
                for (a, b), (c, d) in wire.pieces:
                    assert not (a - 6 < x < c + 6 and b - 6 < y < d + 6)


@pytest.mark.parametrize("task", SIZES)
def test_wires_lead_from_every_source_to_the_pins_that_it_feeds(task: CircuitLogic) -> None:
    for seed, plan in enumerate(plans(task)):
        layers = task.start(seed).problem.layers
        feeds = {pin: number for number, wire in enumerate(plan.wires) for pin in wire.pins}
        assert len(feeds) == sum(len(wire.pins) for wire in plan.wires)  # no pin is fed twice
        gates, first = iter(plan.gates), 0  # the first wire of those that feed a layer
        behind = [(across, plan.wires[0].source[1]) for across in plan.inputs]
        for layer in layers:
            found = [spot for _, spot in islice(gates, len(layer))]
            for gate, (left, middle) in zip(layer, found, strict=True):
                pins = [(left, middle + by) for by in offsets(gate)]
                assert [feeds[pin] - first for pin in pins] == list(gate.sources)
            starts = [wire.source for wire in plan.wires[first : first + len(behind)]]
            assert starts == behind
            first += len(behind)
            behind = [(left + PORT, middle) for left, middle in found]


@pytest.mark.parametrize("task", SIZES)
def test_gates_keep_apart_and_pictures_of_a_size_are_alike(task: CircuitLogic) -> None:
    shapes = set()
    for seed, plan in enumerate(plans(task, 10)):
        shapes.add(task.draw(task.start(seed).problem).shape)
        for (gate, (left, middle)), (other, (beside, below)) in combinations(plan.gates, 2):
            room = (body_height(gate) + body_height(other)) / 2
            assert abs(left - beside) > BODY or abs(middle - below) >= room + 4
        for gate, (_, middle) in plan.gates:
            assert body_height(gate) / 2 <= middle - 38
            assert middle + body_height(gate) / 2 <= plan.height
    assert len(shapes) == 1
    assert max(shapes.pop()) <= 1200


def test_wires_branch_at_dots_alone() -> None:
    task = SIZES[2]
    for plan in plans(task):
        for wire in plan.wires:
            ends = Counter(end for piece in wire.pieces if piece[0] != piece[1] for end in piece)
            for (x, y), count in ends.items():
                inside = x == wire.across and wire.ends[0] < y < wire.ends[1]
                assert ((x, y) in wire.dots) == (inside or count > 2)


@pytest.mark.parametrize(
    "knobs", [{"later": 1}, {"later": 3}, {"gates": 2, "inputs": 8}, {"rows": 4}]
)
def test_knobs_without_a_circuit_are_refused(knobs: dict[str, int]) -> None:
    with pytest.raises((ValueError, Mistake)):
        CircuitLogic(**knobs)
