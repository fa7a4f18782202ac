"""A few episodes to look at, drawn again from their records."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import zip_longest
from typing import Any

from PIL import Image

from visgym.analysis.annotations import FoundByKey, told_findings
from visgym.analysis.categories import category_of
from visgym.analysis.report import wording
from visgym.analysis.statistics import group_of, task_of
from visgym.core.episode import Episode, EpisodeOver
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.parts import Raster, Text
from visgym.core.task import Frame
from visgym.core.turns import Turn
from visgym.evaluation.records import Record, frame_hash, overheard, replayed, state_hash
from visgym.evaluation.reply_notes import asked_code, reply_notes
from visgym.kit.framing import sight
from visgym.kit.png import encode
from visgym.task_ids import Id
from visgym.wrappers.build import arrange

MOST_SAMPLES = 120
MOST_BYTES = 4_500_000  # of a page, for all samples and their pictures
LONGEST_REPLY, LONGEST_BRIEF = 1500, 4000
_LIGHT, _FAIR = 10_000, 16_000  # bytes: of pictures kept as they are, and of reduced ones
_SIDES = (640, 400, 280, 160, 80)  # pixels; pictures shrink until they are light enough


@dataclass(frozen=True)
class TraceNotes:
    """What is kept beside runs about their traces, by the keys of traces."""

    annotated: FoundByKey = field(default_factory=dict)
    behaved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass
class Samples:
    """Episodes as plain data for the page, and each distinct picture once."""

    episodes: list[dict[str, Any]] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)
    """Data addresses of pictures by their hashes."""
    candidates: int = 0
    """Episodes that could have been shown."""
    size: int = 0


def gather(
    records: Sequence[Record],
    agents: Sequence[str],
    ids: Sequence[str],
    notes: TraceNotes | None = None,
) -> Samples:
    """For every agent and id the first solved and the first failed episode, as many as fit."""
    firsts: dict[tuple[str, str, bool], Record] = {}
    for kept in sorted(records, key=lambda kept: kept.entry.seed):
        if kept.scored:
            firsts.setdefault((kept.entry.id, kept.entry.agent, kept.success), kept)
    samples, known = Samples(candidates=len(firsts)), notes or TraceNotes()
    for kept in _fairly(firsts, agents, ids):
        if len(samples.episodes) >= MOST_SAMPLES or not _added(samples, kept, known):
            break
    places = {agent: place for place, agent in enumerate(agents)}
    samples.episodes.sort(
        key=lambda each: (places[each["agent"]], each["id"], each["outcome"] != "solved")
    )
    return samples


def _fairly(
    firsts: dict[tuple[str, str, bool], Record], agents: Sequence[str], ids: Sequence[str]
) -> Iterator[Record]:
    """The candidates in an order that covers all ids, agents and outcomes early."""
    queues = []
    for number, id in enumerate(ids):
        pairs = [(agent, solved) for solved in (False, True) for agent in agents]
        turn = number % len(pairs)
        order = [(id, *pair) for pair in (*pairs[turn:], *pairs[:turn])]
        queues.append([firsts[each] for each in order if each in firsts])
    for round_ in zip_longest(*queues):
        yield from (kept for kept in round_ if kept is not None)


def _added(samples: Samples, kept: Record, notes: TraceNotes) -> bool:
    """Whether an episode still fits, and then it is in."""
    seen = _seen(kept)
    fresh = {
        name: _address(frame) for name, frame in seen.frames.items() if name not in samples.pictures
    }
    known = {name: place for place, name in enumerate({**samples.pictures, **fresh})}
    episode = {**_told(kept, seen, known), "findings": _findings(kept, seen, notes)}
    size = len(json.dumps(episode)) + sum(map(len, fresh.values()))
    if samples.size + size > MOST_BYTES:
        return False
    samples.size += size
    samples.pictures.update(fresh)
    samples.episodes.append(episode)
    return True


@dataclass(frozen=True)
class _Seen:
    """What an agent was told and shown, as far as it can be made again."""

    told: str = ""
    names: tuple[str, ...] = ()
    """Hashes of the pictures, the start's first."""
    frames: Mapping[str, Frame] = field(default_factory=dict)
    note: str | None = None
    episode: Episode[Any] | None = None


def _seen(kept: Record) -> _Seen:
    try:
        episode = replayed(kept)
        wrappers = arrange(kept.entry.wrappers, episode.task)
        told = present(replace(episode, turns=()), wrappers)[0].text
        frames = [sight(episode.task, state) for state in episode.states]
        names = tuple(state_hash(episode.task, state) for state in episode.states)
    except (Mistake, EpisodeOver, ImportError) as error:
        return _Seen(note=wording.plain(f"The pictures cannot be drawn again: {error}", 400))
    changed = names != kept.frames
    shown = {frame_hash(each.image): each.image for each in _rasters(episode)}
    return _Seen(
        wording.plain(told, LONGEST_BRIEF),
        names,
        {**shown, **dict(zip(names, frames, strict=True))},
        "Some pictures differ from the recorded ones; those are marked." if changed else None,
        episode,
    )


def _told(kept: Record, seen: _Seen, known: Mapping[str, int]) -> dict[str, Any]:
    """An episode as plain data: what was seen, said and answered at every step."""
    turns = overheard(kept, seen.episode)
    steps: list[dict[str, Any]] = [{}]
    steps += [
        {
            "reply": wording.plain(reply, LONGEST_REPLY),
            "feedback": wording.plain(feedback, 300),
            "verdict": wording.name(verdict, 20),
            "how": wording.plain(note.how, 300),
            "reasoning": wording.plain(note.reasoning, LONGEST_REPLY),
        }
        for (reply, feedback, verdict), note in zip(turns, reply_notes(kept), strict=False)
    ]
    for step, turn in zip(steps[1:], seen.episode.turns if seen.episode else (), strict=False):
        if turn.tool and turn.player == kept.seat:
            step |= _by_tool(turn, known)
    for step, name, recorded in zip_longest(steps, seen.names, kept.frames):
        if step is not None and name is not None:
            step["picture"] = known[name]
            step["changed"] = name != recorded
    return {
        "agent": kept.entry.agent,
        "id": wording.name(str(Id.recorded(kept.entry.id).brief)),
        "setting": wording.name(group_of(kept.entry.id)),
        "category": wording.title(category_of(task_of(kept.entry.id))),
        "seed": kept.entry.seed,
        "outcome": kept.outcome,
        "told": seen.told,
        "note": seen.note,
        "steps": steps,
    }


def _by_tool(turn: Turn[Any], known: Mapping[str, int]) -> dict[str, Any]:
    """What a tool was asked for and showed."""
    shown = [
        {"text": wording.plain(part.text, LONGEST_BRIEF)}
        if isinstance(part, Text)
        else {"picture": known[frame_hash(part.image)]}
        for part in turn.shown
    ]
    code = wording.plain(asked_code(turn), LONGEST_BRIEF)
    return {"tool": wording.name(turn.tool, 60), "code": code, "shown": shown}


def _rasters(episode: Episode[Any]) -> Iterator[Raster]:
    """The pictures that tools showed the evaluated player."""
    for turn in episode.turns:
        if turn.player == episode.task.seat:
            yield from (part for part in turn.shown if isinstance(part, Raster))


def _findings(kept: Record, seen: _Seen, notes: TraceNotes) -> list[dict[str, str]]:
    """What detectors and an annotator say about an episode that could be played again."""
    if seen.episode is None:
        return []
    found = told_findings(kept, seen.episode, notes.annotated, notes.behaved)
    return [{name: wording.plain(text, 700) for name, text in each.items()} for each in found]


def _address(frame: Frame) -> str:
    """A picture as a data address: a PNG file small enough for a page."""
    data = encode(frame)
    if len(data) > _LIGHT:
        data = next((small for small in _reduced(frame) if len(small) <= _FAIR), data)
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


def _reduced(frame: Frame) -> Iterator[bytes]:
    """A picture with 256 colours, smaller and smaller."""
    for side in _SIDES:
        image = Image.fromarray(frame)
        image.thumbnail((side, side))
        file = BytesIO()
        image.quantize(256, Image.Quantize.MEDIANCUT).save(file, "PNG")
        yield file.getvalue()
