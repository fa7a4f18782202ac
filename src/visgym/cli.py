"""The `visgym` command."""

from __future__ import annotations

import sys

import typer

from visgym.commands.browse import list_tasks, play, show
from visgym.commands.demo import demo
from visgym.commands.evaluate import evaluate_agents
from visgym.commands.quality import bench, check, docs
from visgym.commands.web import web
from visgym.core.errors import Mistake

app = typer.Typer(help="The gym for agents that see.", no_args_is_help=True, add_completion=False)
app.command("list")(list_tasks)
app.command()(show)
app.command()(play)
app.command("evaluate")(evaluate_agents)
app.command()(check)
app.command()(bench)
app.command()(demo)
app.command()(web)
app.command(hidden=True)(docs)


def main() -> None:
    """Run the command; a user's mistake is one sentence, never a traceback."""
    try:
        app()
    except (Mistake, OSError) as error:
        print(f"visgym: {error}", file=sys.stderr)
        sys.exit(2)
