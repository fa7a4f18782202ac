"""Fingerprints of starts and pictures, here and in another process."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence

from visgym import catalog
from visgym.core.episode import begin
from visgym.core.identity import fingerprint
from visgym.kit.framing import sight


def fingerprints_of(id: str, seeds: Sequence[int]) -> list[str]:
    """A fingerprint of the start and of its picture for each seed."""
    task = catalog.load(id)
    starts = [begin(task, seed).start for seed in seeds]
    frames = [sight(task, start).tobytes() for start in starts]
    return [
        f"{fingerprint(start)} {hashlib.sha256(frame).hexdigest()[:32]}"
        for start, frame in zip(starts, frames, strict=True)
    ]


def fingerprints_elsewhere(ids: Sequence[str], seeds: Sequence[int]) -> dict[str, list[str]]:
    """`fingerprints_of` each id, computed in a fresh process with another hash seed."""
    script = (
        "import json, sys; from visgym.conformance.fingerprints import fingerprints_of; "
        "ids, seeds = json.load(sys.stdin); "
        "print(json.dumps({id: fingerprints_of(id, seeds) for id in ids}))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps([list(ids), list(seeds)]),
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, list[str]] = json.loads(answer.stdout)
    return found
