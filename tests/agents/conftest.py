"""Keys and addresses that agents find, whatever the machine's own are."""

from __future__ import annotations

import pytest

from agents.server import KEY


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for provider in ("OPENAI", "ANTHROPIC"):
        monkeypatch.setenv(f"{provider}_API_KEY", KEY)
        monkeypatch.delenv(f"{provider}_BASE_URL", raising=False)
    for proxy in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(proxy, raising=False)
