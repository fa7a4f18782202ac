"""NOTICE.md of the embedded data, written from the manifests: `python tools/notice.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "src" / "visgym" / "data"

LINKS = {
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "CC-BY-2.0": "https://creativecommons.org/licenses/by/2.0/",
    "CC-BY-3.0": "https://creativecommons.org/licenses/by/3.0/",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "OFL-1.1": "https://openfontlicense.org/",
}
CHANGES = {
    "fonts": "The fonts are unchanged; their licences lie beside them.",
    "meshes": "The meshes were converted to GLB, scaled, and given smaller textures. "
    "`coarse.npz` has shorter lists of faces, which were derived from them.",
    "photos": "The photos were scaled down to at most 640 pixels and encoded again as JPEG.",
    "words": "The lists were cut to words that fit the games, by `tools/words.py`.",
}


def notice(data: Path = DATA) -> str:
    """Who made each embedded file, where it comes from and under which licence it is used."""
    lines = [
        "# Notice",
        "",
        "The files below were made by others and are used under the licences named here. Licence",
        "statements of the collections they come from are in `LICENSES`. This file is generated",
        "from the manifests.",
    ]
    for manifest in sorted(data.glob("*/manifest.json")):
        lines += _section(manifest.parent.name, json.loads(manifest.read_text(encoding="utf-8")))
    return "\n".join([*lines, ""])


def _section(name: str, entries: list[dict[str, Any]]) -> Iterator[str]:
    yield from ("", f"## {name.capitalize()}", "")
    if name in CHANGES:
        yield from (CHANGES[name], "")
    yield from ("| file | author | licence | source |", "|---|---|---|---|")
    for entry in sorted(entries, key=lambda each: str(each["file"])):
        licence = _licence(entry["licence"])
        if "changes" in entry:
            licence += f", changed: {entry['changes']}"
        yield f"| {entry['file']} | {entry['author']} | {licence} | {entry['source']} |"


def _licence(name: str) -> str:
    return f"[{name}]({LINKS[name]})" if name in LINKS else name


if __name__ == "__main__":
    (DATA / "NOTICE.md").write_text(notice(), encoding="utf-8")
