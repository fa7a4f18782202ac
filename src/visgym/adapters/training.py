"""What all adapters of trainers share: rows that name episodes, and an episode being played.

A row is plain data, names no answer, and is never one of evaluation unless a suite was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import asdict, dataclass, field, fields
from random import Random
from typing import Any, Literal, get_args

from visgym import catalog
from visgym.agents.contents import joined
from visgym.agents.requests import ToolOptions
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake, not_found
from visgym.core.identity import fingerprint
from visgym.core.messages import present
from visgym.core.parts import Message, Picture, Role
from visgym.demonstrations.hold_out import (
    Start,
    evaluation_starts,
    evaluation_views,
    first_view,
    uses_other_data,
)
from visgym.demonstrations.recipes import FIRST_SEED
from visgym.suites.suite import all_suites
from visgym.tools.build import tools_of
from visgym.wrappers.build import arrange

RewardKind = Literal["final", "dense"]
"""The score at the end alone, or what is earned on the way as well."""

GIVE_UP = 200  # starts in a row that evaluation or an earlier row has


@dataclass(frozen=True)
class EpisodeRow:
    """An episode to be played: a task, a seed, and how it is shown and paid."""

    id: str
    seed: int
    wrappers: tuple[str, ...] = ()
    reward: RewardKind = "final"
    tools: tuple[str, ...] = ()
    """Tools of the agent, such as `look` and `python`."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> EpisodeRow:
        """The row in some columns of a data set; other columns do not matter."""
        known = {
            each.name: row[each.name] for each in fields(cls) if row.get(each.name) is not None
        }
        if not {"id", "seed"} <= known.keys():
            raise Mistake("A row needs the columns id and seed; `training_rows` makes such rows.")
        if known.get("reward", "final") not in get_args(RewardKind):
            raise not_found("kind of reward", str(known["reward"]), get_args(RewardKind))
        return cls(
            str(known["id"]),
            int(known["seed"]),
            tuple(known.get("wrappers", ())),
            known.get("reward", "final"),
            tuple(known.get("tools", ())),
        )

    def columns(self) -> dict[str, Any]:
        """The row as plain data."""
        return {**asdict(self), "wrappers": list(self.wrappers), "tools": list(self.tools)}


def training_rows(
    ids: Iterable[str],
    count: int,
    seed: int = 0,
    wrappers: Iterable[str] = (),
    reward: RewardKind = "final",
    tools: Iterable[str] = (),
) -> list[EpisodeRow]:
    """Rows to train on, id after id, whose starts differ from each other and from all suites.

    >>> [row.id for row in training_rows(["maze_2d/easy", "sudoku/level_0"], 3)]
    ['maze_2d/easy', 'sudoku/level_0', 'maze_2d/easy']
    """
    names, shown, offered = list(ids), tuple(wrappers), tuple(tools)
    if not names:
        raise Mistake("Rows need at least one id, such as maze_2d/easy.")
    sources = [_fresh_seeds(id, f"{seed} {number} {id}") for number, id in enumerate(names)]
    found = list[EpisodeRow]()
    for number in range(count):
        at = number % len(names)
        found.append(EpisodeRow(names[at], next(sources[at]), shown, reward, offered))
    return found


def evaluation_rows(suite: str, episodes: int | None = None) -> list[EpisodeRow]:
    """The episodes of a suite, or the first few of each id, as rows."""
    suites = all_suites()
    if suite not in suites:
        raise not_found("suite", suite, suites)
    chosen = suites[suite]
    seeds = chosen.seeds(chosen.ids)
    return [
        EpisodeRow(id, seed, chosen.wrappers) for id in chosen.ids for seed in seeds[id][:episodes]
    ]


def _fresh_seeds(id: str, name: str) -> Iterator[int]:
    """Seeds of starts that are neither those of evaluation nor one another's."""
    task, rng = catalog.load(id), Random(name)
    taken: set[Start] = set(evaluation_starts())
    alike = frozenset() if uses_other_data(task) else evaluation_views(task.name)
    failed = 0
    while failed < GIVE_UP:
        seed = FIRST_SEED + rng.randrange(FIRST_SEED)
        start = task.start(seed)
        known = (task.name, fingerprint(start))
        if known in taken or (alike and first_view(task, start) in alike):
            failed += 1
            continue
        failed = 0
        taken.add(known)
        yield seed
    raise Mistake(f"{id} has too few starts for so many rows; ask for fewer, or add other ids.")


@dataclass
class TrainingEpisode:
    """An episode in the hands of a trainer, which keeps the conversation itself.

    What goes wrong in here is no fault of the policy: the episode ends without a reward, so that
    trainers leave it out, and `failure` says why.
    """

    row: EpisodeRow
    episode: Episode[Any] = field(init=False)
    failure: str = field(init=False, default="")
    _told: list[Message] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        task = catalog.load(self.row.id)
        self._wrappers = arrange(self.row.wrappers, task)
        self.episode = begin(task, self.row.seed, tools=tools_of(self.row.tools))

    def told(self) -> list[str | Picture]:
        """What is said to the agent now, texts and pictures in order."""
        if self.failure:
            return ["The episode cannot go on."]
        messages = present(self.episode, self._wrappers)
        said = [each for each in messages if each.role == "user"]
        common = min(len(said), len(self._told))
        if said[:common] != self._told[:common] or common < len(self._told):
            raise Mistake(
                f"The wrappers {', '.join(self.row.wrappers)} change what was said before, and a "
                "trainer keeps the whole conversation; take wrappers that leave it as it is."
            )
        self._told = said
        return joined(messages[-1], ToolOptions())

    def conversation(self) -> list[tuple[Role, list[str | Picture]]]:
        """All that was said until now, for those who send the whole of it in every turn."""
        messages = present(self.episode, self._wrappers)
        return [(each.role, joined(each, ToolOptions())) for each in messages]

    def reply(self, reply: str) -> float:
        """Let the agent reply; what it earned by it, as the row pays."""
        before = self.reward or 0.0
        try:
            self.episode = advance(self.episode, reply)
        except Exception as error:  # of a task, a tool or a file: whatever it is, it is ours
            self.failure = f"{type(error).__name__}: {error}"
        return (self.reward or 0.0) - before

    def fork(self) -> TrainingEpisode:
        """The same episode once more, to go on another way."""
        other = copy(self)
        other._told = list(self._told)
        return other

    @property
    def over(self) -> bool:
        return bool(self.failure) or self.episode.over

    @property
    def reward(self) -> float | None:
        """All that was earned so far, as the row pays; None where something went wrong in here."""
        if self.failure:
            return None
        dense = sum(turn.reward for turn in self.episode.turns) * (self.row.reward == "dense")
        return dense + self.episode.reward

    @property
    def facts(self) -> dict[str, float]:
        """Figures for the logs of a trainer."""
        verdicts = [turn.verdict for turn in self.episode.turns]
        return {
            "success": float(self.episode.success),
            "score": self.episode.score if self.over else 0.0,
            "turns": float(len(verdicts)),
            "unreadable": float(sum(each == "unreadable" for each in verdicts)),
            "refused": float(sum(each == "refused" for each in verdicts)),
            "failed": float(bool(self.failure)),
        }
