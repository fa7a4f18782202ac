"""The page for authors is true: its task, its commands, its examples and its tables."""

from __future__ import annotations

import doctest
import inspect
import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import visgym
from visgym.cli import app
from visgym.conformance.authoring_page import example_parameters, with_tables
from visgym.core import signatures
from visgym.core.domains import Domain
from visgym.core.task import Task

PAGE = Path(__file__).parents[1] / "docs" / "authoring.md"
TEXT = PAGE.read_text(encoding="utf-8")
DERIVED = {
    *("actions", "apply", "usage", "has_text", "knobs", "moves", "policies", "start"),
    *("spell", "state_type", "strategies"),
}
"""What the core makes of a task, which its author does not write."""

Run = Callable[..., Result]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def commands() -> list[list[str]]:
    """The arguments of each `visgym` command on the page."""
    lines = [line for block in blocks("console") for line in block.splitlines()]
    typed = [shlex.split(line, comments=True)[1:] for line in lines]
    return [words[1:] for words in typed if words[0] == "visgym"]


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a package that holds nothing but the tasks of the page."""
    package = tmp_path / "my_package"
    package.mkdir()
    (package / "__init__.py").touch()
    modules = [block for block in blocks("python") if block.startswith('"""')]
    for name, block in zip(("dots", "tallest_bar"), modules, strict=True):
        (package / f"{name}.py").write_text(block, encoding="utf-8")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", path)  # for the processes that commands start
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in [each for each in sys.modules if each.partition(".")[0] == "my_package"]:
        monkeypatch.delitem(sys.modules, name)
    return tmp_path


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def served(monkeypatch: pytest.MonkeyPatch, *words: str) -> Any:
    """The application that a command would serve."""
    uvicorn = pytest.importorskip("uvicorn")
    apps: list[Any] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, _: apps.append(self.config.app))
    run("web", "--port", "0", *words)
    return apps[0]


def test_the_commands_of_the_page_lead_from_nothing_to_a_run(
    newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[str, str] = {}
    for command, *words in commands():
        if command != "web":
            said[command] = run(command, *words)
    assert set(said) == {"check", "show", "evaluate", "demonstrate", "inspect", "bench"}
    assert "2 presets obey the laws" in said["check"]
    assert (newcomer / "my_package.dots_easy_3.png").stat().st_size > 500
    assert re.search(r"my_package\.dots/hard +0\.0% +100\.0%", said["evaluate"])
    assert "20 demonstrations" in said["demonstrate"]
    assert "Every row is as jsonl wants it" in said["inspect"]
    assert "my_package.dots/easy" in said["bench"]


def test_the_task_of_the_page_is_served_and_can_be_played_there(
    newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = pytest.importorskip("fastapi.testclient")
    words = next(rest for command, *rest in commands() if command == "web")
    site = client.TestClient(served(monkeypatch, *words), base_url="http://127.0.0.1")
    assert "my_package.dots" in site.get("/").text
    assert "Touch every red dot and no blue one" in site.get("/tasks/my_package.dots/easy").text


def test_a_run_of_ones_own_tasks_is_not_called_by_the_name_of_a_suite(newcomer: Path) -> None:
    words = ("--agent", "solver", "--episodes", "1", "--out", "runs")
    run("evaluate", "--tasks", "my_package.dots/hard", *words)
    assert '"suite": "own"' in (newcomer / "runs" / "run.json").read_text()
    run("evaluate", "--tasks", "my_package.dots/hard,maze_2d", *words[:-1], "both")
    assert '"suite": "visgym/easy"' in (newcomer / "both" / "run.json").read_text()


def test_knobs_and_strategies_of_ones_own_tasks_are_named_by_the_module(newcomer: Path) -> None:
    words = ("--tasks", "my_package.dots", "--episodes", "2", "--format", "jsonl", "--out", "data")
    mine = ("-k", "my_package.dots.red=5", "--strategy", "my_package.dots.row_by_row")
    run("demonstrate", *words, *mine)
    (shard,) = Path("data/data").iterdir()
    rows = [json.loads(line) for line in shard.read_text(encoding="utf-8").splitlines()]
    assert {len(row["messages"]) for row in rows} == {12}  # five dots and a stop, each asked for


def test_the_task_of_the_page_plays(newcomer: Path) -> None:
    episode = visgym.begin("my_package.dots/hard", seed=1)
    solved = visgym.play(episode, visgym.solve(episode.task, episode.start))
    assert solved.success and len(solved.turns) == 10
    blue = min(episode.start.blue)
    spoiled = visgym.advance(episode, visgym.Call("touch", blue))
    assert visgym.solve(episode.task, spoiled.state).count(visgym.Call("touch", blue)) == 1


def test_the_question_of_the_page_obeys_the_laws_and_grades_what_models_say(
    newcomer: Path,
) -> None:
    assert "3 presets obey the laws" in run("check", "my_package.tallest_bar")
    task = visgym.load("my_package.tallest_bar")
    heights = task.start(4).problem.heights
    right = heights.index(max(heights)) + 1
    for reply in (f"<answer>{right}</answer>", f"So it is \\boxed{{{right}}}.", f"Answer: {right}"):
        assert visgym.grade(task, 4, reply).score == 1
    hedge = visgym.grade(task, 4, f"<answer>{right} or {right % 4 + 1}</answer>")
    assert (hedge.score, hedge.verdict) == (0, "misfit")


def test_the_examples_of_the_page_are_true(newcomer: Path) -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 20 and result.failed == 0


def test_the_tables_are_current() -> None:
    assert with_tables(TEXT) == TEXT, "Run make docs."


def concrete(kind: type) -> Iterator[type]:
    """The classes of ours below one that can be made."""
    for each in kind.__subclasses__():
        yield from concrete(each)
        if each.__module__.startswith("visgym.") and not inspect.isabstract(each):
            yield each


def test_the_table_of_domains_has_every_domain_and_every_annotation() -> None:
    shown = example_parameters()
    assert set(concrete(Domain)) == {type(parameter.domain) for parameter in shown.values()}
    notes = [n for n, v in vars(signatures).items() if inspect.isclass(v) and hasattr(v, "__eq__")]
    own = [name for name in notes if getattr(signatures, name).__module__ == signatures.__name__]
    assert all(any(f"{name}(" in declaration for declaration in shown) for name in own)


def test_whatever_a_task_may_declare_or_override_is_on_the_page() -> None:
    declared = {name for name in Task.__annotations__ if not name.startswith("_")}
    methods = {name for name in vars(Task) if not name.startswith("_")} - DERIVED
    missing = [name for name in declared | methods if not re.search(rf"\b{name}\b", TEXT)]
    assert missing == []
