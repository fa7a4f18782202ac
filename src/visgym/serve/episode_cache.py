"""Episodes that a worker has at hand; each can be made again from its spec and its replies."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from visgym.core.episode import Episode, advance
from visgym.core.episode import begin as core_begin
from visgym.core.messages import Rewrite
from visgym.core.tools import Tool
from visgym.serve.limits import Refusal
from visgym.serve.specs import EpisodeSpec, OpenTasks, built_tools
from visgym.wrappers.build import arrange

BEGUN = 512  # starts that are kept, since groups of replies ask for the same ones


@dataclass(frozen=True, slots=True)
class HeldEpisode:
    """An episode, what it was asked for by, and which replies it has had."""

    spec: EpisodeSpec
    digest: str
    episode: Episode[Any]


class EpisodeCache:
    """Episodes by the session that they belong to, the least used dropped first."""

    def __init__(self, tasks: OpenTasks, tools: Mapping[str, type[Tool]], most: int) -> None:
        self.tasks = tasks
        self.tools = dict(tools)
        self.rebuilt = 0
        """Replies that were played again since their episode was not at hand."""
        self._most = most
        self._kept: OrderedDict[str, HeldEpisode] = OrderedDict()
        self.begun = lru_cache(maxsize=BEGUN)(self.begin)
        """Fresh episodes, each generated once as long as it is asked for."""
        self._arranged = lru_cache(maxsize=BEGUN)(self._arrange)

    def find(self, session: str, digest: str) -> HeldEpisode | None:
        """The episode of a session after the very replies of a digest, if it is at hand."""
        found = self._kept.get(session)
        if found is None or found.digest != digest:
            return None
        self._kept.move_to_end(session)
        return found

    def keep(self, session: str, held: HeldEpisode) -> None:
        """Have an episode at hand."""
        self._kept[session] = held
        self._kept.move_to_end(session)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def drop(self, session: str) -> None:
        """Forget an episode, known or not."""
        self._kept.pop(session, None)

    def rebuild(self, spec: EpisodeSpec, replies: Sequence[object]) -> Episode[Any]:
        """The episode that a spec names, after some replies."""
        episode = self.begun(spec.id, spec.seed, spec.strict, spec.tools)
        for reply in replies:
            if episode.over:
                raise Refusal("There are more replies than this episode takes.", 409)
            episode = advance(episode, reply)
        self.rebuilt += len(replies)
        return episode

    def wrappers(self, spec: EpisodeSpec) -> tuple[Rewrite, ...]:
        """What the player of an episode is shown it through."""
        return self._arranged(spec.id, spec.wrappers) if spec.wrappers else ()

    def begin(self, id: str, seed: int, strict: bool, tools: tuple[str, ...]) -> Episode[Any]:
        """An episode on a start that is generated now."""
        return core_begin(self.tasks.load(id), seed, strict, built_tools(tools, self.tools))

    def _arrange(self, id: str, wrappers: tuple[str, ...]) -> tuple[Rewrite, ...]:
        return arrange(wrappers, self.tasks.load(id))

    def __len__(self) -> int:
        return len(self._kept)
