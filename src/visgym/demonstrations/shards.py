"""The two passes over one shard of candidates: play them, then write those that were accepted."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visgym.agents.images import ImageOptions
from visgym.core.episode import Episode, begin, play
from visgym.core.errors import Mistake
from visgym.core.identity import digest, from_json, to_json
from visgym.core.solving import solve
from visgym.demonstrations.conversations import Conversation, RowOptions, conversations
from visgym.demonstrations.counts import ConversationCounts
from visgym.demonstrations.credits import files_in
from visgym.demonstrations.episode_files import load, save
from visgym.demonstrations.exports.files import WORK, whole
from visgym.demonstrations.exports.formats import find_format
from visgym.demonstrations.hold_out import comes_by_evaluation, first_view, uses_other_data
from visgym.demonstrations.recipes import Candidate, Recipe, candidate, task_of
from visgym.demonstrations.recovery import Demonstration, can_err, with_mistakes
from visgym.demonstrations.sizes import capped
from visgym.wrappers.build import arrange


@dataclass(frozen=True)
class JobSpec:
    """What is to be made, where, and in which pieces."""

    recipe: Recipe
    episodes: int
    format: str
    folder: Path
    shard: int = 100
    """Candidates in one shard."""
    exclude: tuple[Path, ...] = ()
    """Folders of earlier sets whose starts are left out."""

    def numbers(self, shard: int) -> range:
        """The candidates of a shard."""
        return range(shard * self.shard, (shard + 1) * self.shard)

    def work(self, kind: str, shard: int) -> str:
        """The name of a file that lives until everything is done."""
        return f"{WORK}/{kind}-{shard:06d}"


@dataclass(frozen=True, slots=True)
class PlayedCandidate:
    """What is known of a candidate that was played."""

    task: str
    start: str
    """Fingerprint of the start."""
    solved: bool
    view: str = ""
    """Hash of what is seen first; empty where it cannot be one of evaluation."""
    meets: bool = False
    """Whether it comes by a start of evaluation."""


@dataclass(frozen=True, slots=True)
class PlayedShard:
    """The outcome of the first pass over a shard."""

    shard: int
    played: tuple[PlayedCandidate, ...]


@dataclass(frozen=True, slots=True)
class WrittenShard:
    """The outcome of the second pass over a shard."""

    shard: int
    tally: ConversationCounts
    hashes: dict[str, str]
    files: tuple[str, ...]
    """Embedded files in the starts."""


def play_shard(spec: JobSpec, shard: int) -> PlayedShard:
    """Generate and solve the candidates of a shard and keep the episodes that were solved."""
    name = spec.work("played", shard)
    done = spec.folder / f"{name}.json"
    if done.exists():
        return from_json(PlayedShard, json.loads(done.read_text(encoding="utf-8")))
    played: list[PlayedCandidate] = []

    def solved() -> Iterator[tuple[Candidate, Demonstration]]:
        for number in spec.numbers(shard):
            chosen = candidate(spec.recipe, number)
            shown = demonstration(chosen)
            episode = shown.episode
            start = digest(to_json(episode.start))
            task, success = episode.task, episode.success
            drawn = success and not uses_other_data(task)
            view = first_view(task, episode.start) if drawn else ""
            meets = success and comes_by_evaluation(episode)
            played.append(PlayedCandidate(task.name, start, success, view, meets))
            if episode.success:
                yield chosen, shown

    with whole(spec.folder, f"{name}.episodes") as fresh:
        save(solved(), fresh)
    result = PlayedShard(shard, tuple(played))
    with whole(spec.folder, f"{name}.json") as fresh:
        fresh.write_text(json.dumps(to_json(result)), encoding="utf-8")
    return result


def demonstration(chosen: Candidate) -> Demonstration:
    """The episode of a candidate, with mistakes where it is to make some."""
    if chosen.errs:
        fresh: Episode[Any] = begin(task_of(chosen), chosen.seed)
        if can_err(fresh):
            return with_mistakes(fresh, chosen)
    return Demonstration(demonstrated(chosen))


def demonstrated(chosen: Candidate) -> Episode[Any]:
    """The episode of a candidate as its solver plays it."""
    task = task_of(chosen)
    episode: Episode[Any] = begin(task, chosen.seed)
    calls = solve(task, episode.start, chosen.strategy, chosen.steps, chosen.seed)
    return play(episode, map(task.phrase, calls))


def write_shard(spec: JobSpec, shard: int, accepted: Collection[int]) -> WrittenShard:
    """Draw and write the accepted episodes of a shard."""
    name = f"{spec.work('written', shard)}.json"
    done = spec.folder / name
    if done.exists():
        return _written(json.loads(done.read_text(encoding="utf-8")))
    tally, work = ConversationCounts(), spec.folder / WORK
    files: set[str] = set()

    def accepted_rows() -> Iterator[Conversation]:
        for chosen, shown in _recalled(spec, shard):
            if chosen.number in accepted:
                episode = shown.episode
                files.update(files_in(episode.task, to_json(episode.start)))
                for whole_row in conversations_of(spec.recipe, chosen, shown, spec.format, work):
                    row = capped(whole_row, spec.recipe.max_images, spec.recipe.max_tokens)
                    tally.cut += row is not whole_row and row != whole_row
                    if row is not None:
                        tally.add(row)
                        yield row

    hashes = find_format(spec.format).write(spec.folder, f"{shard:06d}", accepted_rows())
    result = WrittenShard(shard, tally, hashes, tuple(sorted(files)))
    with whole(spec.folder, name) as fresh:
        fresh.write_text(json.dumps(_plain(result)), encoding="utf-8")
    return result


def conversations_of(
    recipe: Recipe,
    chosen: Candidate,
    shown: Demonstration,
    format: str = "",
    work: Path | None = None,
) -> Iterator[Conversation]:
    """The rows of one demonstration; thoughts are kept in the folder `work`, if there is one."""
    episode = shown.episode
    wrappers = arrange(recipe.wrappers, episode.task)
    thoughts: tuple[str, ...] = ()
    if recipe.reasoner:
        from visgym.demonstrations.thoughts import thoughts_for  # with all that models need

        kept = work / f"thoughts-{chosen.number:09d}.jsonl" if work else None
        thoughts = thoughts_for(episode, wrappers, recipe.reasoner, recipe.options, kept)
    look = ImageOptions(recipe.image_format, recipe.image_quality)
    masks_last_only = format == "llamafactory" and recipe.recovery > 0
    options = RowOptions(look, recipe.split or masks_last_only, shown.corrections)
    yield from conversations(chosen, episode, wrappers, recipe.style, thoughts, options)


def _recalled(spec: JobSpec, shard: int) -> Iterator[tuple[Candidate, Demonstration]]:
    path = spec.folder / f"{spec.work('played', shard)}.episodes"
    try:
        yield from load(path)
    except (EOFError, FileNotFoundError):
        raise Mistake(
            f"{path} is missing or cut short; delete {spec.folder} and begin again."
        ) from None


def _plain(result: WrittenShard) -> dict[str, Any]:
    return {
        "shard": result.shard,
        "tally": result.tally.plain(),
        "hashes": result.hashes,
        "files": result.files,
    }


def _written(data: dict[str, Any]) -> WrittenShard:
    tally = ConversationCounts.of(data["tally"])
    return WrittenShard(data["shard"], tally, data["hashes"], tuple(data["files"]))
