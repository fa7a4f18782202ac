"""Turing Machine 2D QA: what a machine on a board of colours will have done.

Two states, or two cells, are asked about at once: there would be too few options for one. The board
wraps, so that no run leaves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.cells import machines
from visgym.kit.cells.machines import NAMES, STATES, Machine, MachineRun
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import listed

FEWEST_CELLS = 4  # that the head comes to


@dataclass(frozen=True, slots=True)
class Run:
    machine: Machine
    kind: str
    steps: tuple[int, ...]
    """After which the machine is looked at; the last number is the greatest."""
    cells: tuple[Cell, ...] = ()
    """Whose colours are asked for."""
    state: int = 0
    """The state whose first time is asked for."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TuringMachine2DQa(MultipleChoice[Run]):
    size: int = 5
    """Rows of the board, and columns."""
    states: int = 2
    """Of the head."""
    colors: int = 2
    """Of the cells."""
    longest: int = 10
    """Steps that are asked about, at most."""

    kinds = ("position", "state", "colour", "entry")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "logic", "reasoning"})
    pictured = machines.PICTURED
    written = machines.WRITTEN

    def validate(self) -> None:
        super().validate()
        if not 4 <= self.size <= 12 or not 6 <= self.longest <= 60:
            raise ValueError("size must be from 4 to 12 and longest from 6 to 60.")
        if not 2 <= self.states <= len(STATES) or not 2 <= self.colors <= len(NAMES):
            raise ValueError("states and colors must be from 2 to 4.")

    def generate(self, rng: Random) -> Run:
        kind, place = self.draw_kind(rng), rng.randrange(len(self.letters))
        steps = rng.randint(2 * self.longest // 3, self.longest)
        earlier = (rng.randint(1, steps - 1),) if kind == "state" else ()
        changes = rng.choices((False, True), k=2)
        wanted = rng.choices(range(self.colors if kind == "colour" else self.states), k=2)

        def drawn(rng: Random) -> Run | None:
            machine = machines.drawn_machine(self.size, self.states, self.colors, rng)
            course = machines.course(machine, steps)
            came = {state: course.states.index(state) for state in course.states}
            late = [state for state, step in came.items() if step > place]
            chosen = _cells(machine, course, changes, wanted, rng) if kind == "colour" else ()
            fits = len(set(course.heads)) >= FEWEST_CELLS and (kind != "entry" or late)
            if not fits or (kind == "colour" and not chosen):
                return None
            then = [course.states[step] for step in (*earlier, steps)]
            if kind == "state" and then != wanted:
                return None
            state = rng.choice(late) if kind == "entry" else 0
            return Run(machine, kind, (*earlier, steps), chosen, state)

        run = redrawn(drawn, rng)
        return self.posed(run, self._candidates(run, place, rng), rng)

    def _candidates(self, run: Run, place: int, rng: Random) -> list[str]:
        """Two values for each of two parts, so that no option has more in common than others."""
        parts = _parts(run, machines.course(run.machine, run.steps[-1]))
        if run.kind == "entry":  # neighbouring numbers, the right one at a place drawn before
            return [str(parts[0] - place + more) for more in range(len(self.letters))]
        if run.kind == "position":  # as far away as an even number of steps
            others = [(part + rng.choice((-2, 2))) % self.size for part in parts]
        elif run.kind == "state":
            others = [_other(part, self.states, rng) for part in parts]
        else:
            before = [run.machine.board[row][column] for row, column in run.cells]
            others = [
                was if was != part else _other(part, self.colors, rng)
                for was, part in zip(before, parts, strict=True)
            ]
        return [_told(run.kind, each) for each in product(*zip(parts, others, strict=True))]

    def rules(self) -> str:
        return machines.LAWS

    def question(self, run: Run) -> str:
        last, places = run.steps[-1], [_told("position", cell) for cell in run.cells]
        asked = {
            "position": f"In which cell is the head after {last} steps?",
            "state": f"In which states is the head after {run.steps[0]} and after {last} steps?",
            "colour": f"Which colours do the cells in {' and in '.join(places)} have after {last} "
            "steps?",
            "entry": f"After how many steps is the head in state {STATES[run.state]} for the first "
            "time?",
        }
        return f"{asked[run.kind]}\n{listed(run.options)}"

    def right(self, run: Run) -> str:
        return _told(run.kind, _parts(run, machines.course(run.machine, run.steps[-1])))

    def found(self, run: Run) -> str:
        return _told(run.kind, _parts(run, machines.course_by_machines(run.machine, run.steps[-1])))

    def effort(self, state: Asked[Run]) -> float:
        run = state.problem
        return float(self.found(run)) if run.kind == "entry" else float(run.steps[-1])

    def draw(self, run: Run) -> Frame:
        return machines.picture(run.machine)

    def describe(self, run: Run) -> str:
        return machines.in_words(run.machine)


def _parts(run: Run, course: MachineRun) -> tuple[int, ...]:
    """The numbers that an answer is made of."""
    if run.kind == "position":
        return course.heads[-1]
    if run.kind == "state":
        return tuple(course.states[step] for step in run.steps)
    if run.kind == "colour":
        return tuple(course.colors[cell] for cell in run.cells)
    return (course.states.index(run.state),)


def _told(kind: str, parts: tuple[int, ...]) -> str:
    if kind == "position":
        return f"row {parts[0]}, column {parts[1]}"
    if kind == "entry":
        return str(parts[0])
    names = STATES if kind == "state" else NAMES
    return " and ".join(names[part] for part in parts)


def _cells(
    machine: Machine, course: MachineRun, changes: list[bool], wanted: list[int], rng: Random
) -> tuple[Cell, ...]:
    """Two cells that the head comes to, of some colours and changed at the end or not; or none."""
    chosen: list[Cell] = []
    for change, color in zip(changes, wanted, strict=True):
        fit = [
            (row, column)
            for row, column in sorted(set(course.heads[:-1]) - set(chosen))
            if (machine.board[row][column] != color) == change
            and course.colors[row, column] == color
        ]
        chosen += [rng.choice(fit)] if fit else []
    return tuple(chosen) if len(chosen) == len(changes) else ()


def _other(part: int, count: int, rng: Random) -> int:
    return (part + rng.randint(1, count - 1)) % count


PRESETS = levels(
    TuringMachine2DQa,
    size=(5, 6, 7),
    states=(2, 3, 4),
    colors=(2, 3, 4),
    longest=(10, 15, 20),
)
