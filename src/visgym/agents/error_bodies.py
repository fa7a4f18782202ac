"""Errors as servers write them: one message, and everything else that is said in any form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

LONGEST_BODY = 20_000
DEEPEST = 8  # levels that an error is read to; gateways wrap errors in errors


@dataclass(frozen=True)
class Complaint:
    """What a server has to say."""

    message: str
    about: str
    """Every text of the error, as lines of `name: text`."""
    code: int = 0
    """The status that the error itself names, if any."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of a provider that a gateway passes on."""


def complaint_in(body: bytes) -> Complaint:
    """The error in the body of a response, in any of the usual forms."""
    text = body[:LONGEST_BODY].decode("utf-8", "replace")
    return complaint_of(_opened(text.strip().removeprefix("data:").strip()))


def complaint_of(data: object) -> Complaint:
    """An error that is parsed already."""
    code = str(_first(data, "code"))
    passed_on = _first(_first(data, "metadata"), "headers")
    return Complaint(
        _message(data),
        "\n".join(_lines("", data))[:LONGEST_BODY],
        int(code) if re.fullmatch("[1-9][0-9]{2}", code) else 0,
        {name: str(text) for name, text in passed_on.items()} if _is_object(passed_on) else {},
    )


def _is_object(data: object) -> bool:
    return isinstance(data, dict)


def _opened(text: str) -> Any:
    """The data that a text holds, or the text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _inner(data: Any) -> Any:
    """The innermost error that a body wraps."""
    for _ in range(DEEPEST):
        if isinstance(data, list) and data:
            data = data[0]
        elif isinstance(data, dict) and data.get("error"):
            data = data["error"]
        elif isinstance(data, dict) and (raw := _first(data.get("metadata"), "raw")):
            data = _opened(raw) if isinstance(raw, str) else raw
        else:
            break
    return data


def _first(data: Any, name: str) -> Any:
    """A field of an error, wherever the wrapping ends."""
    for _ in range(DEEPEST):
        if isinstance(data, list) and data:
            data = data[0]
        elif isinstance(data, dict) and name not in data and "error" in data:
            data = data["error"]
    return data.get(name) if isinstance(data, dict) else None


def _message(data: Any) -> str:
    inner = _inner(data)
    if not isinstance(inner, dict):
        return inner if isinstance(inner, str) else json.dumps(inner)
    return str(inner.get("message") or inner.get("detail") or "")


def _lines(name: str, data: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(data, str) and data.lstrip()[:1] in ("{", "["):
        opened = _opened(data)
        data = data if isinstance(opened, str) else opened
    if depth > DEEPEST:
        return
    if isinstance(data, dict):
        for inner, value in data.items():
            yield from _lines(str(inner), value, depth + 1)
    elif isinstance(data, list):
        for value in data:
            yield from _lines(name, value, depth + 1)
    elif data is not None:
        yield f"{name}: {data}"
