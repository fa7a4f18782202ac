"""How long a server asks to wait, in headers and in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LONGEST_RESET = 60.0  # seconds; a limit lets requests through long before it is whole again
_UNITS = {"ms": 0.001, "mil": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_AMOUNT = re.compile(rf"\s*({_NUMBER})\s*(ms|mil|s|m|h|d)([a-z]*)", re.I)
_WORDS = re.compile(r"(?:(?:try again|retry) (?:in|after)|retryDelay:) (.{1,40})", re.I)
_RESET = re.compile(r"(?:x|anthropic)-ratelimit-(?:.*-)?reset(?:-.*)?")


def asked_wait(headers: Mapping[str, str], about: str) -> float | None:
    """Seconds to wait according to headers, else to the words of the error."""
    known = {name.lower(): value for name, value in headers.items()}
    milliseconds = known.get("retry-after-ms", "").strip()
    if re.fullmatch(_NUMBER, milliseconds):
        return float(milliseconds) / 1000
    asked = retry_after(known.get("retry-after", ""))
    if asked is None and (said := _WORDS.search(about)):
        asked = duration(said[1])
    return _until_reset(known) if asked is None else asked


def retry_after(value: str) -> float | None:
    """Seconds to wait according to a Retry-After header, given in seconds or as a date."""
    value = value.strip()
    if re.fullmatch(_NUMBER, value):
        return float(value)
    try:
        then = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError):
        return None
    return _seconds_until(then)


def duration(text: str) -> float | None:
    """Seconds in a text that begins with a duration such as `1.2s`, `6m0s` or `3 minutes`."""
    seconds, end = 0.0, 0
    while amount := _AMOUNT.match(text, end):
        seconds += float(amount[1]) * _UNITS[amount[2].lower()]
        end = amount.end()
    return seconds if end else None


def _until_reset(headers: Mapping[str, str]) -> float | None:
    """Seconds until the limits that are used up are whole again, bounded."""
    waits = [
        wait
        for name, value in headers.items()
        if _RESET.fullmatch(name)
        and headers.get(name.replace("reset", "remaining"), "0").strip() == "0"
        and (wait := _reset(value.strip()))
    ]
    return min(max(waits), LONGEST_RESET) if waits else None


def _reset(value: str) -> float | None:
    """Seconds to a reset, given as a duration, a number, a moment since 1970, or a date."""
    if not re.fullmatch(r"\d{1,13}(\.\d{1,9})?", value):
        try:
            return _seconds_until(datetime.fromisoformat(value))
        except ValueError:
            return duration(value)
    number = float(value)
    if number < 1e9:
        return number
    moment = number / 1000 if number > 1e11 else number  # some count milliseconds
    return max(0.0, moment - datetime.now(UTC).timestamp())


def _seconds_until(then: datetime) -> float:
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())
