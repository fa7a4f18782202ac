"""The documentation says what is so; pictures are not drawn for that."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import visgym
from visgym import catalog
from visgym.agents.build import option_types
from visgym.analysis.studies import STUDIES
from visgym.cli import COMMANDS, command_of
from visgym.conformance.catalogue_pages import index_section, page
from visgym.suites.suite import all_suites

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
PACKAGE = Path(visgym.__file__).parent
INDEX = (DOCS / "tasks" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("category", catalog.categories())
def test_the_pages_of_a_category_are_current(category: str) -> None:
    written = (DOCS / "tasks" / f"{category}.md").read_text(encoding="utf-8")
    assert written == page(category), "Run make docs."
    assert index_section(category) in INDEX, "Run make docs."


def test_the_index_names_every_task_and_category_once() -> None:
    rows = [line for line in INDEX.splitlines() if line.startswith("| [")]
    assert len(rows) == len(catalog.task_names())
    headings = [line for line in INDEX.splitlines() if line.startswith("## ")]
    assert headings == [f"## [{each}]({each}.md)" for each in catalog.categories()]


def test_there_is_a_page_for_each_category_and_a_picture_for_each_task_and_no_other() -> None:
    pages = {path.stem for path in (DOCS / "tasks").iterdir()}
    assert pages == {*catalog.categories(), "README"}
    assert {path.stem for path in (DOCS / "pictures").iterdir()} == set(catalog.task_names())


def written(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    gone = [each for each in targets if "://" not in each and not (path.parent / each).exists()]
    assert gone == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_and_options_exist(path: Path) -> None:
    for line in re.findall(r"visgym ([a-z]+[^\n`|]*)", path.read_text(encoding="utf-8")):
        name, *words = line.partition("#")[0].split()
        options = [word.partition("=")[0] for word in words if word.startswith("--")]
        if name in COMMANDS and options:
            command = command_of(name)
            command = getattr(command, "commands", {}).get(words[0], command)  # of a group
            taken = {each for option in command.params for each in option.opts}
            assert set(options) <= taken, line


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_and_files_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for dotted in re.findall(r"`(visgym(?:\.[a-z_]+)+)", text):
        module, _, name = dotted.rpartition(".")
        home = import_module(module)
        assert hasattr(home, name) or import_module(dotted), dotted
    for file in re.findall(r"`([a-z_]+/[a-z_/]*\.py)`", text):
        assert (PACKAGE / file).exists() or (ROOT / file).exists() or "my_" in file, file


def test_the_design_names_every_file_of_the_core_and_every_layer() -> None:
    text = written("docs/design.md")
    core = [path.name for path in (PACKAGE / "core").glob("*.py") if path.stem != "__init__"]
    assert [name for name in core if f"`{name}`" not in text] == []
    layers = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    layers -= {"__init__", "__pycache__", "data", "version"}
    assert [name for name in layers if not re.search(rf"^{name} ", text, re.MULTILINE)] == []


def test_options_of_models_studies_and_suites_are_all_told() -> None:
    models = written("docs/models.md")
    options = {*option_types("openai"), *option_types("anthropic")}
    assert [name for name in options if f"`{name}`" not in models] == []
    studies = written("docs/diagnosis.md")
    for study in STUDIES.values():
        row = next(line for line in studies.splitlines() if line.startswith(f"| {study.name} |"))
        assert study.tasks is None or row.endswith(f"| {', '.join(study.tasks)} |")
    readme = written("README.md")
    assert [name for name in all_suites() if name.split("/")[-1] not in readme] == []
