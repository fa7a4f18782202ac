"""Who turns texts into vectors: our own TF-IDF, a function of the user's, or a server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from visgym.agents.agent import AgentBroken, AgentFailure
from visgym.agents.endpoints import JsonEndpoint
from visgym.analysis.text_clusters import Vectors, tf_idf, unit
from visgym.core.errors import Mistake

BATCH = 128  # texts of one request
SERVER = "openai"


def embedded(texts: Sequence[str], topics: Sequence[str] = (), embedder: str = "") -> Vectors:
    """Vectors of length 1, by `openai:MODEL`, by `module:function`, or else by TF-IDF."""
    if not embedder:
        return tf_idf(texts, topics)[0]
    first, _, second = embedder.partition(":")
    if not first or not second:
        raise Mistake(f"An embedder is {SERVER}:MODEL or module:function, not '{embedder}'.")
    found = _by_server(texts, second) if first == SERVER else _by_function(texts, first, second)
    return _checked(found, len(texts), embedder)


def _by_function(texts: Sequence[str], module: str, name: str) -> Any:
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise Mistake(f"There is no embedder {module}:{name} ({error}).") from None
    return function(list(texts))


def _by_server(texts: Sequence[str], model: str) -> Any:
    async def ask() -> list[Any]:
        endpoint, found = JsonEndpoint("/embeddings", model), list[Any]()
        try:
            for at in range(0, len(texts), BATCH):
                answer = await endpoint.ask({"input": list(texts[at : at + BATCH])})
                data = sorted(answer["data"], key=lambda each: each["index"])
                found += [each["embedding"] for each in data]
        finally:
            await endpoint.close()
        return found

    try:
        return asyncio.run(ask())
    except (AgentFailure, AgentBroken) as error:
        raise Mistake(f"The embeddings could not be had: {error}") from None
    except (LookupError, TypeError) as error:
        raise Mistake(f"The server sent no embeddings: {error!r:.80}.") from None


def _checked(found: Any, count: int, embedder: str) -> Vectors:
    try:
        vectors = np.asarray(found, np.float64)
    except (TypeError, ValueError):
        raise Mistake(f"The embedder {embedder} gives no vectors of one length.") from None
    if vectors.ndim != 2 or len(vectors) != count or not np.isfinite(vectors).all():
        raise Mistake(f"The embedder {embedder} gives no finite vector for each of {count} texts.")
    return unit(vectors)
