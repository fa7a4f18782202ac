"""The pages, made on the server; scripts only bring them to life."""

from __future__ import annotations

import time
from dataclasses import replace
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape

from visgym.analysis.annotations import load_annotations, told_findings
from visgym.analysis.behaviours import load_behaviours
from visgym.analysis.report.charts import level
from visgym.analysis.report.wording import breakable, plain, title
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.parts import observations
from visgym.core.solving import strategy_names
from visgym.kit.public_knobs import open_knobs
from visgym.suites.suite import find_suite
from visgym.task_ids import Id
from visgym.web import games, replays
from visgym.web.context import AppContext, context_of
from visgym.web.episode_filter import Filter, chosen
from visgym.web.leaderboard import by_player
from visgym.web.public_tasks import opponents

router = APIRouter(default_response_class=HTMLResponse)
OUTCOMES = {**games.OUTCOMES, "overflow": "Too long", "error": "Error"}
_templates = Environment(
    loader=PackageLoader("visgym.web"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)


def query(**facts: object) -> str:
    """The end of an address, from facts that are not empty."""
    kept = {name: value for name, value in facts.items() if value not in ("", [])}
    return urlencode(kept, doseq=True, errors="replace")


def ago(moment: float) -> str:
    """How long ago something was, roughly."""
    seconds = max(0, time.time() - moment)
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        count = int(seconds // length)
        if count:
            return f"{count} {unit}{'s' * (count > 1)} ago"
    return "just now"


_templates.globals.update(query=query, ago=ago, outcomes=OUTCOMES, level=level, title=title)
_templates.filters.update(plain=plain, breakable=breakable)


def page(template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """A template filled with facts."""
    text = _templates.get_template(template).render(**facts)
    page = text.encode(errors="replace")  # records may hold halves of characters
    return HTMLResponse(page, status, headers={"Cache-Control": "no-store"})


@router.get("/")
def gallery(request: Request) -> HTMLResponse:
    context = context_of(request)
    cards = context.tasks.cards()
    tags = sorted({tag for card in cards for tag in card.tags})
    categories = sorted({card.category for card in cards})
    presets = list(dict.fromkeys(preset for card in cards for preset in card.presets))
    return page(
        "gallery.html",
        here="gallery",
        cards=cards,
        thumbnails=context.thumbnails,
        tags=tags,
        categories=categories,
        presets=presets,
    )


@router.get("/tasks/{name}/{preset}")
def task_page(name: str, preset: str, request: Request) -> HTMLResponse:
    context = context_of(request)
    id = f"{name}/{preset}"
    task = context.tasks.load(id)
    episode = begin(task, 0)
    found = context.leaderboard.snapshot(context.archive.runs())
    return page(
        "task.html",
        here="gallery",
        id=id,
        preset=preset,
        task=task,
        card=context.tasks.card(name),
        told=present(episode)[0].text,
        text=observations(task, episode.start)[-1].text,
        strategies=strategy_names(task),
        rows=by_player(chosen(found.alone, Filter(id=id))),
        setups=found.setups,
        text_legend=task.legend("text"),
    )


@router.get("/play")
def play(
    request: Request, id: str = "", seed: str = "0", mode: str = "explore", suite: str = ""
) -> HTMLResponse:
    tasks = context_of(request).tasks
    if suite.endswith(".json"):
        raise Mistake("Only suites of this package are played here; choose an id.")
    ids = find_suite(suite).ids if suite else ()
    cards = [] if ids else tasks.cards()
    known = [*ids, *(f"{card.name}/{each}" for card in cards for each in card.presets)]
    id = id or known[0]
    task = tasks.turned(tasks.played(id), {})
    return page(
        "play.html",
        here="play",
        id=id,
        seed=seed,
        mode=mode,
        suite=suite,
        task=task,
        cards=cards,
        more=[*ids, *({id} - set(known))],
        knobs=open_knobs(task),
        opponents=opponents(task),
    )


@router.get("/replay")
def replay(
    request: Request, run: str, key: str, step: int = 0, run2: str = "", key2: str = ""
) -> HTMLResponse:
    context = context_of(request)
    sides = [_side(context, run, key)]
    if key2:
        sides.append(_side(context, run2, key2))
    entry = context.archive.record(run, key).entry
    episodes = context.leaderboard.snapshot(context.archive.runs()).episodes
    others = [
        each
        for each in chosen(episodes, Filter(id=entry.id, seed=str(entry.seed)))
        if each.record.entry.id == entry.id and (each.run, each.key) != (run, key)
    ]
    return page(
        "replay.html",
        here="results",
        sides=sides,
        entry=entry,
        id=Id.recorded(entry.id),
        playable=_playable(context, entry.id),
        others=others,
        step=step,
        run=run,
        key=key,
        run2=run2,
        key2=key2,
        video=find_spec("av") is not None,
    )


def _playable(context: AppContext, id: str) -> str:
    """What to play for the same episodes as those of an id; empty where that is not offered."""
    recorded = Id.recorded(id)
    own = tuple(knob for knob in recorded.knobs if knob[0] != "data")  # that is the server's
    shown = str(replace(recorded, knobs=own))
    try:
        return shown if context.tasks.played(shown) == id else ""
    except Mistake:
        return ""


def _side(context: AppContext, run: str, key: str) -> dict[str, Any]:
    """One player of a replay."""
    kept = context.archive.record(run, key)
    problem, found = None, []
    try:
        episode = replays.episode_of(context.tasks, kept)
        steps = replays.replay_steps(run, kept, episode)
        folder = context.archive.run(run).folder
        behaved = load_behaviours(folder).told
        found = told_findings(kept, episode, load_annotations(folder), behaved)
    except Mistake as error:
        problem, steps = str(error), replays.bare_steps(kept)
    stored = context.leaderboard.snapshot(context.archive.runs()).episodes
    player = next((e.player for e in stored if e.key == key), kept.entry.agent)
    steps = replays.bounded(steps, run, key)
    return {"player": player, "record": kept, "steps": steps, "problem": problem, "found": found}
