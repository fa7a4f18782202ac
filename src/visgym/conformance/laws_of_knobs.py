"""Laws of knobs: at every corner a task refuses in one sentence, or begins in bounded work.

Knobs declare no ranges, `validate` does, so the smallest and largest values are found by asking it.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from time import monotonic
from typing import Any, Literal, Union, get_args, get_origin

from visgym.conformance.laws_of_levels import Presets
from visgym.core.errors import Mistake
from visgym.core.frame_size import LONGEST_SIDE, MOST_PIXELS
from visgym.core.identity import field_types
from visgym.core.task import Frame, Task

MOST_WORK = 10_000_000  # calls and returns until the first picture, one or two seconds
LITTLE_WORK = 200_000  # after which a corner is left undecided, where few seeds are asked for
SECONDS = 60.0  # after which it ends whatever was counted
FARTHEST = 1_000_000  # from zero, where nothing bounds a knob
FINEST = 1e-4  # the smallest step in which a fraction is turned
LONGEST_SENTENCE = 400  # characters
SEVERAL = 20  # seeds from which corners are looked at to the end, and all pairs of knobs turned
UNTURNED = ("step_limit", "starts")  # change nothing about a start, or name a file

Turned = dict[str, Any]


class Overworked(Exception):
    """More was called than a start may take."""


def knobs_are_bounded(presets: Presets, seeds: Sequence[int]) -> Iterator[str]:
    for task in presets.values():
        _first_clip(task, seeds[0])  # what is loaded and compiled once is nobody's work
    task = next(iter(presets.values()))
    deep = len(seeds) >= SEVERAL
    most = MOST_WORK if deep else LITTLE_WORK
    for corner in corners(task, all_pairs=deep):
        told = ", ".join(f"{knob}={value!r}" for knob, value in corner.items())
        for fault in _faults(task, corner, seeds[0], most):
            yield f"With {told} {fault}."


def _faults(task: Task[Any], corner: Turned, seed: int, most: int) -> Iterator[str]:
    try:
        turned = replace(task, **corner)
        clip = counted(lambda: _first_clip(turned, seed), most)
    except (Mistake, ValueError) as refusal:
        sentence = str(refusal)
        if not sentence.endswith((".", "?")) or not len(sentence) <= LONGEST_SENTENCE:
            yield f"the refusal is no sentence: {sentence!r:.80}"
    except Overworked:
        if most == MOST_WORK:
            yield f"a start takes more than {most:,} calls and returns"
    else:
        for height, width in {frame.shape[:2] for frame in clip}:
            if height * width > MOST_PIXELS or max(height, width) > LONGEST_SIDE:
                yield f"a picture has {width}x{height} pixels"


def _first_clip(task: Task[Any], seed: int) -> tuple[Frame, ...]:
    return task.clip(task.visible(task.start(seed), task.seat))


def counted(work: Callable[[], Any], most: int) -> Any:
    """What some work gives, or `Overworked` after more than so many calls and returns."""
    done, deadline = 0, monotonic() + SECONDS

    def count(frame: types.FrameType, event: str, arg: object) -> None:
        nonlocal done
        done += 1
        is_late = done > most or (not done % 4096 and monotonic() > deadline)
        if is_late and _may_stop(frame):
            raise Overworked

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return work()
    finally:
        sys.setprofile(before)


def _may_stop(frame: types.FrameType | None) -> bool:
    """Whether the code is a task's, or draws for one, and nothing else is left half done."""
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        home = str(frame.f_globals.get("__name__")).partition(".")[0]
        if home in ("numba", "mujoco"):
            return False
        frame = frame.f_back
    return frame is None


# Where the corners are


def corners(task: Task[Any], all_pairs: bool = False) -> Iterator[Turned]:
    """Each knob turned alone to all its ends, all knobs together, and pairs against each other."""
    ends = {knob: _ends(task, knob) for knob in task.knobs() if knob not in UNTURNED}
    for knob, values in ends.items():
        yield from ({knob: value} for value in values)
    scales = [knob for knob in ends if _is_number(task.knobs()[knob])]
    yield _together(task, [(knob, -1) for knob in scales])
    yield _together(task, [(knob, 1) for knob in scales])
    pairs = combinations(scales, 2) if all_pairs else pairwise(scales)
    for one, other in pairs:
        yield _together(task, [(one, -1), (other, 1)])
        yield _together(task, [(one, 1), (other, -1)])


def _ends(task: Task[Any], knob: str) -> list[Any]:
    """The other options of a knob, and the farthest values to both sides."""
    kind, value = field_types(type(task))[knob], task.knobs()[knob]
    kinds = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    found: list[Any] = [None] if type(None) in kinds and value is not None else []
    if get_origin(kind) is Literal:
        return [option for option in get_args(kind) if option != value]
    if isinstance(value, bool):
        return [not value]
    if _is_number(value):
        found += [_farthest(task, knob, sign) for sign in (-1, 1)]
        found += [_beyond(found[-2], -1), _beyond(found[-1], 1)]
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _beyond(value: float, sign: int) -> float:
    return value + sign * (1 if isinstance(value, int) else FINEST)


def _together(task: Task[Any], turns: Sequence[tuple[str, int]]) -> Turned:
    """Knobs turned one after the other, each as far as the others let it."""
    turned: Turned = {}
    for knob, sign in turns:
        turned[knob] = _farthest(replace(task, **turned), knob, sign)
    return turned


def _farthest(task: Task[Any], knob: str, sign: int) -> float:
    """The value farthest to one side that the task accepts; steps are even as long as they can."""
    value: float = task.knobs()[knob]
    step: float = 2 if isinstance(value, int) else 1.0
    finest = 1 if isinstance(value, int) else FINEST
    grows = True
    while step >= finest:
        ahead = value + sign * step
        if abs(ahead) <= FARTHEST and _accepts(task, knob, ahead):
            value, step = ahead, step * 2 if grows else step
        else:
            grows, step = False, step // 2 if isinstance(value, int) else step / 2
    return value


def _accepts(task: Task[Any], knob: str, value: float) -> bool:
    try:
        turned: Turned = {knob: value}
        replace(task, **turned)
    except ValueError:
        return False
    return True
