"""What a server's refusal means: try again, give this episode up, or stop the run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from visgym.agents.agent import AgentBroken, AgentFailure
from visgym.core.calls import brief

LONGEST_MESSAGE = 240
_RETRIED = {408, 409, 425, 429}
_KEY_LIKE = re.compile(r"\b(?:sk|key|Bearer)[-_ ][\w*.-]{6,}")
_TOO_LONG = re.compile(r"context.?(length|window)|too long|too many tokens|too large", re.I)
_FILTERED = re.compile(r"content.?(filter|policy|management)|policy.?violation", re.I)
_NO_CREDIT = re.compile(r"insufficient.?(quota|credit|fund)|billing|credit balance", re.I)


class Transient(Exception):
    """Trouble that may be over at the next try, and the seconds the server asks to wait."""

    def __init__(self, sentence: str, after: float | None = None) -> None:
        super().__init__(sentence)
        self.after = after


class Filtered(Exception):
    """The provider's filter refused the request: an answer of the model, with no text."""


@dataclass(frozen=True)
class Service:
    """Whom we talk to, for sentences about it."""

    url: str
    model: str
    key: str = field(repr=False)
    variable: str
    """The environment variable that holds the key."""

    def clean(self, text: str) -> str:
        """`text` on one line, bounded, without the key or anything like one."""
        if self.key:
            text = text.replace(self.key, "[key]")
        return brief(" ".join(_KEY_LIKE.sub("[key]", text[:4000]).split()), LONGEST_MESSAGE)

    def judge(self, status: int, headers: Mapping[str, str], body: bytes) -> Exception:
        """What to raise for a response that is no success."""
        message, code = complaint(body)
        about = f"{code} {message}"
        told = f": {self.clean(message)}" if message else "."
        if status == 402 or (status == 429 and _NO_CREDIT.search(about)):
            return AgentBroken(f"The account behind {self.variable} has no credit left{told}")
        if status in _RETRIED or status >= 500:
            after = retry_after(headers.get("Retry-After", ""))
            return Transient(f"{self.url} answered {status}{told}", after)
        if status in (401, 403):
            way_out = "is not set; set it to your key" if not self.key else "holds a wrong key"
            return AgentBroken(
                f"{self.url} answered {status}; the environment variable {self.variable} {way_out}"
                f"{told}"
            )
        if status == 404:
            return AgentBroken(f"{self.url} has no model '{self.model}'{told}")
        if status in (400, 422) and _FILTERED.search(about):
            return Filtered()
        if status == 413 or (status in (400, 422) and _TOO_LONG.search(about)):
            return AgentFailure(
                f"The episode is too long for '{self.model}' (try the wrapper history=4 or a "
                f"smaller image_limit){told}"
            )
        if 300 <= status < 400:
            return AgentBroken(f"{self.url} redirects elsewhere; give that address as base_url.")
        return AgentBroken(f"{self.url} answered {status} to a request it finds invalid{told}")


def complaint(body: bytes) -> tuple[str, str]:
    """The message and the code in the body of an error, in any of the usual forms."""
    text = body[:20_000].decode("utf-8", "replace")
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return text, ""
    if isinstance(data, dict):
        error = data.get("error", data)
        if isinstance(error, dict):
            message = error.get("message") or error.get("detail") or ""
            return str(message), f"{error.get('code')} {error.get('type')}"
        return str(error), ""
    return text, ""


def retry_after(value: str) -> float | None:
    """Seconds to wait according to a Retry-After header, given in seconds or as a date."""
    value = value.strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value):
        return float(value)
    try:
        then = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError):
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())
