"""Pages about what agents did: rankings, two of them head to head, and a browser of episodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse

from visgym.agents.findings import FAILURES
from visgym.analysis.categories import category_success, tasks_by_category
from visgym.analysis.head_to_head import HeadToHead, head_to_head
from visgym.analysis.rankings import finished, ranking, settings
from visgym.analysis.report.game_tables import games_section
from visgym.analysis.report.pairs import row
from visgym.analysis.report.wording import title
from visgym.analysis.statistics import FAULTS
from visgym.web.archive import LiveRun
from visgym.web.context import context_of
from visgym.web.episode_filter import Filter, Paged, chosen, ordered
from visgym.web.leaderboard import Snapshot, kind_of
from visgym.web.pages import page

router = APIRouter(default_response_class=HTMLResponse)
EPISODES_A_PAGE = 100
MOST_KNOBS = 200  # offered by the filter


@router.get("/results")
def results(
    request: Request,
    run: str = "",
    preset: str = "",
    kind: str = "",
    open: Annotated[list[str] | None, Query()] = None,
) -> HTMLResponse:
    context = context_of(request)
    runs = context.archive.runs()
    snapshot = context.leaderboard.snapshot(runs)
    preset = preset or next(iter(snapshot.presets), "")
    found = chosen(snapshot.alone, Filter(run=run, preset=preset))
    known = [each.record for each in found if kind in ("", kind_of(each.player))]
    ranked = ranking(preset, known)
    return page(
        "results.html",
        here="results",
        runs=runs,
        criteria={"run": run, "preset": preset, "kind": kind},
        opened=open or [],
        ranking=ranked,
        categories=tasks_by_category(task for _, task in ranked.shares),
        success=category_success(ranked.shares),
        setups=snapshot.setups,
        presets=snapshot.presets,
        kind_of=kind_of,
        games=games_section(snapshot.games_in(run)),
        folder=context.settings.runs,
    )


@router.get("/compare")
def compare(
    request: Request,
    first: str = "",
    second: str = "",
    preset: str = "",
    run: str = "",
    number: Annotated[int, Query(alias="page")] = 1,
) -> HTMLResponse:
    context = context_of(request)
    runs = context.archive.runs()
    snapshot = context.leaderboard.snapshot(runs)
    players = sorted({each.player for each in snapshot.alone})
    first, second = first or next(iter(players), ""), second or next(iter(players[1:]), "")
    preset = preset or next(iter(snapshot.presets), "")
    found = chosen(snapshot.alone, Filter(run=run, preset=preset))
    mine = {(e.player, e.record.entry.id, e.record.entry.seed): e for e in found}
    played = finished(e.record for e in found if e.player in (first, second))
    result = (
        head_to_head(played.get(first, {}), played.get(second, {})) if first != second else None
    )
    differ = (*result.gained, *result.lost) if result else ()
    listed = [(mine[first, *each], mine[second, *each]) for each in differ]
    return page(
        "compare.html",
        here="results",
        criteria={"first": first, "second": second, "preset": preset, "run": run},
        players=players,
        presets=snapshot.presets,
        runs=[each.name for each in runs],
        growing=any(each.live for each in runs),
        setups=snapshot.setups,
        result=result,
        tables=_tables(result) if result else None,
        paged=Paged.of(listed, number, EPISODES_A_PAGE),
    )


def _tables(result: HeadToHead) -> dict[str, Any]:
    """The comparison in words: in all, and by category with its tasks."""
    members = tasks_by_category(result.tasks)
    return {
        "total": row("All tasks", result.total),
        "categories": [
            (row(title(name), each), [row(title(t), result.tasks[t]) for t in members[name]])
            for name, each in result.categories.items()
        ],
    }


@router.get("/episodes")
def episodes(
    request: Request,
    criteria: Annotated[Filter, Depends()],
    failure: str = "",
    sort: str = "",
    number: Annotated[int, Query(alias="page")] = 1,
) -> HTMLResponse:
    context = context_of(request)
    runs = context.archive.runs()
    snapshot = context.leaderboard.snapshot(runs)
    found = ordered(chosen(snapshot.episodes, criteria), sort)
    looked = None
    if failure in FAILURES:
        looked = context.failures.look(context.tasks, found)
        found = [each for each in found if context.failures.shows(each, failure)]
    return page(
        "episodes.html",
        here="results",
        criteria=criteria,
        failure=failure,
        sort=sort,
        looked=looked,
        paged=Paged.of(found, number, EPISODES_A_PAGE),
        growing=any(each.live for each in runs),
        options=_options(runs, snapshot),
    )


def _options(runs: Sequence[LiveRun], snapshot: Snapshot) -> dict[str, Any]:
    """What the filters offer."""
    ids = {each.record.entry.id: each.id for each in snapshot.episodes}.values()
    knobs = sorted({"=".join(knob) for id in ids for knob in id.brief.knobs})
    return {
        "run": sorted(each.name for each in runs),
        "player": sorted({each.player for each in snapshot.episodes}),
        "category": list(tasks_by_category(id.task for id in ids)),
        "id": sorted({id.task for id in ids}),
        "preset": settings(id.preset for id in ids),
        "knob": knobs[:MOST_KNOBS],
        "verdict": ["done", *FAULTS],
        "failure": FAILURES,
    }
