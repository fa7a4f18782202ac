"""Curves as a picture and a page that tells how training went."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from visgym.kit.canvas import INK, LINE, PIECES, SHEET, Canvas

WIDE, TALL, LEFT, RIGHT, TOP, BOTTOM = 760, 360, 60, 200, 30, 44  # pixels

Curve = Sequence[tuple[float, float]]


def draw_curves(path: Path, title: str, across: str, curves: dict[str, Curve], top: float) -> None:
    """Some curves over one axis, from 0 to `top`, with their names."""
    canvas = Canvas(WIDE, TALL, SHEET)
    last = max((x for curve in curves.values() for x, _ in curve), default=1.0) or 1.0
    inner_wide, inner_tall = WIDE - LEFT - RIGHT, TALL - TOP - BOTTOM

    def point(x: float, y: float) -> tuple[float, float]:
        share = min(max(y / top, 0.0), 1.0)
        return LEFT + inner_wide * x / last, TOP + inner_tall * (1 - share)

    canvas.text(LEFT, TOP / 2, title, 14, INK, align="left")
    for part in range(6):
        level, along = top * part / 5, last * part / 5
        canvas.line(point(0, level), point(last, level), 1, LINE)
        canvas.text(LEFT - 6, point(0, level)[1], f"{level:.3g}", 11, INK, align="right")
        canvas.text(point(along, 0)[0], TALL - BOTTOM + 14, f"{along:.4g}", 11, INK)
    canvas.text(LEFT + inner_wide / 2, TALL - 12, across, 11, INK)
    for number, (name, curve) in enumerate(curves.items()):
        color = PIECES[number % len(PIECES)]
        points = [point(x, y) for x, y in curve]
        if len(points) > 1:
            canvas.polyline(points, 2, color)
        for x, y in points if len(points) < 30 else ():
            canvas.disc(x, y, 3, color)
        place = TOP + 10 + 16 * number
        canvas.rect(WIDE - RIGHT + 12, place - 4, 10, 8, color)
        canvas.text(WIDE - RIGHT + 28, place, name[:28], 11, INK, align="left")
    Image.fromarray(canvas.frame).save(path)


def write_report(
    out: Path, results: list[dict[str, Any]], events: list[dict[str, Any]], made: dict[str, Any]
) -> None:
    """Write `results.json`, `loss.png`, `success.png` and `report.html`."""
    whole = {"results": results, "events": events, "sets": made}
    (out / "results.json").write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    losses = {each["run"]: [(x, y) for _, x, y in each["losses"]] for each in results}
    highest = max((y for curve in losses.values() for _, y in curve), default=1.0)
    draw_curves(out / "loss.png", "loss", "seconds of training", losses, highest)
    draw_curves(out / "success.png", "success on held-out starts", "seconds", _success(events), 1.0)
    page = _page(results, made)
    (out / "report.html").write_text(page, encoding="utf-8")


def _success(events: list[dict[str, Any]]) -> dict[str, Curve]:
    found: dict[str, list[tuple[float, float]]] = {}
    for event in events:
        for name, result in event.get("results", {}).items():
            key = f"{event['run']} {name}"
            found.setdefault(key, []).append((event["trained"], result["success"]))
        if "won" in event:
            key = f"{event['run']} while learning"
            found.setdefault(key, []).append((event["seconds"], event["won"]))
    return dict(found)


def _page(results: list[dict[str, Any]], made: dict[str, Any]) -> str:
    rows = [
        [
            each["run"],
            name,
            f"{100 * result['success']:.1f} %",
            f"{100 * result['interval'][0]:.1f} to {100 * result['interval'][1]:.1f}",
            result["starts"],
            result["turns"],
            f"{each['trained']:g}",
            each["frames_a_second"],
        ]
        for each in results
        for name, result in each["results"].items()
    ]
    heads = ["run", "task", "success", "95 %", "starts", "turns", "seconds", "frames a second"]
    sets = [[name, *each.values()] for name, each in made.items()]
    set_heads = ["set", *next(iter(made.values()), {})]
    return (
        "<!doctype html><meta charset=utf-8><title>Training</title><style>body{font:15px "
        "sans-serif;margin:2em auto;max-width:60em}td,th{padding:.2em .8em;text-align:left}"
        "</style><h1>Training</h1>"
        f"{_table(heads, rows)}<p><img src=success.png alt='success'>"
        f"<p><img src=loss.png alt='loss'><h2>Demonstrations</h2>{_table(set_heads, sets)}\n"
    )


def _table(heads: Sequence[Any], rows: Sequence[Sequence[Any]]) -> str:
    def line(cells: Sequence[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(str(each))}" for each in cells)

    return "<table>" + line(heads, "th") + "".join(line(row, "td") for row in rows) + "</table>"
