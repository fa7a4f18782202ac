"""A named benchmark: which tasks, which seeds."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from visgym import catalog, suites
from visgym.core.errors import Mistake, not_found
from visgym.core.tags import TAGS
from visgym.task_ids import FILE_KNOBS, Id

MOST_BYTES = 50_000_000  # of a suite file
_SEED, _PRINT = re.compile(r"\d{1,15}"), re.compile(r"[0-9a-f]{32}")

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
    trusted: bool = False
    """Whether its file may name modules, data and files anywhere."""
    names: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What a publication calls the ids, where it has names of its own."""

    @property
    def starts(self) -> dict[str, dict[int, str]]:
        """The seeds of each id and the fingerprints of the starts they were published with."""
        if self.file:
            return read_suite(Path(self.file), self.trusted).starts
        known = _published(self.name)
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


@dataclass(frozen=True)
class SuiteFile:
    """What a suite file says."""

    starts: dict[str, dict[int, str]]
    """The seeds of each id and the fingerprints of the starts they were published with."""
    wrappers: tuple[str, ...]


def read_suite(path: Path, trusted: bool = False) -> SuiteFile:
    """What a suite file says; one that is not trusted names tasks of the catalog only."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        known = json.loads(text) if len(text) <= MOST_BYTES else None
    except OSError:
        raise Mistake(f"There is no suite file {path}; `visgym import` writes one.") from None
    except (ValueError, RecursionError):
        known = None
    starts, wrappers = known, []
    if isinstance(known, dict) and set(known) == {"starts", "wrappers"}:
        starts, wrappers = known["starts"], known["wrappers"]
    if not isinstance(starts, dict) or not isinstance(wrappers, list) or not starts:
        raise _no_suite(path)
    if not all(isinstance(each, str) for each in wrappers):
        raise _no_suite(path)
    if not trusted and any(".json" in each for each in wrappers):
        raise _untrusted(path, "names a file of rules")
    return SuiteFile(
        {_placed(id, path, trusted): _seeds(each, path) for id, each in starts.items()},
        tuple(wrappers),
    )


def _no_suite(path: Path) -> Mistake:
    return Mistake(f"{path} is no suite file; `visgym import` writes one.")


def _seeds(starts: object, path: Path) -> dict[int, str]:
    if not isinstance(starts, dict) or not all(map(_SEED.fullmatch, starts)):
        raise _no_suite(path)
    if not all(isinstance(start, str) and _PRINT.fullmatch(start) for start in starts.values()):
        raise _no_suite(path)
    return {int(seed): start for seed, start in starts.items()}


def _placed(id: str, path: Path, trusted: bool) -> str:
    """An id whose file of starts lies beside the suite file."""
    parts = Id.parse(id)
    knobs = dict(parts.knobs)
    file, folder = knobs.get("starts"), path.parent
    if not trusted:
        if parts.task not in catalog.task_names():
            raise _untrusted(path, f"names the task {parts.task!r:.60}, which is not ours")
        if set(knobs).intersection(FILE_KNOBS) - {"starts"}:
            raise _untrusted(path, "names data")
        beside = (folder / file).resolve().parent == folder.resolve() if file else True
        if not beside or (file and Path(file).name != file):
            raise _untrusted(path, "names a file that is not beside it")
    return str(parts.with_knob("starts", str((folder / file).resolve()))) if file else id


def _untrusted(path: Path, what: str) -> Mistake:
    return Mistake(f"The suite file {path} {what}; if you trust it, add --trust-suite.")


def suite_from_file(path: Path, trusted: bool = False) -> Suite:
    """The suite that `visgym import` wrote to a file."""
    found = read_suite(path, trusted)
    most = max(map(len, found.starts.values()))
    return Suite(path.stem, tuple(found.starts), most, found.wrappers, str(path.resolve()), trusted)


def all_suites() -> dict[str, Suite]:
    """Every suite by name, found by walking this folder."""
    found: dict[str, Suite] = {}
    for item in pkgutil.iter_modules(suites.__path__):
        if item.name != "suite":
            module = importlib.import_module(f"{suites.__name__}.{item.name}")
            found.update({suite.name: suite for suite in module.SUITES})
    return found


def find_suite(name: str, trusted: bool = False) -> Suite:
    """The suite of that name, or of the file that a path ending in .json names."""
    if name.endswith(".json"):
        return suite_from_file(Path(name), trusted)
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
