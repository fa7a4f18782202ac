"""Any OpenAI-compatible address that takes and gives JSON, such as /embeddings."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from visgym.agents.model import checked_url, key_in
from visgym.agents.openai import OPENAI
from visgym.agents.server_errors import Reported, Service, Transient
from visgym.agents.transport import ConnectionOptions, HttpClient


class JsonEndpoint:
    """One path of a server; key and address come from where those of models come from."""

    def __init__(self, path: str, model: str, line: ConnectionOptions | None = None) -> None:
        line = line or ConnectionOptions()
        key = key_in(OPENAI.key_variable)
        base = line.base_url or os.environ.get(OPENAI.url_variable, "").strip()
        service = Service(
            checked_url(base or OPENAI.usual_url) + path, model, key, OPENAI.key_variable
        )
        self.model = model
        self._post = HttpClient(line, service, OPENAI.headers(key))

    async def ask(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What the server answers to a body, to which the model is added."""
        data = json.dumps({"model": self.model, **body}).encode()
        return await self._post.ask([data], _read)

    async def close(self) -> None:
        """Let go of connections."""
        await self._post.close()


def _read(body: bytes, is_stream: bool) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Transient("The server sent no JSON.") from None
    if not isinstance(found, dict):
        raise Transient("The server sent no JSON object.")
    if found.get("error"):
        raise Reported(found["error"])
    return found
