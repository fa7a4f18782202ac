"""The `visgym` command."""

from __future__ import annotations

import sys

import typer

from visgym.agents.agent import AgentBroken
from visgym.commands.browse import list_tasks, play, show
from visgym.commands.demo import demo
from visgym.commands.demonstrate import demonstrate_tasks
from visgym.commands.diagnose import diagnose
from visgym.commands.evaluate import evaluate_agents
from visgym.commands.failures import failures
from visgym.commands.import_data import importing
from visgym.commands.inspect_data import inspect_data
from visgym.commands.metrics import metrics
from visgym.commands.quality import bench, check, docs
from visgym.commands.report import report
from visgym.commands.web import web
from visgym.core.errors import Mistake

app = typer.Typer(help="The gym for agents that see.", no_args_is_help=True, add_completion=False)
app.command("list")(list_tasks)
app.command()(show)
app.command()(play)
app.command("evaluate")(evaluate_agents)
app.command("demonstrate")(demonstrate_tasks)
app.command("inspect")(inspect_data)
app.command()(report)
app.command()(diagnose)
app.command()(failures)
app.command()(metrics)
app.command()(check)
app.command()(bench)
app.command()(demo)
app.add_typer(importing, name="import")
app.command()(web)
app.command(hidden=True)(docs)


def main() -> None:
    """Run the command; a user's mistake is one sentence, never a traceback."""
    try:
        app()
    except (Mistake, AgentBroken, OSError) as error:
        print(f"visgym: {error}", file=sys.stderr)
        sys.exit(2)
