"""Waits that servers ask for, wherever they say so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from visgym.agents.rate_limits import LONGEST_RESET, asked_wait, duration, retry_after

SOON = datetime.now(UTC) + timedelta(seconds=1000)


def test_retry_after_comes_in_seconds_or_as_a_date() -> None:
    assert retry_after("7") == 7.0
    assert retry_after("0.5") == 0.5
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0
    assert (retry_after("Wed, 21 Oct 2099 07:28:00 GMT") or 0) > 1e9
    for nonsense in ("", "soon", "-1", "nan", "inf", "9" * 400, "Wed, 99 Oct 2015 99:99:99 GMT"):
        assert retry_after(nonsense) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1.2s", 1.2),
        ("50ms.", 0.05),
        ("6m0s", 360),
        ("1h2m3.5s", 3723.5),
        ("34.074824224s. Visit", 34.074824224),
        ("3 minutes", 180),
        ("20 seconds or so", 20),
        ("2 days", 172800),
        ("a while", None),
        ("", None),
        ("9" * 400, None),
    ],
)
def test_durations_are_read(text: str, seconds: float | None) -> None:
    assert duration(text) == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    ("headers", "about", "seconds"),
    [
        ({}, "", None),
        ({"Retry-After": "3", "x-ratelimit-reset-requests": "9s"}, "try again in 8s", 3),
        ({"Retry-After-Ms": "1500", "Retry-After": "3"}, "", 1.5),
        ({}, "message: Please try again in 1.2s. Visit", 1.2),
        ({}, "message: Please retry in 34.07s.", 34.07),
        ({}, "details: x\nretryDelay: 17s", 17),
        ({"X-RateLimit-Reset-Tokens": "6s"}, "", 6),
        ({"x-ratelimit-reset-tokens": "7"}, "", 7),
        ({"x-ratelimit-reset-tokens": "6s", "x-ratelimit-remaining-tokens": "9"}, "", None),
        ({"x-ratelimit-reset-tokens": "6s", "x-ratelimit-reset-requests": "2s"}, "", 6),
        ({"x-ratelimit-reset-requests": "8h0m0s"}, "", LONGEST_RESET),
        ({"x-ratelimit-reset-tokens": "0"}, "", None),
        ({"anthropic-ratelimit-tokens-reset": SOON.isoformat()}, "", LONGEST_RESET),
        ({"X-RateLimit-Reset": str(int(SOON.timestamp() * 1000))}, "", LONGEST_RESET),
        ({"X-RateLimit-Reset": str(int(SOON.timestamp()))}, "", LONGEST_RESET),
        ({"X-RateLimit-Reset": "1000000000"}, "", None),
        ({"X-RateLimit-Reset": "whenever"}, "", None),
    ],
)
def test_headers_come_before_words_and_words_before_resets(
    headers: dict[str, str], about: str, seconds: float | None
) -> None:
    assert asked_wait(headers, about) == (None if seconds is None else pytest.approx(seconds))
