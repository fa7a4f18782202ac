"""The fingerprints that a suite is published with."""

from __future__ import annotations

import json
from pathlib import Path

from visgym import catalog, suites
from visgym.core.episode import begin
from visgym.core.identity import fingerprint
from visgym.suites.suite import Suite, all_suites


def starts_of(suite: Suite, seeds: range | None = None) -> dict[str, list[str]]:
    """Fingerprints of the suite's starts as they are now."""
    chosen = suite.seeds if seeds is None else seeds
    return {
        id: [fingerprint(begin(catalog.load(id), seed).start) for seed in chosen]
        for id in suite.ids
    }


def write_starts() -> None:
    """Publish every suite anew; only right where task versions were raised."""
    folder = Path(suites.__path__[0]) / "starts"
    folder.mkdir(exist_ok=True)
    for suite in all_suites().values():
        text = json.dumps(starts_of(suite), indent=1) + "\n"
        (folder / f"{suite.name.replace('/', '_')}.json").write_text(text, encoding="utf-8")
