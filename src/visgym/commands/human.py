"""Play an episode by hand in a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from visgym.commands.terminal import picture
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import not_found
from visgym.core.messages import latest, present
from visgym.core.parts import Raster, observations
from visgym.core.task import Task
from visgym.core.tools import Tool
from visgym.kit.framing import sight

VIEWS = ("auto", "text", "picture")


def play(
    task: Task[Any], seed: int, view: str, console: Console, tools: tuple[Tool, ...] = ()
) -> Episode[Any]:
    """Ask for calls until the episode is over or the player leaves with an empty line."""
    if view not in VIEWS:
        raise not_found("view", view, VIEWS)
    episode = begin(task, seed, tools=tools)
    console.print(present(episode)[0].text, markup=False, highlight=False)
    _show(episode, view, console)
    while not episode.over:
        reply = _ask(console)
        if reply is None:
            console.print("You left the episode.")
            return episode
        episode = advance(episode, reply)
        console.print(latest(episode).text, markup=False, highlight=False)
        for part in episode.turns[-1].shown:
            if isinstance(part, Raster):
                console.print(picture(part.image, console.width))
        _show(episode, view, console)
    console.print(_ending(episode))
    return episode


def _ask(console: Console) -> str | None:
    try:
        return console.input("[bold]call>[/] ").strip() or None
    except (EOFError, KeyboardInterrupt):
        return None


def _show(episode: Episode[Any], view: str, console: Console) -> None:
    player = episode.task.seat if episode.over else episode.to_move
    seen = observations(episode.task, episode.state, player)[-1]
    text = None if view == "picture" else seen.text
    if text is None:
        console.print(picture(sight(episode.task, episode.state, player), console.width))
    else:
        console.print(f"\n{text}\n", markup=False, highlight=False)


def _ending(episode: Episode[Any]) -> str:
    if episode.success:
        return "[green]Solved.[/]"
    return "[red]Not solved.[/]" if episode.terminated else "[red]Out of steps.[/]"
