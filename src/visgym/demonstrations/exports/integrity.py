"""Whether a folder of demonstrations still is what its manifest says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from visgym.demonstrations.exports.files import MANIFEST, sha256
from visgym.demonstrations.exports.formats import find_format

Plain = dict[str, Any]


def changes(folder: Path) -> Iterator[str]:
    """A sentence for everything that was changed, added or taken away since it was written."""
    manifest: Plain = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    known: dict[str, str] = manifest["sha256"]
    found = False
    for name, expected in known.items():
        path = folder / name
        if not path.exists():
            found = True
            yield f"{name} is missing."
        elif (_folder_hash(path) if path.is_dir() else sha256(path)) != expected:
            found = True
            yield f"{name} is not as it was written: its SHA-256 differs."
    yield from _added(folder, known)
    if not found:
        yield from _miscounted(folder, manifest)


def _folder_hash(path: Path) -> str:
    """The hash over the files of a folder, one after the other."""
    found = hashlib.sha256()
    for file in sorted(path.iterdir()):
        found.update(file.read_bytes())
    return found.hexdigest()


def _added(folder: Path, known: dict[str, str]) -> Iterator[str]:
    for part in ("data", "images"):
        for path in sorted((folder / part).iterdir()) if (folder / part).exists() else ():
            name = f"{part}/{path.name}" + ("/" if path.is_dir() else "")
            if name not in known:
                yield f"{name} was added: the manifest does not list it."


def _miscounted(folder: Path, manifest: Plain) -> Iterator[str]:
    """Counts in the manifest that are not those of the rows."""
    rows = images = replies = 0
    for row in find_format(manifest["format"]).samples(folder):
        rows += 1
        images += len(row.images)
        replies += len(row.facts["learn"])
    told = manifest["statistics"]
    for what, count in (("rows", rows), ("images", images), ("turns", replies)):
        if told[what] != count:
            yield f"{MANIFEST} tells of {told[what]} {what}; there are {count}."
