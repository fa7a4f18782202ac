"""What agents with a model behind an API have in common."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar
from urllib.parse import urlsplit

from visgym.agents.agent import Answer, Usage
from visgym.agents.images import ImageCache, ImageOptions
from visgym.agents.prices import Price
from visgym.agents.requests import ToolOptions, written
from visgym.agents.responses import Native
from visgym.agents.server_errors import Filtered, Service
from visgym.agents.transport import Attempts, ConnectionOptions, HttpClient
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.identity import to_json
from visgym.core.parts import Message


@dataclass(frozen=True, kw_only=True)
class ModelOptions:
    """A model, how it samples, and how it is talked to."""

    model: str
    label: str = ""
    """Tells apart agents that share a model."""
    temperature: float | None = None
    top_p: float | None = None
    extra: str = ""
    """Further fields of the request, as a JSON object."""
    talk: ToolOptions = field(default_factory=ToolOptions)
    look: ImageOptions = field(default_factory=ImageOptions)
    line: ConnectionOptions = field(default_factory=ConnectionOptions)
    price: Price | None = None

    def __post_init__(self) -> None:
        _check_label(self.model, self.label)
        extra_fields(self.extra)

    def resampled(self, sample: int) -> Self:
        """The options of one of several samples, where something must differ between them."""
        return self


Chosen = TypeVar("Chosen", bound=ModelOptions)


@dataclass(frozen=True)
class Dialect(Generic[Chosen]):
    """The API of one provider."""

    kind: str
    key_variable: str
    url_variable: str
    usual_url: str
    path: str
    headers: Callable[[str], dict[str, str]]
    """Headers that carry a key, which may be empty."""
    request: Callable[[Chosen, ImageCache, Episode[Any], Sequence[Message]], Sequence[bytes]]
    """The body that asks for the reply that is due, in pieces."""
    read: Callable[[bytes, bool], Native]
    """A model's answer, or `Transient` or `Reported` where the server did not send a whole one."""
    count: Callable[[object, Price | None], Usage]


class ModelAgent(Generic[Chosen]):
    """Answers with what a model says; the key is read here and kept out of the options."""

    def __init__(self, dialect: Dialect[Chosen], options: Chosen) -> None:
        self.dialect = dialect
        self.options = options
        self.images = ImageCache(options.look)
        key = key_in(dialect.key_variable)
        base = options.line.base_url or os.environ.get(dialect.url_variable, "").strip()
        url = checked_url(base or dialect.usual_url) + dialect.path
        service = Service(url, options.model, key, dialect.key_variable)
        self.post = HttpClient(options.line, service, dialect.headers(key))

    @property
    def name(self) -> str:
        label = f" ({self.options.label})" if self.options.label else ""
        return f"{self.dialect.kind}:{self.options.model}{label}"

    def spec(self) -> dict[str, Any]:
        return {"kind": self.dialect.kind, **to_json(self.options)}

    def look(self, message: Message) -> None:
        """Encode the pictures of a message, in any thread."""
        for picture in message.pictures:
            self.images.base64(picture)

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        self.look(messages[-1])  # encoding drives everything else out of the CPU's caches
        await asyncio.sleep(0)
        body = self.dialect.request(self.options, self.images, episode, messages)
        done = Attempts()
        try:
            native = await self.post.ask(body, self.dialect.read, done)
        except Filtered:
            native = Native("", (), None, "content_filter", "")
        return Answer(
            written(native.text, native.calls),
            self.dialect.count(native.usage, self.options.price),
            native.finish,
            native.reasoning,
            done.seconds,
            done.count,
            done.trouble,
        )

    def resampled(self, sample: int) -> ModelAgent[Chosen]:
        """The agent of one of several samples, on the same connections."""
        other = copy(self)
        other.options = self.options.resampled(sample)
        return other

    async def close(self) -> None:
        await self.post.close()


def key_in(variable: str) -> str:
    """The key in an environment variable; empty where there is none."""
    key = os.environ.get(variable, "").strip()
    if not re.fullmatch(r"[\x21-\x7e]*", key):
        raise Mistake(f"The key in {variable} holds characters that no key has; set it again.")
    return key


def checked_url(base: str) -> str:
    """An address without a slash at its end, or `Mistake` for what is none."""
    parts = urlsplit(base)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise Mistake(
            "A base_url holds neither a password nor a query; give the key by environment variable."
        )
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Mistake(f"The base_url '{base[:80]}' is no address such as http://localhost:8000/v1.")
    return base.rstrip("/")


def _check_label(model: str, label: str) -> None:
    """Refuse names that would be lost in tables."""
    for what, text in (("model", model), ("label", label)):
        if text != text.strip() or not text.isprintable() or len(text) > 200:
            raise Mistake(f"The {what} {text[:60]!r} is no name; write it on one line.")
    if not model:
        raise Mistake("Which model? Write for example openai:some-model.")


def extra_fields(text: str) -> dict[str, Any]:
    """Further fields of the request, from a JSON object."""
    try:
        extra = json.loads(text) if text else {}
    except ValueError:
        extra = None
    if not isinstance(extra, dict) or "messages" in extra:
        raise Mistake(f'extra should be a JSON object such as {{"top_k": 20}}, not {text[:60]!r}.')
    return extra


def given(**fields: Any) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}
