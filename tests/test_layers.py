"""Imports point one way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import visgym

ROOT = Path(visgym.__file__).parent
MAY_IMPORT = {
    "core": {"core"},
    "kit": {"core", "kit", "data"},
    "tasks": {"core", "kit", "tasks"},
    "catalog": {"core", "tasks"},
    "suites": {"core", "catalog", "suites"},
    "wrappers": {"core", "wrappers"},
    "agents": {"core", "kit", "wrappers", "agents"},
    "run": {"core", "kit", "catalog", "suites", "wrappers", "agents", "run"},
    "web": {"core", "kit", "catalog", "suites", "wrappers", "agents", "run", "web"},
    "adapters": {"core", "kit", "catalog", "suites", "wrappers", "agents", "run", "adapters"},
}


def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found.update(name for name in names if name.startswith("visgym."))
    return found


FILES = [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] != "data"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_layers_import_downwards_only(path: Path) -> None:
    layer = path.relative_to(ROOT).parts[0].removesuffix(".py")
    if layer in MAY_IMPORT:
        used = {name.split(".")[1] for name in imports(path)}
        assert used <= MAY_IMPORT[layer]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_tasks_do_not_import_each_other(path: Path) -> None:
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] == "tasks" and len(parts) > 2:
        others = [name for name in imports(path) if name.startswith("visgym.tasks.")]
        assert all(name.split(".")[3] == parts[2] for name in others)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_short_and_packages_empty(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 250
    if path.name == "__init__.py" and path.parent != ROOT:
        assert text == ""
