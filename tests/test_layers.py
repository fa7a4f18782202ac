"""Imports point one way, names are told apart, and files stay short."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import visgym

ROOT = Path(visgym.__file__).parent
LAYERS = (
    {"version", "data"},
    {"core"},
    {"kit"},
    {"authoring"},
    {"tasks"},
    {"task_ids"},
    {"catalog"},
    {"suites", "wrappers", "tools"},
    {"agents"},
    {"evaluation"},
    {"analysis", "demonstrations"},
    {"conformance"},
    {"imports", "adapters", "web", "serve"},
    {"image_generation"},
    {"commands"},
    {"cli"},
)
"""From the bottom up; neighbours in one set know nothing of each other."""
APART = {"tasks": {"authoring", "kit", "core"}, "wrappers": {"core"}, "tools": {"core", "kit"}}
"""Layers that may use even less than what lies below them."""
PUBLIC = "the public package"
FILES = [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] != "data"]


def layer_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return PUBLIC if parts == ("__init__.py",) else parts[0].removesuffix(".py")


def below(layer: str) -> set[str]:
    """The layers that a layer may import from, itself included."""
    if layer in APART:
        return {layer, *APART[layer]}
    found: set[str] = set()
    for level in LAYERS:
        if layer in level:
            return found | {layer}
        found |= level
    raise AssertionError(f"{layer} has no place in the layers; give it one in this test.")


def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports, in whatever way."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relative to itself."
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found.update(name for name in names if name == "visgym" or name.startswith("visgym."))
    return found


def test_every_folder_has_its_layer() -> None:
    known = {name for level in LAYERS for name in level}
    there = {layer_of(path) for path in FILES} - {PUBLIC, "__main__"}
    assert there <= known


def test_layers_import_downwards_only() -> None:
    wrong = []
    for path in FILES:
        layer = layer_of(path)
        if layer in (PUBLIC, "cli", "commands", "__main__"):
            continue  # the top may use all of it
        for name in imports(path):
            used = name.partition(".")[2].partition(".")[0]
            if not used or used not in below(layer):
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not wrong


def test_tasks_do_not_import_each_other() -> None:
    wrong = []
    for path in FILES:
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] == "tasks" and len(parts) > 2:
            others = [name for name in imports(path) if name.startswith("visgym.tasks.")]
            wrong += [f"{path}: {name}" for name in others if name.split(".")[3] != parts[2]]
    assert not wrong


def test_files_stay_short_and_packages_empty() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 250, path
        if path.name == "__init__.py" and path.parent != ROOT:
            assert text == "", path


def test_no_circles_within_a_package() -> None:
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts) for path in FILES)
    modules = {f"visgym.{name}": path for name, path in zip(names, FILES, strict=True)}
    edges = {}
    for name, path in modules.items():
        edges[name] = {
            known
            for used in imports(path)
            for known in (used, used.rpartition(".")[0])
            if known in modules and known != name
        }
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name))
        if name not in done:
            for other in sorted(edges[name]):
                visit(other, (*trail, name))
            done.add(name)

    for name in sorted(modules):
        visit(name, ())


def test_no_two_public_classes_share_a_name() -> None:
    """Tasks may each have their own Direction; elsewhere a name is one class."""
    where = defaultdict(list)
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where[node.name].append(str(path.relative_to(ROOT)))
    shared = {name: paths for name, paths in where.items() if len(paths) > 1}
    assert not {
        name: paths
        for name, paths in shared.items()
        if not all(path.startswith("tasks/") for path in paths)
    }
