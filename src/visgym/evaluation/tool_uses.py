"""Uses of tools in records: what was asked and shown, so that nothing has to be run again."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, get_args

import numpy as np
from PIL import Image, UnidentifiedImageError

from visgym.core.calls import Call
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.identity import OPTIONAL
from visgym.core.parts import Part, Raster, Text
from visgym.core.turns import Turn, Verdict
from visgym.kit import png

LARGEST = 4096 * 4096  # pixels of a picture in a record


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A text or a picture that a tool showed."""

    text: str = field(default="", metadata=OPTIONAL)
    picture: bytes = field(default=b"", metadata=OPTIONAL)
    """A PNG file."""


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A turn in which a tool was called; verdict and feedback stand beside those of others."""

    turn: int
    """From 0 on."""
    tool: str
    args: tuple[Any, ...] | None
    """None where they could not be read."""
    shown: tuple[ShownPart, ...] = ()
    free: bool = field(default=True, metadata=OPTIONAL)
    """Whether it cost no step."""
    seconds: float = field(default=0.0, metadata=OPTIONAL)


def use_of(episode: Episode[Any], at: int, seconds: float = 0.0) -> ToolUse | None:
    """The use that a turn was, None for an action."""
    turn = episode.turns[at]
    if not turn.tool:
        return None
    own = (each for each in reversed(episode.turns[:at]) if each.player == turn.player)
    before = next(own, None)
    free = turn.step == (before.step if before else 0)
    args = turn.call.args if turn.call else None
    return ToolUse(at, turn.tool, args, tuple(map(_kept, turn.shown)), free, round(seconds, 3))


def uses_of(episode: Episode[Any]) -> tuple[ToolUse, ...]:
    """All uses of tools in an episode."""
    found = (use_of(episode, at) for at in range(len(episode.turns)))
    return tuple(use for use in found if use is not None)


def turn_of(
    use: ToolUse, episode: Episode[Any], reply: str, verdict: str, feedback: str
) -> Turn[Any]:
    """The turn that a use was, next in an episode."""
    if verdict not in get_args(Verdict):
        raise Mistake(f"A record says '{verdict:.20}' of a tool, which is no verdict.")
    player, args = episode.to_move, use.args
    step = episode.steps_of(player) + (not use.free)
    call = None if args is None else Call(use.tool, args)
    shown = tuple(map(_part, use.shown))
    told: Any = verdict
    return Turn(
        reply, call, told, feedback, episode.state, player, step, shown=shown, tool=use.tool
    )


def _kept(part: Part) -> ShownPart:
    if isinstance(part, Text):
        return ShownPart(part.text)
    return ShownPart(picture=png.encode(part.image))


def _part(kept: ShownPart) -> Part:
    if not kept.picture:
        return Text("tool", kept.text)
    try:
        with Image.open(BytesIO(kept.picture), formats=("PNG",)) as image:
            if image.width * image.height > LARGEST:
                raise Mistake("A picture in a record is larger than any that a tool shows.")
            return Raster.of(np.asarray(image.convert("RGB")))
    except (UnidentifiedImageError, OSError, SyntaxError):
        raise Mistake("A picture in a record is no PNG file.") from None
