"""A named benchmark: which tasks, which seeds."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from visgym import catalog, suites
from visgym.core.errors import Mistake, not_found
from visgym.core.tags import TAGS
from visgym.task_ids import Id

OWN = "own"
"""What a choice of tasks is called that no suite has."""


@dataclass(frozen=True)
class Suite:
    """Tasks and the episodes of each under one name."""

    name: str
    ids: tuple[str, ...]
    episodes: int = 70
    """Episodes of each id, at most."""
    wrappers: tuple[str, ...] = ()
    """What the agent is shown, where a benchmark prescribes it."""
    file: str = ""
    """Where its starts are published; empty for a suite of this package."""
    names: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What a publication calls the ids, where it has names of its own."""

    @property
    def starts(self) -> dict[str, dict[int, str]]:
        """The seeds of each id and the fingerprints of the starts they were published with."""
        known = read_starts(Path(self.file)) if self.file else _published(self.name)
        return {
            id: {int(seed): start for seed, start in starts.items()} for id, starts in known.items()
        }

    def seeds(self, ids: Iterable[str]) -> dict[str, list[int]]:
        """The seeds of each id; those that the suite publishes no starts for go from 0 on."""
        starts = self.starts
        return {id: list(starts.get(id, range(self.episodes))) for id in ids}


def _published(name: str) -> dict[str, dict[str, str]]:
    if name == OWN:
        return {}
    path = files(suites) / "starts" / f"{name.replace('/', '_')}.json"
    known: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return known


def read_starts(path: Path) -> dict[str, dict[str, str]]:
    """The ids of a suite file, and the seeds and fingerprints of each."""
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        return {
            _placed(id, path.parent): {str(seed): str(start) for seed, start in starts.items()}
            for id, starts in known.items()
        }
    except FileNotFoundError:
        raise Mistake(f"There is no suite file {path}; `visgym import` writes one.") from None
    except (ValueError, AttributeError):
        raise Mistake(f"{path} is no suite file; `visgym import` writes one.") from None


def _placed(id: str, folder: Path) -> str:
    """An id whose file of starts lies beside the suite file."""
    parts = Id.parse(id)
    file = dict(parts.knobs).get("starts")
    return str(parts.with_knob("starts", str((folder / file).resolve()))) if file else id


def suite_from_file(path: Path) -> Suite:
    """The suite that `visgym import` wrote to a file."""
    starts = read_starts(path)
    most = max(map(len, starts.values()), default=0)
    return Suite(path.stem, tuple(starts), most, file=str(path.resolve()))


def all_suites() -> dict[str, Suite]:
    """Every suite by name, found by walking this folder."""
    found: dict[str, Suite] = {}
    for item in pkgutil.iter_modules(suites.__path__):
        if item.name != "suite":
            module = importlib.import_module(f"{suites.__name__}.{item.name}")
            found.update({suite.name: suite for suite in module.SUITES})
    return found


def find_suite(name: str) -> Suite:
    """The suite of that name, or of the file that a path ending in .json names."""
    if name.endswith(".json"):
        return suite_from_file(Path(name))
    known = all_suites()
    if name not in known:
        raise not_found("suite", name, known)
    return known[name]


def family(name: str) -> list[Suite]:
    """The suite of that name, or all whose names go on from it, as `gym_v/level_0` from `gym_v`."""
    within = [suite for each, suite in all_suites().items() if each.startswith(f"{name}/")]
    return within or [find_suite(name)]


def chosen_ids(
    suite: str | None = None, tag: str | None = None, category: str | None = None
) -> list[str]:
    """The ids of all tasks, or of those in a suite, with a tag, of a category."""
    if tag is not None and tag not in TAGS:
        raise not_found("tag", tag, TAGS, most=len(TAGS))
    if category is not None and category not in catalog.categories():
        raise not_found("category", category, catalog.categories())
    found = catalog.ids(category)
    if suite is not None:
        found = [id for each in family(suite) for id in each.ids]
    return [
        id
        for id in found
        if (suite is None or category in (None, catalog.category(Id.parse(id).task)))
        and (tag is None or tag in catalog.load(id).tags)
    ]
