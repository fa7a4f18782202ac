"""Tables with a row for each agent; columns are categories that open into their tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from visgym.analysis import statistics
from visgym.analysis.categories import category_success, tasks_by_category
from visgym.analysis.knob_breakdown import KnobBreakdown
from visgym.analysis.rankings import Ranking, settings
from visgym.analysis.report import charts, wording
from visgym.analysis.statistics import Estimate, Share, Successes

MOST_CATEGORIES = 60  # that a page can open


@dataclass(frozen=True)
class ResultMatrix:
    """Who played what, in the order in which tables show it."""

    found: Successes
    agents: list[str]
    tasks: list[str]
    settings: list[str]

    @classmethod
    def of(cls, found: Successes, agents: Sequence[str]) -> ResultMatrix:
        """Agents as given, tasks hardest last, easy before hard."""
        known = settings(statistics.setting_of(id) for _, id in found)
        played = {agent for agent, _ in found}
        shown = [agent for agent in agents if agent in played]
        return cls(found, shown, statistics.hardest_last(found), known)

    @property
    def ids(self) -> list[str]:
        """The tasks and presets that were played, task by task."""
        return [id for task in self.tasks for id in self.ids_of(task)]

    def ids_of(self, task: str) -> list[str]:
        """Those of one task, in the order of settings."""
        options = (f"{task}/{setting}" if setting else task for setting in self.settings)
        played = {id for _, id in self.found}
        return [id for id in options if id in played]


@dataclass(frozen=True)
class MatrixCell:
    """A figure, its shade, and a line in small below it."""

    text: str
    level: int | None = None
    below: str = ""
    label: str = ""
    link: str = ""
    strong: bool = False


EMPTY = MatrixCell("–", label="not played")


@dataclass(frozen=True)
class MatrixColumn:
    """The head of a column; that of a category opens its tasks, which are closed at first."""

    title: str
    below: str = ""
    opens: int | None = None
    inside: int | None = None


@dataclass(frozen=True)
class Matrix:
    """Cells under columns."""

    columns: list[MatrixColumn]
    rows: list[tuple[str, list[MatrixCell]]]


Drawn = Callable[[str, str], MatrixCell]
"""The cell of an agent and of a category or task."""


def _opening(
    agents: Sequence[str],
    tasks: Iterable[str],
    first: tuple[MatrixColumn, Callable[[str], MatrixCell]],
    category: Drawn,
    task: Drawn,
    below: Callable[[Sequence[str]], str],
) -> Matrix:
    """A matrix whose categories open into their tasks."""
    groups = list(tasks_by_category(tasks).items())[:MOST_CATEGORIES]
    columns = [first[0]]
    for number, (name, members) in enumerate(groups):
        columns.append(MatrixColumn(wording.title(name), below(members), opens=number))
        columns += [MatrixColumn(_short(each), below([each]), inside=number) for each in members]
    rows = []
    for agent in agents:
        cells = [first[1](agent)]
        for name, members in groups:
            cells += [category(agent, name), *(task(agent, each) for each in members)]
        rows.append((agent, cells))
    return Matrix(columns, rows)


def _short(task: str) -> str:
    """The name of a task below that of its category."""
    return wording.title(task.rpartition(".")[2] or task)


def success_matrix(ranking: Ranking, links: Mapping[tuple[str, str], str]) -> Matrix:
    """Success in percent on the common episodes of a setting, by category and task."""
    categories = category_success(ranking.shares)
    means = {each.agent: each.success for each in ranking.standings}
    counts = {task: share.of for (_, task), share in ranking.shares.items()}

    def task(agent: str, name: str) -> MatrixCell:
        share = ranking.shares[agent, name]
        label = f"{agent}, {wording.name(name)}: {share.hits} of {share.of} solved"
        group = wording.name(f"{name}/{ranking.setting}")
        return _rate(
            share.estimate, f"{share.hits}/{share.of}", label, links.get((agent, group), "")
        )

    def category(agent: str, name: str) -> MatrixCell:
        mean = categories[agent, name].mean
        return _rate(mean, interval(mean), f"{agent}, {wording.name(name)}")

    def below(tasks: Sequence[str]) -> str:
        episodes = f"{wording.count(sum(counts[each] for each in tasks))} ep."
        return episodes if len(tasks) == 1 else f"{len(tasks)} tasks, {episodes}"

    return _opening(
        [each.agent for each in ranking.standings],
        counts,
        (
            MatrixColumn("All tasks", below(list(counts))),
            lambda agent: _rate(means[agent], interval(means[agent]), f"{agent}, all tasks"),
        ),
        category,
        task,
        below,
    )


def interval(estimate: Estimate) -> str:
    """The ends of an interval in whole percent."""
    return f"{100 * estimate.low:.0f}–{100 * estimate.high:.0f}"


def _rate(estimate: Estimate, below: str, label: str, link: str = "") -> MatrixCell:
    text = wording.percent(estimate.value)
    return MatrixCell(text, charts.level(estimate.value), below, f"{label}, {text} %", link)


def knob_matrix(breakdown: KnobBreakdown, agents: Sequence[str]) -> Matrix:
    """Success in percent by agent and value of a knob."""
    knob = wording.name(breakdown.knob)

    def cell(agent: str, value: str | None) -> MatrixCell:
        if (agent, value) not in breakdown.found:
            return EMPTY
        share = breakdown.found[agent, value]
        label = f"{agent}, {knob} {_value(value)}: {share.hits} of {share.of} solved"
        return _rate(share.estimate, f"{share.hits}/{share.of}", label)

    rows = [(agent, [cell(agent, value) for value in breakdown.values]) for agent in agents]
    return Matrix([MatrixColumn(_value(value)) for value in breakdown.values], rows)


def _value(value: str | None) -> str:
    return "as preset" if value is None else wording.name(value, 24)


def drop_matrix(board: ResultMatrix) -> Matrix | None:
    """Points lost from easy to hard; strong where the interval excludes zero."""
    pairs: dict[tuple[str, str], tuple[Share, Share]] = {}
    for (agent, id), share in board.found.items():
        task = statistics.task_of(id)
        hard = board.found.get((agent, f"{task}/hard"))
        if statistics.setting_of(id) == "easy" and hard is not None:
            pairs[agent, task] = (share, hard)
    tasks = {task for _, task in pairs}
    members = tasks_by_category(tasks)

    def mean(agent: str, among: Iterable[str]) -> MatrixCell:
        known = [pairs[agent, task] for task in among if (agent, task) in pairs]
        return _drop(known) if known else EMPTY

    if not tasks:
        return None
    return _opening(
        board.agents,
        tasks,
        (
            MatrixColumn("All tasks", wording.plural(len(tasks), "task")),
            lambda agent: mean(agent, tasks),
        ),
        lambda agent, name: mean(agent, members[name]),
        lambda agent, task: mean(agent, [task]),
        lambda each: wording.plural(len(each), "task") if len(each) > 1 else "",
    )


def _drop(pairs: Sequence[tuple[Share, Share]]) -> MatrixCell:
    """The mean change from easy to hard over some tasks."""
    easy, hard = (statistics.average(each) for each in zip(*pairs, strict=True))
    change = statistics.difference(hard, easy)
    low, high = wording.points(change.low), wording.points(change.high)
    clear = change.low > 0 or change.high < 0
    return MatrixCell(wording.points(change.value), below=f"{low} to {high}", strong=clear)
