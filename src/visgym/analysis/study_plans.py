"""What is to be played for a study, from its name and what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from visgym import catalog
from visgym.agents.agent import Agent
from visgym.analysis import level_study, same_study
from visgym.analysis.diagnose import described, entries, summary
from visgym.analysis.diagnosis_tables import diagnosis_page
from visgym.analysis.level_tables import level_page
from visgym.analysis.studies import STUDIES, Study, find_ids, scaffold
from visgym.analysis.study_pages import PlannedStudy, StudyPage
from visgym.core.errors import Mistake, not_found
from visgym.evaluation.attempts import Starts
from visgym.evaluation.evaluate import Limits, Progress, Watch, evaluate
from visgym.evaluation.ladders import Ladder, read_ladders
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.store import Store
from visgym.suites.suite import OWN, Suite, all_suites

LEVELS, SAME = "levels", "same"
NAMES = (*STUDIES, LEVELS, SAME)
PAIRS = 100  # of pictures, of each task and kind


@dataclass(frozen=True)
class StudyRequest:
    """What was asked for beside the name of a study; None leaves it to the study."""

    tasks: tuple[str, ...] | None = None
    preset: str | None = None
    episodes: int | None = None
    samples: int | None = None
    rules: str = "full"
    """The variant of the rules that a factorial study compares with none."""


async def play_study(
    planned: PlannedStudy,
    agents: Mapping[str, Agent],
    store: Store,
    limits: Limits,
    watch: Watch,
    data: Mapping[str, str] | None = None,
) -> Progress:
    """Play what the store does not hold yet; one folder holds one study."""
    specs = [agent.spec() for agent in agents.values()]
    config = {**planned.config, "wrappers": [], "agents": specs, "data": dict(data or {})}
    with store.writing(config):
        return await evaluate(planned.entries, agents, store, planned.starts, limits, watch)


Locate = Callable[[str], str]
"""An id that says where its data lie."""


def planned_study(
    name: str, agents: Iterable[Agent], asked: StudyRequest, located: Locate = str
) -> PlannedStudy:
    """The study of a name."""
    known = list(agents)
    if name == LEVELS:
        return _levels(known, asked, located)
    if name == SAME:
        return _same(known, asked, located)
    if name not in STUDIES:
        raise not_found("study", name, NAMES)
    if asked.rules != "full" and name != "scaffold":
        raise Mistake("--rules chooses the rules of the study scaffold, and this is another one.")
    return _conditions(
        scaffold(asked.rules) if name == "scaffold" else STUDIES[name], known, asked, located
    )


def _conditions(
    study: Study, agents: Sequence[Agent], asked: StudyRequest, located: Locate
) -> PlannedStudy:
    preset = asked.preset or study.preset
    ids, notes = find_ids(study, preset, asked.tasks)
    suite = _suite(preset, ids)
    seeds = {id: own[: asked.episodes] for id, own in suite.seeds(ids).items()}
    played = entries(study, seeds, agents, asked.samples or study.samples)
    planned = [replace(entry, id=located(entry.id)) for entry in played]

    def conclude(records: Iterable[Record], notes: Sequence[str]) -> StudyPage:
        page = diagnosis_page(summary(study, planned, records, notes))
        return replace(page, data={**page.data, "suite": suite.name})

    return PlannedStudy(
        study.name,
        study.question,
        tuple(planned),
        {"suite": suite.name, **described(study)},
        conclude,
        suite.starts,
        tuple(notes),
    )


def _suite(preset: str, ids: Sequence[str]) -> Suite:
    """The suite whose published starts are played, or one of seeds from 0 on where none has ids."""
    for name in (f"visgym/{preset}", f"gym_v/{preset}"):
        published = all_suites().get(name)
        if published and set(ids) & set(published.ids):
            return published
    return Suite(OWN, tuple(ids))


def _levels(agents: Sequence[Agent], asked: StudyRequest, located: Locate) -> PlannedStudy:
    if asked.preset:
        raise Mistake("The study levels plays every level of its tasks, so it takes no --preset.")
    ladders = [
        Ladder(each.name, tuple(map(located, each.rungs)))
        for each in read_ladders(asked.tasks or _present(level_study.TASKS))
    ]
    starts = _published([rung for ladder in ladders for rung in ladder.rungs])
    seeds = {
        rung: list(starts.get(rung, range(Suite.episodes)))[: asked.episodes]
        for ladder in ladders
        for rung in ladder.rungs
    }
    planned = level_study.level_entries(ladders, seeds, agents, asked.samples or 1)
    rungs = {ladder.name: list(ladder.rungs) for ladder in ladders}
    return PlannedStudy(
        LEVELS,
        level_study.QUESTION,
        tuple(planned),
        {"suite": OWN, "study": LEVELS, "ladders": rungs},
        partial(_level_page, ladders, planned),
        starts,
    )


def _level_page(
    ladders: Sequence[Ladder],
    planned: Sequence[Entry],
    records: Iterable[Record],
    notes: Sequence[str],
) -> StudyPage:
    keys = {entry.key for entry in planned}
    mine = [record for record in records if record.entry.key in keys]
    return level_page(level_study.level_rows(ladders, mine), notes)


def _present(names: Iterable[str]) -> list[str]:
    known = set(catalog.task_names())
    return [name for name in names if name in known]


def _published(ids: Sequence[str]) -> Starts:
    """The starts that any suite publishes of some ids."""
    found: dict[str, Mapping[int, str]] = {}
    for suite in all_suites().values():
        if set(suite.ids) & set(ids):
            found.update({id: own for id, own in suite.starts.items() if id in ids})
    return found


def _same(agents: Sequence[Agent], asked: StudyRequest, located: Locate) -> PlannedStudy:
    names = asked.tasks or tuple(_present(same_study.TASKS))
    shown = [
        located(f"{name}/{asked.preset or 'easy'}" if "/" not in name else name) for name in names
    ]
    ids, notes = same_study.same_ids(shown)
    planned = same_study.same_entries(ids, asked.episodes or PAIRS, agents)
    keys = {entry.key for entry in planned}

    def conclude(records: Iterable[Record], notes: Sequence[str]) -> StudyPage:
        mine = [record for record in records if record.entry.key in keys]
        return same_study.same_page(same_study.same_rows(mine), notes)

    return PlannedStudy(
        SAME,
        same_study.QUESTION,
        tuple(planned),
        {"suite": OWN, "study": SAME},
        conclude,
        notes=tuple(notes),
    )
