"""What pages ask for: games and moves, solutions, pictures and films."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from visgym import catalog
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.guides import action_guide
from visgym.evaluation.records import overheard
from visgym.task_ids import Id
from visgym.web import human_records, replays
from visgym.web.context import AppContext, context_of
from visgym.web.controls import controls
from visgym.web.errors import Missing
from visgym.web.games import Game, player_name, whole_seed
from visgym.web.knob_sandbox import try_knobs

router = APIRouter()

FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}
A_WHILE = {"Cache-Control": "private, max-age=3600"}
NEVER = {"Cache-Control": "no-store"}


Plain = bool | int | float | str | None


class GameRequest(BaseModel):
    """An episode that somebody wants to play."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(max_length=200)
    seed: int | str = 0
    knobs: dict[str, Plain | list[Plain]] = Field(default={}, max_length=40)
    player: str | None = Field(default=None, max_length=100)


class MoveRequest(BaseModel):
    """A reply at some position of a game."""

    model_config = ConfigDict(extra="forbid")

    node: int
    reply: str = Field(max_length=8000)


@router.post("/api/games")
def begin_game(wanted: GameRequest, request: Request) -> JSONResponse:
    """Begin an episode, or go on with a strict one that is not over."""
    context = context_of(request)
    id = context.tasks.played(wanted.id)
    task = context.tasks.turned(id, wanted.knobs)
    seed = whole_seed(wanted.seed)
    player = None if wanted.player is None else player_name(wanted.player)
    if player is not None:
        _check_strict(context, wanted, seed, player)
    if wanted.knobs or Id.parse(wanted.id).knobs:
        try_knobs(id, seed, wanted.knobs)
    game = context.games.begin(id, task, seed, player)
    about = {
        "game": game.name,
        "limit": task.step_limit,
        "rules": task.rules(),
        "question": task.question(task.visible(game.nodes[0].start, task.seat)),
        "legend": task.legend("picture"),
        "guide": action_guide(task),
        "controls": controls(task),
        "view": _view(context, game, len(game.nodes) - 1),
    }
    return JSONResponse(about, headers=NEVER)


@router.post("/api/games/{name}/moves")
def move(name: str, said: MoveRequest, request: Request) -> JSONResponse:
    """Answer, and see what came of it; a strict episode that ends is stored."""
    context = context_of(request)
    game = context.games.find(name)
    with game.lock:
        node = game.move(said.node, said.reply)
        view = _view(context, game, node)
        if game.player is not None and game.nodes[node].over:
            view.update(_kept(context, game))
    return JSONResponse(view, headers=NEVER)


def _kept(context: AppContext, game: Game) -> dict[str, Any]:
    """Where a strict episode was stored, or why it was not."""
    try:
        key = human_records.save_game(context.settings.runs, game)
        return {"stored": {"run": human_records.FOLDER, "key": key}}
    except (Mistake, OSError) as error:
        return {"problem": f"This episode could not be stored: {error}"}


def _view(context: AppContext, game: Game, node: int) -> dict[str, Any]:
    return game.view(node, context.pictures.add(*game.shown(node)))


def _check_strict(context: AppContext, wanted: GameRequest, seed: int, player: str) -> None:
    if catalog.load(context.tasks.played(wanted.id)).players > 1:
        raise Mistake("Two people at one board explore; nothing is stored.")
    if wanted.knobs:
        raise Mistake("A strict episode keeps the knobs of its id; explore to turn them.")
    if seed == replays.DEMONSTRATION:
        raise Mistake(f"Seed {seed} is shown with its solution; choose another one.")
    key = human_records.entry_of(context.tasks.played(wanted.id), seed, player).key
    if any(key in run.records for run in context.archive.runs()):
        raise Mistake(
            f"{player} has played {wanted.id} seed {seed} already, and the first try counts; "
            "choose another seed, or explore."
        )


@router.get("/api/solutions/{name}/{preset}")
def solved(name: str, preset: str, request: Request) -> JSONResponse:
    """The solver at work, and how long its plans are."""
    context = context_of(request)
    task = context.tasks.load(f"{name}/{preset}")
    steps = replays.solution_steps(f"{name}/{preset}", replays.solution(task), context.pictures)
    facts = {"steps": steps, "length": len(steps) - 1, "median": replays.usual_length(task)}
    return JSONResponse(facts, headers=A_WHILE)


@router.get("/thumbnails/{name}/{preset}.webp")
def small_picture(name: str, preset: str, request: Request) -> Response:
    """The start of seed 0, small."""
    file = context_of(request).thumbnails.get(f"{name}/{preset}")
    return Response(file, media_type="image/webp", headers=A_WHILE)


@router.get("/api/thumbnails")
def small_pictures(request: Request, id: Annotated[list[str], Query(max_length=1000)]) -> Response:
    """Which pictures are still to come, and why some never will."""
    context = context_of(request)
    known = [each for each in id if context.tasks.check(each)]
    problems = {each: context.thumbnails.problem(each) for each in known}
    waiting = [each for each in known if context.thumbnails.waiting(each)]
    return JSONResponse({"waiting": waiting, "problems": problems}, headers=NEVER)


@router.get("/frames/{name}.png")
async def frame(
    name: Annotated[str, Path(pattern="^[0-9a-z]{1,32}$")],
    request: Request,
    game: str = "",
    node: int = 0,
    run: str = "",
    key: str = "",
    step: int = 0,
    part: int | None = None,
    id: str = "",
) -> Response:
    """A picture by the hash of its pixels, drawn again from where it came if it was dropped."""
    context = context_of(request)
    file = context.pictures.get(name)
    if file is not None:
        return Response(file, media_type="image/png", headers=FOREVER)

    def draw() -> str:
        if game:
            return context.pictures.add(*context.games.find(game).shown(node))
        episode = replays.solution(context.tasks.load(id)) if id else _stored(context, run, key)
        if part is not None:
            return _shown_by_tool(context, episode, step, part)
        return context.pictures.add(episode.task, _at(episode.states, step))

    drawn = await run_in_threadpool(draw)
    headers = FOREVER if drawn == name else NEVER
    return Response(context.pictures.get(drawn), media_type="image/png", headers=headers)


@router.get("/texts")
def whole_text(request: Request, run: str, key: str, step: int) -> Response:
    """A reply in full, and what was answered."""
    kept = context_of(request).archive.record(run, key)
    told = overheard(kept)
    if not 0 < step <= len(told):
        raise Missing("There is no such reply.")
    reply, feedback, _ = told[step - 1]
    text = f"{reply}\n\n{feedback}".encode(errors="replace")
    return Response(text, media_type="text/plain; charset=utf-8", headers=NEVER)


@router.get("/films/{name}.{kind}")
def film(
    kind: Annotated[str, Path(pattern="^(gif|mp4)$")],
    request: Request,
    run: str,
    key: str,
    pause: Annotated[int, Query(ge=40, le=5000)] = 600,
) -> Response:
    """A stored episode as a film."""
    episode = _stored(context_of(request), run, key)
    if kind == "gif":
        return Response(replays.gif(episode, pause), media_type="image/gif", headers=NEVER)
    return Response(replays.mp4(episode, pause), media_type="video/mp4", headers=NEVER)


def _shown_by_tool(context: AppContext, episode: Episode[Any], step: int, part: int) -> str:
    """The name of a picture that a tool showed."""
    found = replays.shown_picture(episode, step, part)
    if found is None:
        raise Missing("There is no such picture.")
    return context.pictures.add_frame(found)


def _at(states: list[Any], place: int) -> Any:
    if not 0 <= place < len(states):
        raise Missing("There is no such picture.")
    return states[place]


def _stored(context: AppContext, run: str, key: str) -> Episode[Any]:
    return replays.episode_of(context.tasks, context.archive.record(run, key))
