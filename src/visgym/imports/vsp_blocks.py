"""Blocks of the VSP release: stacks as sentences or as codes such as `B00000-RO0000`."""

from __future__ import annotations

import re
from pathlib import Path

from visgym.core.calls import Call
from visgym.imports.files import BrokenProblem, line_of, lines_of, text_of
from visgym.imports.problems import Problem
from visgym.imports.vsp_mazes import MOST_MOVES, Lister, Reader, names_in
from visgym.kit.boards.blocks import COLORS, is_same

Stacks = tuple[tuple[str, ...], ...]
_BY_LETTER = {color[0]: color for color in COLORS}
_MOVE = re.compile(r"move\((\w+),(\w+)(?:,\d+)?\)")
_PLACE = re.compile(r"stack (\d{1,3}), level (\d{1,3})")
_PAIR = re.compile(r"the (\w+) block and the (\w+) block")


def stacks_from_text(text: str) -> Stacks:
    """The stacks of lines such as `- Stack with red block, blue block, from bottom to top`."""
    lines = [line for line in text.splitlines() if line.strip().startswith("- Stack")]
    return _known(tuple(tuple(re.findall(r"(\w+) block", line)) for line in lines))


def stacks_from_code(code: str) -> Stacks:
    """The stacks of a code with a letter for each block from bottom to top."""
    letters = (part.rstrip("0").lower() for part in code.split("-"))
    return _known(tuple(tuple(_named(each) for each in part) for part in letters if part))


def _named(letter: str) -> str:
    """The colour of a letter, or a word such as `table` as it is."""
    return _BY_LETTER.get(letter, letter)


def _known(stacks: Stacks) -> Stacks:
    blocks = [block for stack in stacks for block in stack]
    if not blocks or not all(stacks) or len(set(blocks)) < len(blocks):
        raise BrokenProblem("The stacks are empty, or a colour occurs twice.")
    for block in blocks:
        if block not in COLORS:
            raise BrokenProblem(f"There is no colour {block!r:.20}.")
    return stacks


def _plan(text: str) -> tuple[tuple[str, str], ...]:
    plan = tuple((_named(one), _named(two)) for one, two in _MOVE.findall(text.lower()))
    if len(plan) > MOST_MOVES:
        raise BrokenProblem(f"A plan has {MOST_MOVES} moves at most.")
    return plan


def _main_rows(level: Path) -> set[str]:
    listed = names_in("input_text", "output_text")(level)
    path = level / "info.txt"
    return {*listed, *map(str, range(len(lines_of(path))))} if path.exists() else listed


def _main(level: Path, seed: int, id: str) -> Problem:
    """Start, shape, end, shape, length and shortest plans, separated by tabs."""
    row = line_of(level / "info.txt", seed).split("\t")
    if len(row) < 6 or not row[4].isdecimal() or len(row[4]) > 3:
        raise BrokenProblem("Its line has no two states, a length and a plan, separated by tabs.")
    start, _, end, _, length, *plans = row
    states = {"start": stacks_from_code(start), "end": stacks_from_code(end)}
    for name, kind in (("start", "input_text"), ("end", "output_text")):
        path = level / kind / f"{seed}.txt"
        if path.exists() and not is_same(states[name], stacks_from_text(text_of(path))):  # type: ignore[arg-type]
            raise BrokenProblem(f"Its {name} differs between code and text.")
    answers = tuple(Call("answer", (_plan(plan),)) for plan in plans)
    return Problem(id, seed, states, answers, int(length))


def _stacks(level: Path, seed: int) -> Stacks:
    return stacks_from_text(text_of(level / "pure_text_rep_input" / f"{seed}.txt"))


def _question(level: Path, seed: int) -> str:
    return text_of(level / "text_input" / f"{seed}.txt")


def _annotation(level: Path, seed: int) -> str:
    return line_of(level / "annotation.txt", seed).strip()


def _color(level: Path, seed: int, id: str) -> Problem:
    asked = _PLACE.search(_question(level, seed))
    if asked is None:
        raise BrokenProblem("The question names no stack and level.")
    stack, height = int(asked[1]) - 1, int(asked[2]) - 1
    stacks = _stacks(level, seed)
    if not 0 <= stack < len(stacks) or not 0 <= height < len(stacks[stack]):
        raise BrokenProblem("There is no block where the question asks for one.")
    start = {"stacks": stacks, "stack": stack, "level": height}
    return Problem(id, seed, start, (Call("answer", (_annotation(level, seed),)),))


def _relation(level: Path, seed: int, id: str) -> Problem:
    asked = _PAIR.search(_question(level, seed))
    if asked is None:
        raise BrokenProblem("The question names no two blocks.")
    start = {"stacks": _stacks(level, seed), "first": asked[1], "second": asked[2]}
    return Problem(id, seed, start, (_choice(level, seed),))


def _text(level: Path, seed: int, id: str) -> Problem:
    parts = re.split(r"^\([A-D]\)$", _question(level, seed), flags=re.M)
    candidates = tuple(stacks_from_text(part) for part in parts[1:])
    answer = _choice(level, seed)
    if len(candidates) != 4:
        raise BrokenProblem("There are not four candidates.")
    start = {"stacks": candidates["ABCD".index(str(answer.args[0]))], "candidates": candidates}
    return Problem(id, seed, start, (answer,))


def _choice(level: Path, seed: int) -> Call:
    said = _annotation(level, seed)
    if said not in ("0", "1", "2", "3"):
        raise BrokenProblem(f"The annotation is a number from 0 to 3, not {said!r:.20}.")
    return Call("answer", ("ABCD"[int(said)],))


def _valid(level: Path, seed: int, id: str) -> Problem:
    """The annotation lists the numbers of the plans that work."""
    works = str(seed) in {line.strip() for line in lines_of(level / "annotation.txt")}
    plan = _plan(_question(level, seed))
    if not plan:
        raise BrokenProblem("The question has no moves.")
    start = {"stacks": _stacks(level, seed), "plan": plan}
    return Problem(id, seed, start, (Call("answer", ("Yes" if works else "No",)),))


BLOCKS: dict[str, tuple[str, Lister, Reader]] = {
    "task-main": ("vsp_blocks", _main_rows, _main),
    "task1": ("vsp_blocks_color", names_in("text_input", "pure_text_rep_input"), _color),
    "task2": ("vsp_blocks_relation", names_in("text_input", "pure_text_rep_input"), _relation),
    "task3": ("vsp_blocks_text", names_in("text_input"), _text),
    "task4": ("vsp_blocks_valid", names_in("text_input", "pure_text_rep_input"), _valid),
}
