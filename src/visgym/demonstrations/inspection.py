"""A set of demonstrations as one page to look at: figures and samples, nothing to load."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

from PIL import Image

from visgym.core.errors import Mistake
from visgym.demonstrations.conversations import IMAGE, Conversation, Plain, dumped
from visgym.demonstrations.exports.files import MANIFEST
from visgym.demonstrations.exports.formats import find_format

LARGE = 20_000  # bytes of a picture that is made smaller for the page
MOST_ROWS = 2000  # that are looked at for samples
STYLE = """
:root { color-scheme: light dark; --ink: #1c2733; --soft: #66727f; --line: #dfe4ea; --bar: #4a7fd6;
  --paper: #fff; --user: #f4f6f9; --agent: #e9f1ff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ef; --soft: #97a3b0; --line: #333c47;
  --paper: #14191f; --user: #1c232b; --agent: #1b2a41; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 1000px; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; } td { padding: .15rem .6rem .15rem 0; }
td:last-child { width: 45%; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: var(--bar); height: .7rem; border-radius: .2rem; min-width: 1px; }
.facts { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; } .facts b { display: block;
  font-size: 1.5rem; } .facts span, summary span { color: var(--soft); }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0;
  padding: .6rem 1rem; }
summary { cursor: pointer; } .turn { border-radius: .5rem; padding: .5rem .8rem; margin: .5rem 0;
  background: var(--user); overflow-wrap: anywhere; } .assistant { background: var(--agent);
  margin-left: 15%; } .turn p { white-space: pre-wrap; margin: .2rem 0; }
img { max-width: 100%; max-height: 320px; border-radius: .3rem; display: block; margin: .3rem 0; }
"""


def manifest_of(folder: Path) -> Plain:
    """What is known of a finished set of demonstrations."""
    path = folder / MANIFEST
    if not path.exists():
        raise Mistake(f"{folder} holds no finished demonstrations: {MANIFEST} is missing.")
    found: Plain = json.loads(path.read_text(encoding="utf-8"))
    return found


def headline(manifest: Plain) -> dict[str, str]:
    """The figures that matter most, by what they count."""
    counts, total = manifest["counts"], manifest["statistics"]
    rows = max(1, total["rows"])
    return {
        "rows": f"{total['rows']:,}",
        "replies": f"{total['turns']:,}",
        "replies a row": f"{total['turns'] / rows:.1f}",
        "pictures": f"{total['images']:,}",
        "megabytes of pictures": f"{total['image_bytes'] / 1e6:,.1f}",
        "text tokens, about": f"{total['text_tokens']:,}",
        "picture tokens, about": f"{total['image_tokens']:,}",
        "failed": f"{counts['failed']:,}",
        "duplicates": f"{counts['duplicate']:,}",
        "in evaluation": f"{counts['overlapping']:,}",
        "looking like evaluation": f"{counts['looking_alike']:,}",
    }


def samples(folder: Path, format: str, each: int) -> list[Conversation]:
    """The first few rows of every task."""
    found: dict[str, list[Conversation]] = {}
    for row in islice(find_format(format).samples(folder), MOST_ROWS):
        known = found.setdefault(row.facts["id"], [])
        if len(known) < each:
            known.append(row)
    return [row for id in sorted(found) for row in found[id]]


def page(folder: Path, each: int = 2) -> str:
    """The whole page as HTML."""
    manifest = manifest_of(folder)
    return "\n".join(_page(manifest, samples(folder, manifest["format"], each), folder.name))


def _page(manifest: Plain, rows: list[Conversation], title: str) -> Iterator[str]:
    recipe, statistics = manifest["recipe"], manifest["statistics"]
    yield f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title>"
    yield f"<meta name='viewport' content='width=device-width'><style>{STYLE}</style>"
    yield f"<h1>{escape(title)}</h1>"
    named = {"Recipe": recipe["name"], "format": manifest["format"], "replies as": recipe["style"]}
    told = ", ".join(f"{name} <b>{escape(value)}</b>" for name, value in named.items())
    yield f"<p>{told}, visgym {escape(manifest['versions']['visgym'])}.</p>"
    yield "<div class='facts'>"
    for name, figure in headline(manifest).items():
        yield f"<div><b>{figure}</b><span>{escape(name)}</span></div>"
    yield "</div>"
    for heading, name in (
        ("Tasks", "ids"),
        ("Strategies", "strategies"),
        ("Replies in a row", "lengths"),
    ):
        yield f"<h2>{heading}</h2>"
        yield from _bars(statistics[name])
    yield "<h2>Samples</h2>"
    for row in rows:
        yield from _sample(row)
    yield from _credits(manifest["embedded_data"])
    yield f"<h2>Recipe</h2><div class='turn'><p>{escape(json.dumps(recipe, indent=1))}</p></div>"
    yield "</html>"


def _bars(counts: dict[str, int]) -> Iterator[str]:
    most = max(counts.values(), default=1)
    yield "<table>"
    for name, count in counts.items():
        bar = f"<div class='bar' style='width:{100 * count / most:.1f}%'></div>"
        yield f"<tr><td>{escape(name)}</td><td class='number'>{count:,}</td><td>{bar}</td></tr>"
    yield "</table>"


def _sample(row: Conversation) -> Iterator[str]:
    facts = ", ".join(f"{name} {value}" for name, value in row.facts.items() if name != "id")
    yield f"<details><summary>{escape(row.facts['id'])} <span>{escape(facts)}</span></summary>"
    images = iter(row.images)
    for message in row.messages:
        yield f"<div class='turn {escape(message['role'])}'>"
        for part in message["content"]:
            yield _picture(next(images)) if part == IMAGE else f"<p>{escape(part['text'])}</p>"
        for call in message.get("tool_calls", ()):
            yield f"<p>{escape(dumped(call['function']))}</p>"
        yield "</div>"
    yield "</details>"


def _picture(image: bytes) -> str:
    """A picture inside the page; photos as JPEG, which is far smaller."""
    kind, data = "png", image
    if len(image) > LARGE:
        buffer = BytesIO()
        with Image.open(BytesIO(image)) as opened:
            opened.save(buffer, "JPEG", quality=80)
        kind, data = "jpeg", buffer.getvalue()
    return f"<img loading='lazy' alt='' src='data:image/{kind};base64,{b64encode(data).decode()}'>"


def _credits(entries: list[dict[str, Any]]) -> Iterator[str]:
    if not entries:
        return
    yield f"<h2>Embedded data</h2><details><summary>{len(entries)} files</summary><table>"
    for entry in entries:
        cells = "".join(f"<td>{escape(entry[n])}</td>" for n in ("file", "author", "licence"))
        yield f"<tr>{cells}</tr>"
    yield "</table></details>"
