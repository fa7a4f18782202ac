"""The `visgym` command; what is behind a command is imported when it is called."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from visgym.core.errors import Mistake
from visgym.version import VERSION

COMMANDS = {
    "list": ("browse", "list_tasks"),
    "show": ("browse", "show"),
    "play": ("browse", "play"),
    "evaluate": ("evaluate", "evaluate_agents"),
    "demonstrate": ("demonstrate", "demonstrate_tasks"),
    "inspect": ("inspect_data", "inspect_data"),
    "report": ("report", "report"),
    "diagnose": ("diagnose", "diagnose"),
    "failures": ("failures", "failures"),
    "behaviours": ("behaviours", "behaviours"),
    "metrics": ("metrics", "metrics"),
    "check": ("quality", "check"),
    "bench": ("quality", "bench"),
    "demo": ("demo", "demo"),
    "web": ("web", "web"),
    "serve": ("serve", "serve"),
    "import": ("import_data", "importing"),
    "export": ("export_data", "exporting"),
    "images": ("image_generation", "images"),
    "docs": ("quality", "docs"),
}
"""The module in `commands` and the function, or the group of functions, of each command."""

GROUPS = {
    "import": "Turn published data into suites.",
    "export": "Write suites as tables that other kits evaluate.",
    "images": "Have pictures made from prompts, and score them.",
}
"""What groups of commands are for, which have no docstring of their own."""


class _LazyGroup(TyperGroup):
    """Imports a command when it is called, and only reads its docstring to list it."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        for name, command in self.commands.items():
            command.short_help = command.help or _docstring(*COMMANDS[name])  # never cut short
        super().format_help(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        name, listed, rest = super().resolve_command(ctx, args)
        if listed is None or name is None:
            return name, listed, rest
        called: Any = command_of(name)
        called.help = called.help or listed.help
        return name, called, rest


def command_of(name: str) -> Any:
    """The command of a name, as typer makes it from its function."""
    module, function = COMMANDS[name]
    found = getattr(import_module(f"visgym.commands.{module}"), function)
    if not isinstance(found, typer.Typer):
        single = typer.Typer(add_completion=False)
        single.command(name)(found)
        found = single
    return typer.main.get_command(found)


def _docstring(module: str, function: str) -> str | None:
    path = Path(__file__).parent / "commands" / f"{module}.py"
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return ast.get_docstring(node)
    return None


def _listed() -> None: ...


app = typer.Typer(
    help="The gym for agents that see.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # for rich takes longer to import than all else
    cls=_LazyGroup,
)
for _name in COMMANDS:
    app.command(_name, help=GROUPS.get(_name), hidden=_name == "docs")(_listed)


def _show_version(asked: bool) -> None:
    if asked:
        print(f"visgym {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which.")
    ] = False,
) -> None: ...


def main() -> None:
    """Run the command; a user's mistake is one sentence, never a traceback."""
    try:
        app()
    except Exception as error:
        from visgym.agents.agent import AgentBroken  # which drags the core in

        if not isinstance(error, Mistake | AgentBroken | OSError):
            raise
        print(f"visgym: {error}", file=sys.stderr)
        sys.exit(2)
