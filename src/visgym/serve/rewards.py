"""What may be asked of rewards: replies to a start by seed, to a start that is given, to a row."""

from __future__ import annotations

from typing import Any, get_args

from visgym.core.reading import as_text
from visgym.kit.graders import Grader
from visgym.serve import fields
from visgym.serve.fields import Body
from visgym.serve.limits import Refusal, ServeLimits
from visgym.serve.specs import MOST_WRAPPERS, id_of

ITEM_FIELDS = (
    "id", "seed", "knobs", "strict", "tools", "start", "row", "reply", "replies", "metrics",
)  # fmt: skip
ROW_FIELDS = ("question", "answer", "answers", "options", "grader", "tolerance")
MOST_ANSWERS = 64
LONGEST_ANSWER = 4_000  # characters


def read_item(body: Body, limits: ServeLimits) -> dict[str, Any]:
    """One item of a request as a worker grades it, or `Refusal`."""
    fields.only(body, *ITEM_FIELDS)
    item: dict[str, Any] = {"replies": _replies(body, limits)}
    if "metrics" in body:
        item["metrics"] = fields.flag(body, "metrics")
    if body.get("row") is not None:
        return {**item, "row": _row(fields.as_object(body["row"], "row"))}
    start = body.get("start")
    if start is not None:
        item["start"] = fields.as_object(start, "start")
    return {
        **item,
        "id": id_of(body),
        "seed": fields.seed(body, None if start is None else 0),
        "strict": fields.flag(body, "strict"),
        "tools": list(fields.texts(body, "tools", MOST_WRAPPERS)),
    }


def _replies(body: Body, limits: ServeLimits) -> list[str]:
    if ("reply" in body) == ("replies" in body):
        raise Refusal("An item needs either reply or replies.")
    said = [body["reply"]] if "reply" in body else fields.items(body, "replies", limits.turns)
    replies = []
    for each in said:
        if not isinstance(each, str | dict | list):
            raise Refusal("A reply is a text or a native call.")
        reply = as_text(each)
        if len(reply) > limits.reply_bytes:
            raise Refusal(f"A reply may have at most {limits.reply_kb} KB.", 413)
        replies.append(reply)
    return replies


def _row(row: Body) -> dict[str, Any]:
    """A question of somebody's dataset with its right answers."""
    fields.only(row, *ROW_FIELDS)
    if ("answer" in row) == ("answers" in row):
        raise Refusal("A row needs either answer or answers.")
    answers = [row["answer"]] if "answer" in row else fields.items(row, "answers", MOST_ANSWERS)
    grader = row.get("grader", "exact")
    if grader not in get_args(Grader):
        raise Refusal(f"grader should be one of {', '.join(get_args(Grader))}.")
    tolerance = row.get("tolerance", 0.01)
    if not isinstance(tolerance, int | float) or not 0 <= tolerance <= 1:
        raise Refusal("tolerance should be a number from 0 to 1.")
    options = fields.texts(row, "options", MOST_ANSWERS, LONGEST_ANSWER)
    if grader == "choice" and not options:
        raise Refusal("The grader choice needs options.")
    return {
        "question": fields.text(row, "question", "", LONGEST_ANSWER),
        "answers": list(
            fields.texts({"answers": answers}, "answers", MOST_ANSWERS, LONGEST_ANSWER)
        ),
        "options": list(options),
        "grader": grader,
        "tolerance": float(tolerance),
    }
