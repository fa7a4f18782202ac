"""The seeds and fingerprints that a suite is published with."""

from __future__ import annotations

import json
from pathlib import Path

from visgym import catalog, suites
from visgym.core.episode import begin
from visgym.core.identity import fingerprint
from visgym.suites.suite import Suite, all_suites

SEEDS = 6  # that are tried for each episode


def starts_of(suite: Suite, id: str) -> dict[int, str]:
    """The first seeds whose starts all differ, with the fingerprints of those starts.

    Where there are fewer starts than episodes, all that some hundred seeds give.
    """
    task = catalog.load(id)
    found: dict[str, int] = {}
    for seed in range(SEEDS * suite.episodes):
        found.setdefault(fingerprint(begin(task, seed).start), seed)
        if len(found) == suite.episodes:
            break
    return {seed: start for start, seed in found.items()}


def write_starts() -> None:
    """Publish every suite anew; only right where task versions were raised."""
    folder = Path(suites.__path__[0]) / "starts"
    folder.mkdir(exist_ok=True)
    for suite in all_suites().values():
        text = json.dumps({id: starts_of(suite, id) for id in suite.ids}, indent=1) + "\n"
        (folder / f"{suite.name.replace('/', '_')}.json").write_text(text, encoding="utf-8")
