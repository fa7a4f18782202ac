"""Stored episodes and solutions as steps to look at, and as films."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from statistics import median
from typing import Any
from urllib.parse import urlencode

import numpy as np
from PIL import Image

from visgym.analysis.report.wording import plain
from visgym.core.episode import Episode, EpisodeOver, begin, play
from visgym.core.errors import Mistake
from visgym.core.guides import step_line
from visgym.core.optional import require
from visgym.core.parts import Part, Text
from visgym.core.solving import solve
from visgym.core.task import Frame, Task
from visgym.evaluation.records import Record, frame_hash, overheard, replayed
from visgym.evaluation.reply_notes import asked_code, reply_notes
from visgym.kit.framing import sight
from visgym.web.picture_files import Pictures
from visgym.web.public_tasks import PublicTasks

DEMONSTRATION = 1_000_000
"""The seed of solutions that are shown; no suite has it, so nothing is given away."""

SEEDS = range(5)  # over which the solver's length is stated
WIDEST_FILM = 640  # pixels
_BLANK = {"line": "", "picture": ""}
LONGEST_REASONING = 20_000  # characters of each reply
TEXTS = ("reply", "feedback", "question", "code")
PAGE_TEXT = 400_000  # characters of all replies on one page
SHORTEST, LONGEST = 200, 4000  # characters after which a text is cut
LAST_PICTURE = 3  # times as long as the others


@lru_cache(maxsize=64)
def episode_of(tasks: PublicTasks, kept: Record) -> Episode[Any]:
    """The episode behind a record, or `Mistake` if it cannot be played again."""
    if kept.outcome == "error":
        raise Mistake(f"This episode failed for a reason that is not the agent's: {kept.error}")
    tasks.check(kept.entry.id)
    try:
        return replayed(kept)
    except EpisodeOver:
        raise Mistake("This record goes on after its end, so it cannot be replayed.") from None


def replay_steps(run: str, kept: Record, episode: Episode[Any]) -> list[dict[str, Any]]:
    """A record step by step; pictures are drawn when they are asked for."""
    steps = _steps(episode)
    for step, (reply, feedback, _) in zip(steps[1:], overheard(kept, episode), strict=True):
        step.update(reply=reply, feedback=feedback)
    _add_tools(steps, run, kept, episode)
    _annotate(steps, kept)
    names = kept.frames if len(kept.frames) == len(steps) else ("drawn",) * len(steps)
    for number, (step, name) in enumerate(zip(steps, names, strict=True)):
        query = urlencode({"run": run, "key": kept.entry.key, "step": number}, errors="replace")
        step["picture"] = f"/frames/{name if name.isalnum() else 'drawn'}.png?{query}"
    return steps


def bare_steps(kept: Record) -> list[dict[str, Any]]:
    """A record that cannot be played again: its words without pictures."""
    told = [{"reply": r, "feedback": f, "verdict": v, **_BLANK} for r, f, v in overheard(kept)]
    _annotate([_BLANK, *told], kept)
    return [_BLANK, *told]


def _add_tools(steps: list[dict[str, Any]], run: str, kept: Record, episode: Episode[Any]) -> None:
    """Add what the evaluated player asked tools for and was shown."""
    for number, turn in enumerate(episode.turns, start=1):
        if turn.tool and turn.player == episode.task.seat:
            query = {"run": run, "key": kept.entry.key, "step": number}
            steps[number].update(
                tool=turn.tool,
                code=asked_code(turn),
                shown=[_part(part, {**query, "part": at}) for at, part in enumerate(turn.shown)],
            )


def _part(part: Part, query: dict[str, Any]) -> dict[str, str]:
    """A part that a tool showed: its text, or where its picture is."""
    if isinstance(part, Text):
        return {"text": plain(part.text, LONGEST)}
    name = frame_hash(part.image)
    return {"picture": f"/frames/{name}.png?{urlencode(query, errors='replace')}"}


def shown_picture(episode: Episode[Any], step: int, part: int) -> Frame | None:
    """A picture that a tool showed the evaluated player, None if there is none."""
    turns = episode.turns
    turn = turns[step - 1] if 0 < step <= len(turns) else None
    if turn is None or turn.player != episode.task.seat or not 0 <= part < len(turn.shown):
        return None
    found = turn.shown[part]
    return None if isinstance(found, Text) else found.image


def _annotate(steps: list[dict[str, Any]], kept: Record) -> None:
    """Add to each reply how it came about, where that is known."""
    for step, note in zip(steps[1:], reply_notes(kept), strict=False):
        step.update(how=note.how, reasoning=note.reasoning[:LONGEST_REASONING])


def bounded(steps: list[dict[str, Any]], run: str, key: str) -> list[dict[str, Any]]:
    """Steps fit for a page: texts without characters that play tricks, long ones cut and linked."""
    most = max(SHORTEST, min(LONGEST, PAGE_TEXT // max(1, len(steps))))
    return [_bounded(step, most, run, key, at) for at, step in enumerate(steps)]


def _bounded(step: dict[str, Any], most: int, run: str, key: str, at: int) -> dict[str, Any]:
    texts = {name: step[name] for name in TEXTS if isinstance(step.get(name), str)}
    shown = {**step, **{name: plain(text, most) for name, text in texts.items()}}
    if any(len(text) > most for text in texts.values()):
        query = urlencode({"run": run, "key": key, "step": at}, errors="replace")
        shown["whole"] = f"/texts?{query}"
    return shown


@lru_cache(maxsize=64)
def solution(task: Task[Any]) -> Episode[Any]:
    """The default solver at work on an episode that belongs to no suite."""
    episode = begin(task, DEMONSTRATION)
    return play(episode, solve(task, episode.start))


@lru_cache(maxsize=256)
def usual_length(task: Task[Any]) -> float:
    """The median number of calls that the solver needs, stop included."""
    return median(len(solve(task, begin(task, seed).start)) for seed in SEEDS)


def solution_steps(id: str, episode: Episode[Any], pictures: Pictures) -> list[dict[str, Any]]:
    """A solution step by step, with its pictures drawn."""
    steps = _steps(episode)
    for number, (step, state) in enumerate(zip(steps, episode.states, strict=True)):
        query = urlencode({"id": id, "step": number})
        step["picture"] = f"/frames/{pictures.add(episode.task, state)}.png?{query}"
    return steps


def _steps(episode: Episode[Any]) -> list[dict[str, Any]]:
    """The start and every turn, without pictures."""
    task = episode.task
    turns = [
        {
            "reply": turn.reply,
            "feedback": turn.feedback,
            "verdict": turn.verdict,
            "line": step_line(task, turn.step + 1) if turn is not episode.turns[-1] else "",
        }
        for turn in episode.turns
    ]
    question = task.question(task.visible(episode.start, task.seat))
    return [{"line": step_line(task, 1), "question": question}, *turns]


# Films


def frames(episode: Episode[Any]) -> list[Frame]:
    """Every picture of an episode."""
    return [sight(episode.task, state) for state in episode.states]


def gif(episode: Episode[Any], milliseconds: int) -> bytes:
    """An episode as an animated GIF that repeats."""
    images = [_small(frame).quantize(256) for frame in frames(episode)]
    times = [milliseconds] * (len(images) - 1) + [LAST_PICTURE * milliseconds]
    file = BytesIO()
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, optimize=False
    )
    return file.getvalue()


def mp4(episode: Episode[Any], milliseconds: int) -> bytes:
    """An episode as H.264 video, where the package `av` is installed."""
    av = require("av", "video", "An episode as video")
    images = [_small(frame) for frame in frames(episode)]
    file = BytesIO()
    with av.open(file, "w", format="mp4") as film:
        stream = film.add_stream("libx264", rate=max(1, round(1000 / milliseconds)))
        stream.width, stream.height = (side // 2 * 2 for side in images[0].size)
        stream.pix_fmt = "yuv420p"
        for image in images + [images[-1]] * LAST_PICTURE:
            even = image.crop((0, 0, stream.width, stream.height))
            film.mux(stream.encode(av.VideoFrame.from_ndarray(np.asarray(even), "rgb24")))
        film.mux(stream.encode(None))
    return file.getvalue()


def _small(frame: Frame) -> Image.Image:
    image = Image.fromarray(frame)
    image.thumbnail((WIDEST_FILM, WIDEST_FILM), Image.Resampling.LANCZOS)
    return image
