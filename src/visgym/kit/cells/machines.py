"""Turing machines in two dimensions, on a square board of colours whose edges wrap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from random import Random

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, INK, MUTED, RED, SHEET, YELLOW, Canvas, Color, ink_on
from visgym.kit.cells.wrapping import WRAPS, Way, ahead
from visgym.kit.grid import Cell, cells
from visgym.kit.tables.boards import LINE, RIM, Table, Whole, as_text, filled
from visgym.kit.tables.signs import bold_arrow

LAWS = (
    "A head stands in a cell of a coloured board and has a state. In each step, its state and the "
    "colour of its cell say what happens: the cell gets a colour, the head moves to the next cell "
    "above, below, on the left or on the right, and it goes into a state, which may be the same. "
    f"{WRAPS} Rows and columns are counted from 0, from the top left."
)
PICTURED = (
    "The head is in the cell with brackets, and the letter there is its state. In the table on the "
    "right, a row is for a state and a column for the colour that the head reads; each cell shows "
    "the colour that it writes, the direction of its move, and its next state."
)
WRITTEN = "Each line of letters is a row of the board, from the top; a colour has its initial."

STATES = "PQRS"
COLORS: dict[str, Color] = {"white": SHEET, "blue": BLUE, "yellow": YELLOW, "red": RED}
NAMES = tuple(COLORS)
FILLS = tuple(COLORS.values())
SWATCH = 20  # pixels
RULE = 88  # pixels of a cell of the table of rules


@dataclass(frozen=True, slots=True)
class MachineRule:
    """What the head writes, where it moves, and its next state."""

    color: int
    way: int
    state: int


@dataclass(frozen=True, slots=True)
class Machine:
    board: Whole
    head: Cell
    state: int
    rules: tuple[tuple[MachineRule, ...], ...]
    """By state, then by the colour that is read."""


def drawn_machine(size: int, states: int, colors: int, rng: Random) -> Machine:
    rules = [
        [
            MachineRule(rng.randrange(colors), rng.randrange(4), rng.randrange(states))
            for _ in range(colors)
        ]
        for _ in range(states)
    ]
    board = filled(size, size, lambda cell: rng.randrange(colors))
    head = rng.randrange(size), rng.randrange(size)
    return Machine(board, head, rng.randrange(states), tuple(map(tuple, rules)))


@dataclass(frozen=True)
class MachineRun:
    """Where the head is and its state, now and after every step, and the colours at the end."""

    heads: list[Cell]
    states: list[int]
    colors: dict[Cell, int]


def course(machine: Machine, steps: int) -> MachineRun:
    """So many steps, on a dictionary of colours."""
    size, heads, states = len(machine.board), [machine.head], [machine.state]
    colors = {(r, c): machine.board[r][c] for r, c in cells(size, size)}
    for _ in range(steps):
        rule = machine.rules[states[-1]][colors[heads[-1]]]
        colors[heads[-1]] = rule.color
        heads.append(ahead(heads[-1], rule.way, size, size))
        states.append(rule.state)
    return MachineRun(heads, states, colors)


def course_by_machines(machine: Machine, steps: int) -> MachineRun:
    """The same, as machines each of which follows from the one before."""
    path = list(islice(_following(machine), steps + 1))
    colors = {(r, c): each for r, row in enumerate(path[-1].board) for c, each in enumerate(row)}
    return MachineRun([each.head for each in path], [each.state for each in path], colors)


def _following(machine: Machine) -> Iterator[Machine]:
    size = len(machine.board)
    while True:
        yield machine
        row, column = machine.head
        rule = machine.rules[machine.state][machine.board[row][column]]
        line = (*machine.board[row][:column], rule.color, *machine.board[row][column + 1 :])
        board = (*machine.board[:row], line, *machine.board[row + 1 :])
        down, across = Way(rule.way).step
        head = (row + down) % size, (column + across) % size
        machine = replace(machine, board=board, head=head, state=rule.state)


# Pictures and texts


def picture(machine: Machine) -> Frame:
    """The board with the head in brackets, and the table of rules beside it."""
    board, rules = _board(machine), _rules(machine.rules)
    height = max(board.shape[0], rules.shape[0])
    canvas = Canvas(board.shape[1] + rules.shape[1], height)
    canvas.paste(board, 0, (height - board.shape[0]) // 2)
    canvas.paste(rules, board.shape[1], (height - rules.shape[0]) // 2)
    return canvas.frame


def _board(machine: Machine) -> Frame:
    size = len(machine.board)
    table = Table(size, size, cell=44, first=0)
    canvas = table.canvas()
    for row, column in cells(size, size):
        table.fill(canvas, (row, column), FILLS[machine.board[row][column]])
    ink = ink_on(FILLS[machine.board[machine.head[0]][machine.head[1]]])
    (left, top), (x, y), side = table.corner(machine.head), table.middle(machine.head), table.cell
    for edge, inner in ((left + 3, left + 3), (left + side - 8, left + side - 12)):
        canvas.rect(edge, top + 4, 3, side - 10, ink)
        for level in (top + 4, top + side - 9):
            canvas.rect(inner, level, 7, 3, ink)
    canvas.text(x, y, STATES[machine.state], 20, ink, bold=True)
    return canvas.frame


def _rules(rules: tuple[tuple[MachineRule, ...], ...]) -> Frame:
    most = max(len(rules), len(rules[0]))
    table = Table(len(rules), len(rules[0]), cell=RULE, headings=("",) * most)
    canvas, rim = table.canvas(), table.left - RIM / 2
    for state, color in cells(table.rows, table.columns):
        canvas.paste(_rule(rules[state][color]), *table.corner((state, color)))
    for state in range(table.rows):
        canvas.text(rim, table.middle((state, 0))[1], STATES[state], 20, INK, bold=True)
    for color in range(table.columns):
        _swatch(canvas, table.middle((0, color))[0], rim, color)
    return canvas.frame


@lru_cache(maxsize=256)
def _rule(rule: MachineRule) -> Frame:
    side = RULE - LINE
    canvas = Canvas(side, side, SHEET)
    _swatch(canvas, 0.2 * side, side / 2, rule.color)
    bold_arrow(canvas, (side / 2, side / 2), 11, rule.way)
    canvas.text(0.8 * side, side / 2, STATES[rule.state], 20, INK, bold=True)
    return canvas.frame


def _swatch(canvas: Canvas, x: float, y: float, color: int) -> None:
    left, top = round(x - SWATCH / 2), round(y - SWATCH / 2)
    canvas.rect(left, top, SWATCH, SWATCH, FILLS[color])
    canvas.outline(left, top, SWATCH, SWATCH, 1, MUTED)


def in_words(machine: Machine) -> str:
    """The board, the head and the rules."""
    letters = as_text([[NAMES[each][0] for each in row] for row in machine.board], between="")
    row, column = machine.head
    head = f"The head is in row {row}, column {column}, in state {STATES[machine.state]}."
    lines = [
        f"In {STATES[state]} on {NAMES[color]}: writes {NAMES[rule.color]}, moves "
        f"{Way(rule.way).word}, goes into {STATES[rule.state]}."
        for state, row_of_rules in enumerate(machine.rules)
        for color, rule in enumerate(row_of_rules)
    ]
    return "\n".join([letters, head, *lines])
