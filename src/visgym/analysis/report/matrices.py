"""Tables with a row for each agent and a column for each task and setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from visgym.analysis import statistics
from visgym.analysis.knob_breakdown import KnobBreakdown
from visgym.analysis.report import charts, wording
from visgym.analysis.statistics import Estimate, Successes

_FIRST_SETTINGS = ("easy", "hard")


@dataclass(frozen=True)
class ResultMatrix:
    """Who played what, in the order in which tables show it."""

    found: Successes
    agents: list[str]
    tasks: list[str]
    settings: list[str]

    @classmethod
    def of(cls, found: Successes) -> ResultMatrix:
        """Agents best first, tasks hardest last, easy before hard."""
        known = {statistics.setting_of(id) for _, id in found}
        first = [each for each in _FIRST_SETTINGS if each in known]
        settings = first + sorted(known - set(first))
        return cls(found, statistics.best_first(found), statistics.hardest_last(found), settings)

    @property
    def ids(self) -> list[str]:
        """The tasks and presets that were played, task by task."""
        return [id for task in self.tasks for id in self.ids_of(task)]

    def ids_of(self, task: str) -> list[str]:
        """Those of one task, in the order of settings."""
        played = {id for _, id in self.found if statistics.task_of(id) == task}
        return sorted(played, key=lambda id: self.settings.index(statistics.setting_of(id)))


@dataclass(frozen=True)
class MatrixCell:
    """A figure, its shade, and more on it for those who ask."""

    text: str
    level: int | None = None
    title: str = ""
    link: str = ""
    strong: bool = False


EMPTY = MatrixCell("–", title="not played")


@dataclass(frozen=True)
class Matrix:
    """Cells under columns, and columns under groups."""

    groups: list[tuple[str, int]]
    columns: list[str]
    rows: list[tuple[str, list[MatrixCell]]]


def _groups(board: ResultMatrix) -> list[tuple[str, int]]:
    return [(wording.title(task), len(board.ids_of(task))) for task in board.tasks]


def heat_matrix(board: ResultMatrix, links: Mapping[tuple[str, str], str]) -> Matrix:
    """Success in percent, the averages first."""
    means = statistics.averages(board.found)

    def mean(agent: str, setting: str) -> MatrixCell:
        if (agent, setting) not in means:
            return EMPTY
        where = f"{agent}, mean over tasks, {setting}"
        return _rate(means[agent, setting], where)

    def single(agent: str, id: str) -> MatrixCell:
        if (agent, id) not in board.found:
            return EMPTY
        share = board.found[agent, id]
        where = f"{agent}, {wording.name(id)}: {share.hits} of {share.of} solved"
        return _rate(share.estimate, where, links.get((agent, wording.name(id)), ""))

    columns = [*board.settings, *(statistics.setting_of(id) for id in board.ids)]
    rows = [
        (
            agent,
            [
                *(mean(agent, setting) for setting in board.settings),
                *(single(agent, id) for id in board.ids),
            ],
        )
        for agent in board.agents
    ]
    return Matrix([("Average", len(board.settings)), *_groups(board)], columns, rows)


def _rate(estimate: Estimate, where: str, link: str = "") -> MatrixCell:
    text = wording.percent(estimate.value)
    low, high = wording.percent(estimate.low), wording.percent(estimate.high)
    title = f"{where}; {text} %, 95 % interval {low} to {high}"
    return MatrixCell(text, charts.level(estimate.value), title, link)


def rank_matrix(board: ResultMatrix) -> Matrix:
    """Ranks by id, the mean rank first; shades fade with the rank."""
    ranks = statistics.ranks(board.found)
    least = max(2, len(board.agents))

    def cell(agent: str, id: str) -> MatrixCell:
        if (agent, id) not in ranks:
            return EMPTY
        rank = ranks[agent, id]
        where = f"{agent}, {wording.name(id)}: rank {rank}"
        return MatrixCell(str(rank), round(5 * (least - rank) / (least - 1)), where)

    rows = []
    for agent in board.agents:
        mean = fmean(rank for (name, _), rank in ranks.items() if name == agent)
        cells = [cell(agent, id) for id in board.ids]
        rows.append((agent, [MatrixCell(f"{mean:.1f}", title=f"{agent}, mean rank"), *cells]))
    columns = ["", *(statistics.setting_of(id) for id in board.ids)]
    return Matrix([("Mean", 1), *_groups(board)], columns, rows)


def knob_matrix(breakdown: KnobBreakdown, agents: Sequence[str]) -> Matrix:
    """Success in percent by agent and value of a knob."""
    knob = wording.name(breakdown.knob)

    def cell(agent: str, value: str | None) -> MatrixCell:
        if (agent, value) not in breakdown.found:
            return EMPTY
        share = breakdown.found[agent, value]
        where = f"{agent}, {knob} {_value(value)}: {share.hits} of {share.of} solved"
        return _rate(share.estimate, where)

    rows = [(agent, [cell(agent, value) for value in breakdown.values]) for agent in agents]
    columns = [_value(value) for value in breakdown.values]
    return Matrix([(knob, len(columns))], columns, rows)


def _value(value: str | None) -> str:
    return "as preset" if value is None else wording.name(value, 24)


def drop_matrix(board: ResultMatrix) -> Matrix | None:
    """Points lost from easy to hard by agent and task; strong where the interval excludes zero."""
    drops = statistics.drops(board.found)
    tasks = [task for task in board.tasks if any(name == task for _, name in drops)]
    if not tasks:
        return None

    def cell(agent: str, task: str) -> MatrixCell:
        if (agent, task) not in drops:
            return EMPTY
        drop = drops[agent, task]
        low, high = wording.points(-drop.high), wording.points(-drop.low)
        where = f"{agent}, {wording.name(task)}: 95 % interval {low} to {high} points"
        clear = drop.low > 0 or drop.high < 0
        return MatrixCell(wording.points(-drop.value), title=where, strong=clear)

    def mean(agent: str) -> MatrixCell:
        values = [-drop.value for (name, _), drop in drops.items() if name == agent]
        return MatrixCell(wording.points(fmean(values))) if values else EMPTY

    rows = [(a, [mean(a), *(cell(a, task) for task in tasks)]) for a in board.agents]
    return Matrix([("Mean", 1), *((wording.title(task), 1) for task in tasks)], [], rows)
