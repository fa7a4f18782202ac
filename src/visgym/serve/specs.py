"""Which episode somebody asks for, and whether it may be had here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache, reduce
from hashlib import blake2b
from typing import Any

from visgym import catalog
from visgym.core.errors import Mistake, not_found
from visgym.core.task import Task
from visgym.kit.public_knobs import check_knobs
from visgym.serve import fields
from visgym.serve.fields import Body
from visgym.serve.limits import Refusal
from visgym.task_ids import Id

SPEC_FIELDS = ("id", "seed", "knobs", "wrappers", "tools", "strict")
MOST_WRAPPERS = 12
_SESSION = re.compile(r"[\w\-]{8,80}", re.ASCII)


@dataclass(frozen=True, slots=True)
class EpisodeSpec:
    """An episode by name: with the replies to it, all that is needed to stand in its middle."""

    id: str
    seed: int
    strict: bool = False
    wrappers: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()

    @staticmethod
    def read(body: Body, default_seed: int | None = None) -> EpisodeSpec:
        """The episode that a request names; whether it exists is seen where it is played."""
        return EpisodeSpec(
            id_of(body),
            fields.seed(body, default_seed),
            fields.flag(body, "strict"),
            tuple(_short(each) for each in fields.items(body, "wrappers", MOST_WRAPPERS)),
            fields.texts(body, "tools", MOST_WRAPPERS),
        )

    def as_json(self) -> dict[str, Any]:
        """The spec as plain data, which `read` understands."""
        return asdict(self)

    @property
    def digest(self) -> str:
        """A name for the episode before its first reply."""
        return _hashed(json.dumps(self.as_json()))

    @property
    def size(self) -> int:
        """Bytes, about."""
        return len(self.id) + sum(map(len, self.wrappers)) + sum(map(len, self.tools)) + 200


def chained(digest: str, reply: str) -> str:
    """The name of an episode after one more reply, from its name before."""
    return _hashed(f"{digest} {reply}")


def digest_after(spec: EpisodeSpec, replies: Iterable[str]) -> str:
    """The name of an episode after some replies."""
    return reduce(chained, replies, spec.digest)


def _hashed(text: str) -> str:
    return blake2b(text.encode(), digest_size=12).hexdigest()


def id_of(body: Body) -> str:
    """The id that a request names, with the knobs beside it written into it."""
    found = Id.parse(fields.text(body, "id"))
    knobs = body.get("knobs") or {}
    for name, value in fields.as_object(knobs, "knobs").items():
        if not name.isidentifier():
            raise Refusal(f"'{name[:60]}' is no name of a knob.")
        written = value if isinstance(value, str) else json.dumps(value)
        if len(written) > fields.LONGEST_TEXT:
            raise Refusal(f"The knob {name} is too long.")
        found = found.with_knob(name, written)
    return str(found)


def session_name(said: object) -> str:
    """A name that a client chose for its session, or `Refusal`."""
    if not isinstance(said, str) or not _SESSION.fullmatch(said):
        raise Refusal("A session has 8 to 80 letters, digits, dashes and underscores.")
    return said


def _short(wrapper: object) -> str:
    """A wrapper as short text, which `wrappers.build.parse` reads."""
    if isinstance(wrapper, str):
        return fields.text({"wrappers": wrapper}, "wrappers")
    from visgym.wrappers.build import parse, written

    return written(parse(fields.as_object(wrapper, "A wrapper")))


@dataclass(frozen=True)
class OpenTasks:
    """The tasks that may be played: the catalog, and modules named when the server starts."""

    modules: tuple[str, ...] = ()

    def load(self, id: str) -> Task[Any]:
        """The task of an id, or `Mistake`; no other module is ever imported on a client's word."""
        return _loaded(id, self.modules)

    def names(self) -> list[str]:
        return [*catalog.task_names(), *self.modules]


@lru_cache(maxsize=1024)
def _loaded(id: str, modules: tuple[str, ...]) -> Task[Any]:
    parts = Id.parse(id)
    known = [*catalog.task_names(), *modules]
    if parts.task not in known:
        raise not_found("task", parts.task[:80], known)
    task, knobs = catalog.load(str(parts.setting)), parts.values()
    check_knobs(task, knobs)
    return catalog.with_knobs(task, knobs) if knobs else task


def built_tools(names: tuple[str, ...], known: Mapping[str, type[Any]]) -> tuple[Any, ...]:
    """Tools as they are written in a request, `name` or `name=number`."""
    made = []
    for written in names:
        name, equals, value = written.partition("=")
        if name not in known:
            raise not_found("tool", name[:60], known) if known else Mistake(NO_TOOLS)
        if equals and not value.isdecimal():
            raise Mistake(f"A tool is written name or name=number, not '{written[:60]}'.")
        made.append(known[name](int(value[:6])) if equals else known[name]())
    return tuple(made)


NO_TOOLS = "This server has no tools; name some with --tool when it is started."
